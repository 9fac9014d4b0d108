import type pg from 'pg';

/**
 * Session settings that decide how values are written as text and how long a statement may take. Backup and
 * restore both set them, because an operator may have changed them for a server, a database or a user. With
 * `row_security` off, PostgreSQL refuses a query instead of silently leaving out rows.
 */
const SETTINGS = {
  bytea_output: 'hex',
  datestyle: 'ISO, YMD',
  extra_float_digits: '3',
  idle_in_transaction_session_timeout: '0',
  intervalstyle: 'postgres',
  lock_timeout: '0',
  row_security: 'off',
  statement_timeout: '0',
  timezone: 'UTC',
  transaction_timeout: '0',
};

export async function makePlain(client: pg.ClientBase): Promise<void> {
  await client.query(
    `select set_config(wanted.key, wanted.value, true)
     from json_each_text($1) wanted
     where exists (select from pg_settings where lower(name) = wanted.key)`,
    [JSON.stringify(SETTINGS)],
  );
}
