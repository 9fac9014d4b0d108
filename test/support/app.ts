import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { v7 as newId } from 'uuid';
import { afterAll } from 'vitest';
import { samplesOf } from '../../simulators/demo/make-samples.ts';
import type { StandInClock } from '../../simulators/kit/stand-in.ts';
import { type AppDependencies, buildApp } from '../../src/app.ts';
import { OPERATOR } from '../../src/domain/actor.ts';
import { Sealing } from '../../src/sealing/sealing.ts';
import { openShipping, type ShippingOptions } from '../../src/service/shipping.ts';
import { closingServer } from '../../src/service/shutdown.ts';
import { createAccount } from '../../src/usecases/accounts/create-account.ts';
import type { PasswordCost, PasswordParts } from '../../src/usecases/accounts/passwords.ts';
import { SignedLabelLinks } from '../../src/usecases/labels/signed-label-links.ts';
import type { RateBooks } from '../../src/usecases/rates/rate-books.ts';
import type { Service } from '../../src/usecases/service.ts';
import type { ShippingService } from '../../src/usecases/shipping-service.ts';
import { type Client, clientOf } from './client.ts';
import { PassingTimer, START } from './clock.ts';
import { createDatabase, type Sql, type TestDatabase } from './database.ts';
import { AppJudge } from './document-judge.ts';
import { openTestRateBooks } from './rate-books.ts';
import { databaseEnvironment } from './service-process.ts';
import { LONGEST_WAIT_MS } from './until.ts';

/** The service in tests: the same `buildApp`, on a database of its own. */
export interface TestApp {
  /** `look` makes a change of rates effective at once. */
  readonly rateBooks: RateBooks;
  readonly app: FastifyInstance;
  readonly service: ShippingService;
  readonly database: TestDatabase;
  /** The rows of a statement on the database, which no account narrows. */
  readonly sql: Sql;
  /** Lets time go by. */
  advance(milliseconds: number): void;
  /** Lets the clock of a stand-in go on while the service waits before it asks again. */
  takeAlong(clock: StandInClock): void;
  /** Sets the wall clock back without moving the timers. */
  setClockBack(milliseconds: number): void;
  /** Makes an account and gives the headers of its first key. */
  account(name?: string): Promise<TestAccount>;
  /** A client of the API with these headers. */
  client(headers: Readonly<Record<string, string>>): Client;
  /** The environment in which operator commands work on this service. */
  operator(): Promise<NodeJS.ProcessEnv>;
  /** Stops everything and drops the database. */
  stop(): Promise<void>;
}

/** How the files of a worker share a service. */
interface Restart {
  /** Sets the clock back to the usual time. */
  restart(): void;
  /** @throws Error if the document does not allow what was sent since the last call */
  judge(): Promise<void>;
}

/** An account, and a client with its first key. */
export interface TestAccount extends Client {
  readonly accountId: string;
  readonly apiKey: string;
  readonly headers: { authorization: string };
}

export const PUBLIC_URL = 'https://ship.example.in';
/** The encryption key of the tests. */
export const SEALING_KEY = Buffer.alloc(32, 7);
/** The credential of operator commands in the tests. */
export const OPERATOR_TOKEN = 'the-operator-token-of-the-tests-1';
/** Every request of a test has its answer when the service stops; a connection that never sent one may be open. */
const END_CONNECTIONS_AFTER_MS = 200;
/** The validity of a label link in the tests. */
export const LABEL_LINK_MS = 60 * 60 * 1000;

/**
 * Starts the service on a new database. The clock stays at `now` unless it is advanced; `addMore` adds routes
 * of the test.
 */
export async function startApp(
  options: Partial<AppDependencies> & {
    now?: Date;
    shipping?: Partial<ShippingOptions>;
    /** An existing database; it is dropped at the end. */
    database?: TestDatabase;
    /** To the database, at most. */
    connections?: number;
    /** Very low unless a test is about it. */
    passwordCost?: PasswordCost;
  } = {},
  addMore: (app: FastifyInstance) => void = () => undefined,
): Promise<TestApp & Restart> {
  const database = options.database ?? (await createDatabase('migrated', options.connections));
  const start = (options.now ?? START).getTime();
  let time = start;
  let monotonicMs = 1;
  const partnerTimer = new PassingTimer();
  const { passwordCost = { N: 256, r: 8, p: 1 } } = options;
  const base: Service & PasswordParts = {
    database: database.database,
    now: () => new Date(time),
    newId,
    passwordCost,
    signInWaitMs: LONGEST_WAIT_MS,
  };
  const rateBooks = await openTestRateBooks(base);
  const labels = await SignedLabelLinks.open(base, {
    publicUrl: () => PUBLIC_URL,
    validMs: LABEL_LINK_MS,
    sealing: new Sealing(SEALING_KEY),
  });
  const shipping = await openShipping(base, {
    quotes: rateBooks,
    directory: rateBooks.ground.directory,
    prepareSamples: samplesOf(rateBooks),
    labels,
    messaging: { transports: {}, publicUrl: () => PUBLIC_URL },
    sealing: new Sealing(SEALING_KEY),
    onError: () => undefined,
    carrierTimeoutMs: LONGEST_WAIT_MS,
    makingWaitMs: LONGEST_WAIT_MS,
    longWork: { answerWithinMs: LONGEST_WAIT_MS },
    partnerTimer,
    ...options.shipping,
  });
  const { service } = shipping;
  const app = await buildApp({
    service,
    rateBooks,
    logger: pino({ level: 'silent' }),
    version: '0.0.0-test',
    publicUrl: () => PUBLIC_URL,
    isReady: async () => true,
    monotonicMs: () => monotonicMs,
    credentialPatienceMs: LONGEST_WAIT_MS,
    // Nobody waits in a test: the delays of guesses are those that `pause` is asked for.
    pause: async () => undefined,
    rateLimit: 0,
    news: null,
    trustProxy: false,
    metricsToken: null,
    operatorToken: OPERATOR_TOKEN,
    patientDatabase: database.database,
    ownTroubles: async () => [],
    ...options,
  });
  addMore(app);
  await app.ready();
  const judge = new AppJudge(app);
  let listening: Promise<string> | null = null;
  return {
    app,
    service,
    database,
    sql: database.sql,
    rateBooks,
    advance: (milliseconds) => {
      time += milliseconds;
      monotonicMs += milliseconds;
      partnerTimer.forward(milliseconds);
    },
    takeAlong: (clock) => partnerTimer.takeAlong(clock),
    setClockBack: (milliseconds) => {
      time -= milliseconds;
    },
    account: async (name = 'Test account') => {
      const { accountId, apiKey } = await createAccount(service, OPERATOR, name);
      const headers = { authorization: apiKey };
      return { accountId, apiKey, headers, ...clientOf(app, headers) };
    },
    client: (headers) => clientOf(app, headers),
    operator: async () => {
      listening ??= app.listen({ host: '127.0.0.1', port: 0 });
      return { ...databaseEnvironment(database), SERVICE_URL: await listening, OPERATOR_TOKEN };
    },
    restart: () => {
      time = start;
    },
    judge: async () => {
      await judge.finish(database);
      database.judge();
    },
    stop: async () => {
      try {
        await judge.finish(database);
      } finally {
        await closingServer(app, END_CONNECTIONS_AFTER_MS).close();
        await shipping.close();
        await rateBooks.stop();
        await database.drop();
      }
    },
  };
}

/** The service that the test files of a worker share; the first file starts it, and it ends with the worker. */
const shared = globalThis as { dakiyaTestApp?: Promise<TestApp & Restart> };

/**
 * The service for a whole test file; call it at the top. Without options it is that of the worker, on which each file has
 * accounts of its own, at the usual time. A file that changes what accounts share (rates, operators' settings, jobs of
 * everybody, whole tables) passes options, `{}` if it needs none, and has a service and a database of its own.
 */
export async function openApp(...options: Parameters<typeof startApp>): Promise<TestApp> {
  if (options.length > 0) {
    const own = await startApp(...options);
    afterAll(() => own.stop());
    return own;
  }
  shared.dakiyaTestApp ??= startApp();
  const test = await shared.dakiyaTestApp;
  test.restart();
  afterAll(() => test.judge());
  return test;
}
