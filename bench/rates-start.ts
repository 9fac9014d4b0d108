import { readFile } from 'node:fs/promises';
import { v7 as newId } from 'uuid';
import { MIGRATIONS_FOLDER, rateFiles } from '../src/package-root.ts';
import { Database } from '../src/storage/database.ts';
import { migrate, readMigrations } from '../src/storage/migrate.ts';
import { openRateBooks } from '../src/usecases/rates/open-rate-books.ts';
import type { Service } from '../src/usecases/service.ts';
import { median } from './support/compare.ts';
import { openScratchPostgres } from './support/scratch-postgres.ts';
import { openBenchPool } from './support/service-database.ts';

export const name = 'Opening the rate books';

const ROUNDS = 11;

/** The time that the directory and the books add to a start. Goal: below 300 ms. */
export async function run(): Promise<string> {
  const postgres = await openScratchPostgres();
  const pool = openBenchPool(postgres.connection, 4);
  const database = new Database(pool);
  try {
    await migrate(pool, await readMigrations(MIGRATIONS_FOLDER));
    const service: Service = { database, now: () => new Date(), newId };
    const first = await milliseconds(() => open(service));
    const later: number[] = [];
    const reading: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      reading.push(await milliseconds(readPlainly));
      later.push(await milliseconds(() => open(service)));
    }
    return [
      `Directory, zones, holidays and the default book, in a running process: median of ${ROUNDS}. Baseline: the same files read and parsed only (lines split at commas, \`JSON.parse\`). Goal: below 300 ms.`,
      '',
      '| | ms |',
      '|---|---:|',
      `| first start: cold code, and the sample rate book is loaded | ${first.toFixed(0)} |`,
      `| start | ${median(later).toFixed(0)} |`,
      `| baseline | ${median(reading).toFixed(0)} |`,
    ].join('\n');
  } finally {
    await database.close();
    await postgres.stop();
  }
}

const FILES = rateFiles({ pincodesFile: null, holidaysFile: null });

async function open(service: Service): Promise<void> {
  const books = await openRateBooks(service, FILES, { bytes: 128 * 2 ** 20, warn: () => undefined });
  await books.stop();
}

async function readPlainly(): Promise<void> {
  const lines = (await readFile(FILES.pincodes, 'utf8')).split('\n').map((line) => line.split(','));
  const others = [FILES.zones, FILES.holidays, FILES.sample].map(async (file) =>
    JSON.parse(await readFile(file, 'utf8')),
  );
  if (lines.length < (await Promise.all(others)).length) throw new Error('the files are empty');
}

async function milliseconds(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
