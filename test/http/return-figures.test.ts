import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { QC_STATUSES } from '../../src/domain/tracking/statuses.ts';
import { openApp } from '../support/app.ts';
import { lawRuns } from '../support/laws.ts';
import {
  insertShipments,
  type MadeShipment,
  makeShipments,
  randomNumbers,
} from '../support/listing/shipment-rows.ts';
import { makeWarehouse } from '../support/orders.ts';

const RETURNS = 400;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const INDIA_MS = 5.5 * HOUR_MS;
const REASONS = ['Too small', 'Damaged', 'damaged', null];
/** The stored statuses of a return that ended without goods. */
const CANCELLED = ['cancelled', 'rejected', 'externally_fulfilled'];

/** A return with the values that the test stored. */
interface MadeReturn extends MadeShipment {
  readonly qcStatus: (typeof QC_STATUSES)[number] | null;
  readonly reason: string | null;
  readonly scheduledAt: number | null;
  /** The beginning of the promised day, in India. */
  readonly promisedDay: number | null;
  /** Null if it is not booked. */
  readonly freight: number | null;
  readonly qcCharges: number;
}

const test = await openApp();
const account = await test.account();
const stores: Record<string, string> = {};
for (const store_name of ['chai', 'chai-two']) {
  const { data } = (await account.post('/client-stores', { store_name })).json();
  stores[store_name] = data.id;
}
const warehouseIds = [await makeWarehouse(account), await makeWarehouse(account, { name: 'Noida' })];
const random = randomNumbers(11);
const all = makeShipments(random, { accountId: account.accountId, warehouseIds, stores }, RETURNS + 20);
const made: readonly MadeReturn[] = all.slice(20).map((one, nth) => {
  const promised = nth % 3 === 0 ? null : one.createdAt + (nth % 12) * DAY_MS;
  return {
    ...one,
    journey: 'return',
    qcStatus: [...QC_STATUSES, null][nth % 4] ?? null,
    reason: REASONS[nth % 5] ?? null,
    scheduledAt: nth % 6 === 0 ? null : one.createdAt + (nth % 7) * HOUR_MS,
    promisedDay: promised === null ? null : Math.floor((promised + INDIA_MS) / DAY_MS) * DAY_MS - INDIA_MS,
    freight: one.carrierId === null ? null : one.weight,
    qcCharges: nth % 4 === 3 ? 0 : 1_000,
  };
});
// Figures of returns must not count forward shipments.
await insertShipments(test, [
  ...made,
  ...all.slice(0, 20).map((one) => ({ ...one, journey: 'forward' as const })),
]);
const rows = made.map((one) => ({
  account_id: one.accountId,
  shipment_id: one.shipmentId,
  created_at: new Date(one.createdAt),
  order_id: one.orderId,
  qc_status: one.qcStatus,
  return_reason: one.reason,
  skus: one.skus,
  words: ' ',
}));
await test.sql(`insert into returns select * from json_populate_recordset(null::returns, $1)`, [
  JSON.stringify(rows),
]);
const facts = made.map((one) => ({
  shipment_id: one.shipmentId,
  scheduled: one.scheduledAt === null ? null : new Date(one.scheduledAt),
  promised: one.promisedDay === null ? null : new Date(one.promisedDay + INDIA_MS).toISOString().slice(0, 10),
  freight: one.freight,
  qc: one.qcCharges,
}));
await test.sql(
  `update shipments s set ready_for_pickup_at = f.scheduled, expected_delivery_date = f.promised,
         booking_id = case when f.freight is not null then s.shipment_id end
       from json_to_recordset($2) as f (shipment_id uuid, scheduled timestamptz, promised date, freight bigint)
      where s.account_id = $1 and s.shipment_id = f.shipment_id`,
  [account.accountId, JSON.stringify(facts)],
);
await test.sql(
  `insert into bookings (account_id, shipment_id, booking_id, asked_at, shipment_value_paise, forward_freight_paise,
       cod_charges_paise, rto_charges_paise, qc_charges_paise, total_charges_paise, platform_fee_paise, expected_pickup_date,
       expected_delivery_date, state, zone, is_cod, carrier_id, carrier_name, carrier_code, service_level, rate_book_version,
       origin_pincode, destination_pincode, dead_weight_g, length_cm, breadth_cm, height_cm)
     select $1, f.shipment_id, f.shipment_id, now(), 0, f.freight, 0, 0, f.qc, 0, 0, now(), now(), 'booked', 'A', false,
       'k4tq9m2x', 'k4tq9m2x', 'k4tq9m2x', 'surface', 1, '560001', '560001', 1, 1, 1, 1
       from json_to_recordset($2) as f (shipment_id uuid, freight bigint, qc bigint) where f.freight is not null`,
  [account.accountId, JSON.stringify(facts)],
);
await test.sql('analyze');

async function figures(payload: object) {
  const answer = await account.post('/analytics/returns', payload);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

const DATES: Readonly<Record<string, (one: MadeReturn) => number | null>> = {
  created_at: ({ createdAt }) => createdAt,
  return_pickup_scheduled_at: ({ scheduledAt }) => scheduledAt,
  return_picked_up_at: ({ dates }) => dates.picked_up_at ?? null,
  return_delivered_at: ({ dates }) => dates.delivered_at ?? null,
};

const DIMENSIONS: Readonly<Record<string, (one: MadeReturn) => readonly (string | null)[]>> = {
  carrier_id: ({ carrierId }) => [carrierId],
  zone: ({ zone }) => [`zone_${zone.toLowerCase()}`],
  store_name: ({ storeName }) => [storeName === 'closed-shop' ? null : storeName],
  warehouse_id: ({ warehouseId }) => [warehouseId],
  channel: ({ channel }) => [channel],
  state: () => ['Karnataka'],
  city: ({ city }) => [`${city}, Karnataka`],
  sku: ({ skus }) => (skus.length === 0 ? [null] : [...new Set(skus)]),
  return_reason: ({ reason }) => [reason],
  qc_status: ({ qcStatus }) => [qcStatus],
  ndr_reason: ({ ndrReason }) => [ndrReason],
};

/** Any filters, with a function that matches them. */
const filters = fc
  .record(
    {
      zone: fc.constantFrom(['zone_a'], ['zone_b', 'zone_c']),
      qc_status: fc.constantFrom(['passed'], ['failed', 'pending']),
      store_name: fc.constantFrom(['chai'], ['no-such']),
      sku: fc.constantFrom(['CUP'], ['A%', 'cup']),
      carrier_ids: fc.constantFrom(['k4tq9m2x'], ['h7vd3r8c', 'none']),
      status: fc.constantFrom('cancelled', 'return_received'),
    },
    { requiredKeys: [] },
  )
  .filter((some) => Object.keys(some).length < 3);

function matches(one: MadeReturn, body: Readonly<Record<string, string | readonly string[]>>): boolean {
  const has = (name: string, values: readonly (string | null)[]) =>
    body[name] === undefined || values.some((value) => value !== null && body[name]?.includes(value));
  const status = one.granularStatus === 'delivered' ? 'return_received' : 'others';
  return (
    has('zone', [`zone_${one.zone.toLowerCase()}`]) &&
    has('qc_status', [one.qcStatus]) &&
    has('store_name', [one.storeName]) &&
    has('sku', one.skus) &&
    has('carrier_ids', [one.carrierId]) &&
    (body.status === undefined ||
      body.status === (CANCELLED.includes(one.granularStatus) ? 'cancelled' : status))
  );
}

/** The median and the 90th percentile, in hours from whole minutes; negative spans are left out. */
function hoursBetween(spans: readonly (readonly [from: number, until: number | null | undefined])[]) {
  const minutes = spans
    .flatMap(([from, until]) => {
      if (until === null || until === undefined) return [];
      const seconds = Math.floor(until / 1000) - Math.floor(from / 1000);
      return seconds < 0 ? [] : [Math.floor(seconds / 60)];
    })
    .sort((a, b) => a - b);
  const share = (part: number) => {
    const found = minutes[Math.max(0, Math.ceil(part * minutes.length) - 1)];
    return found === undefined ? null : Math.round((found / 60) * 100) / 100;
  };
  return [share(0.5), share(0.9)] as const;
}

function summed(group: readonly MadeReturn[]) {
  const count = (is: (one: MadeReturn) => boolean) => group.filter(is).length;
  const promised = group.filter(
    ({ dates, promisedDay }) => typeof dates.delivered_at === 'number' && promisedDay !== null,
  );
  const onTime = promised.filter(
    ({ dates, promisedDay }) => (dates.delivered_at as number) < (promisedDay as number) + DAY_MS,
  );
  const [toPickup50, toPickup90] = hoursBetween(
    group.map(({ createdAt, dates }) => [createdAt, dates.picked_up_at]),
  );
  const [toReturn50, toReturn90] = hoursBetween(
    group.flatMap(({ dates }) =>
      typeof dates.picked_up_at === 'number' ? [[dates.picked_up_at, dates.delivered_at] as const] : [],
    ),
  );
  return {
    returns: group.length,
    pickup_failed: count(({ attempts }) => attempts > 0),
    picked_up: count(({ dates }) => dates.picked_up_at !== null),
    received: count(({ dates }) => dates.delivered_at !== null),
    cancelled: count(({ granularStatus }) => CANCELLED.includes(granularStatus)),
    qc_asked: count(({ qcStatus }) => qcStatus !== null),
    qc_passed: count(({ qcStatus }) => qcStatus === 'passed'),
    qc_failed: count(({ qcStatus }) => qcStatus === 'failed'),
    promised: promised.length,
    received_on_time: onTime.length,
    on_time_share:
      promised.length === 0 ? null : Math.round((onTime.length / promised.length) * 10_000) / 10_000,
    hours_to_pick_up_p50: toPickup50,
    hours_to_pick_up_p90: toPickup90,
    hours_to_return_p50: toReturn50,
    hours_to_return_p90: toReturn90,
    freight: group.reduce((sum, { freight }) => sum + (freight ?? 0), 0) / 100,
    qc_charges: group.reduce((sum, one) => sum + (one.freight === null ? 0 : one.qcCharges), 0) / 100,
  };
}

/** The text of a bucket: its first day in India, or its hour. */
function bucketOf(bucket: string, at: number): string {
  const there = new Date(at + INDIA_MS);
  const day = there.toISOString().slice(0, 10);
  if (bucket === 'hour') return `${there.toISOString().slice(0, 13)}:00+05:30`;
  if (bucket === 'month') return `${day.slice(0, 7)}-01`;
  const monday = there.getTime() - ((there.getUTCDay() + 6) % 7) * DAY_MS;
  return bucket === 'week' ? new Date(monday).toISOString().slice(0, 10) : day;
}

interface Asked {
  readonly bucket?: string | undefined;
  readonly date_field?: string | undefined;
  readonly by?: readonly string[] | undefined;
}

function expected(all: readonly MadeReturn[], { bucket, date_field = 'created_at', by = [] }: Asked) {
  const groups = new Map<string, MadeReturn[]>();
  for (const one of all) {
    const at = DATES[date_field]?.(one) ?? null;
    if (bucket !== undefined && at === null) continue;
    const shown = bucket === undefined || at === null ? null : bucketOf(bucket, at);
    const [first = [null], second = [null]] = by.map((name) => DIMENSIONS[name]?.(one) ?? [null]);
    for (const word of first) {
      for (const other of second) {
        const key = JSON.stringify([shown, [word, other].slice(0, by.length)]);
        const group = groups.get(key);
        if (group === undefined) groups.set(key, [one]);
        else group.push(one);
      }
    }
  }
  return [...groups]
    .map(([key, group]) => {
      const [shown, words] = JSON.parse(key) as [string | null, (string | null)[]];
      return {
        bucket: shown,
        by: Object.fromEntries(by.map((name, nth) => [name, words[nth] ?? null])),
        ...summed(group),
      };
    })
    .sort((a, b) => {
      const words = (row: { readonly by: object }) => Object.values(row.by).map((word) => word ?? '');
      const [ours, theirs] = [words(a), words(b)];
      const differs = ours.findIndex((word, nth) => word !== theirs[nth]);
      return (
        compared(a.bucket ?? '', b.bucket ?? '') ||
        b.returns - a.returns ||
        (differs === -1 ? 0 : compared(ours[differs], theirs[differs]))
      );
    });
}

function compared(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

describe('the figures of returns', () => {
  const input = fc.record(
    {
      bucket: fc.constantFrom('hour', 'day', 'week', 'month'),
      by: fc.uniqueArray(fc.constantFrom(...Object.keys(DIMENSIONS)), { maxLength: 2 }),
      date_field: fc.constantFrom(...Object.keys(DATES)),
    },
    { requiredKeys: [] },
  );

  it('add up the matching returns, for any filters, buckets and dimensions', async () => {
    await fc.assert(
      fc.asyncProperty(input, filters, async (asked, body) => {
        const matching = made.filter((one) => matches(one, body));
        const { data, meta } = await figures({ ...asked, ...body });
        expect(data).toEqual(expected(matching, asked));
        expect(meta).toEqual({});
      }),
      lawRuns(60),
    );
  });

  it('are one row for all returns, and no row without a match', async () => {
    const { data } = await figures({});
    expect(data).toEqual([{ bucket: null, by: {}, ...summed(made) }]);
    expect(await figures({ search: 'nobody has this name', qc_status: ['odd'] })).toEqual({
      data: [],
      meta: { unknown_values: ['odd'] },
    });
  });

  it('are limited to a time span of pickups', async () => {
    const from = 1_790_000_000;
    const { data } = await figures({ return_pickup_scheduled_at__gte: from });
    const matching = made.filter(({ scheduledAt }) => scheduledAt !== null && scheduledAt >= from * 1000);
    expect(data).toMatchObject([{ returns: matching.length }]);
    expect(matching.length).toBeGreaterThan(0);
  });

  it('are rejected with a sentence for each mistake', async () => {
    const answer = await account.post('/analytics/returns', {
      bucket: 'year',
      date_field: 'order_date',
      by: ['zone', 'sku', 'city'],
    });
    expect(answer.statusCode).toBe(422);
    for (const name of ['bucket', 'date_field', 'by']) expect(answer.body).toContain(name);
  });
});

/** The value that each facet counts by, for the filters of the same names above. */
const FACETS: Readonly<Record<string, (one: MadeReturn) => readonly (string | null)[]>> = {
  carrier_ids: ({ carrierId }) => [carrierId],
  warehouse_id: ({ warehouseId }) => [warehouseId],
  channel: ({ channel }) => [channel],
  zone: ({ zone }) => [`zone_${zone.toLowerCase()}`],
  store_name: ({ storeName }) => [storeName === 'closed-shop' ? null : storeName],
  qc_status: ({ qcStatus }) => [qcStatus],
  sku: ({ skus }) => [...new Set(skus)],
};

describe('the facets of returns', () => {
  it('count each value with the filters of all other fields', async () => {
    await fc.assert(
      fc.asyncProperty(filters, async (body) => {
        const answer = await account.post('/returns/facets', { ...body, facets: Object.keys(FACETS) });
        expect(answer.statusCode, answer.body).toBe(200);
        const counted = Object.entries(FACETS).map(([name, valuesOf]) => {
          const { [name]: _own, ...others } = body as Record<string, string[]>;
          const counts = new Map<string, number>();
          const values = made.filter((one) => matches(one, others)).flatMap(valuesOf);
          for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
          const shown = [...counts].map(([value, count]) => ({ value, count }));
          return [name, shown.sort((a, b) => b.count - a.count || compared(a.value, b.value))];
        });
        expect(answer.json()).toEqual({
          data: Object.fromEntries(counted),
          meta: { total: made.filter((one) => matches(one, body)).length },
        });
      }),
      lawRuns(25),
    );
  });
});
