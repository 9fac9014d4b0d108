import type pg from 'pg';
import { SCHEMA } from '../database.ts';
import { type ClusterTable, readClusterTables } from './cluster-tables.ts';
import { hasCitus } from './has-citus.ts';

export interface Distributed {
  /** The tables that are distributed over the nodes, with all rows of an account on one node. */
  readonly spread: readonly string[];
  /** The tables that are complete on every node. */
  readonly copied: readonly string[];
  /** The tables that are only on the coordinator. */
  readonly registries: readonly string[];
}

/** The number of shards, which is also the largest number of nodes. */
export const SHARDS = 32;

/** If a changed table refers to another changed table, shards must not be changed in parallel. */
export const ONE_TABLE_AFTER_THE_OTHER =
  "set local citus.multi_shard_modify_mode to 'sequential'; set local citus.enable_unsafe_triggers to on";

const FOREIGN_KEYS = `
  select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
   where contype = 'f' and connamespace = '${SCHEMA}'::regnamespace and conparentid = 0
   order by conrelid::regclass::text, conname`;

const TRIGGERS = `
  select tgrelid::regclass::text as "table", quote_ident(tgname) as name, pg_get_triggerdef(t.oid) as definition
    from pg_trigger t join pg_class c on c.oid = tgrelid
   where not tgisinternal and c.relnamespace = '${SCHEMA}'::regnamespace
   order by 1, 2`;

/** An object of a table, such as a foreign key, and the SQL that creates it. */
interface OnTable {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

export async function isDistributed(client: pg.ClientBase | pg.Pool): Promise<boolean> {
  if (!(await hasCitus(client))) return false;
  const { rows } = await client.query<{ some: boolean }>(
    `select exists (select from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
       where c.relnamespace = to_regnamespace('${SCHEMA}') and p.partmethod = 'h') as some`,
  );
  return rows[0]?.some === true;
}

/**
 * Returns SQL that registers a local table with Citus. Citus must know registries too. Otherwise, changes of
 * a registry and of an account's rows would be committed one after the other, not in two phases.
 */
const PLACE = {
  copied: 'select create_reference_table($1)',
  registry: 'select citus_add_local_table_to_metadata($1)',
} as const;

/**
 * Distributes the account tables over the nodes, with all rows of an account on one node, and copies the
 * tables that they are joined with to every node. Registries stay on the coordinator: if they were copied,
 * every order would be written to all nodes in two phases. Tables that are already placed do not move. Rows
 * are moved, and writers to a table wait meanwhile.
 *
 * Runs in the caller's transaction, so that either all tables are placed or none.
 */
export async function distribute(client: pg.ClientBase, shards = SHARDS): Promise<Distributed> {
  await client.query(`${ONE_TABLE_AFTER_THE_OTHER}; set local citus.shard_count to ${shards}`);
  const tables = (await readClusterTables(client)).filter(({ isPlaced }) => !isPlaced);
  if (tables.length === 0) return { spread: [], copied: [], registries: [] };
  const names = new Set(tables.map(({ name }) => name));
  const on = async (sql: string) =>
    (await client.query<OnTable>(sql)).rows.filter(({ table }) => names.has(table));
  // A table cannot be placed while a foreign key connects it with a table that is not placed.
  const keys = await on(FOREIGN_KEYS);
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  // Moving rows is no change of data, and a trigger might write to a table that is not placed.
  const triggers = await on(TRIGGERS);
  for (const { table, name } of triggers) await client.query(`drop trigger ${name} on ${table}`);
  const first = (await readClusterTables(client)).find(
    ({ kind, isPlaced }) => kind === 'account' && isPlaced,
  );
  let beside = first?.name ?? 'none';
  for (const { name, kind } of tables) {
    if (kind !== 'account') {
      await client.query(PLACE[kind], [name]);
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
  for (const { definition } of triggers) await client.query(definition);
  const namesOf = (wanted: ClusterTable['kind']) =>
    tables.filter(({ kind }) => kind === wanted).map(({ name }) => name);
  return { spread: namesOf('account'), copied: namesOf('copied'), registries: namesOf('registry') };
}

/** Like `distribute`, in a separate transaction. */
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
