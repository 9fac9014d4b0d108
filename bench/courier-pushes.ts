import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { v7 as newId } from 'uuid';
import { OPERATOR } from '../src/domain/actor.ts';
import { indiaIso } from '../src/domain/india-time.ts';
import { PACKAGE_ROOT } from '../src/package-root.ts';
import { Database } from '../src/storage/database.ts';
import { createCarrierCredential } from '../src/usecases/tracking/carrier-credentials.ts';
import { median } from './support/compare.ts';
import { connectCourier, playCourier } from './support/courier-process.ts';
import { CARRIER, fillShipments, type LiveShipment } from './support/live-shipments.ts';
import { postmasterOf, processorTimeOf } from './support/processor-time.ts';
import { type RunningService, startService } from './support/server-process.ts';
import { openBenchPool, openDatabaseOf } from './support/service-database.ts';
import { atOnce, percentile, sendJson } from './support/steady-client.ts';

export const name = "Couriers' pushes";

const SHIPMENTS = 20_000;
const SCANS_A_ROUND = 1_500;
const CONNECTIONS = 16;
const ROUNDS = Number(process.env.PUSH_ROUNDS ?? 7);
const STEADY_PER_SECOND = 300;
const STEADY_SECONDS = Number(process.env.PUSH_SECONDS ?? 30);
const STEADY_SOCKETS = 64;
const HOUR = 3_600_000;

/** The scans of a shipment in order, in Delhivery's words and in ours. */
const STEPS = [
  { type: 'UD', status: 'In Transit', code: 'X-DLL2F', ours: 'in_transit' },
  { type: 'UD', status: 'Pending', code: 'X-IBD3F', ours: 'reached_destination_hub' },
  { type: 'UD', status: 'Dispatched', code: 'X-DDD3FD', ours: 'out_for_delivery' },
  { type: 'UD', status: 'Pending', code: 'EOD-11', ours: 'ndr_raised' },
] as const;

/** Requests with one scan each, to one address. */
interface Way {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  bodyOf(shipment: LiveShipment, step: (typeof STEPS)[number], at: number): string;
}

/**
 * Scans pushed in Delhivery's way, one per request, compared with as many requests of one scan each to
 * `/carrier-events`, for the same shipments. Then pushes at a constant rate, whatever the answers. Goals: 0.7
 * of the plain ones, and a p99 below 500 ms at 300 a second.
 */
export async function run(): Promise<string> {
  const courier = await playCourier('delhivery');
  const service = await startService(PACKAGE_ROOT, { COURIER_ALLOW: '127.0.0.0/8' });
  const embedded = await openDatabaseOf(service);
  const pool = openBenchPool(embedded.connection, 4);
  try {
    const courierAccountId = await connectCourier(service, courier, 'delhivery', CARRIER);
    const shipments = await fillShipments(pool, SHIPMENTS, {
      accountId: service.accountId,
      adapter: 'delhivery',
      courierAccountId,
    });
    const { credential } = await createCarrierCredential(
      { database: new Database(pool), now: () => new Date(), newId },
      OPERATOR,
      { name: 'Bench', carrierIds: [CARRIER], expiresAt: null },
    );
    const pushed = pushedTo(await pushAddress(service, courierAccountId));
    const plain = plainTo(`${service.url}/carrier-events`, credential);
    const scans = new Scans(shipments);
    await sendAll(plain, scans);
    await sendAll(pushed, scans);
    const rounds: { plain: number; pushed: number }[] = [];
    const spent = { plain: 0, pushed: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      const ofPlain = await sendMeasured(service, plain, scans);
      const ofPushed = await sendMeasured(service, pushed, scans);
      rounds.push({ plain: ofPlain.rate, pushed: ofPushed.rate });
      spent.plain += ofPlain.processorMs;
      spent.pushed += ofPushed.processorMs;
    }
    return report(rounds, spent, await sendSteadily(pushed, scans));
  } finally {
    await pool.end();
    await embedded.stop();
    await service.stop();
    await courier.stop();
  }
}

async function pushAddress(service: RunningService, courierAccountId: string): Promise<string> {
  const path = `/custom/api/v1/courier-accounts/${courierAccountId}/push-address`;
  const response = await fetch(`${service.url}${path}`, {
    method: 'POST',
    headers: { authorization: service.apiKey, 'content-type': 'application/json' },
    body: '{}',
  });
  if (!response.ok) throw new Error(`There is no push address: ${await response.text()}`);
  const { data } = (await response.json()) as { data: { url: string } };
  return `${service.url}${new URL(data.url).pathname}`;
}

function pushedTo(url: string): Way {
  return {
    url,
    headers: {},
    bodyOf: ({ trackingNumber }, { type, status, code }, at) =>
      JSON.stringify({
        Shipment: {
          Status: {
            Status: status,
            StatusDateTime: indiaIso(at).slice(0, 23),
            StatusType: type,
            StatusLocation: 'Bengaluru_Soukya_H (Karnataka)',
            Instructions: `Scanned ${code}`,
          },
          PickUpDate: indiaIso(at).slice(0, 19).replace('T', ' '),
          NSLCode: code,
          Sortcode: 'BLR/IDR',
          ReferenceNo: `CHAI-${trackingNumber}`,
          AWB: trackingNumber,
        },
      }),
  };
}

function plainTo(url: string, authorization: string): Way {
  return {
    url,
    headers: { authorization },
    bodyOf: ({ trackingNumber }, { code, ours }, at) =>
      JSON.stringify({
        events: [
          {
            tracking_number: trackingNumber,
            status: ours,
            event_date_time: new Date(at).toISOString(),
            location: 'Bengaluru_Soukya_H (Karnataka)',
            description: `Scanned ${code}`,
            ...(ours === 'ndr_raised' ? { reason: 'customer_not_available' } : {}),
          },
        ],
      }),
  };
}

/** New scans: shipment after shipment, and an hour later in each round. */
class Scans {
  readonly #shipments: readonly LiveShipment[];
  readonly #start = Date.now() - 20 * 24 * HOUR;
  #made = 0;

  constructor(shipments: readonly LiveShipment[]) {
    this.#shipments = shipments;
  }

  next(way: Way): string {
    const turn = Math.floor(this.#made / this.#shipments.length);
    const shipment = this.#shipments[this.#made % this.#shipments.length];
    const step = STEPS[turn % STEPS.length];
    this.#made += 1;
    if (shipment === undefined || step === undefined) throw new Error('There are no shipments');
    return way.bodyOf(shipment, step, this.#start + turn * HOUR);
  }
}

/** @returns requests a second */
async function sendAll(way: Way, scans: Scans): Promise<number> {
  let left = SCANS_A_ROUND;
  const begun = performance.now();
  await atOnce(CONNECTIONS, async (agent) => {
    while (left > 0) {
      left -= 1;
      await send(agent, way, scans.next(way));
    }
  });
  return SCANS_A_ROUND / ((performance.now() - begun) / 1000);
}

/** With the processor time of service and PostgreSQL, which depends less on other load than the clock. */
async function sendMeasured(service: RunningService, way: Way, scans: Scans) {
  const postmaster = postmasterOf(service.dataDir);
  const spent = () => {
    const postgresql = processorTimeOf(postmaster);
    const own = processorTimeOf(service.process.pid)?.own ?? 0;
    return own + (postgresql?.own ?? 0) + (postgresql?.others ?? 0);
  };
  const before = spent();
  const rate = await sendAll(way, scans);
  return { rate, processorMs: spent() - before };
}

/** @returns milliseconds from the scheduled time of each, the shortest first */
async function sendSteadily(way: Way, scans: Scans): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: STEADY_SOCKETS });
  const latencies: number[] = [];
  const sent: Promise<void>[] = [];
  const begun = performance.now();
  try {
    for (let number = 0; number < STEADY_PER_SECOND * STEADY_SECONDS; number += 1) {
      const due = begun + (number * 1_000) / STEADY_PER_SECOND;
      const early = due - performance.now();
      if (early > 1) await wait(early);
      sent.push(send(agent, way, scans.next(way)).then(() => void latencies.push(performance.now() - due)));
    }
    await Promise.all(sent);
  } finally {
    agent.destroy();
  }
  return latencies.sort((a, b) => a - b);
}

async function send(agent: Agent, { url, headers }: Way, body: string): Promise<void> {
  const answer = await sendJson(agent, url, { body, headers });
  if (answer?.status !== 200) throw new Error(`A scan was answered with ${answer?.status} ${answer?.text}`);
  if (!/"applied":1|"result":"applied"/.test(answer.text)) throw new Error(`It did nothing: ${answer.text}`);
}

function report(
  rounds: readonly { plain: number; pushed: number }[],
  spent: { plain: number; pushed: number },
  steady: readonly number[],
): string {
  const rate = (of: 'plain' | 'pushed') => Math.round(median(rounds.map((round) => round[of])));
  const ratio = median(rounds.map(({ plain, pushed }) => pushed / plain));
  const each = (ms: number) => (ms / (ROUNDS * SCANS_A_ROUND)).toFixed(2);
  return [
    `Scans of ${SHIPMENTS} live shipments of one account over ${CONNECTIONS} connections, fsync on: pushed in Delhivery's format, one per request, in turns with requests to \`POST /carrier-events\`, each with one scan. Goals: 0.7 of the requests of \`/carrier-events\`; p99 below 500 ms at ${STEADY_PER_SECOND} a second.`,
    '',
    '| | requests/s | ratio | processor time each, ms |',
    '|---|---:|---:|---:|',
    `| one scan to \`/carrier-events\` | ${rate('plain')} | 1 | ${each(spent.plain)} |`,
    `| one pushed scan | ${rate('pushed')} | **${ratio.toFixed(2)}** | ${each(spent.pushed)} |`,
    '',
    `Medians of ${ROUNDS} rounds of ${SCANS_A_ROUND}. Processor time includes the service and PostgreSQL. ${STEADY_PER_SECOND} pushes a second for ${STEADY_SECONDS} s at a fixed rate: p50 ${percentile(steady, 0.5)} ms, p99 ${percentile(steady, 0.99)} ms from the scheduled time; none lost.`,
  ].join('\n');
}
