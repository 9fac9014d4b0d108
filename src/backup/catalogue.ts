import type pg from 'pg';
import { SCHEMA } from '../storage/database.ts';
import { type BackupHeader, inSchema } from './format.ts';

export interface CatalogueTable {
  readonly name: string;
  /** The names of the columns, without generated columns. */
  readonly columns: readonly string[];
  readonly isPartitioned: boolean;
  /** The size on disk, without indexes. */
  readonly bytes: number;
}

/**
 * Reads the tables of the service's schema from the database, not from a list in code, so that no later table
 * can be forgotten. Left out are: `migrations`, because its rows are in the header and migrating writes them
 * again; partitions, because their rows come with the partitioned table; tables of extensions; and tables
 * with transaction ids, because another server numbers transactions differently.
 */
export async function readTables(client: pg.ClientBase): Promise<CatalogueTable[]> {
  const { rows } = await client.query<CatalogueTable>(
    `select c.relname as name,
            c.relkind = 'p' as "isPartitioned",
            pg_table_size(c.oid) as bytes,
            array(
              select a.attname::text from pg_attribute a
              where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
              order by a.attnum
            ) as columns
     from pg_class c
     where c.relnamespace = '${SCHEMA}'::regnamespace
       and c.relkind in ('r', 'p')
       and not c.relispartition
       and c.relname <> 'migrations'
       and not exists (
         select from pg_depend d
         where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'
       )
       and not exists (
         select from pg_attribute x where x.attrelid = c.oid and x.atttypid = 'xid8'::regtype and not x.attisdropped
       )
     order by c.relname`,
  );
  return rows.filter(({ columns }) => columns.length > 0);
}

/** Reads the current value of every sequence, including those of identity columns. */
export async function readSequences(client: pg.ClientBase): Promise<BackupHeader['sequences']> {
  const { rows: sequences } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = '${SCHEMA}'::regnamespace and relkind = 'S' order by relname`,
  );
  const states: BackupHeader['sequences'] = [];
  for (const { name } of sequences) {
    const { rows } = await client.query<{ last_value: string; is_called: boolean }>(
      `select last_value::text, is_called from ${inSchema(name)}`,
    );
    states.push(...rows.map((state) => ({ name, ...state })));
  }
  return states;
}

/** Reads the applied migrations; empty for a database that was never migrated. */
export async function readApplied(client: pg.ClientBase): Promise<BackupHeader['migrations']> {
  const { rows } = await client.query<{ present: boolean }>(
    `select to_regclass('${SCHEMA}.migrations') is not null as present`,
  );
  if (!rows[0]?.present) return [];
  const applied = await client.query<BackupHeader['migrations'][number]>(
    `select number, name, checksum from ${SCHEMA}.migrations order by number`,
  );
  return applied.rows;
}
