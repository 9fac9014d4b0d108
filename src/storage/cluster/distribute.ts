import type pg from 'pg';
import { SCHEMA } from '../database.ts';
import { readClusterTables } from './cluster-tables.ts';
import { hasCitus } from './has-citus.ts';

/** What distributing has done, by the names of the tables. */
export interface Distributed {
  /** Spread over the nodes, an account's rows all on one. */
  readonly spread: readonly string[];
  /** Whole on every node. */
  readonly copied: readonly string[];
}

/** How many shards an account's rows may fall into: as many as nodes may share them out. */
export const SHARDS = 32;

/**
 * Triggers that look at nothing but their own row, on whichever node it is. Others write what has a meaning on one server
 * alone, such as numbers of transactions, and Citus does not have them: on a cluster nothing is kept in memory by them.
 */
const KEPT_TRIGGER_FUNCTION = 'refuse_change';

const OTHER_TRIGGERS = `
  select tgrelid::regclass::text as "table", quote_ident(tgname) as name from pg_trigger
    join pg_proc p on p.oid = tgfoid join pg_class c on c.oid = tgrelid
   where not tgisinternal and c.relnamespace = '${SCHEMA}'::regnamespace and p.pronamespace = '${SCHEMA}'::regnamespace
     and p.proname <> '${KEPT_TRIGGER_FUNCTION}'
   order by 1, 2`;

/** A transaction that changes a table and then one that refers to it must not change shards beside each other. */
export const ONE_TABLE_AFTER_THE_OTHER =
  "set local citus.multi_shard_modify_mode to 'sequential'; set local citus.enable_unsafe_triggers to on";

const FOREIGN_KEYS = `
  select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
   where contype = 'f' and connamespace = '${SCHEMA}'::regnamespace and conparentid = 0
   order by conrelid::regclass::text, conname`;

/** Whether the tables are spread over the nodes of a cluster, at least some of them. */
export async function isDistributed(client: pg.ClientBase | pg.Pool): Promise<boolean> {
  if (!(await hasCitus(client))) return false;
  const { rows } = await client.query<{ some: boolean }>(
    `select exists (select from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
       where c.relnamespace = to_regnamespace('${SCHEMA}') and p.partmethod = 'h') as some`,
  );
  return rows[0]?.some === true;
}

/**
 * Spreads the tables of accounts over the nodes, all of an account's rows on one, and copies the registries to each.
 * What is placed already stays. Rows move along; whoever writes to a table waits meanwhile.
 *
 * In the caller's transaction, so that all tables are placed or none is.
 */
export async function distribute(client: pg.ClientBase, shards = SHARDS): Promise<Distributed> {
  await client.query(`${ONE_TABLE_AFTER_THE_OTHER}; set local citus.shard_count to ${shards}`);
  const { rows: triggers } = await client.query<{ table: string; name: string }>(OTHER_TRIGGERS);
  for (const { table, name } of triggers) await client.query(`drop trigger ${name} on ${table}`);
  const tables = (await readClusterTables(client)).filter(({ isPlaced }) => !isPlaced);
  if (tables.length === 0) return { spread: [], copied: [] };
  const names = new Set(tables.map(({ name }) => name));
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(FOREIGN_KEYS);
  // A table that refers to one that is not placed yet cannot be placed, nor the other way round.
  const keys = rows.filter(({ table }) => names.has(table));
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  const first = (await readClusterTables(client)).find(
    ({ kind, isPlaced }) => kind === 'account' && isPlaced,
  );
  let beside = first?.name ?? 'none';
  for (const { name, kind } of tables) {
    if (kind === 'registry') {
      await client.query('select create_reference_table($1)', [name]);
      continue;
    }
    await client.query("select create_distributed_table($1, 'account_id', colocate_with => $2)", [
      name,
      beside,
    ]);
    beside = name;
  }
  for (const { table, name, definition } of keys) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  }
  const namesOf = (wanted: 'account' | 'registry') =>
    tables.filter(({ kind }) => kind === wanted).map(({ name }) => name);
  return { spread: namesOf('account'), copied: namesOf('registry') };
}

/** The same in a transaction of its own. */
export async function distributeAll(pool: pg.Pool, shards = SHARDS): Promise<Distributed> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const distributed = await distribute(client, shards);
    await client.query('commit');
    client.release();
    return distributed;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
