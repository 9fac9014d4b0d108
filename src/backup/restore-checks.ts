import type pg from 'pg';
import { StartupError } from '../problems/startup-error.ts';
import { isDistributed } from '../storage/cluster/distribute.ts';
import { SCHEMA } from '../storage/database.ts';
import { type CatalogueTable, readApplied } from './catalogue.ts';
import type { BackupHeader } from './format.ts';

/** Refuses a schema of our name that another program created. */
export async function refuseForeignSchema(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ foreign: boolean }>(
    `select to_regclass('${SCHEMA}.migrations') is null
            and exists (select from pg_class where relnamespace = to_regnamespace('${SCHEMA}')) as foreign`,
  );
  if (rows[0]?.foreign) {
    throw new StartupError(
      `The schema ${SCHEMA} of the database holds tables that are not Dakiya's: restore into another database`,
    );
  }
}

/** Refuses a database with accounts, a cluster, and a database with newer migrations than the backup's. */
export async function refuseUsed(client: pg.ClientBase, header: BackupHeader): Promise<void> {
  const applied = await readApplied(client);
  const newest = applied.at(-1)?.name;
  if (newest === undefined) return;
  // From here until the commit, nobody can create an account.
  await client.query(`lock table ${SCHEMA}.accounts in access exclusive mode`);
  const { rows } = await client.query<{ used: boolean }>(
    `select exists (select from ${SCHEMA}.accounts) as used`,
  );
  if (rows[0]?.used) {
    throw new StartupError(
      'The database already holds accounts: restore into an empty one, a new database in DATABASE_URL or a new DATA_DIR',
    );
  }
  if (await isDistributed(client)) {
    throw new StartupError(
      'The tables are spread over a cluster: restore into a new database of it, and run dakiya cluster distribute',
    );
  }
  if (applied.length > header.migrations.length) {
    throw new StartupError(
      `The database, though without accounts, is migrated further (${newest}) than the backup (${header.migrations.at(-1)?.name}): restore into a new database in DATABASE_URL or a new DATA_DIR, or drop its schema ${SCHEMA} first`,
    );
  }
}

/** Refuses a backup with columns that an operator added by hand, because no migration creates them. */
export function refuseUnknownColumns(header: BackupHeader, tables: readonly CatalogueTable[]): void {
  const places = new Map(tables.map(({ name, columns }) => [name, new Set(columns)]));
  const unknown = header.tables.flatMap(({ name, columns }) =>
    columns.filter((column) => !places.get(name)?.has(column)).map((column) => `${name}.${column}`),
  );
  if (unknown.length > 0) {
    throw new StartupError(
      `The backup holds columns that its release has no place for (${unknown.join(', ')}): move them out of the schema ${SCHEMA} where the backup was made, and make it again`,
    );
  }
}
