import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import autocannon from 'autocannon';
import pg from 'pg';
import { openEmbedded } from '../src/embedded-postgresql/open.ts';
import { PACKAGE_ROOT } from '../src/package-root.ts';
import { orderBodies } from './support/order-bodies.ts';
import { type RunningService, startService } from './support/server-process.ts';

export const name = "Booking with a courier's API";

const API = '/custom/api/v1';
const CONNECTIONS = 64;
const SECONDS = Number(process.env.COURIER_SECONDS ?? 60);
const ANSWERS_IN_MS = 150;
/** Of the sample rate book. */
const CARRIER = 'h7vd3r8c';
/** Longer than a lost answer waits to be asked about. */
const SETTLED_WITHIN_MS = 150_000;

/** Delhivery's stand-in as the command line starts it. */
interface StandIn {
  readonly base_url: string;
  readonly control: string;
  readonly settings: Readonly<Record<string, string>>;
}

/**
 * Orders made and booked with Delhivery's stand-in, which answers each request after 150 ms, over 64 connections: first
 * where all goes well, then where 5 % of its answers are lost, 5 % are refusals, and 2 % come too late. Then the
 * parcels that it has are held beside the shipments that were acknowledged. Goal: 200 orders a second, none lost, none
 * twice.
 */
export async function run(): Promise<string> {
  const { child, standIn } = await startStandIn();
  const service = await startService(PACKAGE_ROOT, { COURIER_ALLOW: '127.0.0.0/8' });
  try {
    await connect(service, standIn);
    const bodies = await orderBodies(service);
    await isRegistered(service);
    await tell(standIn, { kind: 'slow', milliseconds: ANSWERS_IN_MS });
    const well = await send(service, bodies);
    for (const fault of [
      { kind: 'lose_answer', share: 0.05, call: 'create' },
      { kind: 'refuse', share: 0.05, call: 'create' },
      { kind: 'slow', share: 0.02, milliseconds: 12_000, call: 'create' },
    ]) {
      await tell(standIn, fault);
    }
    const ill = await send(service, bodies);
    await tell(standIn, { clear: true });
    const truth = await compareParcels(service, standIn);
    return [
      `Orders made and booked through Delhivery's stand-in on this machine, which answers after ${ANSWERS_IN_MS} ms; ${CONNECTIONS} connections, ${SECONDS} s each, client and stand-in on the same processors. Goal: 200 orders a second.`,
      '',
      '| | acknowledged/s | p50 ms | p99 ms | refused |',
      '|---|---:|---:|---:|---:|',
      row('all goes well', well),
      row('5 % lost, 5 % refused, 2 % too late', ill),
      '',
      truth,
    ].join('\n');
  } finally {
    await service.stop();
    child.kill('SIGTERM');
  }
}

async function startStandIn(): Promise<{ child: ChildProcess; standIn: StandIn }> {
  const words = ['courier', 'stand-in', 'delhivery', '--port', '0', '--json'];
  const main = `import('${join(PACKAGE_ROOT, 'dist/cli.js')}').then(({ main }) => main(process.argv.slice(1)))`;
  const child = spawn(process.execPath, ['-e', main, '--', ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  child.stdout.resume();
  return { child, standIn: JSON.parse(line) as StandIn };
}

async function connect(service: RunningService, { base_url, settings }: StandIn): Promise<void> {
  const response = await fetch(`${service.url}${API}/courier-accounts`, {
    method: 'POST',
    headers: { authorization: service.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ courier: 'delhivery', settings: { ...settings, base_url } }),
  });
  if (response.status !== 201) throw new Error(`The courier was not connected: ${await response.text()}`);
  const cells = [`carrier_id=${CARRIER}`, 'adapter=delhivery', 'courier_product=S'];
  await service.command('rates', 'set', 'carriers', '--account', service.accountId, ...cells);
}

/** Waits until the courier knows the warehouse, and the change of the rate book is seen. */
async function isRegistered(service: RunningService): Promise<void> {
  const headers = { authorization: service.apiKey };
  const list = await (await fetch(`${service.url}${API}/warehouses`, { headers })).json();
  const [{ id }] = (list as { data: [{ id: string }] }).data;
  for (;;) {
    const answer = await (await fetch(`${service.url}${API}/warehouses/${id}`, { headers })).json();
    const { couriers } = (answer as { data: { couriers: { state: string }[] } }).data;
    if (couriers.some(({ state }) => state === 'registered')) break;
    await wait(500);
  }
  await wait(2_000);
}

async function tell({ control }: StandIn, fault: object): Promise<void> {
  const response = await fetch(`${control}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  });
  if (!response.ok) throw new Error(`The stand-in does not fail so: ${await response.text()}`);
}

function send({ url, apiKey }: RunningService, body: () => string): Promise<autocannon.Result> {
  return autocannon({
    url: `${url}${API}/forward-order-orchestration`,
    connections: CONNECTIONS,
    duration: SECONDS,
    timeout: 60,
    method: 'POST',
    headers: { authorization: apiKey, 'content-type': 'application/json' },
    setupClient: (client) => {
      client.setBody(body());
      client.on('response', () => client.setBody(body()));
    },
  });
}

function row(what: string, { '2xx': acknowledged, latency, non2xx }: autocannon.Result): string {
  return `| ${what} | ${Math.round(acknowledged / SECONDS)} | ${latency.p50} | ${latency.p99} | ${non2xx} |`;
}

interface StandInParcel {
  readonly trackingNumber: string;
  readonly isExpected: boolean;
}

/** What the stand-in and the service have of each other, once lost answers are settled. */
async function compareParcels(service: RunningService, { control }: StandIn): Promise<string> {
  const embedded = await openEmbedded({
    dataDir: service.dataDir,
    role: 'command',
    progress: () => undefined,
    log: () => undefined,
  });
  const client = new pg.Client(embedded.connection);
  try {
    await client.connect();
    const until = Date.now() + SETTLED_WITHIN_MS;
    for (;;) {
      const { rows } = await client.query<{ open: number }>(
        `select (select count(*) from dakiya.bookings where state in ('asking', 'unknown'))::integer
            + (select count(*) from dakiya.order_reservations)::integer as open`,
      );
      if (rows[0]?.open === 0 || Date.now() > until) break;
      await wait(2_000);
    }
    const { rows: booked } = await client.query<{ number: string }>(
      'select tracking_number as number from dakiya.shipments where tracking_number is not null',
    );
    const { rows: left } = await client.query<{ open: number }>(
      `select count(*)::integer as open from dakiya.bookings where state in ('asking', 'unknown')`,
    );
    const { parcels } = (await (await fetch(`${control}/parcels`)).json()) as { parcels: StandInParcel[] };
    const expected = parcels
      .filter(({ isExpected }) => isExpected)
      .map(({ trackingNumber }) => trackingNumber);
    const ours = new Set(booked.map(({ number }) => number));
    const theirs = new Set(expected);
    const lost = [...ours].filter((number) => !theirs.has(number)).length;
    const unknown = expected.filter((number) => !ours.has(number)).length;
    return `${SETTLED_WITHIN_MS / 1000} s later at most: ${ours.size} shipments are booked, the stand-in expects ${theirs.size} parcels; ${lost} of ours are not there, ${unknown} of its are unknown to us, ${left[0]?.open} shipments still wait for an answer.`;
  } finally {
    await client.end();
    await embedded.stop();
  }
}
