import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import { v7 as newId } from 'uuid';
import { type AppDependencies, buildApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { isRoot } from './embedded-postgresql/server-user.ts';
import { readNetworks } from './outgoing/networks.ts';
import { OutgoingRequests } from './outgoing/outgoing-requests.ts';
import { rateFiles, readVersion } from './package-root.ts';
import { PaperThread } from './papers/paper-thread.ts';
import { StartupError } from './problems/startup-error.ts';
import { startBackground } from './service/background.ts';
import { courierOutgoing } from './service/couriers.ts';
import { isThisMachine, listeningAddress } from './service/listening-address.ts';
import { openDatabase } from './service/open-database.ts';
import { openSealing } from './service/open-sealing.ts';
import { ownTroubles } from './service/own-troubles.ts';
import { registerService, removePidFile, type ServiceEntry } from './service/running-services.ts';
import { serverName } from './service/server-name.ts';
import { shippedMigrations } from './service/shipped-migrations.ts';
import { openShipping } from './service/shipping.ts';
import { closingServer, Shutdown } from './service/shutdown.ts';
import { openTransports } from './service/start-messaging.ts';
import { welcome } from './service/welcome.ts';
import { hasNoAccount } from './storage/accounts/accounts.ts';
import { ColumnThread } from './storage/columns/column-thread.ts';
import { isMigrated } from './storage/migrate.ts';
import { ProcessNotifications } from './storage/process-notifications.ts';
import { linkAddress } from './usecases/accounts/sign-in-links.ts';
import { JudgeThread } from './usecases/imports/judge-thread.ts';
import { SignedLabelLinks } from './usecases/labels/signed-label-links.ts';
import { openRateBooks } from './usecases/rates/open-rate-books.ts';
import type { RateBooks } from './usecases/rates/rate-books.ts';
import type { Service } from './usecases/service.ts';
import type { ShippingService } from './usecases/shipping-service.ts';

/**
 * By default V8 lets garbage grow to several times the memory in use before it collects. After loading
 * 200,000 scans and running the listing's benchmark, the process took 331 MB; with this setting, 209 MB at
 * the same speed.
 */
const SOONER_COLLECTED = '--heap-growing-percent=30';

const HOUR_MS = 60 * 60 * 1000;

/** Starts the service. A failed start prints one sentence and exits with code 1. */
export async function main(): Promise<void> {
  setFlagsFromString(SOONER_COLLECTED);
  const shutdown = new Shutdown();
  shutdown.listen();
  try {
    await start(shutdown);
    await shutdown.started();
  } catch (error) {
    await shutdown.close();
    if (shutdown.signal.aborted) process.exit(shutdown.exitCode);
    if (!(error instanceof StartupError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

async function start(shutdown: Shutdown): Promise<void> {
  const config = readConfig();
  const logger = openLog(config, shutdown);
  const transports = await openTransports(config);
  const outgoing = new OutgoingRequests({ allow: readNetworks(config.webhookAllow, 'WEBHOOK_ALLOW') });
  if (Object.keys(transports).length > 0 && config.publicUrl === null) {
    logger.warn(
      'messages are sent, and PUBLIC_URL is not set: their links and logos lead to this machine only',
    );
  }
  const migrations = await shippedMigrations();
  const opened = shutdown.opened(
    await openDatabase({ ...config, mayCreate: true }, 'service', migrations, {
      progress: say,
      log: (level, message, fields) => logger[level](fields ?? {}, message),
      signal: shutdown.signal,
    }),
  );
  const operatorToken = config.operatorToken ?? randomBytes(32).toString('base64url');
  const word = {
    dataDir: opened.dataDir,
    server: serverName(config.databaseDirectUrl ?? config.databaseUrl),
    url: null,
    // A configured one is in the environment of its commands, and would stay in the file after a kill.
    operatorToken: config.operatorToken === null ? operatorToken : null,
  };
  await publishService(shutdown, logger, config.runDir, word);
  const base: Service = { database: opened.database, now: () => new Date(), newId };
  const rateBooks = await openRateBooks(base, rateFiles(config), {
    bytes: config.rateBooksMb * 1024 * 1024,
    warn: (message, fields) => logger.warn(fields, message),
  });
  shutdown.opened({ close: () => rateBooks.stop() });
  const address = { url: config.publicUrl ?? '' };
  const sealing = await openSealing(config, opened.dataDir);
  const labels = await SignedLabelLinks.open(base, {
    publicUrl: () => address.url,
    validMs: config.labelLinkHours * HOUR_MS,
    sealing,
  });
  const labelThread = shutdown.opened(new PaperThread());
  const judgeThread = shutdown.opened(new JudgeThread(rateBooks.ground.directory));
  const { service } = shutdown.opened(
    await openShipping(base, {
      quotes: rateBooks,
      directory: rateBooks.ground.directory,
      prepareSamples: async (account) => {
        const { samplesOf } = await import('../simulators/demo/make-samples.ts');
        return samplesOf(rateBooks)(account);
      },
      labels,
      renderPapers: labelThread.render,
      judgeOrders: judgeThread.judge,
      messaging: { transports, publicUrl: () => address.url },
      sealing,
      outgoing,
      courierOutgoing: courierOutgoing(config),
      columns: {
        memoryMb: config.listingMemoryMb,
        openBuilder: () => new ColumnThread(),
        onError: (error) => logger.warn({ err: error }, 'could not load shipments into memory'),
      },
      onError: (error) => {
        if (error instanceof StartupError) shutdown.fail(error.message);
        else logger.warn({ err: error }, 'could not write the heartbeat of this process');
      },
    }),
  );
  shutdown.signal.throwIfAborted();
  const isReady = () => isMigrated(opened.database.pool, migrations);
  const news = new ProcessNotifications({
    listening: opened.listening,
    sender: opened.database.pool,
    onError: (error) => logger.warn({ err: error }, 'notifications from other processes are interrupted'),
  });
  shutdown.opened({ close: () => news.stop() });
  const app = await listen(config, logger, service, rateBooks, address, {
    isReady,
    news,
    operatorToken,
    patientDatabase: opened.patient,
  });
  opened.database.replica?.follow(news);
  news.start();
  const background = startBackground({ ...service, database: opened.background }, logger);
  if (isRoot()) logger.warn('The service runs as root, which it does not need: start it as an ordinary user');
  const server = closingServer(app);
  shutdown.opened({ close: async () => void (await Promise.all([server.close(), background.stop()])) });
  shutdown.first(() => app.draining.begin(config.drainSeconds * 1000));
  await publishService(shutdown, logger, config.runDir, { ...word, url: listenedOn(app, config) });
  const isDemo = opened.kind === 'embedded' && config.demo && (await hasNoAccount(service.database));
  const simulator = isDemo ? await import('../simulators/demo/demo-account.ts') : null;
  const demo =
    simulator &&
    (await simulator.createDemoAccount(service, {
      // Behind a proxy, every client appears to be this machine.
      isLinked: config.publicUrl === null && isThisMachine(config.host),
    }));
  const hasAccounts = demo !== null || !(await hasNoAccount(service.database));
  say(
    welcome(
      address.url,
      demo
        ? { demoKey: demo.apiKey, link: demo.link && linkAddress(address.url, demo.link) }
        : hasAccounts
          ? 'somebody'
          : 'nobody',
    ),
  );
  if (simulator !== null && demo !== null) {
    shutdown.opened(simulator.startDemoData(service, rateBooks, demo.accountId, { say, logger }));
  }
}

/** Writes the pid file, which commands read, and removes it at the end. A failure does not stop the start. */
async function publishService(
  shutdown: Shutdown,
  logger: Logger,
  folder: string,
  word: ServiceEntry,
): Promise<void> {
  try {
    await registerService(folder, word);
    shutdown.opened({ close: () => removePidFile(folder) });
  } catch (error) {
    logger.warn(
      { err: error },
      `${folder} cannot be written, and so commands do not know of this service: set RUN_DIR to another folder, for them too`,
    );
  }
}

/** At these levels, libraries log headers with credentials. Our own code never logs them. */
const VERBOSE = new Set(['trace', 'debug']);
const HEADERS = ['headers', '*.headers', '*.*.headers'];

/** The log is written in pieces of this size, and at least this often. */
const LOG_BYTES = 8 * 1024;
const LOG_FLUSH_MS = 100;

/** Opens the log on stderr. Pino writes its last lines before the process ends. */
function openLog(config: Config, shutdown: Shutdown): Logger {
  // Another thread does each write, and waking it for every line would cost more than making the line.
  const lines = pino.destination({ fd: 2, sync: false, minLength: LOG_BYTES, periodicFlush: LOG_FLUSH_MS });
  const redact = VERBOSE.has(config.logLevel) ? { redact: { paths: HEADERS, remove: true } } : {};
  const logger = pino({ level: config.logLevel, base: null, ...redact }, lines);
  shutdown.opened({ close: async () => logger.flush() });
  return logger;
}

async function listen(
  config: Config,
  logger: Logger,
  service: ShippingService,
  rateBooks: RateBooks,
  address: { url: string },
  more: Pick<AppDependencies, 'isReady' | 'news' | 'operatorToken' | 'patientDatabase'>,
): Promise<FastifyInstance> {
  const app = await buildApp({
    service,
    rateBooks,
    logger,
    version: readVersion(),
    publicUrl: () => address.url,
    monotonicMs: () => performance.now(),
    rateLimit: config.rateLimit,
    trustProxy: config.trustProxy,
    metricsToken: config.metricsToken,
    ...more,
    ownTroubles: () => ownTroubles(config),
  });
  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    await app.close();
    throw listenError(error, config);
  }
  address.url = config.publicUrl ?? listenedOn(app, config);
  return app;
}

function listenError(error: unknown, { host, port }: Config): unknown {
  switch ((error as { code?: unknown }).code) {
    case 'EADDRINUSE':
      return new StartupError(`Port ${port} is taken: stop what listens there, or set PORT to another`, {
        cause: error,
      });
    case 'EACCES':
      return new StartupError(`Port ${port} may not be opened by this user: set PORT to 1024 or more`, {
        cause: error,
      });
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartupError(`HOST ${host} is not an address of this machine: correct it`, { cause: error });
    default:
      return error;
  }
}

function listenedOn(app: FastifyInstance, { host }: Config): string {
  return listeningAddress(host, (app.server.address() as AddressInfo).port);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
