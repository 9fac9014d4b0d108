import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Actor } from '../domain/actor.ts';
import type { SubjectKind } from '../domain/audit-record.ts';
import { restrictSql, type Sight } from './restricted-sql.ts';
import { ServiceTransaction } from './service-transaction.ts';
import { stoppableQuery } from './stoppable-query.ts';
import { pipelined, type Queryable, queryOf, type Statement } from './transaction.ts';
import { joinWrites, splitWrites, type Write, type WriteShape } from './writes.ts';

/**
 * Reads of one account's data, by SQL whose `$1` is the account. A test checks every statement of this folder:
 * each account table in it has its `account_id` (account-statements.test.ts).
 */
export class AccountScope {
  readonly accountId: string;
  private readonly queryable: Queryable;
  private readonly signal: AbortSignal | null;
  private readonly sight: Sight | null;

  /**
   * @param queryable the pool, or the connection of a transaction
   * @param signal cancels queries on the pool; null inside a transaction
   * @param sight the reader's restriction; null for the whole account
   */
  constructor(
    queryable: Queryable,
    accountId: string,
    signal: AbortSignal | null = null,
    sight: Sight | null = null,
  ) {
    this.queryable = queryable;
    this.accountId = accountId;
    this.signal = signal;
    this.sight = sight;
  }

  /** Tells whether new rows must have a store, because their creator sees only some stores. */
  get needsStore(): boolean {
    return this.sight !== null && this.sight.restriction.storeIds !== null;
  }

  /** Runs a statement with the account's id as `$1`; `parameters` start at `$2`. */
  async read<Row>(statement: Statement, parameters: readonly unknown[]): Promise<Row[]> {
    const query = queryOf(this.seen(statement), [this.accountId, ...parameters]);
    const { rows } = await (this.signal === null
      ? this.queryable.query(query)
      : stoppableQuery(this.queryable as pg.Pool, query, this.signal));
    return rows as Row[];
  }

  /** Few readers are restricted, each to different rows, so their statements are not prepared. */
  private seen(statement: Statement): Statement {
    const text = typeof statement === 'string' ? statement : statement.text;
    if (!text.includes('$1')) throw new Error('A statement of an account must contain $1, the account');
    return this.sight === null ? statement : restrictSql(text, this.sight);
  }
}

/** One change in the audit log; see `AccountWriter.record`. */
export interface AuditEntry {
  /** For example `store.created`. */
  readonly action: string;
  readonly subjectKind: SubjectKind;
  readonly subjectId: string;
  /** The new value of each changed field, or `{ from, to }`. Never contains a secret. */
  readonly changes: Record<string, unknown>;
}

const RECORD: WriteShape = {
  name: 'record',
  texts: [
    `insert into audit_records (account_id, audit_id, recorded_at, actor_kind, actor_id, actor_name, action,
      subject_kind, subject_id, changes)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
  ],
};

/**
 * Changes one account's data inside one transaction: see `Database.change`. A transaction that wrote data
 * without calling `record` is refused at its end.
 */
export class AccountWriter extends AccountScope {
  readonly actor: Actor;
  readonly now: Date;
  readonly newId: () => string;
  private readonly client: pg.PoolClient;
  private readonly isCluster: boolean;
  private wrote = false;
  private recorded = false;

  constructor(
    client: pg.PoolClient,
    accountId: string,
    by: { actor: Actor; now: Date; newId: () => string },
    isCluster: boolean,
    sight: Sight | null = null,
  ) {
    super(client, accountId, null, sight);
    this.client = client;
    this.isCluster = isCluster;
    this.actor = by.actor;
    this.now = by.now;
    this.newId = by.newId;
  }

  /** The same transaction, for statements of several accounts or of none. */
  get acrossAccounts(): ServiceTransaction {
    this.wrote = true;
    return new ServiceTransaction(this.client, this, this.isCluster, new Set([this.accountId]));
  }

  /** Like `read`, for a statement that changes data. */
  async change<Row>(statement: Statement, parameters: readonly unknown[]): Promise<Row[]> {
    this.wrote = true;
    return this.read<Row>(statement, parameters);
  }

  /**
   * Runs independent writes as one statement. On a cluster each write is a separate statement, and all are
   * sent together, because Citus would split inserts in one statement and plan each of them every time.
   *
   * @returns the result of the last write
   */
  async write(writes: readonly Write[]): Promise<pg.QueryResultRow[]> {
    if (this.isCluster) {
      const parts = await pipelined(
        splitWrites(writes).map((part) => this.change<pg.QueryResultRow>(part.statement, part.parameters)),
      );
      return parts.at(-1) ?? [];
    }
    const { statement, parameters } = joinWrites(writes);
    return this.change(statement, parameters);
  }

  /**
   * Copies rows, in the text format of COPY, into a table.
   *
   * @param into the table with its columns, such as `orders (account_id, order_id)`; each row names its account
   */
  async copy(into: string, pieces: readonly Buffer[]): Promise<void> {
    this.wrote = true;
    await pipeline(Readable.from(pieces), this.client.query(copyFrom(`copy ${into} from stdin`)));
  }

  /**
   * Declares that this change needs no audit record.
   *
   * @param _why the reason, for readers of the code: the rows name their actor, as tracking events do; or no
   * account data changes that anybody sees, as when an order id is held
   */
  skipAudit(_why: string): void {
    this.recorded = true;
  }

  /** Records the change and who made it. */
  async record(entry: AuditEntry): Promise<void> {
    await this.write([this.recordOf(entry)]);
  }

  /** Returns the record as a write for `write`. */
  recordOf(entry: AuditEntry): Write {
    this.recorded = true;
    return {
      shape: RECORD,
      parameters: [
        this.newId(),
        this.now,
        this.actor.kind,
        this.actor.id,
        this.actor.name,
        entry.action,
        entry.subjectKind,
        entry.subjectId,
        JSON.stringify(entry.changes),
      ],
    };
  }

  /** Checks at the end of the transaction that the change was recorded. A missing record is a bug. */
  assertRecorded(): void {
    if (this.wrote && !this.recorded)
      throw new Error('A change of account data was made without an audit record');
  }
}
