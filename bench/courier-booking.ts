import { setTimeout as wait } from 'node:timers/promises';
import { PACKAGE_ROOT } from '../src/package-root.ts';
import {
  compareParcels,
  connectCourier,
  isRegistered,
  type PlayedCourier,
  playCourier,
} from './support/courier-process.ts';
import { orderBodies } from './support/order-bodies.ts';
import { postmasterOf, processorTimeOf } from './support/processor-time.ts';
import { freePort, type RunningService, startService } from './support/server-process.ts';
import { openDatabaseOf } from './support/service-database.ts';
import { atOnce, percentile, type Sent, sendJson } from './support/steady-client.ts';

export const name = "Booking with a courier's API";

const API = '/custom/api/v1';
const CONNECTIONS = 64;
const SECONDS = Number(process.env.COURIER_SECONDS ?? 60);
const WARM_UP_SECONDS = 10;
const ANSWERS_IN_MS = 150;
/** From the sample rate book. */
const CARRIER = 'h7vd3r8c';
const KILLS = 2;

/** The result of a period of orders. */
interface Stretch {
  /** Ids of the orders that were answered with 2xx. */
  readonly acknowledged: readonly string[];
  readonly refused: number;
  /** Requests without an answer. */
  readonly cut: number;
  readonly latencies: readonly number[];
  /** Milliseconds of processor time per order, by process; null if the system does not tell. */
  readonly processor: Readonly<Record<string, number | null>>;
}

/**
 * Orders made and booked with Delhivery's stand-in, which answers each request after 150 ms, over 64
 * connections: first without failures, then with 5 % of its answers lost, 5 % refusals, 2 % late, and the
 * service killed twice with -9. Then the stand-in's parcels are compared with the acknowledged orders. Goal:
 * 200 orders a second, none lost, none twice.
 */
export async function run(): Promise<string> {
  const courier = await playCourier('delhivery');
  const settings = { COURIER_ALLOW: '127.0.0.0/8', PORT: String(await freePort()) };
  const service = await startService(PACKAGE_ROOT, settings);
  try {
    await connectCourier(service, courier, 'delhivery', CARRIER);
    const bodies = await orderBodies(service);
    await isRegistered(service);
    // The tracking numbers in stock have rested, as for a merchant who ships every day.
    await courier.wasAsked('waybills', 2);
    await courier.tell('clock', { minutes: 5 });
    await courier.tell('faults', { kind: 'slow', milliseconds: ANSWERS_IN_MS });
    const orders = async (seconds: number, beside?: () => Promise<void>) =>
      sendOrders(service, courier, { seconds, bodies, beside });
    const warm = await orders(WARM_UP_SECONDS);
    const well = await orders(SECONDS);
    for (const fault of [
      { kind: 'lose_answer', share: 0.05, call: 'create' },
      { kind: 'refuse', share: 0.05, call: 'create' },
      { kind: 'slow', share: 0.02, milliseconds: 12_000, call: 'create' },
    ]) {
      await courier.tell('faults', fault);
    }
    const ill = await orders(SECONDS, async () => {
      for (let kill = 0; kill < KILLS; kill += 1) {
        await wait((SECONDS / (KILLS + 1)) * 1000);
        await service.killAndStart();
      }
    });
    await courier.tell('faults', { clear: true });
    const acknowledged = [warm, well, ill].flatMap((stretch) => stretch.acknowledged);
    const truth = await compareWithStandIn(service, courier, acknowledged);
    return [
      `Orders created and booked with Delhivery's stand-in on this machine, which answers after ${ANSWERS_IN_MS} ms; ${CONNECTIONS} connections, ${SECONDS} s each after ${WARM_UP_SECONDS} s of warm-up. Client and stand-in used the same processors. Goal: 200 orders a second.`,
      '',
      '| | acknowledged/s | p50 ms | p99 ms | refused | cut off |',
      '|---|---:|---:|---:|---:|---:|',
      row('all goes well', well),
      row(`5 % lost, 5 % refused, 2 % too late, killed ${KILLS} times`, ill),
      '',
      processorLine(well),
      '',
      truth,
    ].join('\n');
  } finally {
    await service.stop();
    await courier.stop();
  }
}

async function sendOrders(
  service: RunningService,
  courier: PlayedCourier,
  {
    seconds,
    bodies,
    beside = async () => undefined,
  }: { seconds: number; bodies: () => string; beside?: (() => Promise<void>) | undefined },
): Promise<Stretch> {
  const acknowledged: string[] = [];
  const sent: Sent[] = [];
  let cut = 0;
  const postmaster = postmasterOf(service.dataDir);
  const processor = () => {
    const postgresql = processorTimeOf(postmaster);
    return {
      service: processorTimeOf(service.process.pid)?.own ?? null,
      PostgreSQL: postgresql === null ? null : postgresql.own + postgresql.others,
      'stand-in': processorTimeOf(courier.pid)?.own ?? null,
      client: (process.cpuUsage().user + process.cpuUsage().system) / 1000,
    };
  };
  const before = processor();
  const until = performance.now() + seconds * 1000;
  const load = atOnce(CONNECTIONS, async (agent) => {
    while (performance.now() < until) {
      const body = bodies();
      const answer = await sendJson(agent, `${service.url}${API}/forward-order-orchestration`, {
        body,
        headers: { authorization: service.apiKey },
      });
      if (answer === null) {
        cut += 1;
        await wait(100);
        continue;
      }
      sent.push(answer);
      if (answer.status < 300) acknowledged.push((JSON.parse(body) as { order_id: string }).order_id);
    }
  });
  await Promise.all([load, beside()]);
  const after = processor();
  const taken = Object.entries(after).map(([whose, time]) => {
    const begun = before[whose as keyof typeof before];
    const each = time === null || begun === null ? null : (time - begun) / acknowledged.length;
    return [whose, each] as const;
  });
  return {
    acknowledged,
    refused: sent.length - acknowledged.length,
    cut,
    latencies: sent.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b),
    processor: Object.fromEntries(taken),
  };
}

function row(what: string, { acknowledged, latencies, refused, cut }: Stretch): string {
  const [p50, p99] = [percentile(latencies, 0.5), percentile(latencies, 0.99)];
  return `| ${what} | ${Math.round(acknowledged.length / SECONDS)} | ${p50} | ${p99} | ${refused} | ${cut} |`;
}

function processorLine({ processor }: Stretch): string {
  const parts = Object.entries(processor).map(([whose, ms]) => `${whose} ${ms?.toFixed(2) ?? '?'} ms`);
  return `Processor time of an order without faults: ${parts.join(', ')}.`;
}

async function compareWithStandIn(
  service: RunningService,
  courier: PlayedCourier,
  acknowledged: readonly string[],
): Promise<string> {
  const embedded = await openDatabaseOf(service);
  try {
    return await compareParcels(embedded.connection, courier, acknowledged);
  } finally {
    await embedded.stop();
  }
}
