import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { v7 as newId } from 'uuid';
import { LOADED_TABLE_NAMES, LOADED_TABLES } from '../src/demo/bulk/shipment-rows.ts';
import { type DemoLoaded, loadDemo } from '../src/demo/load-demo.ts';
import { OPERATOR } from '../src/domain/actor.ts';
import { MIGRATIONS_FOLDER, rateFiles } from '../src/package-root.ts';
import { openDatabase } from '../src/service/open-database.ts';
import { openShipping } from '../src/service/shipping.ts';
import type { Database } from '../src/storage/database.ts';
import { readMigrations } from '../src/storage/migrate.ts';
import { createAccount } from '../src/usecases/accounts/create-account.ts';
import { openRateBooks } from '../src/usecases/rates/open-rate-books.ts';
import { median } from './support/compare.ts';

export const name = 'Loading demo data';

const SHIPMENTS = 50_000;
const ROUNDS = 3;
const TABLES = LOADED_TABLE_NAMES.join(', ');

interface Round {
  readonly ours: DemoLoaded;
  /** Milliseconds. */
  readonly bare: number;
}

/**
 * Made-up shipments, made and loaded, compared with a bare `copy` of the same rows: from files, on one
 * connection, into the same tables, emptied, in one transaction, frozen, with the indexes of constraints and
 * without the others, as `demo load` itself does.
 */
export async function run(): Promise<string> {
  const [dataDir, folder] = await Promise.all([newFolder(), newFolder()]);
  const opened = await openDatabase(
    {
      databaseUrl: null,
      databaseDirectUrl: null,
      databaseReadUrl: null,
      databaseConnections: 4,
      dataDir,
      mayCreate: true,
    },
    'service',
    await readMigrations(MIGRATIONS_FOLDER),
    { progress: () => undefined, log: () => undefined },
  );
  try {
    const base = { database: opened.database, now: () => new Date(), newId };
    const rateBooks = await openRateBooks(base, rateFiles({ pincodesFile: null, holidaysFile: null }), {
      bytes: 64 * 1024 * 1024,
      warn: () => undefined,
    });
    const shipping = await openShipping(base, { quotes: rateBooks, onError: () => undefined });
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const { accountId } = await createAccount(base, OPERATOR, `Round ${round}`);
      await opened.database.pool.query(`truncate ${TABLES}`);
      const ours = await loadDemo(
        shipping.service,
        rateBooks,
        { accountId, shipments: SHIPMENTS, days: 730, seed: 'bench', accounts: 0, accountsShipments: 0 },
        { progress: () => undefined, signal: new AbortController().signal },
      );
      await writeRows(opened.database, folder);
      rounds.push({ ours, bare: await copyRows(opened.database, folder) });
    }
    await shipping.close();
    await rateBooks.stop();
    return report(rounds);
  } finally {
    await opened.close();
    for (const path of [dataDir, folder]) await rm(path, { recursive: true, force: true });
  }
}

function newFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'dakiya-bench-'));
}

async function writeRows({ pool }: Database, folder: string): Promise<void> {
  const client = await pool.connect();
  for (const table of LOADED_TABLE_NAMES) {
    const copy = client.query(copyTo(`copy ${table} (${LOADED_TABLES[table]}) to stdout`));
    await pipeline(copy, createWriteStream(join(folder, table)));
  }
  client.release();
}

async function copyRows({ pool }: Database, folder: string): Promise<number> {
  const client = await pool.connect();
  await client.query(`begin; truncate ${TABLES}`);
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
       from pg_index where indrelid = any($1::regclass[])
        and not exists (select from pg_constraint where conindid = indexrelid)`,
    [LOADED_TABLE_NAMES],
  );
  for (const { name: index } of indexes) await client.query(`drop index ${index}`);
  const begun = performance.now();
  for (const table of LOADED_TABLE_NAMES) {
    const copy = client.query(copyFrom(`copy ${table} (${LOADED_TABLES[table]}) from stdin with (freeze)`));
    await pipeline(createReadStream(join(folder, table), { highWaterMark: 256 * 1024 }), copy);
  }
  const took = performance.now() - begun;
  for (const { definition } of indexes) await client.query(definition);
  await client.query('commit');
  client.release();
  return took;
}

function report(rounds: readonly Round[]): string {
  const perSecond = (milliseconds: number) => Math.round(SHIPMENTS / (milliseconds / 1000));
  const making = (ours: DemoLoaded) => ours.total - ours.indexing - ours.tidying;
  const ratios = rounds.map(({ ours, bare }) => bare / making(ours));
  const ours = median(rounds.map((round) => making(round.ours)));
  const bare = median(rounds.map((round) => round.bare));
  const seconds = (pick: (loaded: DemoLoaded) => number) =>
    (median(rounds.map((round) => pick(round.ours))) / 1000).toFixed(1);
  return [
    `${SHIPMENTS} shipments with their orders and histories, generated and loaded into an empty service, next to`,
    'a bare `copy` of the same rows from files. fsync on, median of 3 rounds in turns.',
    '',
    '| | shipments/s |',
    '|---|---:|',
    `| \`demo load\` | ${perSecond(ours)} |`,
    `| bare \`copy\` | ${perSecond(bare)} |`,
    '',
    `Ratio: **${median(ratios).toFixed(2)}** (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}). In addition, building the indexes without a`,
    `constraint took ${seconds(({ indexing }) => indexing)} s, and \`analyze\` ${seconds(({ tidying }) => tidying)} s.`,
  ].join('\n');
}
