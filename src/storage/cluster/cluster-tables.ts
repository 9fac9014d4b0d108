import type pg from 'pg';
import { SCHEMA } from '../database.ts';
import { hasCitus } from './has-citus.ts';

/** A table of the service, and where a cluster has it. */
export interface ClusterTable {
  readonly name: string;
  /** Of accounts: spread over the nodes. A registry: whole on every node. */
  readonly kind: 'account' | 'registry';
  readonly isPlaced: boolean;
}

interface CatalogueRow {
  readonly name: string;
  /** Whether each of its rows is an account's, and nothing in it is unique beyond one. */
  readonly is_of_account: boolean;
  readonly refers_to: readonly string[];
  readonly is_placed: boolean;
}

/** What migrations applied is asked before there is a cluster. */
const STAYS = ['migrations'];

const tablesSql = (placed: string) => `
  select c.oid::regclass::text as name,
         exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id' and a.attnotnull)
         and not exists (
           select from pg_index i
            where i.indrelid = c.oid and i.indisunique
              and not exists (select from pg_attribute a
                               where a.attrelid = c.oid and a.attname = 'account_id' and a.attnum = any (i.indkey::smallint[]))
         ) as is_of_account,
         array(select f.confrelid::regclass::text from pg_constraint f where f.conrelid = c.oid and f.contype = 'f')
           as refers_to,
         ${placed} as is_placed
    from pg_class c
   where c.relnamespace = '${SCHEMA}'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     and not c.relname = any ($1::text[])
   order by c.relname`;

/**
 * The tables as the catalogue has them, so that a new one has its place by itself: of accounts where all that is unique in
 * it holds `account_id`, unless a registry refers to it, as to `accounts`.
 */
export async function readClusterTables(client: pg.ClientBase | pg.Pool): Promise<ClusterTable[]> {
  const placed = (await hasCitus(client))
    ? "exists (select from pg_dist_partition p where p.logicalrelid = c.oid and (p.partmethod = 'h' or p.repmodel = 't'))"
    : 'false';
  const { rows } = await client.query<CatalogueRow>(tablesSql(placed), [STAYS]);
  const ofAccounts = new Set(rows.filter((row) => row.is_of_account).map(({ name }) => name));
  for (let before = -1; before !== ofAccounts.size; ) {
    before = ofAccounts.size;
    for (const { name, refers_to } of rows) {
      if (!ofAccounts.has(name)) for (const parent of refers_to) ofAccounts.delete(parent);
    }
  }
  return rows.map(({ name, is_placed }) => ({
    name,
    kind: ofAccounts.has(name) ? 'account' : 'registry',
    isPlaced: is_placed,
  }));
}
