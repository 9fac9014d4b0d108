import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import { v7 as newId } from 'uuid';
import { buildApp } from './app.ts';
import { startBackground } from './background.ts';
import { type Config, readConfig } from './config.ts';
import { startDemoData } from './demo-data.ts';
import { StartupError } from './domain/startup-error.ts';
import { openTransports } from './messaging.ts';
import { MIGRATIONS_FOLDER, rateFiles, readVersion } from './package-root.ts';
import { openShipping } from './shipping.ts';
import { closingServer, Shutdown } from './shutdown.ts';
import { isMigrated, readMigrations } from './storage/migrate.ts';
import { openDatabase } from './storage/open.ts';
import { createDemoAccount } from './usecases/create-demo-account.ts';
import { openRateBooks } from './usecases/open-rate-books.ts';
import type { RateBooks } from './usecases/rate-books.ts';
import type { Service, ShippingService } from './usecases/service.ts';
import { SignedLabelLinks } from './usecases/signed-label-links.ts';
import { welcome } from './welcome.ts';

/**
 * By default V8 lets garbage grow to several times what is in use before it looks for any. With 200,000 scans
 * and the listing's benchmark after them, the process took at most 331 MB; with this 191 and 209 MB, as fast.
 */
const SOONER_COLLECTED = '--heap-growing-percent=30';

/** Lines of the log are written together, in fewer calls of the system. */
const GATHERED = { minLength: 32 * 1024, maxWrite: 64 * 1024, periodicFlush: 100 };

const HOUR_MS = 60 * 60 * 1000;

/**
 * Starts the service and returns once it listens. What stops the start is printed as one sentence and
 * ends the process with code 1.
 */
export async function main(): Promise<void> {
  setFlagsFromString(SOONER_COLLECTED);
  const shutdown = new Shutdown();
  shutdown.listen();
  try {
    await start(shutdown);
    await shutdown.started();
  } catch (error) {
    await shutdown.close();
    if (shutdown.signal.aborted) process.exit(0);
    if (!(error instanceof StartupError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

async function start(shutdown: Shutdown): Promise<void> {
  const config = readConfig();
  const logger = openLog(config, shutdown);
  const transports = await openTransports(config);
  if (Object.keys(transports).length > 0 && config.publicUrl === null) {
    logger.warn(
      'messages are sent, and PUBLIC_URL is not set: their links and logos lead to this machine only',
    );
  }
  const migrations = await readMigrations(MIGRATIONS_FOLDER);
  const opened = shutdown.opened(
    await openDatabase(config, 'service', migrations, {
      progress: say,
      log: (level, message, fields) => logger[level](fields ?? {}, message),
      signal: shutdown.signal,
    }),
  );
  const base: Service = { database: opened.database, now: () => new Date(), newId };
  const rateBooks = await openRateBooks(base, rateFiles(config), {
    bytes: config.rateBooksMb * 1024 * 1024,
    warn: (message, fields) => logger.warn(fields, message),
  });
  shutdown.opened({ close: () => rateBooks.stop() });
  const address = { url: config.publicUrl ?? '' };
  const labels = await SignedLabelLinks.open(base, {
    publicUrl: () => address.url,
    validMs: config.labelLinkHours * HOUR_MS,
  });
  const { service } = shutdown.opened(
    await openShipping(base, {
      quotes: rateBooks,
      labels,
      messaging: { transports, publicUrl: () => address.url },
      onError: (error) => logger.warn({ err: error }, 'could not say that this process is alive'),
    }),
  );
  shutdown.signal.throwIfAborted();
  const isReady = () => isMigrated(opened.database.pool, migrations);
  const app = await listen(config, logger, service, rateBooks, address, isReady);
  const background = startBackground(service, logger);
  shutdown.opened({ close: () => background.stop() });
  shutdown.opened(closingServer(app));
  const demo = opened.kind === 'embedded' && config.demo ? await createDemoAccount(service) : null;
  say(welcome(address.url, demo));
  if (demo !== null) {
    shutdown.opened(startDemoData(service, rateBooks, demo.accountId, { say, logger }));
  }
}

/** The log goes to stderr, apart from what is said to a person; its last lines are written before the end. */
function openLog(config: Config, shutdown: Shutdown): Logger {
  const destination = pino.destination({ fd: 2, sync: false, ...GATHERED });
  const logger = pino({ level: config.logLevel, base: null }, destination);
  shutdown.opened({ close: async () => logger.flush() });
  return logger;
}

async function listen(
  config: Config,
  logger: Logger,
  service: ShippingService,
  rateBooks: RateBooks,
  address: { url: string },
  isReady: () => Promise<boolean>,
): Promise<FastifyInstance> {
  const app = await buildApp({
    service,
    rateBooks,
    logger,
    version: readVersion(),
    publicUrl: () => address.url,
    isReady,
    rateLimit: config.rateLimit,
    trustProxy: config.trustProxy,
    metricsToken: config.metricsToken,
  });
  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    await app.close();
    throw listenError(error, config);
  }
  address.url = addressOf(app, config);
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
      return new StartupError(`HOST ${host} is no address of this machine: correct it`, { cause: error });
    default:
      return error;
  }
}

/** `PUBLIC_URL`, or the address listened on. */
function addressOf(app: FastifyInstance, config: Config): string {
  if (config.publicUrl !== null) return config.publicUrl;
  const { port } = app.server.address() as AddressInfo;
  const everyInterface = config.host === '0.0.0.0' || config.host === '::';
  const host = everyInterface ? '127.0.0.1' : config.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
