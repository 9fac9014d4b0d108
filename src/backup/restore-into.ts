import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { installJobQueue } from '../storage/job-queue.ts';
import { type Migration, migrateWithin } from '../storage/migrate.ts';
import type { Backup } from './backup.ts';
import { enqueueHeldJobs, JOBS, makeHoldingTable } from './backup-jobs.ts';
import { type CatalogueTable, readTables } from './catalogue.ts';
import {
  type BackupEnd,
  type BackupHeader,
  columnList,
  inSchema,
  type Section,
  tableSection,
} from './format.ts';
import { makeQuiet } from './make-quiet.ts';
import { makePlain } from './plain-session.ts';
import type { Progress } from './progress.ts';
import { refuseForeignSchema, refuseUnknownColumns, refuseUsed } from './restore-checks.ts';
import { setAside } from './set-aside.ts';

export interface Restored extends BackupEnd {
  /** The names of the migrations of this release that were newer than the backup. */
  readonly migrated: readonly string[];
}

export interface RestoreOptions {
  /** The migrations of this release. They include all of the backup's. */
  readonly migrations: readonly Migration[];
  /** Tells whether waiting jobs are restored. Without them, the restored copy sends nothing. */
  readonly withJobs: boolean;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** More than PostgreSQL's default, so that indexes are built faster. */
const INDEX_MEMORY = '256MB';

/**
 * Restores a backup within the caller's transaction: migrates the database to the backup's release, loads the
 * rows, and then applies the remaining migrations.
 *
 * Only the job queue, if the backup has one, is created outside that transaction. If the restore fails, the
 * empty queue remains.
 *
 * @throws StartupError for a database that the backup cannot be restored into, or of a newer release
 */
export async function restoreInto(
  client: pg.ClientBase,
  pool: pg.Pool,
  backup: Backup,
  options: RestoreOptions,
): Promise<Restored> {
  const { header } = backup;
  const { migrations } = options;
  await makePlain(client);
  await client.query(`set local maintenance_work_mem = '${INDEX_MEMORY}'`);
  await refuseForeignSchema(client);
  await migrateWithin(client, migrations, 0);
  await refuseUsed(client, header);
  const withJobs = options.withJobs && header.job_queue;
  if (withJobs) await installJobQueue(pool);
  await migrateWithin(client, migrations, header.migrations.length);
  const tables = await readTables(client);
  refuseUnknownColumns(header, tables);
  if (tables.length > 0)
    await client.query(`truncate ${tables.map(({ name }) => inSchema(name)).join(', ')}`);
  const bringBack = await setAside(client);
  const end = await load(client, backup, tables, { ...options, withJobs });
  await setSequences(client, header);
  await bringBack();
  const migrated = await migrateWithin(client, migrations);
  if (!options.withJobs) await makeQuiet(client);
  for (const { name } of await readTables(client)) await client.query(`analyze ${inSchema(name)}`);
  return { ...end, jobs: withJobs ? end.jobs : 0, migrated };
}

async function load(
  client: pg.ClientBase,
  backup: Backup,
  tables: readonly CatalogueTable[],
  { withJobs, progress, signal }: RestoreOptions,
): Promise<BackupEnd> {
  const partitioned = new Set(
    tables.filter(({ isPartitioned }) => isPartitioned).map(({ name }) => inSchema(name)),
  );
  const loaded = new Map<string, number>();
  const end = await backup.read(
    async (section, rows) => {
      if (section !== JOBS) {
        // Frozen rows need no vacuum before index-only scans. PostgreSQL allows this because the same
        // transaction emptied the table.
        const options = partitioned.has(section.target) ? '' : ' with (freeze)';
        loaded.set(section.target, await copyRows(client, section, rows, options));
      } else if (withJobs) {
        const target = await makeHoldingTable(client);
        loaded.set(section.target, await copyRows(client, { ...section, target }, rows, ''));
        await enqueueHeldJobs(client);
      } else {
        await pipeline(rows, new Writable({ write: (_part, _encoding, next) => next() }));
      }
    },
    progress,
    signal,
  );
  for (const table of backup.header.tables) {
    if (loaded.get(tableSection(table).target) !== end.rows[table.name]) throw backup.inconsistent();
  }
  if (withJobs && loaded.get(JOBS.target) !== end.jobs) throw backup.inconsistent();
  return end;
}

async function copyRows(
  client: pg.ClientBase,
  { target, columns }: Section,
  rows: AsyncIterable<Buffer>,
  options: string,
): Promise<number> {
  const copy = client.query(copyFrom(`copy ${target} (${columnList(columns)}) from stdin${options}`));
  await pipeline(rows, copy);
  return copy.rowCount;
}

async function setSequences(client: pg.ClientBase, header: BackupHeader): Promise<void> {
  for (const { name, last_value, is_called } of header.sequences) {
    await client.query('select setval($1::regclass, $2::bigint, $3)', [
      inSchema(name),
      last_value,
      is_called,
    ]);
  }
}
