import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listingStatusOf } from '../../src/domain/tracking/statuses.ts';
import { startApp, type TestAccount, type TestApp } from '../support/app.ts';
import { lawRuns } from '../support/laws.ts';
import { listed } from '../support/listing/reference.ts';
import {
  insertShipments,
  type MadeShipment,
  makeShipments,
  randomNumbers,
} from '../support/listing/shipment-rows.ts';
import { API, makeWarehouse } from '../support/orders.ts';

const SHIPMENTS = 500;

/** Spellings of states in orders, and the state that each counts as. */
const SPELLINGS = [
  ['Karnataka', 'Karnataka'],
  ['KARNATAKA', 'Karnataka'],
  ['ka', 'Karnataka'],
  ['Jammu & Kashmir', 'Jammu and Kashmir'],
  ['J.K.', 'Jammu and Kashmir'],
  ['orissa', 'Odisha'],
  ['ORISSA', 'Odisha'],
  ['sindh', 'Sindh'],
  ['Sindh', 'Sindh'],
  ['constructor', 'Constructor'],
  ['\u212aerala', '\u212aErala'],
  ['कर्नाटक', 'कर्नाटक'],
  ['', ''],
] as const;

let test: TestApp;
/** Another process on the same database, with the account in memory. */
let quick: TestApp;
let account: TestAccount;
let made: MadeShipment[];

beforeAll(async () => {
  test = await startApp();
  account = await test.account();
  const stores: Record<string, string> = {};
  for (const store_name of ['shop-one', 'shop-two']) {
    const { data } = (await account.post('/client-stores', { store_name })).json();
    stores[store_name] = data.id;
  }
  const warehouseIds = [await makeWarehouse(account), await makeWarehouse(account, { name: 'Noida' })];
  made = makeShipments(randomNumbers(7), { accountId: account.accountId, warehouseIds, stores }, SHIPMENTS);
  await insertShipments(test, made);
  await test.sql(
    `update shipments set expected_delivery_date = (created_at at time zone 'UTC' + interval '20 days')::date where attempt_count <> 1`,
  );
  await test.sql(
    `insert into cod_dues select account_id, shipment_id, coalesce(carrier_id, 'none'), delivered_at, cod_amount_paise,
       case when attempt_count = 2 then cod_amount_paise + 1 else 0 end from shipments where is_cod and delivered_at is not null`,
  );
  await test.sql(
    `update order_contacts c set state = w.state from unnest($2::text[]) with ordinality as w (state, place)
      where c.account_id = $1 and w.place = 1 + ascii(right(c.order_id::text, 1)) % $3`,
    [account.accountId, SPELLINGS.map(([written]) => written), SPELLINGS.length],
  );
  // Each shipment also has an earlier booking. The outcome of some current bookings is not known.
  await test.sql('update shipments set booking_id = shipment_id where carrier_id is not null');
  await test.sql(
    `insert into bookings (account_id, shipment_id, booking_id, asked_at, shipment_value_paise, forward_freight_paise,
       cod_charges_paise, rto_charges_paise, total_charges_paise, platform_fee_paise, expected_pickup_date,
       expected_delivery_date, state, zone, is_cod, carrier_id, carrier_name, carrier_code, service_level, rate_book_version,
       origin_pincode, destination_pincode, dead_weight_g, length_cm, breadth_cm, height_cm)
     select account_id, shipment_id, case when is_current then shipment_id else gen_random_uuid() end, now(), 0,
       case when is_current then applied_weight else 999999 end, 0, 0, 0, 0, now(), now(),
       (case when is_current and applied_weight = 50001 then 'unknown' else 'booked' end)::booking_state, zone, is_cod,
       carrier_id, carrier_id, carrier_id, 'surface', 1, '560001', '560001', 1, 1, 1, 1
       from shipments, unnest(array[true, false]) as is_current where carrier_id is not null`,
  );
  await test.sql('analyze');
  quick = await startApp({
    database: { ...test.database, drop: async () => undefined },
    shipping: { columns: { memoryMb: 64, fewestShipments: 1 } },
  });
  await post('/shipments/facets', {}, quick);
  await quick.service.columns.settled();
  expect(quick.service.columns.accounts).toBe(1);
});
afterAll(async () => {
  expect(quick.service.columns.accounts).toBe(1);
  await quick.stop();
  await test.stop();
});

async function post(path: string, payload: object, { app } = test) {
  return app.inject({ method: 'POST', url: `${API}${path}`, headers: account.headers, payload });
}

/** The answer of both processes, which must be equal. */
async function same(path: string, payload: object) {
  const [bySql, byColumns] = [await post(path, payload), await post(path, payload, quick)];
  expect(bySql.statusCode, bySql.body).toBe(200);
  expect(byColumns.json()).toEqual(bySql.json());
  return bySql.json();
}

const filters = fc
  .record(
    {
      zone: fc.constantFrom(['zone_a'], ['zone_b', 'zone_c']),
      status: fc.constantFrom('delivered', 'in_transit', 'picked_up'),
      is_cod: fc.boolean(),
      attempts_count__gte: fc.nat(3),
      store_name: fc.constantFrom(['shop-one'], ['no-such']),
      sku: fc.constantFrom(['TEE-BLK-M'], ['MUG']),
      state: fc.constantFrom(['KA'], ['odisha', 'J & K'], ['SINDH'], ['CONSTRUCTOR', 'Goa']),
      search: fc.constantFrom('bengaluru', 'asha'),
      is_cod_owed: fc.boolean(),
    },
    { requiredKeys: [] },
  )
  .filter((some) => Object.keys(some).length < 4);

it('the report by status is the same from columns and from SQL, for time spans that begin or end with a shipment', async () => {
  const times = made.map(({ createdAt }) => new Date(createdAt).toISOString());
  const anyTime = fc.constantFrom('2020-01-01', ...times);
  await fc.assert(
    fc.asyncProperty(anyTime, anyTime, async (one, other) => {
      const [start_date_time, end_date_time] = one < other ? [one, other] : [other, one];
      await same('/reports', { start_date_time, end_date_time, shipment_type: 'forward' });
    }),
    lawRuns(25),
  );
  const { payload } = await same('/reports', {
    start_date_time: '2020-01-01',
    end_date_time: '2030-01-01',
    shipment_type: 'forward',
  });
  expect(payload.summary.total_shipments).toBe(listed(made, account.accountId, { body: {} }, 'asc').length);
});

describe('the facets of shipments', () => {
  it('are the same from columns and from SQL, for any filters', async () => {
    await fc.assert(
      fc.asyncProperty(filters, async (body) => {
        await same('/shipments/facets', body);
        await same('/shipments/facets', { ...body, facets: ['sku', 'tags', 'zone', 'status', 'state'] });
        await same('/shipments/counts', body);
      }),
      lawRuns(25),
    );
  });

  it('count each value with the filters of all other fields', async () => {
    const body = { zone: ['zone_a'], status: 'delivered' };
    const { data, meta } = await same('/shipments/facets', body);
    const matching = (less: Record<string, unknown>) =>
      listed(made, account.accountId, { body: less }, 'asc');
    expect(meta.total).toBe(matching(body).length);
    expect(data.zone).toEqual(
      counted(matching({ status: 'delivered' }), ({ zone }) => [`zone_${zone.toLowerCase()}`]),
    );
    expect(data.status).toEqual(
      counted(matching({ zone: ['zone_a'] }), ({ granularStatus }) => [
        listingStatusOf(granularStatus as 'pending'),
      ]),
    );
    expect(data.store_name).toEqual(
      counted(matching(body), ({ storeName }) => (storeName === null ? [] : [storeName])),
    );
    expect(data).not.toHaveProperty('sku');
    const { data: long } = await same('/shipments/facets', { ...body, facets: ['sku'] });
    expect(long).toEqual({ sku: counted(matching(body), ({ skus }) => skus) });
  });

  it('count all spellings of a state as one, like its filter and the figures', async () => {
    const rows = await test.sql<{ state: string }>(
      `select c.state from shipments s join order_contacts c using (account_id, order_id)
        where s.account_id = $1 and s.journey = 'forward' and c.role = 'billing'`,
      [account.accountId],
    );
    const written = new Map<string, string>(SPELLINGS);
    const states = rows.map(({ state }) => written.get(state) as string);
    const expected = [...new Set(states)].map(
      (value) => [value, states.filter((state) => state === value).length] as const,
    );
    const { data } = await same('/shipments/facets', { facets: ['state'], state: ['Goa'] });
    expect(
      new Map(data.state.map(({ value, count }: { value: string; count: number }) => [value, count])),
    ).toEqual(new Map(expected));
    const { data: figures } = await same('/analytics/shipments', { by: ['state'] });
    expect(
      new Map(
        figures.map(({ by, shipments }: { by: { state: string }; shipments: number }) => [
          by.state,
          shipments,
        ]),
      ),
    ).toEqual(new Map(expected));
    for (const [state, usual] of SPELLINGS.filter(([state]) => state !== '')) {
      const found = await same('/shipments/facets', { facets: ['zone'], state: [state] });
      expect(found.meta.total).toBe(new Map(expected).get(usual));
    }
  });

  it('reject an unknown facet', async () => {
    expect((await post('/shipments/facets', { facets: ['phone'] })).statusCode).toBe(422);
  });
});

function counted(rows: readonly MadeShipment[], valuesOf: (row: MadeShipment) => readonly string[]) {
  const counts = new Map<string, number>();
  for (const value of rows.flatMap(valuesOf)) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}

describe('the figures of shipments', () => {
  const dimension = fc.constantFrom(
    'carrier_id',
    'zone',
    'store_name',
    'warehouse_id',
    'channel',
    'is_cod',
    'state',
    'city',
    'sku',
    'ndr_reason',
    'rto_reason',
  );
  const input = fc.record(
    {
      bucket: fc.constantFrom('hour', 'day', 'week', 'month'),
      by: fc.uniqueArray(dimension, { maxLength: 2 }),
      date_field: fc.constantFrom('created_at', 'delivered_at', 'order_date'),
    },
    { requiredKeys: [] },
  );

  it('are the same from columns and from SQL, for any filters, buckets and dimensions', async () => {
    await fc.assert(
      fc.asyncProperty(input, filters, async (asked, body) => {
        await same('/analytics/shipments', { ...asked, ...body });
      }),
      lawRuns(40),
    );
  });

  it('add up the matching shipments', async () => {
    const delivered = listed(made, account.accountId, { body: { zone: ['zone_b'] } }, 'asc');
    const { data } = await same('/analytics/shipments', { zone: ['zone_b'], by: ['zone'] });
    const of = (name: string) => delivered.filter(({ dates }) => dates[name] !== null).length;
    expect(data).toMatchObject([
      {
        bucket: null,
        by: { zone: 'zone_b' },
        shipments: delivered.length,
        delivered: of('delivered_at'),
        rto: of('rto_initiated_at'),
        ndr: of('ndr_raised_at'),
        freight:
          delivered.reduce(
            (sum, { carrierId, weight }) => sum + (carrierId === null || weight === 50_001 ? 0 : weight),
            0,
          ) / 100,
      },
    ]);
    const names =
      'bucket by shipments delivered rto ndr promised delivered_on_time on_time_share hours_to_deliver_p50 hours_to_deliver_p90 cod_outstanding freight';
    expect(Object.keys(data[0]).sort()).toEqual(names.split(' ').sort());
    expect(await same('/analytics/shipments', { search: 'nobody has this name' })).toMatchObject({
      data: [],
    });
  });

  it('count all spellings of a city’s state as one', async () => {
    const rows = await test.sql<{ city: string; state: string }>(
      `select c.city, c.state from shipments s join order_contacts c using (account_id, order_id)
        where s.account_id = $1 and s.journey = 'forward' and c.role = 'billing'`,
      [account.accountId],
    );
    const written = new Map<string, string>(SPELLINGS);
    const cities = rows.map(({ city, state }) => `${city}, ${written.get(state)}`);
    const expected = [...new Set(cities)].map(
      (one) => [one, cities.filter((city) => city === one).length] as const,
    );
    const { data } = await same('/analytics/shipments', { by: ['city'] });
    const counted = data.map(({ by, shipments }: { by: { city: string }; shipments: number }) => [
      by.city,
      shipments,
    ]);
    expect(counted).toHaveLength(expected.length);
    expect(new Map(counted)).toEqual(new Map(expected));
  });

  it('are rejected for three dimensions', async () => {
    const answer = await post('/analytics/shipments', { by: ['zone', 'sku', 'city'] });
    expect(answer.statusCode).toBe(422);
  });
});

describe('the metrics of columns in memory', () => {
  it('count accounts, bytes, loads and answers', async () => {
    await same('/shipments/facets', {});
    const { body } = await quick.app.inject({ url: '/metrics' });
    const metric = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1]);
    expect(metric('listing_columns_accounts')).toBe(1);
    expect(metric('listing_columns_loads_total')).toBe(1);
    expect(metric('listing_columns_bytes')).toBeGreaterThan(100_000);
    expect(metric('listing_columns_answers_total')).toBeGreaterThan(0);
    expect(metric('listing_columns_passed_total')).toBeGreaterThan(0);
  });
});

describe('the facets of returns', () => {
  it('count only returns', async () => {
    const { data, meta } = (await post('/returns/facets', {})).json();
    const returns = made.filter(({ journey }) => journey === 'return');
    expect(meta.total).toBe(returns.length);
    expect(data.zone).toEqual(counted(returns, ({ zone }) => [`zone_${zone.toLowerCase()}`]));
    const { data: narrowed } = (await post('/returns/facets', { zone: ['zone_a'] })).json();
    expect(narrowed.zone).toEqual(data.zone);
    expect(narrowed.channel).toEqual(
      counted(
        returns.filter(({ zone }) => zone === 'A'),
        ({ channel }) => [channel],
      ),
    );
  });
});
