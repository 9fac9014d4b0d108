import type { Sql } from '../support/database.ts';

/** Rows and a checksum over all of them, for every table of the schema, computed by the database. */
export async function checksums(sql: Sql): Promise<Record<string, string>> {
  const sums: Record<string, string> = {};
  for (const name of await tables(sql)) {
    const rows = await sql<{ sum: string }>(
      `select count(*) || ' rows ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as sum
       from dakiya.${quoted(name)} t`,
    );
    sums[name] = rows[0]?.sum ?? '';
  }
  return sums;
}

/**
 * The tables, without the applied migrations, whose times come from the database itself, and without tables
 * with transaction ids.
 */
async function tables(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'dakiya' and table_type = 'BASE TABLE'
       and table_name not in ('migrations', 'shipment_changes', 'shipment_change_horizons') order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** Everything about the schema that a restore could lose. */
export async function shape(sql: Sql): Promise<unknown[]> {
  const rows = await sql(
    `select 'column' as kind, format('%s.%s', attrelid::regclass, attname) as name,
            format('%s %s %s %s %s', format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated,
                   pg_get_expr(adbin, adrelid)) as definition
       from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
       join pg_class on pg_class.oid = attrelid
      where relnamespace = 'dakiya'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped
     union all
     select 'table', relname, format('%s %s %s', relkind, relpersistence, reloptions)
       from pg_class where relnamespace = 'dakiya'::regnamespace and relkind in ('r', 'p')
     union all
     select 'constraint', format('%s.%s', conrelid::regclass, conname),
            format('%s %s', pg_get_constraintdef(oid), convalidated)
       from pg_constraint where connamespace = 'dakiya'::regnamespace
     union all
     select 'index', indexrelid::regclass::text, format('%s %s', pg_get_indexdef(indexrelid), indisvalid)
       from pg_index join pg_class on pg_class.oid = indexrelid where relnamespace = 'dakiya'::regnamespace
     union all
     select 'trigger', format('%s.%s', tgrelid::regclass, tgname), format('%s %s', pg_get_triggerdef(pg_trigger.oid), tgenabled)
       from pg_trigger join pg_class on pg_class.oid = tgrelid
      where relnamespace = 'dakiya'::regnamespace and not tgisinternal
     union all
     select 'comment', pg_describe_object(classoid, objoid, objsubid), description
       from pg_description where classoid in ('pg_class'::regclass, 'pg_constraint'::regclass)
        and pg_describe_object(classoid, objoid, objsubid) !~ 'pg_catalog|information_schema'
      order by 1, 2, 3`,
  );
  return rows;
}

/** The current value of every sequence. */
export async function sequences(sql: Sql): Promise<unknown[]> {
  const rows = await sql(
    "select sequencename, last_value from pg_sequences where schemaname = 'dakiya' order by 1",
  );
  return rows;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
