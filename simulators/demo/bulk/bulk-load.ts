import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { AuditEntry } from '../../../src/storage/account-scope.ts';
import { type Database, SCHEMA } from '../../../src/storage/database.ts';
import { FORGET_SUMS, SUMMED_TABLES } from '../../../src/storage/old-rows.ts';
import type { ChangeContext } from '../../../src/storage/service-transaction.ts';
import { LOADED_TABLE_NAMES, LOADED_TABLES, type ShipmentRows } from './shipment-rows.ts';

/** Durations of loading, in milliseconds. */
export interface BulkLoadTimes {
  /** Copying rows, which also updates the remaining indexes. */
  readonly copying: number;
  readonly indexing: number;
  /** Gathering statistics, and marking pages so that counts need to read only the indexes. */
  readonly tidying: number;
}

/** Receives rows in several parts. */
export interface BulkLoad {
  /** Tells whether all rows are loaded in one transaction; otherwise each loaded part stays. */
  readonly isWhole: boolean;
  load(rows: ShipmentRows): Promise<void>;
}

/**
 * A service with at most this many shipments, as with demo data, is assumed to be unused: the tables are
 * locked, and their indexes are built after loading.
 */
const FEW_SHIPMENTS = 1_000;
/** While the transaction waits for the lock, readers of shipments wait behind it. */
const LOCK_WITHIN_MS = 500;
const INDEX_MEMORY = '256MB';
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';

/** Finds the indexes that belong to no constraint. */
const INDEXES = `
  select indexrelid::regclass::text as name,
         pg_get_indexdef(indexrelid)
         || coalesce(format('; comment on index %s is ', indexrelid::regclass)
                     || quote_literal(obj_description(indexrelid, 'pg_class')), '') as definition
    from pg_index join pg_class on pg_class.oid = indrelid
   where relnamespace = '${SCHEMA}'::regnamespace and relname = any($1::text[])
     and not exists (select from pg_constraint where conindid = indexrelid)
   order by indexrelid::regclass::text`;

/** Adds the loaded shipments to the counters of their accounts. */
export const ADD_COUNTS = `insert into shipment_count_deltas (account_id, journey, status, change)
  select * from unnest($1::uuid[], $2::journey[], $3::granular_status[], $4::integer[])`;

const ADD_AUDIT = `insert into audit_records (account_id, audit_id, recorded_at, actor_kind, actor_id, actor_name,
    action, subject_kind, subject_id, changes)
  select account_id, audit_id, $2, $3, $4, $5, $6, 'account', account_id::text, $7
    from unnest($8::uuid[], $1::uuid[]) as a (account_id, audit_id)`;

/**
 * Loads shipments of any accounts, with their orders and histories, by `copy`.
 *
 * If the service has hardly any shipments yet, one transaction locks the tables, loads everything frozen into
 * emptied tables, and builds the indexes at the end: building the word search of a few million rows takes a
 * fraction of the time of updating it. Otherwise each part is a separate transaction next to the running
 * service, with all indexes in place.
 *
 * `audit` is recorded for each account in the transaction of its first rows.
 *
 * @param holding called before the tables are locked; requests for shipments then wait until all are loaded
 */
export async function bulkLoad(
  database: Database,
  by: ChangeContext,
  audit: Pick<AuditEntry, 'action' | 'changes'>,
  work: (load: BulkLoad) => Promise<void>,
  holding: () => void = () => undefined,
): Promise<BulkLoadTimes> {
  const client = await database.pool.connect();
  let broken: Error | null = null;
  try {
    const loader = new Loader(client, by, audit);
    // A cluster can neither drop an index nor freeze rows in the transaction that loads them.
    const isWhole = !database.isCluster && (await loader.holdTables(holding));
    const times = isWhole ? await loader.whole(work) : await loader.inParts(work);
    const begun = performance.now();
    await client.query(`vacuum (analyze) ${LOADED_TABLE_NAMES.join(', ')}`);
    await database.replica?.noteWritten(loader.accountIds);
    return { ...times, tidying: performance.now() - begun };
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    // A connection inside a transaction or a COPY cannot be used again.
    client.release(broken ?? undefined);
  }
}

class Loader {
  readonly #client: pg.PoolClient;
  readonly #by: ChangeContext;
  readonly #audit: Pick<AuditEntry, 'action' | 'changes'>;
  readonly #audited = new Set<string>();
  #copying = 0;

  constructor(client: pg.PoolClient, by: ChangeContext, audit: Pick<AuditEntry, 'action' | 'changes'>) {
    this.#client = client;
    this.#by = by;
    this.#audit = audit;
  }

  get accountIds(): Iterable<string> {
    return this.#audited;
  }

  /** Begins a transaction that locks the tables; returns false, without a transaction, if they are in use. */
  async holdTables(holding: () => void): Promise<boolean> {
    if (!(await this.#hasFew())) return false;
    holding();
    await this.#client.query(`begin; set local lock_timeout = ${LOCK_WITHIN_MS}`);
    try {
      await this.#client.query(`lock table ${LOADED_TABLE_NAMES.join(', ')} in access exclusive mode`);
    } catch (error) {
      await this.#client.query('rollback');
      const { code } = error as { code?: unknown };
      if (code === LOCK_NOT_AVAILABLE || code === DEADLOCK) return false;
      throw error;
    }
    if (await this.#hasFew()) return true;
    await this.#client.query('rollback');
    return false;
  }

  async whole(work: (load: BulkLoad) => Promise<void>): Promise<Omit<BulkLoadTimes, 'tidying'>> {
    const client = this.#client;
    await client.query(
      `set local lock_timeout = 0; set local statement_timeout = 0; set local maintenance_work_mem = '${INDEX_MEMORY}'`,
    );
    const isEmpty = await this.#isEmpty();
    if (isEmpty) await client.query(`truncate ${LOADED_TABLE_NAMES.join(', ')}`);
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(INDEXES, [
      LOADED_TABLE_NAMES,
    ]);
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    await work({ isWhole: true, load: (rows) => this.#copy(rows, isEmpty ? ' with (freeze)' : '') });
    const begun = performance.now();
    for (const { definition } of indexes) await client.query(definition);
    await client.query('commit');
    return { copying: this.#copying, indexing: performance.now() - begun };
  }

  async inParts(work: (load: BulkLoad) => Promise<void>): Promise<Omit<BulkLoadTimes, 'tidying'>> {
    await work({
      isWhole: false,
      load: async (rows) => {
        await this.#client.query('begin; set local statement_timeout = 0');
        await this.#copy(rows, '');
        await this.#client.query('commit');
      },
    });
    return { copying: this.#copying, indexing: 0 };
  }

  async #hasFew(): Promise<boolean> {
    const { rows } = await this.#client.query<{ few: boolean }>(
      `select count(*) <= ${FEW_SHIPMENTS} as few from (select from shipments limit ${FEW_SHIPMENTS + 1}) as first_ones`,
    );
    return rows[0]?.few === true;
  }

  async #isEmpty(): Promise<boolean> {
    const { rows } = await this.#client.query<{ empty: boolean }>(
      `select not exists (${LOADED_TABLE_NAMES.map((name) => `select from ${name}`).join(' union all ')}) as empty`,
    );
    return rows[0]?.empty === true;
  }

  async #copy(rows: ShipmentRows, options: string): Promise<void> {
    const begun = performance.now();
    for (const name of LOADED_TABLE_NAMES) {
      const pieces = rows.piecesOf(name);
      if (pieces.length === 0) continue;
      const copy = this.#client.query(copyFrom(`copy ${name} (${LOADED_TABLES[name]}) from stdin${options}`));
      await pipeline(Readable.from(pieces), copy);
    }
    await this.#client.query(ADD_COUNTS, rows.countLists);
    await this.#client.query(FORGET_SUMS, [rows.countLists[0], SUMMED_TABLES]);
    await this.#record([...new Set(rows.counts.map(({ accountId }) => accountId))]);
    this.#copying += performance.now() - begun;
  }

  async #record(accountIds: readonly string[]): Promise<void> {
    const news = accountIds.filter((accountId) => !this.#audited.has(accountId));
    if (news.length === 0) return;
    const { actor, now, newId } = this.#by;
    await this.#client.query(ADD_AUDIT, [
      news.map(() => newId()),
      now,
      actor.kind,
      actor.id,
      actor.name,
      this.#audit.action,
      JSON.stringify(this.#audit.changes),
      news,
    ]);
    for (const accountId of news) this.#audited.add(accountId);
  }
}
