import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TrackingEvent } from '../../src/domain/tracking/event.ts';
import { foldHistory } from '../../src/domain/tracking/fold.ts';
import { NDR_REASONS, RTO_REASONS } from '../../src/domain/tracking/reasons.ts';
import { readScan } from '../../src/domain/tracking/scan.ts';
import {
  FORWARD_STATUSES,
  type GranularStatus,
  listingStatusOf,
} from '../../src/domain/tracking/statuses.ts';
import { openApp, type TestAccount } from '../support/app.ts';
import {
  type Booked,
  bookOrder,
  carrierHeaders,
  type EventAnswer,
  type SentEvent,
  sendEvents,
} from '../support/carriers.ts';
import { readCounters, readMoney, readShipment, refold } from '../support/histories.ts';
import { lawRuns } from '../support/laws.ts';
import { makeWarehouse } from '../support/orders.ts';

const MINUTE = 60_000;
const CONNECTIONS = 8;

const test = await openApp();
const made = [await test.account('First'), await test.account('Second')];
const accounts: { account: TestAccount; warehouseId: string }[] = await Promise.all(
  made.map(async (account) => ({ account, warehouseId: await makeWarehouse(account) })),
);
const headers: { authorization: string } = await carrierHeaders(test);

function book(count: number): Promise<Booked[]> {
  return Promise.all(
    Array.from({ length: count }, (_, index) => {
      const { account, warehouseId } = accounts[index % accounts.length] ?? { warehouseId: '' };
      if (account === undefined) throw new Error('no account');
      return bookOrder(account, warehouseId);
    }),
  );
}

async function send(events: readonly SentEvent[]): Promise<EventAnswer[]> {
  const response = await sendEvents(test, headers, events);
  expect(response.statusCode).toBe(200);
  return response.json().data;
}

/** A scan of one of several shipments. */
interface PlannedScan {
  readonly shipment: number;
  readonly status: GranularStatus;
  readonly reason: (typeof NDR_REASONS)[number] | (typeof RTO_REASONS)[number] | null;
  /**
   * From the booking. Each scan of a shipment has its own minute, so that the history does not depend on the
   * order of arrival.
   */
  readonly minute: number;
  readonly hasId: boolean;
}

const SHIPMENTS = 3;
const SCANS_END = 20 * 60;

const scans = fc
  .uniqueArray(
    fc.record({
      shipment: fc.nat({ max: SHIPMENTS - 1 }),
      status: fc.constantFrom(...FORWARD_STATUSES),
      reason: fc.constantFrom(null, null, ...NDR_REASONS, ...RTO_REASONS),
      minute: fc.integer({ min: -60, max: SCANS_END }).filter((minute) => minute !== 0),
      hasId: fc.boolean(),
    }),
    { minLength: 1, maxLength: 24, selector: ({ shipment, minute }) => `${shipment} ${minute}` },
  )
  .map((planned): readonly PlannedScan[] => planned);

/** The order of arrival, some repeats, the batches, and the connections. */
const arrivals = scans.chain((planned) => {
  const indexes = planned.map((_, index) => index);
  return fc.record({
    planned: fc.constant(planned),
    order: fc
      .tuple(fc.constant(indexes), fc.array(fc.constantFrom(...indexes), { maxLength: 8 }))
      .chain(([all, again]) =>
        fc.shuffledSubarray([...all, ...again], { minLength: all.length + again.length }),
      ),
    batchSize: fc.integer({ min: 1, max: 12 }),
    connections: fc.integer({ min: 1, max: 4 }),
  });
});

function batches<Entry>(entries: readonly Entry[], size: number): Entry[][] {
  return Array.from({ length: Math.ceil(entries.length / size) }, (_, index) =>
    entries.slice(index * size, (index + 1) * size),
  );
}

/** Sends batches over several connections at once, each connection one after the other. */
async function deliver(parts: readonly SentEvent[][], connections: number): Promise<EventAnswer[]> {
  const waiting = [...parts];
  const answers: EventAnswer[] = [];
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let batch = waiting.shift(); batch !== undefined; batch = waiting.shift()) {
        answers.push(...(await send(batch)));
      }
    }),
  );
  return answers;
}

describe('histories in any order, batches and connections', () => {
  it('have the state of the pure fold, with matching columns, marks, counters and ledger', async () => {
    await fc.assert(
      fc.asyncProperty(arrivals, async ({ planned, order, batchSize, connections }) => {
        const booked = await book(SHIPMENTS);
        const bookedAt = test.service.now().getTime();
        test.advance((SCANS_END + 10) * MINUTE);
        const sent = planned.map((scan, index) => ({
          tracking_number: booked[scan.shipment]?.trackingNumber ?? '',
          status: scan.status,
          event_date_time: new Date(bookedAt + scan.minute * MINUTE).toISOString(),
          reason: scan.reason,
          ...(scan.hasId ? { carrier_event_id: `E${index}` } : {}),
        }));
        const inOrder = order.flatMap((index) => sent[index] ?? []);
        const answers = await deliver(batches(inOrder, batchSize), connections);
        expect(answers.filter(({ result }) => result === 'duplicate')).toHaveLength(
          inOrder.length - sent.length,
        );
        for (const [index, { shipmentId }] of booked.entries()) {
          const stored = await readShipment(test, shipmentId);
          const own = planned.filter(({ shipment }) => shipment === index);
          expect(stored.eventCount).toBe(own.length + 1);
          expect(stored.history.map(({ arrival }) => arrival)).toEqual(
            Array.from({ length: own.length + 1 }, (_, position) => position + 1),
          );
          const { newest: _, ...state } = stored.state;
          const { newest: __, ...expected } = foldHistory(stored.createdAt, historyOf(bookedAt, own)).state;
          expect(state).toEqual(expected);
          expect(stored.listingStatus).toBe(listingStatusOf(expected.status));
          expect(stored.history.map(({ refusal }) => refusal)).toEqual(refold(stored).refusals);
          expect(stored.state).toEqual(refold(stored).state);
          const { recorded, due } = await readMoney(test, shipmentId, stored.state);
          expect(recorded).toEqual(due);
        }
        const { kept, counted } = await readCounters(test);
        expect(kept).toEqual(counted);
      }),
      { ...lawRuns(50), endOnFailure: true },
    );
  });
});

/** The booking and the scans, as the fold takes them. */
function historyOf(bookedAt: number, planned: readonly PlannedScan[]): TrackingEvent[] {
  const booking: TrackingEvent = {
    status: 'ready_for_pickup',
    eventTime: bookedAt,
    arrival: 1,
    reason: null,
  };
  return [
    booking,
    ...planned.map(({ status, reason, minute }, index) => ({
      status,
      reason: reasonAsKept(status, reason),
      eventTime: bookedAt + minute * MINUTE,
      arrival: index + 2,
    })),
  ];
}

/** A reason in the status's vocabulary, if it has one. */
function reasonAsKept(status: GranularStatus, reason: PlannedScan['reason']): TrackingEvent['reason'] {
  const rest = { location: null, description: null, carrierEventId: null, qc: null, own: null };
  const reading = readScan({ trackingNumber: '', status, eventTime: 0, reason, ...rest }, 'forward');
  return 'why' in reading ? null : reading.scan.reason;
}

const LIFE: readonly GranularStatus[] = [
  'pickup_scheduled',
  'picked_up',
  'in_transit',
  'out_for_delivery',
  'ndr_raised',
  'lost',
  'delivered',
  'rto_delivered',
];

describe('simultaneous batches for the same shipments', () => {
  it('run without a deadlock, also beside cancels, and leave the state of their history', async () => {
    const booked = await book(60);
    test.advance(60 * MINUTE);
    const now = test.service.now().getTime();
    const events = booked.flatMap(({ trackingNumber }, index) =>
      LIFE.slice(0, 2 + (index % 7)).map((status, step) => ({
        tracking_number: trackingNumber,
        status,
        event_date_time: new Date(now - (60 - step) * MINUTE).toISOString(),
      })),
    );
    const random = randomFrom(7);
    const connections = Array.from({ length: CONNECTIONS }, () => batches(shuffled(events, random), 40));
    const cancels = accounts.map(({ account }) =>
      batches(shuffled(booked, random), 15).map((some) =>
        account.post('/cancel-order', { shipment_ids: some.map(({ shipmentId }) => shipmentId) }),
      ),
    );
    const answers = await Promise.all(connections.map((own) => deliver(own, 1)));
    const cancelled = await Promise.all(cancels.flat());
    // A cancellation that arrives after all its shipments have moved cancels none.
    for (const { statusCode } of cancelled) expect([200, 422]).toContain(statusCode);
    const results = answers.flat().map(({ result }) => result);
    expect(results).toHaveLength(events.length * CONNECTIONS);
    expect(results.filter((result) => result === 'duplicate')).toHaveLength(
      events.length * (CONNECTIONS - 1),
    );
    for (const { shipmentId } of booked) {
      const stored = await readShipment(test, shipmentId);
      const { state, refusals } = refold(stored);
      expect(stored.state).toEqual(state);
      expect(stored.history.map(({ refusal }) => refusal)).toEqual(refusals);
      expect(stored.eventCount).toBe(stored.history.length);
    }
    const { kept, counted } = await readCounters(test);
    expect(kept).toEqual(counted);
  });
});

function shuffled<Entry>(entries: readonly Entry[], random: () => number): Entry[] {
  return entries
    .map((entry) => ({ entry, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ entry }) => entry);
}

/** Pseudo-random numbers from 0 to 1, the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
