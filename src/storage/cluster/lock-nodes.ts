import type pg from 'pg';
import { SCHEMA } from '../database.ts';
import { readClusterTables } from './cluster-tables.ts';
import { isDistributed } from './distribute.ts';

const REFERRED_TO = `
  select distinct confrelid::regclass::text as name from pg_constraint
   where contype = 'f' and connamespace = '${SCHEMA}'::regnamespace and confrelid::regclass::text = any ($1::text[])`;

/**
 * Keeps the registries that rows of accounts refer to as they are until the transaction ends: another then has a moment of each
 * node in which no row refers to an account, say, that is not there yet. Does nothing where there is no cluster.
 */
export async function lockNodes(client: pg.ClientBase): Promise<void> {
  if (!(await isDistributed(client))) return;
  const registries = (await readClusterTables(client)).filter(({ kind }) => kind !== 'account');
  const { rows } = await client.query<{ name: string }>(REFERRED_TO, [registries.map(({ name }) => name)]);
  if (rows.length === 0) return;
  await client.query(`lock table ${rows.map(({ name }) => name).join(', ')} in share mode`);
}

/**
 * Has a transaction that reads the same throughout begin on every node of a cluster at once, over one connection each: else each
 * node's moment would be when it is first asked, and another one on each further connection.
 */
export async function openNodes(client: pg.ClientBase): Promise<void> {
  if (!(await isDistributed(client))) return;
  await client.query('set local citus.max_adaptive_executor_pool_size to 1');
  const table = (await readClusterTables(client)).find(
    ({ kind, isPlaced }) => kind === 'account' && isPlaced,
  );
  if (table !== undefined) await client.query(`select account_id from ${table.name} limit 1`);
}
