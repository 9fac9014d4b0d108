import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { v7 as newId } from 'uuid';
import { PACKAGE_ROOT } from '../src/package-root.ts';
import { changeSeenReport, measureChangeSeen } from './support/change-seen.ts';
import { median } from './support/compare.ts';
import { databaseUrl, openScratchPostgres } from './support/scratch-postgres.ts';
import { serviceabilityFile } from './support/serviceability-file.ts';

export const name = 'Importing serviceability';

const ROWS = 200_000;
const ROUNDS = 3;
/** Every tenth row is changed, so that the file differs from the one in force by 20,000 rows. */
const CHANGED_EVERY = 10;

interface Run {
  readonly seconds: number;
  readonly megabytes: number;
}

/**
 * `rates import serviceability` of 200,000 rows as an operator runs it: a process of its own, including its
 * start. Goal: below 30 s, in bounded memory.
 */
export async function run(): Promise<string> {
  const postgres = await openScratchPostgres();
  const folder = await mkdtemp(join(tmpdir(), 'dakiya-bench-'));
  try {
    const file = async (rows: number, codOf: (row: number) => 'yes' | 'no') => {
      const path = join(folder, `${newId()}.csv`);
      await writeFile(path, serviceabilityFile(rows, codOf));
      return path;
    };
    const small = await file(1_000, () => 'yes');
    const full = await file(ROWS, () => 'yes');
    const changed = await file(ROWS, (row) => (row % CHANGED_EVERY === 0 ? 'no' : 'yes'));
    const environment = { ...process.env, DATABASE_URL: databaseUrl(postgres.connection) };
    const command = (path: string, ...words: string[]) =>
      runCommand(environment, ['rates', 'import', 'serviceability', path, '--json', ...words]);
    await command(small);
    const rounds = {
      small: [] as Run[],
      full: [] as Run[],
      again: [] as Run[],
      dry: [] as Run[],
      copy: [] as number[],
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.small.push(await command(small));
      rounds.full.push(await command(full));
      rounds.dry.push(await command(changed, '--dry-run'));
      rounds.again.push(await command(changed));
      rounds.copy.push(await copy(postgres.connection));
    }
    const row = (what: string, runs: readonly Run[]) =>
      `| ${what} | ${median(runs.map(({ seconds }) => seconds)).toFixed(1)} | ${median(runs.map(({ megabytes }) => megabytes)).toFixed(0)} |`;
    const seen = await measureChangeSeen(postgres.connection, ROWS);
    return [
      `\`rates import serviceability\` as an operator runs it: a separate process, including its start, with an embedded PostgreSQL. Median of ${ROUNDS}. Memory is the peak of the process. Baseline: PostgreSQL copies the same rows into an empty table with the same indexes. Goal: below 30 s, and memory that does not grow with the file.`,
      '',
      '| | s | MB |',
      '|---|---:|---:|',
      row('1,000 rows', rounds.small),
      row('200,000 rows that replace 1,000', rounds.full),
      row('200,000 rows of which 20,000 changed, `--dry-run`', rounds.dry),
      row('the same, applied', rounds.again),
      `| baseline: \`insert ... select\` of 200,000 rows | ${median(rounds.copy).toFixed(1)} | |`,
      '',
      ...changeSeenReport(seen),
    ].join('\n');
  } finally {
    await rm(folder, { recursive: true, force: true });
    await postgres.stop();
  }
}

async function runCommand(environment: NodeJS.ProcessEnv, words: readonly string[]): Promise<Run> {
  const cli = join(PACKAGE_ROOT, 'dist/cli.js');
  const script = `import(${JSON.stringify(cli)})
    .then(({ main }) => main(process.argv.slice(1)))
    .then(() => process.stderr.write('high water ' + process.resourceUsage().maxRSS));`;
  const start = performance.now();
  const { stderr } = await promisify(execFile)(process.execPath, ['-e', script, '--', ...words], {
    env: environment,
  });
  const seconds = (performance.now() - start) / 1000;
  const highWater = /high water (\d+)/.exec(stderr)?.[1];
  if (highWater === undefined) throw new Error(stderr);
  return { seconds, megabytes: Number(highWater) / 1024 };
}

async function copy(connection: pg.ClientConfig): Promise<number> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query('create table public.plain (like dakiya.rate_rows including all)');
    const start = performance.now();
    await client.query(
      'insert into public.plain select * from dakiya.rate_rows where to_version is null and kind = $1',
      ['serviceability'],
    );
    return (performance.now() - start) / 1000;
  } finally {
    await client.query('drop table if exists public.plain');
    await client.end();
  }
}
