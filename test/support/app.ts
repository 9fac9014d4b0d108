import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { v7 as newId } from 'uuid';
import { afterAll } from 'vitest';
import { samplesOf } from '../../simulators/demo/make-samples.ts';
import { type AppDependencies, buildApp } from '../../src/app.ts';
import { OPERATOR } from '../../src/domain/actor.ts';
import { orderReader } from '../../src/http/routes/orders/order-reader.ts';
import { Sealing } from '../../src/sealing/sealing.ts';
import { openShipping, type ShippingOptions } from '../../src/service/shipping.ts';
import { createAccount } from '../../src/usecases/accounts/create-account.ts';
import type { PasswordCost } from '../../src/usecases/accounts/passwords.ts';
import { SignedLabelLinks } from '../../src/usecases/labels/signed-label-links.ts';
import type { RateBooks } from '../../src/usecases/rates/rate-books.ts';
import type { Service, ShippingService } from '../../src/usecases/service.ts';
import { type Client, clientOf } from './client.ts';
import { createDatabase, type TestDatabase } from './database.ts';
import { AppJudge } from './document-judge.ts';
import { openTestRateBooks } from './rate-books.ts';
import { databaseEnvironment } from './service-process.ts';

/** The service in tests: the same `buildApp`, on a database of its own. */
export interface TestApp {
  /** `look` makes a change of rates effective at once. */
  readonly rateBooks: RateBooks;
  readonly app: FastifyInstance;
  readonly service: ShippingService;
  readonly database: TestDatabase;
  /** Lets time go by. */
  advance(milliseconds: number): void;
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
/** Nothing is taken for an outage because the machine is slow: as long as a test may take. */
const LONGEST_WAIT_MS = 300_000;
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
): Promise<TestApp> {
  const database = options.database ?? (await createDatabase('migrated', options.connections));
  let time = (options.now ?? new Date('2026-11-16T06:30:00.000Z')).getTime();
  let monotonicMs = 1;
  const { passwordCost = { N: 256, r: 8, p: 1 } } = options;
  const base: Service = {
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
    findPlace: (pincode) => rateBooks.ground.directory.find(pincode),
    readOrder: orderReader(rateBooks.ground.directory),
    prepareSamples: samplesOf(rateBooks),
    labels,
    messaging: { transports: {}, publicUrl: () => PUBLIC_URL },
    sealing: new Sealing(SEALING_KEY),
    onError: () => undefined,
    carrierTimeoutMs: LONGEST_WAIT_MS,
    longWork: { answerWithinMs: LONGEST_WAIT_MS },
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
    rateBooks,
    advance: (milliseconds) => {
      time += milliseconds;
      monotonicMs += milliseconds;
    },
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
    stop: async () => {
      try {
        await judge.finish(database);
      } finally {
        await app.close();
        await shipping.close();
        await rateBooks.stop();
        await database.drop();
      }
    },
  };
}

/** Starts the service for a whole test file, at the top of it, and stops it at the end of the file. */
export async function openApp(...options: Parameters<typeof startApp>): Promise<TestApp> {
  const test = await startApp(...options);
  afterAll(() => test.stop());
  return test;
}
