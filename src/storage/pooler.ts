import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { StartupError } from '../problems/startup-error.ts';
import { SEARCH_PATH } from './database.ts';

/**
 * Sets a role's search path, so that its connections find our tables by plain names. Behind a pooler, a
 * connection cannot have settings. A role may set this for itself, and a role administrator for every role.
 *
 * @param direct connects without the pooler
 * @param user the role of the pooler's connections
 * @throws StartupError if permissions are missing
 */
export async function leadRoleToSchema(direct: pg.ClientBase | pg.Pool, user: string): Promise<void> {
  const { rows } = await direct.query<{ statement: string; isSet: boolean }>(
    `select format('alter role %I in database %I set search_path to ${SEARCH_PATH}', $1::text, current_database()) as statement,
       exists (select from pg_db_role_setting s join pg_roles r on r.oid = s.setrole
         where r.rolname = $1 and 'search_path=${SEARCH_PATH}' = any (s.setconfig)
           and s.setdatabase = (select oid from pg_database where datname = current_database())) as "isSet"`,
    [user],
  );
  const [{ statement, isSet } = { statement: '', isSet: true }] = rows;
  if (isSet) return;
  try {
    await direct.query(statement);
  } catch (error) {
    throw new StartupError(`The role of DATABASE_URL must find the tables by itself: run "${statement}"`, {
      cause: error,
    });
  }
}

/** A named statement that tests whether the pooler keeps prepared statements. */
const PROBE_TEXT = 'select name, statement from pg_prepared_statements where statement like $1';

/**
 * Finds out whether the pooler supports named statements: such a pooler (PgBouncer since 1.21) renames them.
 * It uses one transaction and therefore one server connection.
 *
 * @throws StartupError if the pooler's connections do not find the tables
 */
export async function askPooler(pool: pg.Pool): Promise<{ keepsStatements: boolean }> {
  const name = `probe-${randomBytes(6).toString('hex')}`;
  const text = `${PROBE_TEXT} /* ${name} */`;
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows: found } = await client.query<{ path: string; leads: boolean }>(
      `select current_setting('search_path') as path, to_regclass('accounts') is not null as leads`,
    );
    if (found[0]?.leads !== true) throw doesNotLead(found[0]?.path ?? '');
    const { rows } = await client.query<{ name: string }>({ name, text, values: [`%/* ${name} */`] });
    const keepsStatements = isRenamed(rows, name);
    if (!keepsStatements) await client.query(`deallocate "${name}"`);
    await client.query('commit');
    return { keepsStatements };
  } finally {
    // The error may have left a transaction open.
    client.release(true);
  }
}

/** Tells whether the server has this statement with a different name. */
export function isRenamed(kept: readonly { readonly name: string }[], name: string): boolean {
  return kept.length > 0 && kept.every((statement) => statement.name !== name);
}

function doesNotLead(path: string): StartupError {
  return new StartupError(
    `The connections of the pooler in DATABASE_URL do not find the tables (their search path is ${path}): they were opened before it was set for their role; run RECONNECT in its console and start again`,
  );
}
