import { deepStrictEqual } from 'node:assert';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseUrl } from './support/databases.ts';
import { quantile, seeded } from './support/figures.ts';
import { type BenchRequest, requestOf, timed } from './support/listing/answers.ts';
import { benchColumns } from './support/listing/bench-columns.ts';
import { type Ground, SHIPMENTS, startGround } from './support/listing/ground.ts';
import { type Body, randomSets } from './support/listing/random-sets.ts';
import { columnsOf, compareWithSql } from './support/listing/same-snapshot.ts';
import { type ScanStream, scansAtRate } from './support/listing/scan.ts';
import { type RunningService, startService } from './support/server-process.ts';

export const name = 'The listing with random filters';

const SETS = Number(process.env.LISTING_SETS ?? 300);
/** The shipments of the benchmark of the columns without a service; 0 leaves it out. */
const CORE_ROWS = Number(process.env.LISTING_CORE ?? 10_000_000);
const SCANS_A_SECOND = 2_000;
/** How long pages are requested during scans. */
const SCANNED_MS = 10_000;
const DAYS_90_S = 90 * 86_400;

/**
 * The queries of `docs/explanation/listing.md`, which nothing was tuned for, for one account with a million
 * shipments, compared with a second process on the same database that keeps nothing in memory, in turns, set
 * by set; every answer is compared.
 */
export async function run(): Promise<string> {
  const ground = await startGround();
  const address = databaseUrl(ground.connection);
  const bySql = await startService({ DATABASE_URL: address, LISTING_MEMORY_MB: '0' });
  try {
    return await measure(ground, bySql);
  } finally {
    await bySql.stop();
    await ground.stop();
  }
}

async function measure(ground: Ground, bySql: RunningService): Promise<string> {
  const { pool, running, accountId } = ground;
  const sets = await randomSets(pool, accountId, seeded(16), SETS);
  const some = sets.slice(0, Math.ceil(SETS / 5));
  const rows: string[] = [];
  const row = (
    what: string,
    goal: string,
    times: readonly number[],
    sql: readonly number[] | null = null,
  ) => {
    rows.push(`| ${what} | ${goal} | ${shown(times)} | ${sql === null ? '' : shown(sql)} |`);
  };

  const loaded = await measureLoading(ground, requestOf(ground, running, '/shipments', sets[0]));

  const compared = async (path: string, bodies: readonly Body[]) => {
    const times = { ours: [] as number[], sql: [] as number[] };
    for (const service of [running, bySql]) await timed(requestOf(ground, service, path, bodies[0]));
    for (const body of bodies) {
      const ours = requestOf(ground, running, path, body);
      const sql = requestOf(ground, bySql, path, body);
      times.ours.push(await timed(ours));
      times.sql.push(await timed(sql));
      deepStrictEqual(await answerOf(ours), await answerOf(sql), `${path} ${JSON.stringify(body)}`);
    }
    return times;
  };
  const pages = await compared('/shipments', sets);
  row(`${SETS} sets: page and total`, 'p90 25', pages.ours, pages.sql);
  const facets = await compared('/shipments/facets', some);
  row('facets', 'p90 60', facets.ours, facets.sql);
  const counts = await compared('/shipments/counts', some);
  row('counts for tabs', 'p90 25', counts.ours, counts.sql);
  const { rows: newest } = await pool.query<{ at: number }>(
    'select floor(extract(epoch from max(created_at)))::float8 as at from shipments where account_id = $1',
    [accountId],
  );
  const input = { start_time: (newest[0]?.at ?? 0) - DAYS_90_S, bucket: 'day', by: ['carrier_id', 'zone'] };
  const bodies = Array.from({ length: 11 }, () => input);
  const figures = await compared('/analytics/shipments', bodies);
  row('figures of 90 days by day, carrier and zone', 'p90 100', figures.ours, figures.sql);
  const heldUp = async (path: string, bodies: readonly Body[]) => {
    await lag(ground);
    for (const body of bodies) await timed(requestOf(ground, running, path, body));
    return (await lag(ground)) * 1000;
  };
  const blocks = [
    ['pages', await heldUp('/shipments', sets)],
    ['facets', await heldUp('/shipments/facets', some)],
    ['counts', await heldUp('/shipments/counts', some)],
    ['figures', await heldUp('/analytics/shipments', bodies)],
  ] as const;

  const scans = await scansAtRate(ground, SCANS_A_SECOND);
  const whileScanned: number[] = [];
  const scanned = await perSecond(scans, async () => {
    const until = performance.now() + SCANNED_MS;
    for (let asked = 0; asked < sets.length || performance.now() < until; asked += 1) {
      whileScanned.push(await timed(requestOf(ground, running, '/shipments', sets[asked % sets.length])));
    }
  });
  row(
    `the same sets for ${SCANNED_MS / 1000} s, while ${scanned} scans a second arrive`,
    'p90 40',
    whileScanned,
  );
  const columns = columnsOf(ground);
  const heldWhile = await perSecond(scans, async () => {
    for (const body of some) await compareWithSql(columns, accountId, body);
  });
  await columns.close();
  await scans.stop();

  const core = CORE_ROWS === 0 ? '' : await benchColumns(CORE_ROWS);
  return [
    `${SHIPMENTS} shipments of one account, made by \`demo load\`. Sets of one to five filters (all except \`search\` and order ids) with`,
    'values that occur, one request at a time over HTTP, in turns with a second process that keeps nothing in',
    'memory, on the same database. All answers were compared and were equal.',
    '',
    '| p50, p90, worst, ms | goal | columns | SQL |',
    '|---|---:|---:|---:|',
    ...rows,
    '',
    loaded,
    `In another run without SQL, the requests blocked the event loop for at most ${blocks
      .map(([what, ms]) => `${ms.toFixed(0)} ms (${what})`)
      .join(', ')} (goal 10).`,
    `While ${heldWhile} scans a second arrived, ${some.length} of the sets were compared with SQL in the same snapshot: totals and pages were equal.`,
    core,
  ].join('\n');
}

/**
 * From the first query until the columns answer, with the other answers of the process before and meanwhile.
 */
async function measureLoading(ground: Ground, question: BenchRequest): Promise<string> {
  const others = requestOf(ground, ground.running, '/client-stores');
  const memory = await gauge(ground, 'process_resident_memory_bytes');
  const alone = await timesFor(others, async () => sleep(5_000));
  await timed(question);
  const begun = performance.now();
  let seconds = 0;
  const during = await timesFor(others, async () => {
    while ((await gauge(ground, 'listing_columns_accounts')) === 0) {
      if (performance.now() - begun > 600_000) throw new Error('The columns were not loaded');
      // Each check also queries the database.
      await sleep(250);
    }
    seconds = (performance.now() - begun) / 1000;
  });
  const bytes = await gauge(ground, 'listing_columns_bytes');
  const grown = (await gauge(ground, 'process_resident_memory_bytes')) - memory;
  const [before, meanwhile] = [quantile(alone, 0.99), quantile(during, 0.99)];
  return [
    `Loading took ${seconds.toFixed(1)} s (goal 6), and ${(bytes / 1e6).toFixed(0)} MB (goal 130; the process grew by ${(grown / 1e6).toFixed(0)} MB);`,
    `during that time, the p99 of another request was ${meanwhile.toFixed(1)} ms instead of ${before.toFixed(1)}: ${(meanwhile / before).toFixed(1)} x (goal 3).`,
  ].join('\n');
}

/** The number of scans accepted per second during some work. */
async function perSecond(scans: ScanStream, work: () => Promise<void>): Promise<number> {
  const [before, begun] = [scans.taken, performance.now()];
  await work();
  return Math.round(((scans.taken - before) / (performance.now() - begun)) * 1000);
}

/** The times of requests one after the other during some work. */
async function timesFor(asked: BenchRequest, work: () => Promise<void>): Promise<number[]> {
  let isDone = false;
  const times: number[] = [];
  const asking = (async () => {
    while (!isDone) {
      times.push(await timed(asked));
      await sleep(10);
    }
  })();
  await work();
  isDone = true;
  await asking;
  return times;
}

async function gauge({ running }: Ground, metric: string): Promise<number> {
  const text = await (await fetch(`${running.url}/metrics`)).text();
  return Number(new RegExp(`^${metric} (\\S+)$`, 'm').exec(text)?.[1] ?? 0);
}

/**
 * The timer by which Node.js watches the event loop: even a loop that is never blocked is reported this late.
 */
const WATCHED_S = 0.01;

/** The longest time in seconds that the event loop was blocked since the last call. */
async function lag(ground: Ground): Promise<number> {
  return Math.max((await gauge(ground, 'nodejs_eventloop_lag_max_seconds')) - WATCHED_S, 0);
}

async function answerOf({ url, init }: BenchRequest): Promise<unknown> {
  const answer = await fetch(url, init);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  const { data, meta } = (await answer.json()) as { data: unknown; meta: unknown };
  // Links are signed again, and contain the time.
  return JSON.parse(
    JSON.stringify({ data, meta }, (key, value) => (key === 'label_url' ? undefined : value)),
  );
}

function shown(times: readonly number[]): string {
  return [0.5, 0.9, 1].map((share) => quantile(times, share).toFixed(1)).join(', ');
}
