import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { CarrierScan } from '../src/carriers/carrier-adapter.ts';
import { readParcels } from '../src/carriers/delhivery/known-parcels.ts';
import { RATES } from '../src/carriers/delhivery/limits.ts';
import { DelhiveryStandIn } from '../src/carriers/delhivery/stand-in/delhivery-stand-in.ts';
import { MANIFESTED, STEPS } from '../src/carriers/delhivery/stand-in/journeys.ts';
import { track } from '../src/carriers/delhivery/stand-in/parcel-answers.ts';
import { STAND_IN_TOKEN } from '../src/carriers/delhivery/stand-in/settings.ts';
import { startStandIn } from '../src/carriers/stand-in/start-stand-in.ts';
import { parseMoment } from '../src/domain/india-time.ts';
import { eventIdentity } from '../src/domain/tracking/event-identity.ts';
import { type ReadScan, readScan } from '../src/domain/tracking/scan.ts';
import { PACKAGE_ROOT } from '../src/package-root.ts';
import { eventIdOf } from '../src/storage/tracking/tracking-events.ts';
import { connectCourier } from './support/courier-process.ts';
import { CARRIER, fillShipments, type LiveShipment, type ShippedBy } from './support/live-shipments.ts';
import { residentMb } from './support/peak-memory.ts';
import { postmasterOf, processorTimeOf } from './support/processor-time.ts';
import { type RunningService, startService } from './support/server-process.ts';
import { openBenchPool, openDatabaseOf } from './support/service-database.ts';

export const name = 'Polling couriers for scans';

const SHIPMENTS = Number(process.env.POLL_SHIPMENTS ?? 100_000);
/** Delhivery's limit of numbers per request. */
const BATCH = 50;
/** The number of new scans among those that the courier returns for a parcel. */
const NEW_SCANS = 1;
const CLIENT = 'MADEUP SURFACE';
const HOUR_MS = 3_600_000;
const SAMPLE_MS = 1_000;
/** `fillShipments` makes this many events of each. */
const FILLED = 3;

/** The figures of one second of a round. */
interface Sample {
  readonly at: number;
  readonly requests: number;
  readonly memoryMb: number;
}

/**
 * Polls open parcels that are all due at the same time. Delhivery's stand-in applies the courier's published
 * rate limit and refuses what exceeds it. Each parcel has one new scan.
 */
export async function run(): Promise<string> {
  let answered = 0;
  const standIn = await startStandIn((dependencies) => {
    const courier = new DelhiveryStandIn(dependencies);
    const routes = courier.routes.map((route) => ({
      ...route,
      answer: (request: Parameters<typeof route.answer>[0]) => {
        if (route.call === 'track') answered += 1;
        return route.answer(request);
      },
    }));
    return Object.assign(courier, { routes });
  });
  const service = await startService(PACKAGE_ROOT, { COURIER_ALLOW: '127.0.0.0/8' });
  const embedded = await openDatabaseOf(service);
  const pool = openBenchPool(embedded.connection, 2);
  try {
    const played = { url: standIn.url, settings: { token: STAND_IN_TOKEN } };
    const by: ShippedBy = {
      accountId: service.accountId,
      adapter: 'delhivery',
      courierAccountId: await connectCourier(service, played, 'delhivery', CARRIER),
    };
    const shipments = await fillShipments(pool, SHIPMENTS, by);
    for (const { trackingNumber } of shipments) addParcel(standIn.courier, trackingNumber);
    await keepKnownScans(pool, by, standIn.courier, shipments);
    const before = await countEvents(pool);
    const processor = () => processorOf(service);
    const spent = processor();
    const samples = await sampleRound(pool, service, by, () => standIn.calls.track ?? 0);
    const told = (await countEvents(pool)) - before;
    const refused = (standIn.calls.track ?? 0) - answered;
    return report(samples, { told, refused, spent: processor() - spent });
  } finally {
    await pool.end();
    await embedded.stop();
    await service.stop();
    await standIn.stop();
  }
}

/** A parcel that was picked up yesterday. */
function addParcel({ books }: DelhiveryStandIn, waybill: string): void {
  const createdAt = Date.now() - 24 * HOUR_MS;
  const place = { address: '12, 4th Cross', city: 'Bengaluru', pin: '560038', phone: '9876543210' };
  const steps = [MANIFESTED, ...(STEPS.picked_up ?? []), ...(STEPS.in_transit ?? []).slice(0, NEW_SCANS)];
  books.addParcel({
    ...place,
    waybill,
    client: CLIENT,
    order: `CHAI-${waybill}`,
    warehouse: 'Okhla',
    createdAt,
    mode: 'Prepaid',
    codAmount: 0,
    totalAmount: 499,
    name: 'Asha Rao',
    state: 'Karnataka',
    products: 'Masala chai',
    quantity: '1',
    weight: 450,
    weighed: null,
    sellerName: 'Chai Point',
    returnTo: place,
    qc: null,
    isCancelled: false,
    scans: steps.map((step, index) => ({ ...step, at: createdAt + index * HOUR_MS })),
  });
}

/**
 * Stores the histories as after an earlier poll: everything that the courier returns except the new scans.
 */
async function keepKnownScans(
  pool: pg.Pool,
  { accountId, courierAccountId }: ShippedBy,
  { books }: DelhiveryStandIn,
  shipments: readonly LiveShipment[],
): Promise<void> {
  for (let from = 0; from < shipments.length; from += BATCH) {
    const some = shipments.slice(from, from + BATCH);
    const ids = new Map(some.map(({ shipmentId, trackingNumber }) => [trackingNumber, shipmentId]));
    const query = new URLSearchParams({ waybill: [...ids.keys()].join(',') });
    const events = readParcels(track(books, CLIENT, query).body).flatMap(({ waybill, scans }) =>
      scans.slice(0, -NEW_SCANS).map((scan, index) => {
        const { eventTime, status, location, description, ...read } = asRead(scan);
        const content = { ...read, eventTime, status, location, description };
        return {
          shipment_id: ids.get(waybill),
          event_id: eventIdOf(eventIdentity(content).content),
          event_at: new Date(eventTime).toISOString(),
          arrival: FILLED + 1 + index,
          status,
          location,
          description,
        };
      }),
    );
    await pool.query(
      `with known as (
        insert into tracking_events (account_id, shipment_id, event_id, event_at, arrived_at, arrival, status,
          actor_kind, actor_id, actor_name, location, description)
        select $1, e.shipment_id, e.event_id, e.event_at, e.event_at, e.arrival, e.status, 'carrier', $2, 'delhivery',
            e.location, e.description
          from json_to_recordset($3) as e (shipment_id uuid, event_id uuid, event_at timestamptz, arrival integer,
            status granular_status, location text, description text)
        returning shipment_id, event_at, arrival)
      update shipments s set event_count = k.arrival, newest_arrival = k.arrival, newest_event_at = k.event_at
        from (select shipment_id, max(event_at) as event_at, max(arrival) as arrival from known group by 1) as k
       where s.account_id = $1 and s.shipment_id = k.shipment_id`,
      [accountId, courierAccountId, JSON.stringify(events)],
    );
  }
  await pool.query('vacuum analyze shipments, tracking_events');
  await pool.query('checkpoint');
}

function asRead(scan: CarrierScan): ReadScan {
  const eventTime = parseMoment(scan.eventDateTime) ?? 0;
  const reading = readScan({ ...scan, eventTime, qc: null }, 'forward');
  if ('why' in reading) throw new Error(reading.why);
  return reading.scan;
}

async function countEvents(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ events: number }>(
    'select count(*)::float8 as events from tracking_events',
  );
  return rows[0]?.events ?? 0;
}

function processorOf({ dataDir, process: { pid } }: RunningService): number {
  const postgresql = processorTimeOf(postmasterOf(dataDir));
  return (processorTimeOf(pid)?.own ?? 0) + (postgresql?.own ?? 0) + (postgresql?.others ?? 0);
}

/** Makes all parcels due now, and waits until each was polled: then it is due in some hours. */
async function sampleRound(
  pool: pg.Pool,
  service: RunningService,
  { accountId, courierAccountId }: ShippedBy,
  requests: () => number,
): Promise<Sample[]> {
  const samples: Sample[] = [];
  const begun = performance.now();
  const sample = async () =>
    samples.push({
      at: performance.now() - begun,
      requests: requests(),
      memoryMb: await residentMb(service.process.pid),
    });
  await pool.query(
    `insert into courier_polls (account_id, shipment_id, courier_account_id, next_poll_at)
      select account_id, shipment_id, courier_account_id, now() from bookings
       where account_id = $1 and courier_account_id = $2`,
    [accountId, courierAccountId],
  );
  for (;;) {
    await sample();
    const { rows } = await pool.query<{ left: boolean }>(
      `select exists (select from courier_polls
        where next_poll_at < now() + interval '30 minutes') as left`,
    );
    if (rows[0]?.left !== true) return samples;
    await wait(SAMPLE_MS);
  }
}

function report(
  samples: readonly Sample[],
  { told, refused, spent }: { told: number; refused: number; spent: number },
): string {
  const last = samples.at(-1);
  const { requests: limit, perMs } = RATES.track;
  const inWindows = samples.map(({ at, requests }) => {
    const from = samples.findLast((earlier) => earlier.at <= at - perMs);
    return requests - (from?.requests ?? 0);
  });
  const third = Math.ceil(samples.length / 3);
  const most = (some: readonly Sample[]) => Math.max(...some.map(({ memoryMb }) => memoryMb)).toFixed(0);
  const minutes = ((last?.at ?? 0) / 60_000).toFixed(1);
  const least = (Math.ceil(SHIPMENTS / BATCH / limit) - 1) * (perMs / 60_000);
  return [
    `${SHIPMENTS} open parcels of one courier account, all due at once, polled at Delhivery's stand-in, ${BATCH} in a request. The answer has ${FILLED + 1 + NEW_SCANS} scans of each parcel, of which ${NEW_SCANS} is new. The courier allows ${limit} requests in ${perMs / 60_000} minutes, so a round takes at least ${least} minutes.`,
    '',
    '| | |',
    '|---|---:|',
    `| a round, minutes | **${minutes}** |`,
    `| requests | ${last?.requests ?? 0} |`,
    `| peak requests in any ${perMs / 60_000} minutes | ${Math.max(...inWindows)} |`,
    `| refused by the courier's limit | ${refused} |`,
    `| new scans, each stored once | ${told} |`,
    `| processor time of service and PostgreSQL per parcel, ms | ${(spent / SHIPMENTS).toFixed(2)} |`,
    `| peak memory of the service in the first and last third | ${most(samples.slice(0, third))} MB, ${most(samples.slice(-third))} MB |`,
  ].join('\n');
}
