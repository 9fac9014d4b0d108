import type pg from 'pg';
import { SCHEMA } from '../database.ts';
import { hasCitus } from './has-citus.ts';

export interface ClusterTable {
  readonly name: string;
  /**
   * `account`: distributed over the nodes. `registry`: only on the coordinator. `copied`: on every node,
   * where account rows are joined with it.
   */
  readonly kind: 'account' | 'copied' | 'registry';
  readonly isPlaced: boolean;
}

interface CatalogueRow {
  readonly name: string;
  /** Tells whether each row belongs to an account and no constraint spans accounts. */
  readonly is_of_account: boolean;
  readonly refers_to: readonly string[];
  /** Its current placement on a cluster; null if it has none. */
  readonly placed_as: ClusterTable['kind'] | null;
}

/** Tables that stay local: the applied migrations are read before a cluster exists. */
const STAYS = ['migrations'];
/** Tables that account rows do not refer to, but statements about account rows read: see `isDead`. */
const LOOKED_INTO = ['service_processes'];

/** Citus puts a new table that refers to a distributed one on the coordinator; that is not a placement. */
const PLACED_AS = `(select case when p.partmethod = 'h' then 'account' when p.repmodel = 't' then 'copied' else 'registry' end
  from pg_dist_partition p where p.logicalrelid = c.oid and not p.autoconverted)`;

const tablesSql = (placedAs: string) => `
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
         ${placedAs} as placed_as
    from pg_class c
   where c.relnamespace = '${SCHEMA}'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     and not c.relname = any ($1::text[])
   order by c.relname`;

/**
 * Reads the tables from the catalogue, so that a new table is placed automatically. A table is `account` if
 * all its unique indexes contain `account_id`, unless a registry refers to it, as to `accounts`. It is
 * `copied` if account rows refer to it.
 */
export async function readClusterTables(client: pg.ClientBase | pg.Pool): Promise<ClusterTable[]> {
  const placedAs = (await hasCitus(client)) ? PLACED_AS : 'null';
  const { rows } = await client.query<CatalogueRow>(tablesSql(placedAs), [STAYS]);
  const ofAccounts = new Set(rows.filter((row) => row.is_of_account).map(({ name }) => name));
  for (let before = -1; before !== ofAccounts.size; ) {
    before = ofAccounts.size;
    for (const { name, refers_to } of rows) {
      if (!ofAccounts.has(name)) for (const parent of refers_to) ofAccounts.delete(parent);
    }
  }
  const copied = new Set([
    ...LOOKED_INTO,
    ...rows.flatMap(({ name, refers_to }) => (ofAccounts.has(name) ? refers_to : [])),
  ]);
  const kindOf = (name: string) =>
    ofAccounts.has(name) ? 'account' : copied.has(name) ? 'copied' : 'registry';
  return rows.map(({ name, placed_as }) => {
    const kind = kindOf(name);
    // A copied table may stay on every node even if no account row refers to it any more.
    return { name, kind, isPlaced: placed_as !== null && (placed_as === kind || placed_as === 'copied') };
  });
}
