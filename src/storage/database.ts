import pg from 'pg';
import { AccountScope, AccountWriter } from './account-scope.ts';
import { LimitedClient, limitStatements } from './limited-client.ts';
import { unavailableProblem } from './outage.ts';
import type { Replica } from './replica/replica.ts';
import type { Sight } from './restricted-sql.ts';
import { type ChangeContext, ServiceTransaction } from './service-transaction.ts';
import { endReading, inTransaction, queryOf, type Statement } from './transaction.ts';
import { joinWrites, type Write } from './writes.ts';

/** The schema with all tables of the service. */
export const SCHEMA = 'dakiya';
/** The schemas in which table names without a schema are looked up. */
export const SEARCH_PATH = `${SCHEMA}, public`;

const BEGIN = 'begin';
const BEGIN_SNAPSHOT = 'start transaction isolation level repeatable read read only';

/** Reads of an account's data that are only shown and decide no write: see `Database.read`. */
export type AccountReads = Pick<Database, 'account' | 'readInSnapshot'>;

/** The optional parts of a `Database`. */
interface DatabaseParts {
  /** The restriction and the person of the reader; null if nothing is restricted. */
  readonly sight?: Sight | null;
  /** A replica for reads; null if there is none. */
  readonly replica?: Replica | null;
}

/**
 * The service's PostgreSQL: access to an account's data, and statements of several accounts or of none. The
 * pool itself is for what needs a connection, such as a migration.
 *
 * The search path of every connection begins with `dakiya`, so that SQL uses plain table names. A statement
 * sets it, because poolers such as PgBouncer refuse it as a startup parameter. Behind a pooler, the database
 * role sets it.
 */
export class Database {
  readonly pool: pg.Pool;
  /** Tells whether the tables are distributed over a cluster. */
  readonly isCluster: boolean;
  readonly replica: Replica | null;
  private readonly sight: Sight | null;

  constructor(pool: pg.Pool, { sight = null, replica = null }: DatabaseParts = {}) {
    this.pool = pool;
    this.replica = replica;
    this.isCluster = (pool.options as { isCluster?: boolean }).isCluster === true;
    this.sight = sight;
  }

  /** Reads of one account. @param signal cancels the reads, also on the server */
  account(accountId: string, signal: AbortSignal | null = null): AccountScope {
    return new AccountScope(this.pool, accountId, signal, this.sight);
  }

  /** Runs a statement of several accounts or of none: a registry, maintenance, rounds. */
  async run<Row>(statement: Statement, parameters: readonly unknown[] = []): Promise<Row[]> {
    const { rows } = await this.pool.query(queryOf(statement, parameters));
    return rows as Row[];
  }

  /** Returns the same database as a restricted person sees it. */
  within(sight: Sight): Database {
    return new Database(this.pool, { sight, replica: this.replica });
  }

  /**
   * Reads one account's data to show it: from a replica that has everything the account has written, else
   * from the primary. The primary also takes over if the replica fails. No write may depend on these reads.
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

  /** Like `read`, for data that is read in parts. The primary can take over only before the first part. */
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

  /** @throws errors that the replica has not caused, such as a timeout, which the primary would repeat */
  private leaveReplica(error: unknown): void {
    if (isCanceled(error)) throw error;
    if (unavailableProblem(error) === null && !isReplayConflict(error)) throw error;
    this.replica?.rest();
  }

  /** Reads one account's data from one snapshot, which is taken by the first read. */
  async readInSnapshot<T>(accountId: string, work: (scope: AccountScope) => Promise<T>): Promise<T> {
    const read = (client: pg.PoolClient) => work(new AccountScope(client, accountId, null, this.sight));
    return inTransaction(this.pool, BEGIN_SNAPSHOT, read, endReading);
  }

  /** Makes one change in one transaction. An error of `work` or a missing audit record rolls it back. */
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
   * Makes a change with a single statement, which is its own transaction: one round trip instead of two. Only
   * for changes that need no audit record and that `read` never returns, such as an idempotency key.
   */
  changeAtOnce<Row>(accountId: string, statement: Statement, parameters: readonly unknown[]): Promise<Row[]> {
    return this.account(accountId).read<Row>(statement, parameters);
  }

  /** Makes independent writes like `changeAtOnce`. A cluster needs a transaction for them. */
  async writeAtOnce(accountId: string, by: ChangeContext, writes: readonly Write[]): Promise<void> {
    if (this.isCluster) {
      await this.change(accountId, by, async (writer) => {
        writer.skipAudit('only for writes without a record');
        await writer.write(writes);
      });
    } else {
      const { statement, parameters } = joinWrites(writes);
      await this.changeAtOnce(accountId, statement, parameters);
    }
  }

  /**
   * Changes the data of several accounts in one transaction, for input of the whole service such as couriers'
   * scans. An error of `work` rolls it back. Every row of a statement names its account. Nothing here checks
   * that, or requires an audit record.
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

  /** The numbers of this process's open connections, and of requests and jobs that wait for one. */
  get connections(): { readonly open: number; readonly waitedFor: number } {
    return { open: this.pool.totalCount, waitedFor: this.pool.waitingCount };
  }

  /** Ends the pool after its queries have finished. */
  async close(): Promise<void> {
    await this.pool.end();
  }
}

/** The error of a replica that is about to remove rows that a query still needs. */
const SERIALIZATION_FAILURE = '40001';

function isReplayConflict(error: unknown): boolean {
  return codeOf(error) === SERIALIZATION_FAILURE;
}

/** The error for a statement that timed out or was cancelled. */
const QUERY_CANCELED = '57014';

function isCanceled(error: unknown): boolean {
  return codeOf(error) === QUERY_CANCELED;
}

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown } | null)?.code;
}

/** The time that a query waits for a free or new connection. */
const CONNECTION_WITHIN_MS = 4_000;
/** The limit for a statement. With the wait for a connection, the caller has a result within 10 s. */
export const REQUEST_ANSWER_MS = 5_000;
/** The limit for work that an operator waits for: migrations, backups, imports, bulk loads. */
export const LONG_WORK_ANSWER_MS = 60 * 60_000;

export interface PoolOptions {
  /** The time after which a silent server is given up; `LONG_WORK_ANSWER_MS` by default. */
  readonly answerWithinMs?: number;
  /** The time that a query waits for a connection; 4 s by default. */
  readonly connectionWithinMs?: number;
  /** A connection string, or the address of the embedded server's socket. */
  readonly connection:
    | string
    | { host: string; port: number; user: string; database: string; password?: string };
  readonly maxConnections: number;
  readonly applicationName: string;
  /**
   * Set if the connections belong to a pooler, which lends a server connection for each transaction. It tells
   * whether the pooler supports named statements.
   */
  readonly pooler?: { readonly keepsStatements: boolean };
  /** Tells whether the tables are distributed over a cluster: see `isDistributed`. */
  readonly isCluster?: boolean;
  /** Called when an idle connection breaks; the pool replaces it automatically. */
  readonly onError: (error: Error) => void;
}

/** Makes the pool, which connects at the first query. */
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
    // The pool passes on the options above, which the type of a pool's clients does not show.
    Client: LimitedClient as unknown as new () => pg.Client,
    max: options.maxConnections,
    application_name: options.applicationName,
    connectionTimeoutMillis: options.connectionWithinMs ?? CONNECTION_WITHIN_MS,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    onConnect: async (client) => {
      // Behind a pooler, a setting would stay for the next user of the connection.
      if (pooler) return;
      await client.query(`set search_path to ${SEARCH_PATH}; ${limitStatements(limit)}`);
    },
  });
  pool.on('error', options.onError);
  // A connection in use reports the error to its query. Without a listener, the error would also end the
  // process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
