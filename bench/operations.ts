import { loadavg } from 'node:os';
import { quantile, seeded } from './support/figures.ts';
import { type BenchRequest, requestOf, timed } from './support/listing/answers.ts';
import { copySeconds, readExport } from './support/listing/export.ts';
import { fillTables } from './support/listing/fill-tables.ts';
import { type Ground, SHIPMENTS, startGround } from './support/listing/ground.ts';
import { type Body, randomSets } from './support/listing/random-sets.ts';

export const name = 'Every list, count and report';

/** Only the operations whose name contains this, for a quick run. */
const ONLY = process.env.OPERATIONS ?? '';
const ROUNDS = 15;
const GOAL_MS = 50;
const LOADED_MS = 60;
const DAY_MS = 86_400_000;

/** A request, with its name in the table. */
interface Operation {
  readonly name: string;
  readonly path: string;
  /** Of a POST, in turn; a GET has none. */
  readonly bodies?: readonly Body[];
}

/**
 * Every list, count, report and figure of one account with all tables filled: the first page, later pages,
 * and with filters. The baseline is a bare `count(*)` of the shipments, for comparing machines.
 */
export async function run(): Promise<string> {
  const ground = await startGround();
  try {
    await fillTables(ground);
    const operations = (await operationsOf(ground)).filter(({ name }) => name.includes(ONLY));
    const rows: string[] = [];
    const failures: string[] = [];
    await loadColumns(ground);
    for (const operation of operations) {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const failed = (error: unknown) => failures.push(`- ${operation.name}: ${String(error)}`);
        await timed(roundOf(ground, operation, round)).then((time) => times.push(time), failed);
      }
      rows.push(rowOf(operation.name, times));
    }
    const bare: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) bare.push(await bareCount(ground));
    await copySeconds(ground);
    const copied = await copySeconds(ground);
    await readExport(ground);
    const exported = await readExport(ground);
    return [
      `One account with ${SHIPMENTS} forward shipments and their data (${await sizesOf(ground)}), default settings, one request at a time, ${ROUNDS} of each, including the first. Goal: p90 ${GOAL_MS} ms.`,
      '',
      '| Operation | p50 ms | p90 ms | slowest ms |',
      '|---|---:|---:|---:|',
      ...rows,
      rowOf('baseline: `select count(*) from shipments` of the account', bare),
      '',
      `${failures.length} requests failed${failures.length === 0 ? '' : '; their times are not in the table'}.`,
      ...failures,
      '',
      `Export of all ${exported.rows} shipments, ${exported.megabytes.toFixed(0)} MB: **${exported.seconds.toFixed(1)} s**, first byte after ${exported.firstByteMs.toFixed(0)} ms; a bare \`COPY\` of the same columns: ${copied.toFixed(1)} s, so ${(exported.seconds / copied).toFixed(1)} x (goal: 2). Both figures are from the second of two runs.`,
      '',
      `Load average at the end: ${loadavg()[0]?.toFixed(1)}.`,
    ].join('\n');
  } finally {
    await ground.stop();
  }
}

/** Queries until the account's columns are in memory: by SQL this count takes some hundred milliseconds. */
async function loadColumns(ground: Ground): Promise<void> {
  const count = requestOf(ground, ground.running, '/shipments/counts', { is_cod: true });
  while ((await timed(count)) > LOADED_MS) await new Promise((resolve) => setTimeout(resolve, 1_000));
}

function roundOf(ground: Ground, { path, bodies }: Operation, round: number): BenchRequest {
  return requestOf(ground, ground.running, path, bodies?.[round % bodies.length]);
}

function rowOf(name: string, times: readonly number[]): string {
  return `| ${name} | ${[0.5, 0.9, 1].map((share) => quantile(times, share).toFixed(1)).join(' | ')} |`;
}

async function bareCount({ pool, accountId }: Ground): Promise<number> {
  const start = performance.now();
  await pool.query('select count(*) from shipments where account_id = $1', [accountId]);
  return performance.now() - start;
}

const SIZED = ['returns', 'ledger_entries', 'messages', 'audit_records', 'webhook_deliveries', 'cod_dues'];

async function sizesOf({ pool, accountId }: Ground): Promise<string> {
  const sizes = SIZED.map(async (table) => {
    const { rows } = await pool.query<{ n: string }>(
      `select count(*) as n from ${table} where account_id = $1`,
      [accountId],
    );
    return `${rows[0]?.n} ${table.replace('_', ' ')}`;
  });
  return (await Promise.all(sizes)).join(', ');
}

async function operationsOf(ground: Ground): Promise<Operation[]> {
  const { pool, accountId } = ground;
  const some = async (text: string): Promise<string[]> =>
    (await pool.query<{ value: string }>(text, [accountId])).rows.map(({ value }) => value);
  const random = seeded(11);
  const words = await some(
    `select value from (
       select first_name as value from order_contacts where account_id = $1 and role = 'billing'
        union all select left(last_name, 3) from order_contacts where account_id = $1
        union all select city from order_contacts where account_id = $1) w
      where length(value) >= 3 group by 1 order by md5(value) limit ${ROUNDS}`,
  );
  const sets = await randomSets(pool, accountId, random, ROUNDS);
  const returns = await some(
    `select tracking_number as value from shipments where account_id = $1 and journey = 'return'
        and tracking_number is not null order by md5(shipment_id::text) limit ${ROUNDS}`,
  );
  const days = (ago: number, span: number) => {
    const to = Date.now() - ago * DAY_MS;
    return [new Date(to - span * DAY_MS).toISOString(), new Date(to).toISOString()] as const;
  };
  const spans = Array.from({ length: ROUNDS }, () => days(Math.floor(random() * 300), 10));
  const [from, to] = days(200, 10);
  const [start, end] = days(0, 730);
  const month = from.slice(0, 7);
  const [carrier = ''] = await some(
    `select carrier_id as value from cod_dues where account_id = $1 group by 1 order by count(*) desc limit 1`,
  );
  const twoYears = { start_date_time: start, end_date_time: end };
  const list = (name: string, path: string, bodies: readonly Body[] = [{}]): Operation => ({
    name,
    path,
    bodies,
  });
  const get = (name: string, path: string): Operation => ({ name, path });
  const pages = (name: string, path: string) => [
    get(`${name}`, path),
    get(`${name}, 100 a page`, `${path}?per_page=100`),
  ];
  return [
    list('shipments', '/shipments'),
    list('shipments, random filters', '/shipments', sets),
    list(
      'shipments, a search',
      '/shipments',
      words.map((search) => ({ search })),
    ),
    list(
      'shipments, a search and random filters',
      '/shipments',
      words.map((search, round) => ({ ...sets[round], search })),
    ),
    list('shipments, by last scan, 200 a page', '/shipments', [{ sort_by: 'last_scan_at', per_page: 200 }]),
    list('shipments, by last scan, page 60', '/shipments', [
      { sort_by: 'last_scan_at', per_page: 200, page: 60 },
    ]),
    list('counts of shipments, random filters', '/shipments/counts', sets),
    list('facets of shipments', '/shipments/facets'),
    list('facets of shipments, random filters', '/shipments/facets', sets),
    list('figures of shipments, 90 days by week, carrier and zone', '/analytics/shipments', [
      { created_at__gte: days(0, 90)[0], bucket: 'week', by: ['carrier_id', 'zone'] },
    ]),
    list('figures of all shipments', '/analytics/shipments'),
    list('returns', '/returns'),
    list(
      'returns, a search',
      '/returns',
      returns.map((search) => ({ search })),
    ),
    list('counts of returns', '/returns/counts'),
    list('facets of returns', '/returns/facets'),
    list('figures of returns by week and reason', '/analytics/returns', [
      { bucket: 'week', by: ['return_reason'] },
    ]),
    list('exchanges', '/exchange-orders'),
    list('report of two years', '/reports', [{ ...twoYears, shipment_type: 'forward' }]),
    list('report of two years, returns', '/reports', [{ ...twoYears, shipment_type: 'return' }]),
    list(
      'report of ten days',
      '/reports',
      spans.map(([start_date_time, end_date_time]) => ({
        start_date_time,
        end_date_time,
        shipment_type: 'forward',
      })),
    ),
    get('overview', '/overview'),
    ...pages('ledger', '/ledger'),
    get('ledger, ten days', `/ledger?start_time=${from}&end_time=${to}`),
    get('ledger, one kind', '/ledger?event_type=rto_charge'),
    get('ledger, ten days of one carrier', `/ledger?start_time=${from}&end_time=${to}&carrier_id=${carrier}`),
    get('money by month, six months', '/money-by-month'),
    get('money by month, one month', `/money-by-month?start_month=${month}&end_month=${month}`),
    ...pages('COD', '/cod'),
    get('COD, overdue', '/cod?state=overdue&order=asc'),
    get('COD, ten days', `/cod?start_time=${from}&end_time=${to}`),
    ...pages('remittances', '/remittances'),
    ...pages('weight differences', '/weight-differences'),
    ...pages('messages', '/messages'),
    get('messages, failed', '/messages?status=failed'),
    get('messages, one moment', '/messages?moment=delivered'),
    ...pages('audit', '/audit'),
    ...pages('customer requests', '/requests'),
    ...pages('manifests', '/manifests'),
    ...pages('pickups', '/pickups'),
    get(
      'webhook deliveries',
      `/webhooks/${(await some("select md5('endpoint')::uuid as value where $1::text is not null"))[0]}/deliveries`,
    ),
    get('invoices', '/invoices'),
    get('imports', '/imports'),
    get('jobs', '/jobs'),
    get('stores', '/client-stores'),
    get('warehouses', '/warehouses'),
    get('views', '/views'),
    get('people', '/users'),
    get('keys', '/keys'),
    get('webhooks', '/webhooks'),
  ];
}
