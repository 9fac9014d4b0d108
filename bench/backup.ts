import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { v7 as newId } from 'uuid';
import { backupDatabase } from '../src/backup/backup-database.ts';
import { writeOutputFile } from '../src/backup/output-file.ts';
import { openBackup, restoreBackup } from '../src/backup/restore-backup.ts';
import { OPERATOR } from '../src/domain/actor.ts';
import { openEmbedded } from '../src/embedded-postgresql/open.ts';
import { MIGRATIONS_FOLDER, readVersion } from '../src/package-root.ts';
import { Database, openPool } from '../src/storage/database.ts';
import { type Migration, migrate, readMigrations } from '../src/storage/migrate.ts';
import { createAccount } from '../src/usecases/accounts/create-account.ts';
import type { Service } from '../src/usecases/service.ts';

export const name = 'Backup and restore';

const ROWS = 1_000_000;
const ROUNDS = 3;
const SIGNAL = new AbortController().signal;

const FILL = `
  insert into dakiya.shipments (account_id, shipment_id, order_id, warehouse_id, created_at, updated_at, order_date,
    picked_up_at, delivered_at, status_at, newest_event_at, total_price_paise, cod_amount_paise, applied_weight,
    expected_delivery_date, journey, status, granular_status, phase, zone, is_cod, tracking_number, carrier_id, channel)
  select account_id, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), made, made, made,
    made + interval '5 hours', made + interval '3 days', made, made, n % 500000, n % 500000, n % 5000,
    made::date + 4, 'forward', 'delivered', 'delivered', 'final', 'B', n % 2 = 0, 'DKY' || lpad(n::text, 10, '0'),
    'c' || n % 7, 'shopify'
  from dakiya.accounts, generate_series(1, ${ROWS}) n,
    lateral (select timestamptz '2026-01-01' + n * interval '20 seconds' as made) moment`;

type Open = (database: string) => Promise<Service>;

/** Backs up and restores a million shipments, compared with a bare `COPY`. */
export async function run(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dakiya-bench-'));
  const embedded = await openEmbedded({
    dataDir: join(folder, 'data'),
    role: 'service',
    progress: () => undefined,
    log: () => undefined,
  });
  const opened: Database[] = [];
  const open: Open = async (name) => {
    const database = new Database(
      openPool({
        connection: { ...embedded.connection, database: name },
        maxConnections: 4,
        applicationName: 'bench',
        onError: () => undefined,
      }),
    );
    opened.push(database);
    return { database, now: () => new Date(), newId };
  };
  try {
    return await measure(folder, await open(embedded.connection.database), open);
  } finally {
    await Promise.all(opened.map((database) => database.close()));
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(folder: string, source: Service, open: Open): Promise<string> {
  const migrations = await readMigrations(MIGRATIONS_FOLDER);
  const { pool } = source.database;
  await migrate(pool, migrations);
  await createAccount(source, OPERATOR, 'Bench');
  await pool.query(FILL);
  await pool.query('vacuum analyze dakiya.shipments');
  const before = highWaterMegabytes();
  const times: Record<string, number[]> = {};
  const time = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const begun = performance.now();
    const result = await work();
    times[what] = [...(times[what] ?? []), (performance.now() - begun) / 1000];
    return result;
  };
  let text = 0;
  let file = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const path = join(folder, `${round}.dky`);
    text = await time('copy out', () => copyOut(pool));
    file = await time('backup', () => backUp(source, migrations, path));
    await pool.query(`create database loaded_${round}`);
    await pool.query(`create database restored_${round}`);
    const loaded = await open(`loaded_${round}`);
    await migrate(loaded.database.pool, migrations);
    await time('copy over', () => copyOver(pool, loaded.database.pool));
    const restored = await open(`restored_${round}`);
    await time('restore', () => restore(restored, migrations, path));
    await rm(path);
  }
  return report(times, { text, file, before });
}

function report(
  times: Record<string, number[]>,
  { text, file, before }: { text: number; file: number; before: number },
): string {
  const row = (title: string, what: string) => {
    const seconds = (times[what] ?? []).sort((a, b) => a - b)[ROUNDS >> 1] ?? Number.NaN;
    return `| ${title} | ${seconds.toFixed(1)} | ${Math.round(ROWS / seconds / 1000)} |`;
  };
  return [
    `${ROWS.toLocaleString('en')} rows of shipments, without orders and histories (docs/how-to/back-up.md has the size of a whole backup), ${megabytes(text)} MB as text, ${megabytes(file)} MB as a backup. Median of ${ROUNDS} rounds. PostgreSQL used the same processors.`,
    '',
    '| | s | thousand rows/s |',
    '|---|---:|---:|',
    row('`COPY` out, output discarded', 'copy out'),
    row('**backup** to a file', 'backup'),
    row('`COPY` from one database into another, with its indexes', 'copy over'),
    row('**restore** from a file: check, migrate, load, index, analyze', 'restore'),
    '',
    `Peak memory of the process that did all four: ${highWaterMegabytes()} MB. Before the first of them, it was ${before} MB.`,
  ].join('\n');
}

async function copyOut(pool: pg.Pool): Promise<number> {
  const client = await pool.connect();
  let bytes = 0;
  const sink = new Writable({
    write: (part: Buffer, _encoding, next) => {
      bytes += part.length;
      next();
    },
  });
  await pipeline(client.query(copyTo('copy dakiya.shipments to stdout')), sink);
  client.release();
  return bytes;
}

async function copyOver(from: pg.Pool, into: pg.Pool): Promise<void> {
  const reader = await from.connect();
  const writer = await into.connect();
  await pipeline(
    reader.query(copyTo('copy dakiya.shipments to stdout')),
    writer.query(copyFrom('copy dakiya.shipments from stdin')),
  );
  reader.release();
  writer.release();
}

async function backUp(service: Service, migrations: readonly Migration[], path: string): Promise<number> {
  const { bytes } = await backupDatabase(service, {
    release: readVersion(),
    migrations,
    progress: () => undefined,
    write: (parts) => writeOutputFile(path, parts, { replace: false, signal: SIGNAL }),
  });
  return bytes;
}

async function restore(service: Service, migrations: readonly Migration[], path: string): Promise<void> {
  const backup = await openBackup(path, migrations, () => undefined);
  try {
    await restoreBackup(service, backup, {
      migrations,
      withJobs: true,
      progress: () => undefined,
      signal: SIGNAL,
    });
  } finally {
    await backup.close();
  }
}

function highWaterMegabytes(): number {
  return Math.round(process.resourceUsage().maxRSS / 1024);
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
