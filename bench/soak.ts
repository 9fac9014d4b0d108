import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { databaseUrl, openScratchPostgres } from './support/databases.ts';
import { seeded } from './support/figures.ts';
import { freePorts, post, type RunningService, startService } from './support/server-process.ts';
import { carrierCredential, orderBodies } from './support/shop.ts';
import { type Audit, audit } from './support/soak/audit.ts';
import { compareParcels, connectCourier, isRegistered, playCourier } from './support/soak/courier.ts';
import {
  FAULTS,
  LASTS_MS,
  mountDisk,
  possibleFaults,
  ServiceClock,
  unmountDisk,
  type Victims,
} from './support/soak/faults.ts';
import { type Count, PATIENCE_MS, SoakLoad } from './support/soak/load.ts';
import { startReceiver } from './support/webhook-receiver.ts';

export const name = 'Soak';

const MINUTES = Number(process.env.SOAK_MINUTES ?? 60);
const SEED = Number(process.env.SOAK_SEED ?? 1);
const PER_SECOND = Number(process.env.SOAK_RATE ?? 40);
/** Names of faults, separated by commas; all possible ones by default. */
const ONLY = process.env.SOAK_FAULTS?.split(',');
const FAULT_EVERY_MS = Number(process.env.SOAK_FAULT_SECONDS ?? 120) * 1000;
/** From the sample rate book. */
const CARRIER = 'h7vd3r8c';
const COURIER_MS = 150;
const DISK_MB = 4_096;

interface Seen {
  readonly fault: string;
  /** The time until an order was booked again, from a kill or from the end of the fault. */
  readonly recoveredMs: number;
  /** Failed requests, from the beginning of the fault until then. */
  readonly failed: number;
}

/**
 * Bookings with Delhivery's stand-in, scans with their webhooks, listings, tracking, pages and quotes at a
 * constant rate, with a random fault every two minutes, each once before any comes again; at the end every
 * acknowledged order and scan is looked up in the database, at the courier and at the receiver of webhooks.
 */
export async function run(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dakiya-soak-'));
  await chmod(folder, 0o755);
  const isMounted = await mountDisk(folder, DISK_MB);
  try {
    return await soakOn(folder, isMounted);
  } finally {
    if (isMounted) await unmountDisk(folder);
    await rm(folder, { recursive: true, force: true });
  }
}

async function soakOn(folder: string, isMounted: boolean): Promise<string> {
  const postgres = await openScratchPostgres(join(folder, 'data'));
  const receiver = await startReceiver();
  const courier = await playCourier();
  const clock = await ServiceClock.open(folder);
  let service: RunningService | null = null;
  try {
    service = await startService({
      DATABASE_URL: databaseUrl(postgres.connection),
      SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
      LOG_LEVEL: 'silent',
      PORT: (await freePorts(1)).join(),
      COURIER_ALLOW: '127.0.0.0/8',
      WEBHOOK_ALLOW: '127.0.0.0/8',
      TRUST_PROXY: 'loopback',
      ...clock?.environment,
    });
    const credential = await carrierCredential(service);
    await connectCourier(service, courier, CARRIER);
    const order = await orderBodies(service);
    await isRegistered(service);
    // The tracking numbers of the first fetch have rested, as for a merchant who ships every day.
    await courier.tell('clock', { minutes: 5 });
    await courier.tell('faults', { kind: 'slow', milliseconds: COURIER_MS });
    await post(service, '/webhooks', { url: `${receiver.url}/well`, events: ['tracking_addition'] });
    const { url, apiKey } = service;
    const load = new SoakLoad({ url, apiKey, credential, order, perSecond: PER_SECOND });
    const disk = isMounted ? folder : null;
    const victims = { service, connection: postgres.connection, courier, courierMs: COURIER_MS, disk, clock };
    const memory: number[] = [];
    const sampling = setInterval(() => {
      void residentMb(victims.service.process.pid).then((mb) => mb > 0 && memory.push(mb));
    }, 1_000);
    const seen = await doFaults(victims, load);
    const count = await load.end();
    clearInterval(sampling);
    const found = await audit(postgres.connection, receiver, count);
    const acknowledged = count.booked.map(({ orderId }) => orderId);
    const parcels = await compareParcels(postgres.connection, courier, acknowledged);
    const stopBegun = performance.now();
    await service.stop();
    const stoppedMs = performance.now() - stopBegun;
    service = null;
    return told({ count, seen, memory, stoppedMs, found, parcels });
  } finally {
    await service?.stop();
    await courier.stop();
    await receiver.stop();
    await postgres.stop();
  }
}

/** The current memory of a process, in megabytes; 0 if unknown. */
async function residentMb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
}

async function doFaults(victims: Victims, load: SoakLoad): Promise<Seen[]> {
  const random = seeded(SEED);
  const names = possibleFaults(victims).filter((fault) => ONLY?.includes(fault) ?? true);
  let left: string[] = [];
  const seen: Seen[] = [];
  const until = performance.now() + MINUTES * 60_000;
  while (performance.now() + FAULT_EVERY_MS <= until) {
    await wait(FAULT_EVERY_MS);
    if (left.length === 0) left = [...names];
    const [fault = ''] = left.splice(Math.floor(random() * left.length), 1);
    const failedBefore = load.failed;
    const over = (await FAULTS[fault]?.(victims)) ?? performance.now();
    const recoveredMs = (await load.nextBooking()) - over;
    seen.push({ fault, recoveredMs, failed: load.failed - failedBefore });
  }
  await wait(FAULT_EVERY_MS / 4);
  return seen;
}

interface Outcome {
  readonly count: Count;
  readonly seen: readonly Seen[];
  readonly memory: readonly number[];
  readonly stoppedMs: number;
  readonly found: Audit;
  /** A paragraph about the courier's parcels. */
  readonly parcels: string;
}

function told({ count, seen, memory, stoppedMs, found, parcels }: Outcome): string {
  const third = Math.floor(memory.length / 3);
  const most = (some: readonly number[]) => (some.length === 0 ? 0 : Math.max(...some));
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  return [
    `${MINUTES} minutes, seed ${SEED}, ${PER_SECOND} requests a second at a fixed rate, a fault every ${FAULT_EVERY_MS / 1000} s, which lasts ${LASTS_MS / 1000} s unless it is a kill. Of ten requests, three book, two send scans, two list, one tracks, one opens a tracking page and one gets a quote. Goals: nothing lost or duplicated, constant memory, bookings work again within 15 s.`,
    '',
    '| Fault | times | longest time until bookings worked again | failed requests, at most |',
    '|---|---:|---:|---:|',
    ...Object.keys(FAULTS).map((fault) => {
      const some = seen.filter((one) => one.fault === fault);
      if (some.length === 0) return `| ${fault} | 0 | | |`;
      const longest = seconds(most(some.map(({ recoveredMs }) => recoveredMs)));
      return `| ${fault} | ${some.length} | ${longest} | ${most(some.map(({ failed }) => failed))} |`;
    }),
    '',
    '| | |',
    '|---|---|',
    `| requests sent, failed, without an answer within ${PATIENCE_MS / 1000} s | ${count.sent}, ${count.failed}, ${count.hung} |`,
    `| orders acknowledged, lost, duplicated | ${count.booked.length}, ${found.lostOrders}, ${found.doubleOrders} |`,
    `| scans acknowledged, lost, duplicated | ${count.scanned.length}, ${found.lostScans}, ${found.doubleScans} |`,
    `| their webhooks lost, sent with two ids | ${found.lostWebhooks}, ${found.doubleWebhooks} |`,
    `| peak memory of the service in the first and last third | ${most(memory.slice(0, third)).toFixed(0)} MB, ${most(memory.slice(-third)).toFixed(0)} MB |`,
    `| time to stop at the end | ${seconds(stoppedMs)} |`,
    '',
    `Failed requests: ${[...count.failures].map(([what, times]) => `${what}: ${times}`).join(', ')}.`,
    '',
    parcels,
  ].join('\n');
}
