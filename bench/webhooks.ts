import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { v7 as newId } from 'uuid';
import { OPERATOR } from '../src/domain/actor.ts';
import { exampleBody } from '../src/domain/webhooks/webhook-example.ts';
import { Database } from '../src/storage/database.ts';
import { createAccount } from '../src/usecases/accounts/create-account.ts';
import { atRate } from './support/at-rate.ts';
import { openDatabaseOf } from './support/databases.ts';
import { median, quantile } from './support/figures.ts';
import { CARRIER } from './support/live-shipments.ts';
import {
  freePorts,
  post,
  type RunningService,
  startBaseline,
  startService,
} from './support/server-process.ts';
import { carrierCredential, orderBodies } from './support/shop.ts';
import { type Receipt, type Receiver, startReceiver } from './support/webhook-receiver.ts';

export const name = 'Webhooks';

const ENDPOINTS = 50;
const FAILING = 10;
const HANGING = 5;
/** Per account; each account has one endpoint. */
const SHIPMENTS = 4;
const EVENTS_A_SECOND = 100;
const STEADY_SECONDS = 30;
const KILLS = 5;
const BETWEEN_KILLS_SECONDS = 20;
const AT_ONCE = 10;
/** How long acknowledged scans may take to arrive after the last kill. */
const ARRIVES_WITHIN_SECONDS = 60;

const ROUNDS = 5;
const DELIVERIES_A_ROUND = 4_000;
const LOOP_AT_ONCE = 64;

/** The path decides how the receiver answers. */
const PATHS = Array.from({ length: ENDPOINTS }, (_, index) => {
  if (index < FAILING) return `/fails/${index}`;
  return index < FAILING + HANGING ? `/hangs/${index}` : `/well/${index}`;
});

/**
 * The results of `POST /carrier-events` at 100 scans a second, each for one endpoint, while of 50 endpoints
 * 10 fail and 5 hang; then the same with the service killed five times. And deliveries a second compared with
 * a bare loop of the same requests. Goal: 0.3.
 */
export async function run(): Promise<string> {
  const receiver = await startReceiver();
  const [port] = await freePorts(1);
  const service = await startService({ WEBHOOK_ALLOW: '127.0.0.0/8', PORT: String(port) });
  const { pool, stop } = await openDatabaseOf(service, 4);
  try {
    const shop = await openShops(new Database(pool), service, receiver);
    const rates = await measureRates(pool, shop, receiver);
    await receiver.received();
    const steady = await scanFor(STEADY_SECONDS, shop, service.url);
    await sleep(3_000);
    const steadyRows = await receiver.received();
    const killed = scanFor(KILLS * BETWEEN_KILLS_SECONDS, shop, service.url);
    const killedAt: number[] = [];
    const begun = Date.now();
    for (let kill = 0; kill < KILLS; kill += 1) {
      await sleep(Math.max(begun + (kill + 0.5) * BETWEEN_KILLS_SECONDS * 1000 - Date.now(), 0));
      killedAt.push(Date.now());
      await service.end('SIGKILL');
      await service.start();
    }
    const acknowledged = await killed;
    const killedRows = await untilAllCame(receiver, acknowledged);
    const written = await writtenDown(pool);
    return report({
      rates,
      steady: judge({ sent: steady, rows: steadyRows, written, killedAt: [] }),
      killed: judge({ sent: acknowledged, rows: killedRows, written, killedAt }),
      states: await statesOf(pool),
    });
  } finally {
    await stop();
    await service.stop();
    await receiver.stop();
  }
}

interface Shop {
  readonly accountId: string;
  readonly endpointId: string;
  readonly path: string;
  readonly trackingNumbers: readonly string[];
}

interface Shops {
  readonly shops: readonly Shop[];
  /** Of the courier. */
  readonly credential: string;
}

async function openShops(database: Database, service: RunningService, receiver: Receiver): Promise<Shops> {
  const base = { database, now: () => new Date(), newId };
  const shops: Shop[] = [];
  for (const path of PATHS) {
    const { accountId, apiKey } = await createAccount(base, OPERATOR, path);
    const client = { url: service.url, apiKey };
    const order = await orderBodies(client, { carrier_id: CARRIER });
    const trackingNumbers: string[] = [];
    for (let index = 0; index < SHIPMENTS; index += 1) {
      const body = JSON.parse(order());
      const made = await post<{ payload: { awb_code: string } }>(
        client,
        '/forward-order-orchestration',
        body,
      );
      trackingNumbers.push(made.payload.awb_code);
    }
    const hook = { url: `${receiver.url}${path}`, events: ['tracking_addition'] };
    const { data } = await post<{ data: { id: string } }>(client, '/webhooks', hook);
    shops.push({ accountId, endpointId: data.id, path, trackingNumbers });
  }
  return { shops, credential: await carrierCredential(service) };
}

/** An acknowledged scan, identified by its location. */
interface Sent {
  readonly location: string;
  readonly path: string;
  readonly shipment: string;
  readonly sentAt: number;
}

let scans = 0;

/** Sends scans at a constant rate, whatever the answers; the result has only acknowledged ones. */
async function scanFor(seconds: number, { shops, credential }: Shops, url: string): Promise<Sent[]> {
  const acknowledged: Sent[] = [];
  const load = atRate(EVENTS_A_SECOND / AT_ONCE, async () => {
    const sentAt = Date.now();
    const sent = Array.from({ length: AT_ONCE }, (): Sent => {
      const shop = shops[scans % shops.length];
      scans += 1;
      const turn = Math.floor(scans / shops.length) % SHIPMENTS;
      const shipment = shop?.trackingNumbers[turn] ?? '';
      return { location: `scan ${scans}`, path: shop?.path ?? '', shipment, sentAt };
    });
    if (await sendScans(url, credential, sent)) acknowledged.push(...sent);
  });
  await sleep(seconds * 1000);
  await load.end();
  return acknowledged;
}

async function sendScans(url: string, credential: string, sent: readonly Sent[]): Promise<boolean> {
  const events = sent.map(({ location, shipment, sentAt }) => ({
    tracking_number: shipment,
    status: 'in_transit',
    event_date_time: new Date(sentAt).toISOString(),
    location,
  }));
  try {
    const response = await fetch(`${url}/carrier-events`, {
      method: 'POST',
      headers: { authorization: credential, 'content-type': 'application/json' },
      body: JSON.stringify({ events }),
    });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}

/** Waits until everything acknowledged for working endpoints has arrived, or time is up. */
async function untilAllCame(receiver: Receiver, sent: readonly Sent[]): Promise<Receipt[]> {
  const rows: Receipt[] = [];
  const until = Date.now() + ARRIVES_WITHIN_SECONDS * 1000;
  for (;;) {
    rows.push(...(await receiver.received()));
    const came = new Set(rows.map(([, , location]) => location));
    const isAll = sent.every(({ path, location }) => !isWell(path) || came.has(location));
    if (isAll || Date.now() > until) break;
    await sleep(500);
  }
  return rows;
}

interface Verdict {
  readonly acknowledged: number;
  /** Never arrived at a working endpoint, or has no open or failed delivery to another endpoint. */
  readonly lost: number;
  /** Came more than once. */
  readonly twice: number;
  /** Of these, those with more than one id. */
  readonly underOtherIds: number;
  /** The longest time in milliseconds from the first receipt to the next kill; infinite without one. */
  readonly beforeKill: number;
  /** Arrived after a later scan of the same shipment. */
  readonly outOfOrder: number;
  /** Milliseconds from sending the scan to its receipt. */
  readonly p50: number;
  readonly p95: number;
}

interface Written {
  /** The order in which scans were recorded. */
  readonly position: number;
  /** Of its delivery. */
  readonly state: string;
}

/** The recorded scans, by location. */
async function writtenDown(pool: pg.Pool): Promise<Map<string, Written>> {
  const { rows } = await pool.query<Written & { location: string }>(
    `select v.body::json -> 'data' -> 'new_tracking' ->> 'location' as location, v.position::float8 as position,
        d.state
       from webhook_events v join webhook_deliveries d using (account_id, event_id)`,
  );
  return new Map(rows.map(({ location, ...written }) => [location, written]));
}

function isWell(path: string): boolean {
  return path.startsWith('/well');
}

const VISIBLE = new Set(['waiting', 'retrying', 'failed']);

interface Seen {
  readonly sent: readonly Sent[];
  readonly rows: readonly Receipt[];
  readonly written: ReadonlyMap<string, Written>;
  readonly killedAt: readonly number[];
}

function judge({ sent, rows, written, killedAt }: Seen): Verdict {
  const came = new Map<string, Receipt[]>();
  for (const row of rows) came.set(row[2] ?? '', [...(came.get(row[2] ?? '') ?? []), row]);
  const receipts = sent
    .filter(({ path }) => isWell(path))
    .map((one) => ({ ...one, rows: came.get(one.location) ?? [] }));
  const unseen = sent.filter(
    ({ path, location }) => !isWell(path) && !VISIBLE.has(written.get(location)?.state ?? ''),
  );
  const arrived = receipts.filter((one) => one.rows.length > 0);
  const waits = arrived.map((one) => (one.rows[0]?.[3] ?? 0) - one.sentAt);
  const repeated = receipts.filter((one) => one.rows.length > 1);
  const untilKill = repeated.map((one) => {
    const first = one.rows[0]?.[3] ?? 0;
    return (killedAt.find((at) => at >= first) ?? Number.POSITIVE_INFINITY) - first;
  });
  const newest = new Map<string, number>();
  let outOfOrder = 0;
  const inOrderOfReceipt = [...arrived].sort((a, b) => (a.rows[0]?.[3] ?? 0) - (b.rows[0]?.[3] ?? 0));
  for (const { shipment, location } of inOrderOfReceipt) {
    const latest = newest.get(shipment) ?? 0;
    const position = written.get(location)?.position ?? 0;
    if (position < latest) outOfOrder += 1;
    newest.set(shipment, Math.max(latest, position));
  }
  return {
    acknowledged: sent.length,
    lost: receipts.length - arrived.length + unseen.length,
    twice: repeated.length,
    underOtherIds: repeated.filter((one) => new Set(one.rows.map(([, id]) => id)).size > 1).length,
    beforeKill: Math.max(0, ...untilKill),
    outOfOrder,
    p50: quantile(waits, 0.5),
    p95: quantile(waits, 0.95),
  };
}

/** The states of deliveries to endpoints that fail or hang. */
async function statesOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query(
    `select split_part(substring(e.url from '//[^/]+/(.*)'), '/', 1) as kind, d.state, count(*)::integer as count
       from webhook_deliveries d join webhook_endpoints e using (account_id, endpoint_id)
      where e.url not like '%/well/%' group by 1, 2 order by 1, 2`,
  );
  return rows.map(({ kind, state, count }) => `${kind}: ${count} ${state}`).join(', ');
}

interface Rates {
  readonly ours: number[];
  readonly bare: number[];
}

/** Deliveries to working endpoints, waiting in the database, compared with a loop that has them in memory. */
async function measureRates(pool: pg.Pool, { shops }: Shops, receiver: Receiver): Promise<Rates> {
  const well = shops.filter(({ path }) => isWell(path));
  const body = exampleBody('tracking_addition', {
    eventId: newId(),
    at: Date.now(),
    publicUrl: receiver.url,
  });
  const loop = await startBaseline('webhook-loop', {
    url: receiver.url,
    paths: well.map(({ path }) => path),
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'webhook-id': newId(),
      'webhook-timestamp': '1763800000',
      'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}`,
    },
    body,
    requests: DELIVERIES_A_ROUND,
    atOnce: LOOP_AT_ONCE,
  });
  try {
    const rates: Rates = { ours: [], bare: [] };
    for (let round = -1; round < ROUNDS; round += 1) {
      const bare = Number(await (await fetch(loop.url)).text());
      await receiver.received();
      const ours = await deliverRound(pool, well, receiver, body);
      if (round >= 0) rates.bare.push(bare);
      if (round >= 0) rates.ours.push(ours);
    }
    return rates;
  } finally {
    await loop.stop();
  }
}

async function deliverRound(
  pool: pg.Pool,
  well: readonly Shop[],
  receiver: Receiver,
  body: string,
): Promise<number> {
  await pool.query(
    `with told as (
       insert into webhook_events (account_id, event_id, created_at, shipment_id, event, body)
       select ($1::uuid[])[1 + n % $3], gen_random_uuid(), now(), gen_random_uuid(), 'tracking_addition', $4
         from generate_series(1, $5::integer) n
       returning account_id, event_id, shipment_id, event, position
     )
     insert into webhook_deliveries (account_id, event_id, endpoint_id, shipment_id, event, position, created_at,
       due_at, state)
     select account_id, event_id, endpoint_id, shipment_id, event, position, now(), now(), 'waiting'
       from told join unnest($1::uuid[], $2::uuid[]) as w (account_id, endpoint_id) using (account_id)`,
    [
      well.map(({ accountId }) => accountId),
      well.map(({ endpointId }) => endpointId),
      well.length,
      body,
      DELIVERIES_A_ROUND,
    ],
  );
  const rows: Receipt[] = [];
  while (rows.length < DELIVERIES_A_ROUND) {
    await sleep(250);
    rows.push(...(await receiver.received()));
  }
  const times = rows.map(([, , , at]) => at);
  const last = times.reduce((latest, at) => Math.max(latest, at), 0);
  const first = times.reduce((earliest, at) => Math.min(earliest, at), Number.POSITIVE_INFINITY);
  return DELIVERIES_A_ROUND / ((last - first) / 1000);
}

interface Outcome {
  readonly rates: Rates;
  readonly steady: Verdict;
  readonly killed: Verdict;
  readonly states: string;
}

function report({ rates, steady, killed, states }: Outcome): string {
  const ratio = median(rates.ours.map((ours, round) => ours / (rates.bare[round] ?? Number.NaN)));
  const row = (what: string, verdict: Verdict) =>
    `| ${what} | ${verdict.acknowledged} | ${verdict.lost} | ${verdict.twice} | ${verdict.beforeKill} | ${verdict.underOtherIds} | ${verdict.outOfOrder} | ${verdict.p50} | ${verdict.p95} |`;
  return [
    `Deliveries a second: ${DELIVERIES_A_ROUND} events in the database for ${ENDPOINTS - FAILING - HANGING} endpoints, each signed, sent and recorded, next to a bare loop that sends the same requests from memory, ${LOOP_AT_ONCE} at once. The receiver is a separate process. Medians of ${ROUNDS} rounds; goal: 0.3 of the loop.`,
    '',
    '| | deliveries/s | of the loop |',
    '|---|---:|---:|',
    `| bare loop | ${Math.round(median(rates.bare))} | 1 |`,
    `| Dakiya | ${Math.round(median(rates.ours))} | ${ratio.toFixed(2)} |`,
    '',
    `${EVENTS_A_SECOND} scans a second through \`POST /carrier-events\` for ${ENDPOINTS} accounts with one endpoint each; ${FAILING} answer 500 and ${HANGING} never answer. First for ${STEADY_SECONDS} s, then for ${KILLS * BETWEEN_KILLS_SECONDS} s in which the service is killed (\`kill -9\`) ${KILLS} times and started again. Goals: nothing lost (at the ${FAILING + HANGING} bad endpoints, open and failed deliveries are not lost). For the ${ENDPOINTS - FAILING - HANGING} healthy ones: nothing out of order, duplicates only of deliveries in progress at a kill and with the same id, p95 at most 2 s from sending the scan to the receipt (after a kill this includes the start).`,
    '',
    '| | acknowledged scans | lost | duplicated | of these, longest time before a kill, ms | with another id | out of order | p50 ms | p95 ms |',
    '|---|---:|---:|---:|---:|---:|---:|---:|---:|',
    row('10 failing, 5 hanging', steady),
    row('killed five times', killed),
    '',
    `Deliveries of the bad endpoints at the end: ${states}.`,
  ].join('\n');
}
