import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { PACKAGE_ROOT } from '../src/package-root.ts';
import { databaseUrl, openScratchPostgres } from './support/scratch-postgres.ts';

export const name = 'Importing remittances';

const ROWS = 100_000;
/** More than the imported rows of these are COD and have a courier. */
const SHIPMENTS = 260_000;
/** Every such row of the bad file names nothing, or no amount. */
const BAD_EVERY = 10;
/** Payments that the rows belong to. */
const PAYMENTS = 200;

interface Run {
  readonly seconds: number;
  readonly megabytes: number;
  readonly told: { rows: number; rejected: number; counts: Record<string, number> };
}

/**
 * `remittance import` of 100,000 rows as an operator runs it: a process of its own, including its start.
 * Goals: below 10 s and 200 MB; the same file twice changes nothing; a file with bad rows changes what it
 * says and no more.
 */
export async function run(): Promise<string> {
  const postgres = await openScratchPostgres();
  const folder = await mkdtemp(join(tmpdir(), 'dakiya-bench-'));
  const environment = { ...process.env, DATABASE_URL: databaseUrl(postgres.connection) };
  const client = new pg.Client(postgres.connection);
  try {
    const made = JSON.parse(
      (await dakiya(environment, ['account', 'create', 'Bench', '--new-database', '--json'])).stdout,
    );
    const account = ['--account', made.account_id as string];
    await dakiya(environment, ['demo', 'load', ...account, '--shipments', String(SHIPMENTS), '--json']);
    await client.connect();
    const { rows: shipments } = await client.query<{ awb: string; amount: string }>(
      `select tracking_number as awb, (cod_amount_paise / 100.0)::numeric(12, 2)::text as amount from dakiya.shipments
        where is_cod and tracking_number is not null order by shipment_id limit ${ROWS}`,
    );
    if (shipments.length < ROWS) throw new Error(`only ${shipments.length} COD shipments were loaded`);
    const file = async (title: string, isBad: (row: number) => boolean) => {
      const path = join(folder, `${title}.csv`);
      const lines = shipments.map(({ awb, amount }, row) =>
        [isBad(row) ? `NO${awb}` : awb, amount, `${title}${row % PAYMENTS}`, '2026-01-05'].join(','),
      );
      await writeFile(path, `AWB,COD Amount,UTR,Remittance Date\n${lines.join('\n')}\n`);
      return path;
    };
    const good = await file('GOOD', () => false);
    const bad = await file('BAD', (row) => row % BAD_EVERY === 0);
    const take = (path: string, ...words: string[]) =>
      importFile(environment, [...account, '--courier', 'bench', ...words], path);
    const money = async () => {
      const { rows } = await client.query(
        `select (select sum(remitted_paise) from dakiya.cod_dues)::text as remitted,
            (select sum(amount_paise) from dakiya.remittances)::text as paid, (select count(*) from dakiya.remittance_rows)::text as rows`,
      );
      return JSON.stringify(rows[0]);
    };
    const checked = await take(good, '--check');
    const untouched = await money();
    const first = await take(good);
    const after = await money();
    const again = await take(good);
    const isSame = after === (await money());
    const partly = await take(bad);
    const truth = await truthOf(client);
    const copy = await copySeconds(client);
    const row = (what: string, { seconds, megabytes, told }: Run) =>
      `| ${what} | ${seconds.toFixed(1)} | ${megabytes.toFixed(0)} | ${told.counts.recorded} | ${told.counts.repeated} | ${told.rejected} |`;
    return [
      `\`remittance import\` of ${ROWS} rows of ${PAYMENTS} payments as an operator runs it: a separate process, including its start, with an embedded PostgreSQL and ${SHIPMENTS} shipments. Memory is the peak of the process. One run each, because each changes the data for the next. Goals: below 10 s and 200 MB.`,
      '',
      '| | s | MB | recorded | repeated | rejected |',
      '|---|---:|---:|---:|---:|---:|',
      row('`--check`', checked),
      row('the same, imported', first),
      row('the same file again', again),
      row(`another file, every ${BAD_EVERY}th row invalid`, partly),
      `| baseline: \`insert ... select\` of the ${ROWS} rows and of the amounts owed | ${copy.toFixed(1)} | | | | |`,
      '',
      `Load average at the end, with other work on the machine: ${loadavg()[0]?.toFixed(0)}. \`--check\` changed ${untouched.includes('"rows":"0"') ? 'nothing' : 'SOMETHING'}; the same file twice changed ${isSame ? 'nothing' : 'SOMETHING'}; what couriers owe ${truth ? 'is' : 'IS NOT'} what they delivered minus what they remitted.`,
    ].join('\n');
  } finally {
    await client.end().catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
    await postgres.stop();
  }
}

/** Tells whether each carrier owes what was delivered minus what was remitted. */
async function truthOf(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ wrong: string }>(
    `select count(*)::text as wrong from (
       select carrier_id, sum(collected_paise - remitted_paise) as owed from dakiya.cod_dues group by carrier_id) kept
     full join (
       select s.carrier_id, coalesce(sum(s.cod_amount_paise) filter (where s.granular_status = 'delivered'), 0)
              - coalesce(sum(r.remitted), 0) as owed
         from dakiya.shipments s
         left join (select shipment_id, sum(amount_paise) as remitted from dakiya.remittance_rows group by shipment_id) r
           using (shipment_id)
        where s.is_cod and s.tracking_number is not null group by s.carrier_id) truth using (carrier_id)
     where kept.owed is distinct from truth.owed`,
  );
  return rows[0]?.wrong === '0';
}

async function importFile(
  environment: NodeJS.ProcessEnv,
  words: readonly string[],
  path: string,
): Promise<Run> {
  const start = performance.now();
  const { stdout, stderr } = await dakiya(environment, ['remittance', 'import', path, '--json', ...words]);
  const seconds = (performance.now() - start) / 1000;
  const highWater = /high water (\d+)/.exec(stderr)?.[1];
  if (highWater === undefined) throw new Error(stderr);
  return { seconds, megabytes: Number(highWater) / 1024, told: JSON.parse(stdout) };
}

function dakiya(environment: NodeJS.ProcessEnv, words: readonly string[]) {
  const cli = join(PACKAGE_ROOT, 'dist/cli.js');
  const script = `import(${JSON.stringify(cli)})
    .then(({ main }) => main(process.argv.slice(1)))
    .then(() => process.stderr.write('high water ' + process.resourceUsage().maxRSS));`;
  return promisify(execFile)(process.execPath, ['-e', script, '--', ...words], { env: environment });
}

async function copySeconds(client: pg.Client): Promise<number> {
  await client.query('create table public.plain_rows (like dakiya.remittance_rows including all)');
  await client.query('create table public.plain_dues (like dakiya.cod_dues including all)');
  const start = performance.now();
  await client.query(`insert into public.plain_rows select * from dakiya.remittance_rows limit ${ROWS}`);
  await client.query(`insert into public.plain_dues select * from dakiya.cod_dues limit ${ROWS}`);
  return (performance.now() - start) / 1000;
}
