import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { StartupError } from '../problems/startup-error.ts';
import { distribute, isDistributed, ONE_TABLE_AFTER_THE_OTHER } from './cluster/distribute.ts';
import { splitStatements } from './cluster/split-statements.ts';
import { SCHEMA } from './database.ts';
import { withInlineEnumValues } from './inline-enum-values.ts';

/** A file `NNNN-name.sql` of the folder `migrations/`. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
  /** The SHA-256 of the text, because an applied migration must not change. */
  readonly checksum: string;
  /**
   * The number of migrations that a release must know to work with the database after this migration; 0 if
   * every release can, for example after pure additions. The text states it in a line `-- needs NNNN`.
   */
  readonly needs: number;
}

/** A lock number that other programs are unlikely to use: the letters "dakiya" as a number. */
export const MIGRATION_LOCK = 0x64616b697961;
const OLDEST_POSTGRESQL = 150000;
const NEEDS = /^-- needs (\d{4})$/m;
const MIGRATION_FILE = /^(\d{4})-[a-z0-9-]+\.sql$/;

/** Reads the migrations of a folder, in order. Their numbers must start at 1 and have no gap. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => MIGRATION_FILE.test(file)).sort();
  return Promise.all(
    files.map(async (file, index) => {
      const number = Number(file.slice(0, 4));
      if (number !== index + 1) throw new Error(`Migration ${file} should be number ${index + 1}`);
      const sql = await readFile(join(folder, file), 'utf8');
      return {
        number,
        name: file.slice(0, -4),
        sql,
        needs: Number(NEEDS.exec(sql)?.[1] ?? 0),
        checksum: createHash('sha256').update(sql).digest('hex'),
      };
    }),
  );
}

/**
 * Migrates the database to the newest of `migrations`, or to `upTo`. Any number of processes may call it at
 * once: one process migrates, the others wait and find nothing left to do. Each migration is one transaction.
 *
 * @returns the names of the migrations applied by this call
 * @throws StartupError if the server is too old, the database belongs to a newer release that this release
 * cannot work with, an applied migration was edited, or permissions are missing
 */
export async function migrate(
  pool: pg.Pool,
  migrations: readonly Migration[],
  upTo = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const client = await pool.connect();
  try {
    await refuseOldServer(client);
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    try {
      await prepareSchema(client);
      return await applyMissing(client, migrations, upTo, async (missing) => {
        for (const migration of missing) await applyOne(client, migration);
        await keepDistributed(client);
      });
    } finally {
      await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    }
  } finally {
    client.release();
  }
}

/**
 * Like `migrate`, inside the caller's transaction, which may do other work too. The migrations are applied
 * when it commits, and other processes wait until then.
 *
 * @throws StartupError as `migrate` does
 */
export async function migrateWithin(
  client: pg.ClientBase,
  migrations: readonly Migration[],
  upTo = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  await refuseOldServer(client);
  await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
  await prepareSchema(client);
  return applyMissing(client, migrations, upTo, async (missing) => {
    for (const migration of withInlineEnumValues(missing)) await runOne(client, migration);
  });
}

/** Tells whether any release has used this database. */
export async function hasProductSchema(connection: pg.ClientBase | pg.Pool): Promise<boolean> {
  const { rows } = await connection.query<{ present: boolean }>(
    `select to_regclass('${SCHEMA}.migrations') is not null as present`,
  );
  return rows[0]?.present === true;
}

/**
 * Tells whether all known migrations are applied. Migrations of a newer release may also be applied, if they
 * state that this release can work with them.
 */
export async function isMigrated(pool: pg.Pool, migrations: readonly Migration[]): Promise<boolean> {
  const { rows } = await pool.query<{ newest: number | null; needs: number }>(
    `select max(number)::integer as newest, max(needs)::integer as needs from ${SCHEMA}.migrations`,
  );
  const [applied] = rows;
  return (
    applied !== undefined && (applied.newest ?? 0) >= migrations.length && applied.needs <= migrations.length
  );
}

async function refuseOldServer(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ number: string; version: string }>(
    "select current_setting('server_version_num') as number, current_setting('server_version') as version",
  );
  const server = rows[0];
  if (server && Number(server.number) < OLDEST_POSTGRESQL) {
    throw new StartupError(`PostgreSQL ${server.version} is too old: use PostgreSQL 15 or newer`);
  }
}

/** For databases from before this column existed. If the column exists, nothing is locked. */
const ADD_NEEDS = `do $$ begin
    if not exists (select from pg_attribute
      where attrelid = '${SCHEMA}.migrations'::regclass and attname = 'needs') then
      alter table ${SCHEMA}.migrations add column needs integer not null default 0;
    end if;
  end $$`;

async function prepareSchema(client: pg.ClientBase): Promise<void> {
  if (await hasProductSchema(client)) {
    await client.query(ADD_NEEDS);
    return;
  }
  try {
    await client.query(`create schema if not exists ${SCHEMA}`);
    await client.query(
      `create table if not exists ${SCHEMA}.migrations (
         number integer primary key,
         name text not null,
         checksum text not null,
         needs integer not null default 0,
         applied_at timestamptz(3) not null default clock_timestamp()
       )`,
    );
  } catch (error) {
    throw new StartupError(
      `The database user may not create the schema ${SCHEMA}: grant it CREATE on the database, or create the schema for it`,
      { cause: error },
    );
  }
}

async function applyMissing(
  client: pg.ClientBase,
  known: readonly Migration[],
  upTo: number,
  apply: (missing: readonly Migration[]) => Promise<void>,
): Promise<string[]> {
  const { rows: applied } = await client.query<Pick<Migration, 'number' | 'name' | 'checksum' | 'needs'>>(
    `select number, name, checksum, needs from ${SCHEMA}.migrations order by number`,
  );
  for (const row of applied) {
    const migration = known[row.number - 1];
    if (!migration) {
      if (row.needs <= known.length) continue;
      throw new StartupError(
        `The database was migrated by a newer release (${row.name}): start that release, or restore a backup made before it`,
      );
    }
    if (migration.checksum !== row.checksum) {
      throw new StartupError(
        `Migration ${row.name} differs from the one the database was made with: restore the released file`,
      );
    }
  }
  const missing = known.slice(applied.length).filter((migration) => migration.number <= upTo);
  await apply(missing);
  return missing.map((migration) => migration.name);
}

/** Statements wait behind a migration that waits for a lock. After this time it lets them pass. */
const LOCK_WAIT_MS = 1_000;
const LOCK_NOT_AVAILABLE = '55P03';

/** Applies a migration. If another transaction, such as a long read, holds a lock, it tries again. */
async function applyOne(client: pg.ClientBase, migration: Migration): Promise<void> {
  for (;;) {
    try {
      await inTransaction(client, async () => {
        await client.query(`set local lock_timeout = ${LOCK_WAIT_MS}`);
        await runOne(client, migration);
      });
      return;
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== LOCK_NOT_AVAILABLE) throw error;
      await wait(LOCK_WAIT_MS);
    }
  }
}

async function keepDistributed(client: pg.ClientBase): Promise<void> {
  if (!(await isDistributed(client))) return;
  await inTransaction(client, () => distribute(client));
}

async function inTransaction(client: pg.ClientBase, work: () => Promise<unknown>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function runOne(client: pg.ClientBase, migration: Migration): Promise<void> {
  if (await isDistributed(client)) {
    await client.query(ONE_TABLE_AFTER_THE_OTHER);
    for (const statement of splitStatements(migration.sql)) await client.query(statement);
  } else await client.query(migration.sql);
  await client.query(
    `insert into ${SCHEMA}.migrations (number, name, checksum, needs) values ($1, $2, $3, $4)`,
    [migration.number, migration.name, migration.checksum, migration.needs],
  );
}
