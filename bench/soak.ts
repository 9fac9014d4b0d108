import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { PACKAGE_ROOT } from '../src/package-root.ts';
import { orderBodies } from './support/order-bodies.ts';
import { databaseUrl, openScratchPostgres } from './support/scratch-postgres.ts';
import { type RunningService, startService } from './support/server-process.ts';

export const name = 'Soak';

const MINUTES = Number(process.env.SOAK_MINUTES ?? 60);
const SEED = Number(process.env.SOAK_SEED ?? 1);
const PER_SECOND = Number(process.env.SOAK_RATE ?? 40);
const FAULT_EVERY_MS = Number(process.env.SOAK_FAULT_SECONDS ?? 120) * 1000;
const FROZEN_MS = 20_000;
/** Whoever waits longer for an answer is told of nothing: the request hangs. */
const PATIENCE_MS = 15_000;
const API = '/custom/api/v1';
const FAULTS = ['service killed', 'database killed', 'database frozen for 20 s'] as const;
type Fault = (typeof FAULTS)[number];

/** What a fault did; after a service was killed, the time is with the start of the next one and of a command beside it. */
interface Seen {
  readonly fault: Fault;
  /** Until an order was booked again, from the fault, or from the end of a freeze. */
  readonly recoveredMs: number;
}

/** Acknowledged, and what failed. */
interface Count {
  sent: number;
  failed: number;
  hung: number;
  readonly booked: { readonly orderId: string; readonly awb: string }[];
  readonly scanned: string[];
}

/**
 * Bookings, scans, listings, tracking and quotes at a constant rate, with a fault every two minutes, drawn by a seed; at the end every
 * acknowledged order and scan is looked for in the database.
 */
export async function run(): Promise<string> {
  const postgres = await openScratchPostgres();
  const port = await freePort();
  const settings = {
    DATABASE_URL: databaseUrl(postgres.connection),
    SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
    LOG_LEVEL: 'silent',
    PORT: String(port),
  };
  let service: RunningService | null = await startService(PACKAGE_ROOT, settings);
  try {
    const { apiKey } = service;
    const carriers = JSON.parse(await service.command('carrier', 'list', '--json')) as {
      carrier_id: string;
    }[];
    const ids = carriers.map(({ carrier_id }) => carrier_id).join(',');
    const made = await service.command('carrier', 'credential', 'create', '--carriers', ids, '--json');
    const { credential } = JSON.parse(made) as { credential: string };
    const load = new Load({ url: service.url, apiKey, credential, order: await orderBodies(service) });
    const random = drawn(SEED);
    const memory: number[] = [];
    const sampling = setInterval(() => {
      void residentMb(service?.process.pid).then((mb) => mb > 0 && memory.push(mb));
    }, 1_000);
    const seen: Seen[] = [];
    const until = performance.now() + MINUTES * 60_000;
    while (performance.now() + FAULT_EVERY_MS <= until) {
      await wait(FAULT_EVERY_MS);
      const fault = FAULTS[Math.floor(random() * FAULTS.length)] ?? FAULTS[0];
      let begun = performance.now();
      if (fault === 'service killed') {
        service.process.kill('SIGKILL');
        service = await startService(PACKAGE_ROOT, settings);
      } else {
        const processes = await serverProcesses(postgres.connection);
        if (fault === 'database killed') process.kill(processes[0] ?? 0, 'SIGKILL');
        else {
          for (const pid of processes) process.kill(pid, 'SIGSTOP');
          await wait(FROZEN_MS);
          for (const pid of processes) process.kill(pid, 'SIGCONT');
          begun = performance.now();
        }
      }
      seen.push({ fault, recoveredMs: (await load.nextBooking()) - begun });
    }
    await wait(FAULT_EVERY_MS / 4);
    const count = await load.end();
    clearInterval(sampling);
    const stopBegun = performance.now();
    await service.stop();
    const stoppedMs = performance.now() - stopBegun;
    service = null;
    return told(count, seen, memory, stoppedMs, await audit(postgres.connection, count));
  } finally {
    await service?.stop();
    await postgres.stop();
  }
}

/** What of the acknowledged is not there, or there more than once. */
interface Audit {
  readonly lostOrders: number;
  readonly doubleOrders: number;
  readonly lostScans: number;
  readonly doubleScans: number;
}

async function audit(connection: pg.ClientConfig, { booked, scanned }: Count): Promise<Audit> {
  const client = new pg.Client(connection);
  await client.connect();
  const count = async (text: string, values: unknown[]) =>
    Number((await client.query<{ count: string }>(text, values)).rows[0]?.count);
  const orders = 'select display_id from dakiya.orders join dakiya.shipments using (account_id, order_id)';
  const picked = `select tracking_number from dakiya.tracking_events join dakiya.shipments using (account_id, shipment_id)
    where tracking_events.status = 'picked_up'`;
  const missing = (text: string) =>
    `select count(*) from unnest($1::text[]) kept where kept not in (${text})`;
  const doubled = (text: string) =>
    `select count(*) from (select from (${text}) as found (id) where id = any ($1) group by id having count(*) > 1) as twice`;
  const ids = [booked.map(({ orderId }) => orderId)];
  const audited = {
    lostOrders: await count(missing(orders), ids),
    doubleOrders: await count(doubled(orders), ids),
    lostScans: await count(missing(picked), [scanned]),
    doubleScans: await count(doubled(picked), [scanned]),
  };
  await client.end();
  return audited;
}

function told(
  count: Count,
  seen: readonly Seen[],
  memory: readonly number[],
  stoppedMs: number,
  found: Audit,
): string {
  const third = Math.floor(memory.length / 3);
  const most = (some: readonly number[]) => (some.length === 0 ? 0 : Math.max(...some));
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  return [
    `${MINUTES} minutes, seed ${SEED}, ${PER_SECOND} requests a second whatever comes back, a fault every ${FAULT_EVERY_MS / 1000} s: three of ten book, two scan, two list, two track, one asks for a quote.`,
    '',
    '| | |',
    '|---|---|',
    `| requests sent, failed, without an answer within ${PATIENCE_MS / 1000} s | ${count.sent}, ${count.failed}, ${count.hung} |`,
    `| orders acknowledged, lost, double | ${count.booked.length}, ${found.lostOrders}, ${found.doubleOrders} |`,
    `| scans acknowledged, lost, double | ${count.scanned.length}, ${found.lostScans}, ${found.doubleScans} |`,
    ...FAULTS.map((fault) => {
      const times = seen.filter((one) => one.fault === fault).map(({ recoveredMs }) => recoveredMs);
      return `| ${fault}: times, longest until an order is booked again | ${times.length}, ${times.length === 0 ? '-' : seconds(most(times))} |`;
    }),
    `| most memory of the service in the first third, in the last | ${most(memory.slice(0, third)).toFixed(0)} MB, ${most(memory.slice(-third)).toFixed(0)} MB |`,
    `| the stop at the end | ${seconds(stoppedMs)} |`,
  ].join('\n');
}

interface Target {
  readonly url: string;
  readonly apiKey: string;
  readonly credential: string;
  readonly order: () => string;
}

class Load {
  readonly #target: Target;
  readonly #count: Count = { sent: 0, failed: 0, hung: 0, booked: [], scanned: [] };
  readonly #underWay = new Set<Promise<void>>();
  readonly #timer: NodeJS.Timeout;
  #scans = 0;
  #waiting: ((at: number) => void)[] = [];

  constructor(target: Target) {
    this.#target = target;
    const begun = performance.now();
    this.#timer = setInterval(() => {
      const due = ((performance.now() - begun) / 1000) * PER_SECOND;
      while (this.#count.sent < due) this.#send();
    }, 5);
  }

  /** When the next order is booked of those sent from now on. */
  async nextBooking(): Promise<number> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  async end(): Promise<Count> {
    clearInterval(this.#timer);
    await Promise.all(this.#underWay);
    return this.#count;
  }

  #send(): void {
    const turn = this.#count.sent % 10;
    this.#count.sent += 1;
    const sending = this.#ask(turn).catch((error: Error) => {
      this.#count.failed += 1;
      if (error.name === 'TimeoutError') this.#count.hung += 1;
    });
    this.#underWay.add(sending);
    void sending.then(() => this.#underWay.delete(sending));
  }

  async #ask(turn: number): Promise<void> {
    const { apiKey, credential } = this.#target;
    const known = this.#count.booked.at(-1)?.awb ?? '';
    if (turn < 3) await this.#book();
    else if (turn < 5) await this.#scan(credential);
    else if (turn < 7) await this.#post(`${API}/shipments`, apiKey, '{}');
    else if (turn < 9) await this.#post(`${API}/order-tracking`, apiKey, JSON.stringify({ awbs: [known] }));
    else await this.#post(`${API}/rates`, apiKey, QUOTE);
  }

  async #book(): Promise<void> {
    const sentAt = this.#waiting.length;
    const order = this.#target.order();
    const answer = await this.#post(`${API}/forward-order-orchestration`, this.#target.apiKey, order);
    const { payload } = answer as { payload: { awb_code: string } };
    this.#count.booked.push({
      orderId: (JSON.parse(order) as { order_id: string }).order_id,
      awb: payload.awb_code,
    });
    for (const resolve of this.#waiting.splice(0, sentAt)) resolve(performance.now());
  }

  /** The next parcel that was not scanned yet. */
  async #scan(credential: string): Promise<void> {
    const parcel = this.#count.booked[this.#scans];
    if (parcel === undefined) return;
    this.#scans += 1;
    const event = {
      tracking_number: parcel.awb,
      status: 'picked_up',
      event_date_time: new Date().toISOString(),
    };
    const answer = await this.#post('/carrier-events', credential, JSON.stringify({ events: [event] }));
    const { data } = answer as { data: { result: string }[] };
    if (data[0]?.result === 'applied') this.#count.scanned.push(parcel.awb);
  }

  async #post(path: string, authorization: string, body: string): Promise<unknown> {
    const headers = { authorization, 'content-type': 'application/json' };
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answer = await fetch(this.#target.url + path, { method: 'POST', headers, body, signal });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return JSON.parse(text);
  }
}

const QUOTE = JSON.stringify({
  journey_type: 'forward',
  origin_pincode: '110001',
  destination_pincode: '400001',
  dead_weight: 500,
  length: 10,
  width: 10,
  height: 10,
  payment_method: 'prepaid',
});

/** The postmaster and then its processes. */
async function serverProcesses(connection: pg.ClientConfig): Promise<number[]> {
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query<{ file: string }>("select pg_read_file('postmaster.pid') as file");
  await client.end();
  const postmaster = Number.parseInt(rows[0]?.file ?? '', 10);
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const parents = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      return Number(/\) \S (\d+)/.exec(stat)?.[1]) === postmaster ? [pid] : [];
    }),
  );
  return [postmaster, ...parents.flat()];
}

async function residentMb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function drawn(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}
