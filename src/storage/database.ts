import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { AccountScope, AccountWriter, type PreparedQuery } from './account-scope.ts';
import { LimitedClient, limitStatements } from './limited-client.ts';
import { unavailableProblem } from './outage.ts';
import type { Replica } from './replica/replica.ts';
import type { Sight } from './restricted-sql.ts';
import { type ChangeContext, ServiceTransaction } from './service-transaction.ts';
import type { GlobalTables } from './tables.ts';
import { endReading, inTransaction, pipelined } from './transaction.ts';

/** The schema that holds all tables of the service. */
export const SCHEMA = 'dakiya';
/** Where plain names of tables are looked for. */
export const SEARCH_PATH = `${SCHEMA}, public`;

const BEGIN = 'begin';
const BEGIN_SNAPSHOT = 'start transaction isolation level repeatable read read only';

/** The way to read what an account has, which decides no write: see `Database.read`. */
export type AccountReads = Pick<Database, 'account' | 'readInSnapshot'>;

/** Optional parts of a `Database`. */
interface DatabaseParts {
  /** The restriction and the person of the reader; null for everything. */
  readonly sight?: Sight | null;
  /** Where reads may go; null where there is none. */
  readonly replica?: Replica | null;
}

/**
 * The service's PostgreSQL: a pool, the global registries, and the way to an account's data.
 *
 * Every connection has `dakiya` as the first schema of its search path, so that SQL names tables plainly: by a
 * statement, since poolers such as PgBouncer refuse it as a start-up parameter; behind a pooler, by its role.
 */
export class Database {
  readonly pool: pg.Pool;
  /** Tells whether the tables are distributed over a cluster. */
  readonly isCluster: boolean;
  /** The tables that are reached without an account. */
  readonly global: Kysely<GlobalTables>;

  readonly replica: Replica | null;
  private readonly sight: Sight | null;

  constructor(pool: pg.Pool, { sight = null, replica = null }: DatabaseParts = {}) {
    this.pool = pool;
    this.replica = replica;
    this.isCluster = (pool.options as { isCluster?: boolean }).isCluster === true;
    this.sight = sight;
    this.global = new Kysely<GlobalTables>({ dialect: new PostgresDialect({ pool }) });
  }

  /**
   * Reads of one account.
   *
   * @param signal stops raw and prepared queries, on the server too, when it is aborted
   */
  account(accountId: string, signal: AbortSignal | null = null): AccountScope {
    return new AccountScope(this.pool, accountId, signal, this.sight);
  }

  /** The same database as somebody who is restricted sees it. */
  within(sight: Sight): Database {
    return new Database(this.pool, { sight, replica: this.replica });
  }

  /**
   * Reads of one account for somebody to look at: by a replica where that has all that the account has written, else by the
   * primary, which also takes over where the replica fails. Nothing that is written may follow from them.
   */
  async read<T>(accountId: string, work: (from: AccountReads) => Promise<T>): Promise<T> {
    const copy = await this.copyFor(accountId);
    if (copy === null) return work(this);
    try {
      return await work(copy);
    } catch (error) {
      this.leaveReplica(error);
      return work(this);
    }
  }

  /** The same of what is read part by part; the primary takes over before the first part alone. */
  async *readInParts<T>(
    accountId: string,
    work: (from: AccountReads) => AsyncGenerator<T, void, undefined>,
  ): AsyncGenerator<T, void, undefined> {
    const copy = await this.copyFor(accountId);
    let isBegun = false;
    try {
      for await (const part of work(copy ?? this)) {
        isBegun = true;
        yield part;
      }
    } catch (error) {
      if (copy === null || isBegun) throw error;
      this.leaveReplica(error);
      yield* work(this);
    }
  }

  private async copyFor(accountId: string): Promise<AccountReads | null> {
    if (this.replica === null || !(await this.replica.has(accountId))) return null;
    return new Database(this.replica.pool, { sight: this.sight });
  }

  /** @throws what was not the replica's fault: what takes too long there takes as long elsewhere */
  private leaveReplica(error: unknown): void {
    if (isCanceled(error)) throw error;
    if (unavailableProblem(error) === null && !isReplayConflict(error)) throw error;
    this.replica?.rest();
  }

  /** Reads of one account that all see the same: one snapshot, from the first of them on. */
  async readInSnapshot<T>(accountId: string, work: (scope: AccountScope) => Promise<T>): Promise<T> {
    const read = (client: pg.PoolClient) => work(new AccountScope(client, accountId, null, this.sight));
    return inTransaction(this.pool, BEGIN_SNAPSHOT, read, endReading);
  }

  /**
   * Carries out one change of an account's data in one transaction. What `work` throws rolls it back.
   * A change that ends without an audit record is rolled back too.
   */
  async change<T>(
    accountId: string,
    by: ChangeContext,
    work: (writer: AccountWriter) => Promise<T>,
  ): Promise<T> {
    const changed = await inTransaction(this.pool, BEGIN, async (client) => {
      const writer = new AccountWriter(client, accountId, by, this.isCluster, this.sight);
      const result = await work(writer);
      writer.assertRecorded();
      return result;
    });
    await this.replica?.noteWritten([accountId]);
    return changed;
  }

  /**
   * A change that is one statement, and so a transaction by itself: PostgreSQL is asked once instead of
   * twice. Only for what needs no audit record and is never read by `read`, since it is none of the account's
   * data: a reservation, an idempotency key.
   */
  changeAtOnce<Row extends pg.QueryResultRow>(
    accountId: string,
    statement: PreparedQuery,
    parameters: readonly unknown[],
  ): Promise<Row[]> {
    return this.account(accountId).preparedQuery<Row>(statement, parameters);
  }

  /**
   * As `changeAtOnce`, with a question that is sent along: it is asked once the change is made, and sees all that the change has
   * waited for.
   */
  async changeAtOnceAndAsk(
    accountId: string,
    change: readonly [PreparedQuery, readonly unknown[]],
    question: readonly [PreparedQuery, readonly unknown[]],
  ): Promise<{ readonly changed: pg.QueryResultRow[]; readonly answer: pg.QueryResultRow[] }> {
    const client = await this.pool.connect();
    try {
      const scope = new AccountScope(client, accountId, null, this.sight);
      const [changed, answer] = await pipelined([
        scope.preparedQuery(...change),
        scope.preparedQuery(...question),
      ]);
      return { changed, answer };
    } finally {
      client.release();
    }
  }

  /**
   * Carries out one change of the data of several accounts in one transaction: for what comes in for the
   * whole service, as couriers' scans do. What `work` throws rolls it back. Each statement's rows name their
   * account; nothing here sees to that, nor to an audit record.
   */
  async changeAcrossAccounts<T>(
    by: ChangeContext,
    work: (transaction: ServiceTransaction) => Promise<T>,
  ): Promise<T> {
    const accountIds = new Set<string>();
    const changed = await inTransaction(this.pool, BEGIN, (client) =>
      work(new ServiceTransaction(client, by, this.isCluster, accountIds)),
    );
    await this.replica?.noteWritten(accountIds);
    return changed;
  }

  /** The number of open connections of this process, and of requests and jobs that wait for one. */
  get connections(): { readonly open: number; readonly waitedFor: number } {
    return { open: this.pool.totalCount, waitedFor: this.pool.waitingCount };
  }

  /** Ends the pool once its queries are done. */
  async close(): Promise<void> {
    await this.pool.end();
  }
}

/** The error of a replica for a query that needs rows which are about to go. */
const SERIALIZATION_FAILURE = '40001';

function isReplayConflict(error: unknown): boolean {
  return codeOf(error) === SERIALIZATION_FAILURE;
}

/** The error for a statement that took too long, or that was cancelled. */
const QUERY_CANCELED = '57014';

function isCanceled(error: unknown): boolean {
  return codeOf(error) === QUERY_CANCELED;
}

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown } | null)?.code;
}

/** A connection must come free, or be made, within this time. */
const CONNECTION_WITHIN_MS = 4_000;
/** Together with the wait for a connection, whoever asks knows within 10 s. */
export const REQUEST_ANSWER_MS = 5_000;
/** For what an operator waits for: migrations, backups, imports, bulk loads. */
export const LONG_WORK_ANSWER_MS = 60 * 60_000;

export interface PoolOptions {
  /** The time after which a silent server is given up; `LONG_WORK_ANSWER_MS` by default. */
  readonly answerWithinMs?: number;
  /** The time that a query waits for a connection; 4 s by default. */
  readonly connectionWithinMs?: number;
  /** A connection string, or the parts of the embedded server's socket. */
  readonly connection:
    | string
    | { host: string; port: number; user: string; database: string; password?: string };
  readonly maxConnections: number;
  readonly applicationName: string;
  /**
   * Where the connections are those of a pooler, which lends one of the server for each transaction: whether
   * it keeps named statements. Absent where they are the server's own.
   */
  readonly pooler?: { readonly keepsStatements: boolean };
  /** Tells whether the tables are distributed over a cluster: see `isDistributed`. */
  readonly isCluster?: boolean;
  /** Called when an idle connection breaks; the pool replaces it by itself. */
  readonly onError: (error: Error) => void;
}

/** Makes the pool. No connection is opened before the first query. */
export function openPool(options: PoolOptions): pg.Pool {
  const base =
    typeof options.connection === 'string' ? { connectionString: options.connection } : options.connection;
  const { pooler } = options;
  const limit = {
    answerWithinMs: options.answerWithinMs ?? LONG_WORK_ANSWER_MS,
    keepsStatements: pooler?.keepsStatements ?? true,
    isCluster: options.isCluster ?? false,
  };
  const pool = new pg.Pool({
    ...base,
    ...limit,
    // The pool gives it the options above, which the type of a pool's clients does not say.
    Client: LimitedClient as unknown as new () => pg.Client,
    max: options.maxConnections,
    application_name: options.applicationName,
    connectionTimeoutMillis: options.connectionWithinMs ?? CONNECTION_WITHIN_MS,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    onConnect: async (client) => {
      // What is set behind a pooler would be set for whoever gets that connection next.
      if (pooler) return;
      await client.query(`set search_path to ${SEARCH_PATH}; ${limitStatements(limit)}`);
    },
  });
  pool.on('error', options.onError);
  // A connection in use tells its query; without a listener it would end the process as well.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
