import { createHash } from 'node:crypto';
import type { Sql } from '../support/database.ts';

/** A text that COPY could get wrong. */
const AWKWARD = 'चाय\t\\.\n"quoted" \\N 🫖';

/** Values that satisfy a `check` of the schema, by column. */
const CHECKED: Readonly<Record<string, string>> = {
  'users.phone': '9876543210',
  'credentials.kind': 'key',
  'credentials.scope': 'full',
  'stores.status': 'connected',
  'audit_records.actor_kind': 'operator',
  'offline_behaviours.kind': 'slow',
};

/** Columns that refer to a column of another name. */
const REFERS_TO: Readonly<Record<string, string>> = { 'sessions.key_id': 'credential_id' };

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly isNullable: boolean;
  /** The words of an enum; null for another type. */
  readonly words: readonly string[] | null;
}

/**
 * Adds two rows to every table of the schema, which it reads from the catalogue: one with a value in each column,
 * and one with nulls where they are allowed. A new table is filled without a change here, unless it has a column
 * of a new type.
 */
export async function fillEveryTable(sql: Sql): Promise<string[]> {
  const tables = await tablesByReference(sql);
  const columns = await readColumns(sql);
  for (const table of tables) {
    const mine = columns.filter((column) => column.table === table);
    for (const row of ['full', 'bare'] as const) {
      const values = mine.map((column) => cellOf(column, row));
      const names = mine.map(({ column }) => `"${column}"`).join(', ');
      const places = mine.map(({ type }, index) => `$${index + 1}::${type}`).join(', ');
      await sql(
        `insert into dakiya."${table}" (${names}) overriding system value values (${places}) on conflict do nothing`,
        values,
      );
    }
  }
  return tables;
}

/** Referenced tables come first. Tables with transaction ids are left out, because no backup contains them. */
async function tablesByReference(sql: Sql): Promise<string[]> {
  interface Table {
    readonly name: string;
    readonly refers: readonly string[];
  }
  const rows = await sql<Table>(
    `select relname as name, array(
        select t.relname::text from pg_constraint join pg_class t on t.oid = confrelid
         where contype = 'f' and conrelid = c.oid and confrelid <> c.oid) as refers
       from pg_class c
      where relnamespace = 'dakiya'::regnamespace and relkind in ('r', 'p') and not relispartition
        and relname not in ('migrations', 'shipment_changes', 'shipment_change_horizons')
      order by relname`,
  );
  const ordered: Table[] = [];
  let waiting = rows;
  while (waiting.length > 0) {
    const ready = waiting.filter(({ refers }) =>
      refers.every((name) => ordered.some((one) => one.name === name)),
    );
    if (ready.length === 0) throw new Error('Tables refer to each other in a circle');
    ordered.push(...ready);
    waiting = waiting.filter((table) => !ready.includes(table));
  }
  return ordered.map(({ name }) => name);
}

async function readColumns(sql: Sql): Promise<Column[]> {
  const rows = await sql<Column>(
    `select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
            not a.attnotnull as "isNullable",
            (select array_agg(enumlabel::text order by enumsortorder) from pg_enum where enumtypid = a.atttypid) as words
       from pg_class c join pg_attribute a on a.attrelid = c.oid
      where relnamespace = 'dakiya'::regnamespace and relkind in ('r', 'p') and not relispartition and attnum > 0
        and not attisdropped and attgenerated = ''
      order by c.relname, attnum`,
  );
  return rows;
}

function cellOf({ table, column, type, words, isNullable }: Column, row: 'full' | 'bare'): unknown {
  const checked = CHECKED[`${table}.${column}`];
  if (checked !== undefined) return checked;
  if (row === 'bare' && isNullable) return null;
  if (words !== null) return row === 'full' ? words.at(-1) : words[0];
  if (type.endsWith('[]')) return LISTS[type]?.[row] ?? '{}';
  const value = OF_TYPE[type.replace(/\(.*\)/, '')];
  if (value === undefined) throw new Error(`${table}.${column} is a ${type}: say here what a row may have`);
  return value(REFERS_TO[`${table}.${column}`] ?? column, row);
}

const LISTS: Readonly<Record<string, Record<'full' | 'bare', string>>> = {
  'text[]': { full: '{"a,b",NULL,"{\\"}"}', bare: '{}' },
  'integer[]': { full: '{1,NULL,-7}', bare: '{}' },
};

const OF_TYPE: Readonly<Record<string, (column: string, row: 'full' | 'bare') => unknown>> = {
  // The value follows from the column's name, so that foreign keys find the row.
  uuid: (column, row) => uuidOf(`${column} ${row}`),
  text: (column, row) => (row === 'full' ? `${AWKWARD}${column}` : column),
  bytea: (column, row) => (row === 'full' ? createHash('sha256').update(column).digest() : Buffer.alloc(0)),
  // Tables with a single row require true.
  boolean: () => true,
  smallint: (_, row) => (row === 'full' ? 32_767 : 0),
  integer: (_, row) => (row === 'full' ? 2_147_483_647 : 0),
  bigint: (_, row) => (row === 'full' ? '9007199254740993' : 0),
  numeric: (_, row) => (row === 'full' ? '12345678901234567890.000123' : 0),
  'double precision': (_, row) => (row === 'full' ? 1 / 3 : 0),
  date: (_, row) => (row === 'full' ? '2026-11-16' : '1970-01-01'),
  'timestamp with time zone': (_, row) =>
    row === 'full' ? '2026-11-16T10:00:00.123Z' : '1970-01-01T00:00:00Z',
  'timestamp without time zone': () => '2026-11-16T10:00:00.123',
  json: () => '{ "kept":  "as it is" }',
  jsonb: () => JSON.stringify({ text: AWKWARD, list: [1, null] }),
};

function uuidOf(text: string): string {
  const hash = createHash('md5').update(text).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-${hash.slice(12, 16)}-${hash.slice(16, 20)}-${hash.slice(20)}`;
}
