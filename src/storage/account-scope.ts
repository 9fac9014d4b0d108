import { CompiledQuery, type Kysely } from 'kysely';
import type pg from 'pg';
import type { Actor } from '../domain/actor.ts';
import type { SubjectKind } from '../domain/audit-record.ts';
import { restrictSql, type Sight } from './restricted-sql.ts';
import { ServiceTransaction } from './service-transaction.ts';
import { stoppableQuery } from './stoppable-query.ts';
import type { GlobalTables } from './tables.ts';
import { joinWrites, type Write, type WriteShape } from './writes.ts';

/**
 * Reads of one account's data, by SQL whose `$1` is the account. The `Kysely` of `Database.global` does not know
 * these tables, and a test reads every statement of this folder: each account table in it has its `account_id`
 * (test/storage/account-statements.test.ts).
 */
export class AccountScope {
  readonly accountId: string;
  protected readonly db: Kysely<GlobalTables>;
  private readonly pool: pg.Pool | null;
  private readonly signal: AbortSignal | null;
  private readonly sight: Sight | null;

  /**
   * @param pool where prepared queries run; null inside a transaction, which keeps to its connection
   * @param signal stops what runs on the pool
   * @param sight what somebody who is restricted sees; null for the whole account
   */
  constructor(
    db: Kysely<GlobalTables>,
    accountId: string,
    pool: pg.Pool | null,
    signal: AbortSignal | null = null,
    sight: Sight | null = null,
  ) {
    this.db = db;
    this.accountId = accountId;
    this.pool = pool;
    this.signal = signal;
    this.sight = sight;
  }

  /** Whether what is made must have a store, since its maker sees only what has one. */
  get needsStore(): boolean {
    return this.sight !== null && this.sight.restriction.storeIds !== null;
  }

  /**
   * Runs SQL that holds `$1`, which is the account's id; `parameters` follow from `$2`.
   */
  async rawQuery<Row>(stated: string, parameters: readonly unknown[]): Promise<Row[]> {
    if (!stated.includes('$1')) throw new Error('A raw query of an account must hold $1, the account');
    const text = this.sight === null ? stated : restrictSql(stated, this.sight);
    const values = [this.accountId, ...parameters];
    if (this.pool !== null && this.signal !== null) {
      return (await stoppableQuery(this.pool, { text, values }, this.signal)).rows as Row[];
    }
    const result = await this.db.executeQuery(CompiledQuery.raw(text, values));
    return result.rows as Row[];
  }

  /**
   * A raw query of a hot path. PostgreSQL parses and plans it once per connection, which for a small
   * query is most of its work. Only for queries whose best plan does not depend on the parameters.
   */
  async preparedQuery<Row extends pg.QueryResultRow>(
    query: PreparedQuery,
    parameters: readonly unknown[],
  ): Promise<Row[]> {
    // Few are restricted, and each to other rows: their statements are not prepared.
    if (this.sight !== null) return this.rawQuery<Row>(query.text, parameters);
    const values = [this.accountId, ...parameters];
    if (this.pool !== null) {
      const config = { ...query, values };
      const answer =
        this.signal === null
          ? this.pool.query<Row>(config)
          : stoppableQuery<Row>(this.pool, config, this.signal);
      return (await answer).rows;
    }
    // Kysely hands the text to pg as it stands, and pg takes a named query in the text's place.
    const named = { ...query } as unknown as string;
    const result = await this.db.executeQuery(CompiledQuery.raw(named, values));
    return result.rows as Row[];
  }
}

/** A query on a hot path: prepared once per connection under its name, which no other text may have. */
export interface PreparedQuery {
  readonly name: string;
  /** Holds `$1`, the account. */
  readonly text: string;
}

/** One change of the audit record; see `AccountWriter.record`. */
export interface AuditEntry {
  /** What was done, such as `store.created`. */
  readonly action: string;
  readonly subjectKind: SubjectKind;
  readonly subjectId: string;
  /** What changed: for each field its new value, or `{ from, to }`. Never a secret. */
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
 * Changes of one account's data, inside one transaction: see `Database.change`. A transaction that
 * wrote without a `record` of who did what is refused at its end.
 */
export class AccountWriter extends AccountScope {
  readonly actor: Actor;
  readonly now: Date;
  readonly newId: () => string;
  private readonly isCluster: boolean;
  private wrote = false;
  private recorded = false;

  constructor(
    db: Kysely<GlobalTables>,
    accountId: string,
    by: { actor: Actor; now: Date; newId: () => string },
    isCluster: boolean,
    sight: Sight | null = null,
  ) {
    super(db, accountId, null, null, sight);
    this.isCluster = isCluster;
    this.actor = by.actor;
    this.now = by.now;
    this.newId = by.newId;
  }

  /** The registries without an account in front, for rows that belong to this account's change. */
  get global(): Kysely<GlobalTables> {
    this.wrote = true;
    return this.db;
  }

  /** The same transaction for statements whose rows name their account themselves. */
  get acrossAccounts(): ServiceTransaction {
    this.wrote = true;
    return new ServiceTransaction(this.global, this, this.isCluster, new Set([this.accountId]));
  }

  /** As `rawQuery`, for a statement that changes data. */
  async rawChange<Row>(text: string, parameters: readonly unknown[]): Promise<Row[]> {
    this.wrote = true;
    return this.rawQuery<Row>(text, parameters);
  }

  /** As `preparedQuery`, for a statement that changes data. */
  async preparedChange<Row extends pg.QueryResultRow>(
    query: PreparedQuery,
    parameters: readonly unknown[],
  ): Promise<Row[]> {
    this.wrote = true;
    return this.preparedQuery<Row>(query, parameters);
  }

  /**
   * Carries out writes that need nothing of one another, all in one statement.
   *
   * @returns what the last of them returns
   */
  async write(writes: readonly Write[]): Promise<pg.QueryResultRow[]> {
    const { statement, parameters } = joinWrites(writes);
    return this.preparedChange(statement, parameters);
  }

  /**
   * Says that this change needs no audit record.
   *
   * @param _why for the reader: the rows name their actor themselves, as tracking events do; or nothing of
   * the account's data changes, as when an order id is reserved
   */
  leaveUnrecorded(_why: string): void {
    this.recorded = true;
  }

  /** Keeps who made this change and what it was. */
  async record(entry: AuditEntry): Promise<void> {
    await this.write([this.recordOf(entry)]);
  }

  /** As `record`, for `write`, which must be given it. */
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

  /** Called at the end of the transaction: a change nobody answers for is a defect of ours. */
  assertRecorded(): void {
    if (this.wrote && !this.recorded)
      throw new Error('A change of account data was made without an audit record');
  }
}
