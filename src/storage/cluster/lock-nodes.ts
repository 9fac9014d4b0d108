import type pg from 'pg';
import { SCHEMA } from '../database.ts';
import { readClusterTables } from './cluster-tables.ts';
import { isDistributed } from './distribute.ts';

const REFERRED_TO = `
  select distinct confrelid::regclass::text as name from pg_constraint
   where contype = 'f' and connamespace = '${SCHEMA}'::regnamespace and confrelid::regclass::text = any ($1::text[])`;

/**
 * Locks the registries that account rows refer to until the transaction ends. A transaction that reads each
 * node at a different moment then sees no row that refers to something missing, such as an account that does
 * not exist yet. Does nothing without a cluster.
 */
export async function lockNodes(client: pg.ClientBase): Promise<void> {
  if (!(await isDistributed(client))) return;
  const registries = (await readClusterTables(client)).filter(({ kind }) => kind !== 'account');
  const { rows } = await client.query<{ name: string }>(REFERRED_TO, [registries.map(({ name }) => name)]);
  if (rows.length === 0) return;
  await client.query(`lock table ${rows.map(({ name }) => name).join(', ')} in share mode`);
}

/**
 * Begins a repeatable-read transaction on every node of a cluster at once, with one connection to each node.
 * Otherwise, a node's snapshot would be taken at its first query, and again for each further connection.
 */
export async function openNodes(client: pg.ClientBase): Promise<void> {
  if (!(await isDistributed(client))) return;
  await client.query('set local citus.max_adaptive_executor_pool_size to 1');
  const table = (await readClusterTables(client)).find(
    ({ kind, isPlaced }) => kind === 'account' && isPlaced,
  );
  if (table !== undefined) await client.query(`select account_id from ${table.name} limit 1`);
}
