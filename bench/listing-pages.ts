import { setTimeout as sleep } from 'node:timers/promises';
import { compare, comparisonTable, median } from './support/compare.ts';
import { type BenchRequest, sameAnswers, timed } from './support/listing/answers.ts';
import { type Case, makeCases } from './support/listing/cases.ts';
import { abortExport, readExport } from './support/listing/export.ts';
import { type Ground, startGround } from './support/listing/ground.ts';
import { type MixMeasured, mixedLoad } from './support/listing/mix.ts';
import { type Changed, changeByScans } from './support/listing/scan.ts';
import { forgetPeak, peakMemory } from './support/peak-memory.ts';
import { type RunningBaseline, startBaseline } from './support/server-process.ts';

export const name = 'The listing, page by page';

/**
 * The shipments of the large account; the others share the same number. `LISTING_SHIPMENTS` for a quick run.
 */
const SHIPMENTS = Number(process.env.LISTING_SHIPMENTS ?? 1_000_000);
const ACCOUNTS_SHIPMENTS = Number(process.env.LISTING_OTHERS ?? SHIPMENTS);
const ACCOUNTS = ACCOUNTS_SHIPMENTS === 0 ? 0 : 200;
/** A permanent data folder, so that it is loaded once; each run changes its share of it again. */
const DATA_DIR = process.env.LISTING_DATA ?? null;
/** A permanent database of your own PostgreSQL, instead of the embedded one. */
const DATABASE_URL = process.env.LISTING_DATABASE_URL ?? null;
/** `pages`: only the cost of a page, to see its growth. */
const IS_PAGES_ONLY = process.env.LISTING_PARTS === 'pages';
const CHANGED_SHARE = 0.1;
/** Meanwhile autovacuum runs through the table. The pages are measured within two minutes. */
const VACUUM_S = 75;
const ROUNDS = 15;
const CONNECTIONS = 32;
const MIX_ROUNDS = 3;
const MIX_SECONDS = 10;
const COUNTS_GOAL = 100;

/**
 * `POST /shipments` of an account with many shipments, a minute after couriers have changed a tenth of them,
 * each kind of page one request after the other, compared with a bare `node:http` server with hand-written
 * SQL for the same answer; then many connections, a mix of all pages, the export, and the memory used.
 */
export async function run(): Promise<string> {
  const ground = await startGround({
    shipments: SHIPMENTS,
    accounts: ACCOUNTS,
    accountsShipments: ACCOUNTS_SHIPMENTS,
    dataDir: DATA_DIR,
    databaseUrl: DATABASE_URL,
  });
  try {
    const cases = await makeCases(ground, SHIPMENTS);
    const pid = ground.running.process.pid ?? 0;
    const started = await peakMemory(pid);
    const changed = await changeByScans(ground, CHANGED_SHARE);
    const scanned = await peakMemory(pid);
    const bare = await startBare(ground, cases);
    await sleep(VACUUM_S * 1000);
    try {
      return await measure(ground, bare, cases, { changed, started, scanned });
    } finally {
      await bare.stop();
    }
  } finally {
    await ground.stop();
  }
}

function startBare(ground: Ground, cases: readonly Case[]): Promise<RunningBaseline> {
  const pages = Object.fromEntries(cases.map((one) => [one.name, one.bare]));
  const { connection, accountId } = ground;
  return startBaseline(new URL('./baselines/listing-server.js', import.meta.url), {
    connection,
    accountId,
    pages,
  });
}

/** The work before the first page, with the service's peaks of memory in megabytes. */
interface Before {
  readonly changed: Changed;
  readonly started: number | null;
  readonly scanned: number | null;
}

async function measure(ground: Ground, bare: RunningBaseline, cases: readonly Case[], before: Before) {
  const askedOf = oursAndBare(ground, bare);
  const pages = await measurePages(cases, askedOf);
  const parts = [introduction(before.changed), '', ...pages];
  if (IS_PAGES_ONLY) return parts.join('\n');
  const pid = ground.running.process.pid ?? 0;
  const [ours, plain] = askedOf(cases[0] as Case);
  const many = await compare(side(ours), side(plain), CONNECTIONS);
  const mix = await measureMix(cases, askedOf);
  const listing = await peakMemory(pid);
  await forgetPeak(pid);
  const exported = await readExport(ground);
  const exporting = await peakMemory(pid);
  const left = await abortExport(ground);
  const megabytes = (peak: number | null) => (peak === null ? 'not known here' : `${Math.round(peak)} MB`);
  return [
    ...parts,
    '',
    `The first page at ${CONNECTIONS} connections (goal: 0.6 of the baseline's throughput):`,
    '',
    comparisonTable(many),
    '',
    ...mix,
    '',
    `Peak memory of the service: ${megabytes(before.started)} after the start, ${megabytes(before.scanned)} with the scans, ${megabytes(listing)} in the whole run (goal: 250 MB).`,
    '',
    `\`POST /shipments/export\` without filters: ${exported.rows} rows, ${Math.round(exported.megabytes)} MB in ${exported.seconds.toFixed(1)} s, the first after ${Math.round(exported.firstByteMs)} ms. Peak memory of the service during the export: ${megabytes(exporting)} (goal: 300 MB). After a client disconnected, its query stopped in PostgreSQL within ${Math.round(left)} ms.`,
  ].join('\n');
}

function introduction({ shipments, seconds }: Changed): string {
  return [
    `\`POST /shipments\` with an API key: ${SHIPMENTS} shipments of one account and ${ACCOUNTS_SHIPMENTS} of ${ACCOUNTS} others, made by`,
    `\`demo load\`; ${shipments} of them were then changed through \`/carrier-events\` in ${Math.round(seconds)} s, with autovacuum`,
    `on, and measured ${VACUUM_S} s after the last scan. One request at a time, medians of`,
    `${ROUNDS} rounds in turns. Baseline: a bare \`node:http\` server with hand-written SQL for the same answer;`,
    'the benchmark compares both element by element. Filters use a value of median frequency and the',
    'most frequent one. The searches use codes of the thousandth newest shipment with a tracking number, and the first',
    'number that a courier gave out (zeros before three digits). The scans delivered many shipments of all ages,',
    'so the newest month has more deliveries than in real life.',
  ].join('\n');
}

type OursAndBare = (one: Case) => readonly [ours: BenchRequest, bare: BenchRequest];

function oursAndBare({ running, headers }: Ground, bare: RunningBaseline): OursAndBare {
  const url = `${running.url}/custom/api/v1/shipments`;
  return (one) => [
    { url, init: { method: 'POST', headers, body: JSON.stringify(one.body) } },
    { url: `${bare.url}/${encodeURIComponent(one.name)}`, init: {} },
  ];
}

/** Each round requests every kind of page once, so that other load on the machine affects all of them. */
async function measurePages(cases: readonly Case[], askedOf: OursAndBare): Promise<string[]> {
  const rows = cases.map((one) => ({ name: one.name, goal: one.goal, sides: askedOf(one), total: '' }));
  for (const row of rows) row.total = String(await sameAnswers(row.name, ...row.sides));
  const [ours, bare] = askedOf({ ...(cases[0] as Case), name: 'counts' });
  rows.push({
    name: '`/shipments/counts`, no filter',
    goal: COUNTS_GOAL,
    sides: [{ ...ours, url: `${ours.url}/counts` }, bare],
    total: '',
  });
  const times = rows.map((): { ours: number; bare: number }[] => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, { sides }] of rows.entries()) {
      times[index]?.push({ bare: await timed(sides[1]), ours: await timed(sides[0]) });
    }
  }
  const lines = rows.map(({ name, goal, total }, index) => {
    const p50 = median((times[index] ?? []).map((round) => round.ours));
    const plain = median((times[index] ?? []).map((round) => round.bare));
    return `| ${name} | ${total} | ${goal} | ${p50.toFixed(1)} | ${plain.toFixed(1)} | ${(p50 / plain).toFixed(2)} |`;
  });
  return [
    '| Page | total | goal ms | Dakiya p50 ms | baseline p50 ms | ratio |',
    '|---|---:|---:|---:|---:|---:|',
    ...lines,
  ];
}

function side({ url, init }: BenchRequest) {
  const { method, headers, body } = init as {
    method?: 'POST';
    headers?: Record<string, string>;
    body?: string;
  };
  return {
    url,
    ...(method === undefined ? {} : { method }),
    ...(headers === undefined ? {} : { headers }),
    ...(body === undefined ? {} : { body }),
  };
}

/** A mix of all pages, on the service and on the bare server in turns. */
async function measureMix(cases: readonly Case[], askedOf: OursAndBare): Promise<string[]> {
  const all = cases.map(askedOf);
  const rounds: { ours: MixMeasured; bare: MixMeasured }[] = [];
  const load = (which: 0 | 1) => {
    const [first, ...others] = all.map((pair) => pair[which]);
    return mixedLoad(first as BenchRequest, others, MIX_SECONDS);
  };
  for (let round = 0; round < MIX_ROUNDS; round += 1)
    rounds.push({ bare: await load(1), ours: await load(0) });
  const row = (what: string, of: 'ours' | 'bare') => {
    const middle = (pick: (measured: MixMeasured) => number) =>
      median(rounds.map((round) => pick(round[of])));
    const [p50, p99] = [middle((mix) => mix.p50), middle((mix) => mix.p99)].map((ms) => ms.toFixed(1));
    const [firstPages, others] = [middle((mix) => mix.firstPages), middle((mix) => mix.others)].map((n) =>
      (n / MIX_SECONDS).toFixed(0),
    );
    return `| ${what} | ${p50} | ${p99} | ${firstPages} | ${others} |`;
  };
  const ratio = median(rounds.map(({ ours, bare }) => ours.p99 / bare.p99));
  return [
    `16 connections: four request the first page, and twelve all other pages in turn, ${MIX_ROUNDS} rounds of ${MIX_SECONDS} s:`,
    '',
    '| | first page p50 ms | p99 ms | first pages/s | others/s |',
    '|---|---:|---:|---:|---:|',
    row('Dakiya', 'ours'),
    row('baseline', 'bare'),
    '',
    `p99 ratio of the first page: **${ratio.toFixed(2)}** (goal: at most 4).`,
  ];
}
