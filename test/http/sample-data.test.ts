import { describe, expect, it } from 'vitest';
import { readMobile } from '../../src/domain/orders/phone.ts';
import { LISTING_STATUSES } from '../../src/domain/tracking/statuses.ts';
import { OPERATOR_TOKEN, openApp, type TestAccount } from '../support/app.ts';
import { CARRIER } from '../support/carriers.ts';
import { describeOnOneServer } from '../support/cluster.ts';
import { courierLoopback } from '../support/connected-courier.ts';
import { csvOf, importFile } from '../support/files.ts';
import { makeWarehouse, orderBody, scan } from '../support/orders.ts';
import { raceFor } from '../support/race.ts';
import { differingStates, recountedShipments } from '../support/shipment-truth.ts';

const test = await openApp({ shipping: { courierOutgoing: courierLoopback() } });
const PATH = '/sample-data';
const HOUR_MS = 3_600_000;

/** Tables of history, and tables that are derived from others. */
const NOT_COMPARED = [
  'audit_records',
  'credentials',
  'idempotency_keys',
  'order_reservations',
  'shipment_changes',
  'shipment_change_horizons',
  'shipment_counts',
  'shipment_count_deltas',
  'list_totals',
];

/** All rows of the account, by table. */
async function rowsOf({ accountId }: TestAccount): Promise<Record<string, unknown[]>> {
  const tables = await test.sql<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
      where c.relnamespace = 'dakiya'::regnamespace and c.relkind in ('r', 'p') and c.relname <> all($1)
      order by 1`,
    [NOT_COMPARED],
  );
  const found: Record<string, unknown[]> = {};
  for (const { name } of tables) {
    const rows = await test.sql(
      `select to_jsonb(t) as row from ${name} t where account_id = $1 order by to_jsonb(t)::text`,
      [accountId],
    );
    if (rows.length > 0) found[name] = rows.map(({ row }) => row);
  }
  const rows = await test.sql('select count(*)::integer as count from offline_bookings');
  return { ...found, offline_bookings: rows };
}

async function data(asked: ReturnType<TestAccount['get']>) {
  const response = await asked;
  expect(response.statusCode, response.body).toBeLessThan(300);
  return response.json().data;
}

const load = (account: TestAccount) => data(account.post(PATH));
const remove = (account: TestAccount) => data(account.delete(PATH));
const COURIER = { courier: 'delhivery', settings: { base_url: 'http://127.0.0.1:9', token: 'a-token' } };
const HAS_COURIERS =
  'Sample data is only for accounts without a courier: it must never be mixed with real parcels';

async function expectRefused(account: TestAccount, sentence: string): Promise<void> {
  const refused = await account.post(PATH);
  expect([refused.statusCode, refused.json().errors]).toEqual([422, [sentence]]);
  expect(await data(account.get(PATH))).toEqual({ loaded_at: null, orders: 0 });
}
const listed = (account: TestAccount, filter: object) =>
  data(account.post('/shipments', { per_page: 100, ...filter }));

describe('sample data', () => {
  it('has orders of the last 30 days in every state, with returns and money', async () => {
    const account = await test.account();
    const loaded = await load(account);
    expect(loaded.loaded_at).toBe(test.service.now().toISOString());
    expect(loaded.orders).toBeGreaterThan(200);
    expect(await data(account.get(PATH))).toEqual(loaded);
    const counts = await data(account.post('/shipments/counts', {}));
    for (const status of LISTING_STATUSES) {
      expect(counts[status], status).toBeGreaterThan(0);
    }
    expect((await data(account.post('/returns/counts', {}))).all).toBeGreaterThan(3);
    expect((await account.get('/remittances')).json().meta.owed.length).toBeGreaterThan(0);
    expect(await data(account.get('/client-stores'))).toHaveLength(3);
    const warehouses = await data(account.get('/warehouses'));
    expect(warehouses.map(({ name }: { name: string }) => name)).toEqual([
      'Okhla (sample)',
      'Peenya (sample)',
    ]);
    const { database } = test.database;
    expect(await differingStates(test.database, account.accountId)).toEqual([]);
    const { counted, recounted } = await recountedShipments(test.database, account.accountId);
    expect(counted).toEqual(recounted);
    const [oldest] = (
      await database.pool.query(
        'select min(created_at) as at from shipments where account_id = $1 and journey = $2',
        [account.accountId, 'forward'],
      )
    ).rows;
    expect(test.service.now().getTime() - oldest.at.getTime()).toBeLessThanOrEqual(30 * 24 * HOUR_MS);
  });

  it('has no real phone number, and causes no message, webhook, job or courier call', async () => {
    const account = await test.account();
    await load(account);
    const phones = await test.sql('select phone from order_contacts where account_id = $1', [
      account.accountId,
    ]);
    expect(phones.filter(({ phone }) => readMobile(phone) !== null)).toEqual([]);
    const rows = await test.sql(
      `select (select count(*) from messages where account_id = $1)::integer as messages,
        (select count(*) from webhook_events where account_id = $1)::integer as events,
        (select count(*) from courier_warehouses where account_id = $1)::integer as warehouses,
        (select count(*) from bookings where account_id = $1 and (adapter <> 'offline' or next_try_at is not null))::integer as booked,
        (select count(*) from orders where account_id = $1 and not is_demo)::integer as real`,
      [account.accountId],
    );
    expect(rows).toEqual([{ messages: 0, events: 0, warehouses: 0, booked: 0, real: 0 }]);
  });

  it('is removed with everything that was done with it', async () => {
    const account = await test.account();
    const warehouseId = await makeWarehouse(account);
    await account.post('/forward-order-orchestration', orderBody(warehouseId));
    const before = await rowsOf(account);
    await load(account);
    test.advance(HOUR_MS);
    await useSamples(account);
    expect(await remove(account)).toEqual({ kept_stores: [], kept_warehouses: [] });
    const after = await rowsOf(account);
    const left = Object.keys(after).filter((table) => !(table in before));
    expect(
      left.filter(
        (table) =>
          !['import_columns', 'imports', 'import_pieces', 'import_rejections', 'jobs', 'job_items'].includes(
            table,
          ),
      ),
    ).toEqual([]);
    for (const [table, rows] of Object.entries(before)) expect(after[table], table).toEqual(rows);
    const { counted, recounted } = await recountedShipments(test.database, account.accountId);
    expect(counted).toEqual(recounted);
    expect((await data(account.post('/shipments/counts', {}))).all).toBe(1);
    expect(await data(account.get(PATH))).toEqual({ loaded_at: null, orders: 0 });
  });

  it('leaves own orders, and the sample stores and warehouses that they use or that were changed', async () => {
    const account = await test.account();
    await load(account);
    test.advance(HOUR_MS);
    const [okhla, peenya] = await data(account.get('/warehouses'));
    const [store] = await data(account.get('/client-stores'));
    await data(account.put(`/warehouses/${peenya.id}`, { contact_person: 'Somebody of ours' }));
    await data(account.put(`/client-stores/${store.id}`, { brand_name: 'Ours' }));
    const own = orderBody(okhla.id);
    expect((await account.post('/forward-order-orchestration', own)).statusCode).toBe(200);
    expect(await remove(account)).toEqual({
      kept_stores: [store.store_name],
      kept_warehouses: ['Okhla (sample)', 'Peenya (sample)'],
    });
    const [left, ...others] = await listed(account, {});
    expect(left.attributes.order.display_id).toBe(own.order_id);
    expect(others).toEqual([]);
    expect(await data(account.get('/warehouses'))).toHaveLength(2);
    const stores = await data(account.get('/client-stores'));
    expect(stores.map(({ brand_name }: { brand_name: string }) => brand_name)).toEqual(['Ours']);
  });

  it('leaves own parcels in a manifest, an invoice series and a remittance that samples shared', async () => {
    const account = await test.account();
    await load(account);
    test.advance(HOUR_MS);
    const stores = await data(account.get('/client-stores'));
    const [sample] = await listed(account, {
      granular_status: ['ready_for_pickup'],
      store_name: stores.map(({ store_name }: { store_name: string }) => store_name),
    });
    const { warehouse_id, carrier, order, shipping_address } = sample.attributes;
    const body = orderBody(warehouse_id, {
      ...{ carrier_id: carrier.id, payment_method: 'COD', cod_collectible: 499 },
      ...{ store_name: order.store_name, billing_pincode: shipping_address.zip },
      order_items: [{ name: 'Masala chai', units: 1, selling_price: 499, tax: 5 }],
    });
    const booked = await account.post('/forward-order-orchestration', body);
    expect(booked.statusCode, booked.body).toBe(200);
    const own = booked.json().payload;
    const manifest = await account.post('/manifests', { warehouse_id, carrier_id: carrier.id });
    expect(manifest.statusCode, manifest.body).toBeLessThan(300);
    const invoiced = await account.post('/invoices', { shipment_ids: [sample.id, own.shipment_id] });
    expect(invoiced.statusCode, invoiced.body).toBeLessThan(300);
    const scans = ['picked_up', 'in_transit', 'out_for_delivery', 'delivered'] as const;
    await scan(test, account, own.shipment_id, scans);
    const delivered = await listed(account, { granular_status: ['delivered'], is_cod: true });
    const paid = delivered.map(({ attributes }: Listed) => [
      attributes.tracking_number,
      '499.00',
      'UTR-9',
      '2026-11-10',
    ]);
    const file = csvOf([['AWB', 'COD Amount', 'UTR', 'Date'], ...paid]);
    await importFile(test, account, '/remittances/import?courier=titli', file);
    const shared = async () => {
      const found = await test.sql(
        `select (select count(*) from manifests where account_id = $1)::integer as manifests,
          (select count(*) from manifest_parcels where account_id = $1)::integer as parcels,
          (select count(*) from invoices where account_id = $1)::integer as invoices,
          (select count(*) from invoice_series where account_id = $1)::integer as series,
          (select jsonb_agg(jsonb_build_array(shipments, amount_paise, expected_paise)) from remittances where account_id = $1) as remitted`,
        [account.accountId],
      );
      return found[0];
    };
    const before = await shared();
    expect(before).toMatchObject({ invoices: 2, series: 1 });
    expect(before.parcels).toBeGreaterThan(1);
    expect(Math.max(...before.remitted.map(([shipments]: number[]) => shipments))).toBeGreaterThan(1);
    await remove(account);
    expect(await shared()).toEqual({
      ...{ manifests: 1, parcels: 1, invoices: 1, series: 1, remitted: [[1, 49_900, 49_900]] },
    });
  });

  it('is loaded again beside samples that stayed, which are then the own ones', async () => {
    const account = await test.account();
    await load(account);
    test.advance(HOUR_MS);
    const [okhla] = await data(account.get('/warehouses'));
    await data(account.put(`/warehouses/${okhla.id}`, { contact_person: 'Somebody of ours' }));
    await remove(account);
    await load(account);
    expect(await data(account.get('/warehouses'))).toHaveLength(2);
    expect(await remove(account)).toEqual({ kept_stores: [], kept_warehouses: [] });
    expect(await data(account.get('/warehouses'))).toHaveLength(1);
  });

  it('does not change when it is loaded or removed twice', async () => {
    const account = await test.account();
    const first = await load(account);
    test.advance(HOUR_MS);
    expect(await load(account)).toEqual(first);
    expect((await data(account.post('/shipments/counts', {}))).all).toBe(first.orders);
    await remove(account);
    expect(await remove(account)).toEqual({ kept_stores: [], kept_warehouses: [] });
  });

  it('is refused with a courier of the account, and after it if it has parcels', async () => {
    const account = await test.account();
    const { id } = await data(account.post('/courier-accounts', COURIER));
    await expectRefused(account, HAS_COURIERS);
    await account.delete(`/courier-accounts/${id}`);
    await test.rateBooks.look();
    await load(account);
    await remove(account);
    await data(account.post('/forward-order-orchestration', orderBody(await makeWarehouse(account))));
    await test.sql('update bookings set courier_account_id = $2 where account_id = $1', [
      account.accountId,
      id,
    ]);
    await expectRefused(account, HAS_COURIERS);
  });

  it('is refused while the operator has connected a courier for all accounts', async () => {
    const account = await test.account();
    const operator = test.client({ authorization: OPERATOR_TOKEN });
    const { id } = await data(operator.post('/courier-accounts', COURIER));
    try {
      await expectRefused(account, HAS_COURIERS);
    } finally {
      await operator.delete(`/courier-accounts/${id}`);
    }
    await load(account);
  });

  it('is refused beside an own order with the id of a sample order', async () => {
    const account = await test.account();
    await account.post(
      '/forward-order',
      orderBody(await makeWarehouse(account), { order_id: 'SAMPLE-1001' }),
    );
    await expectRefused(account, 'An order of the account has the id of a sample order, such as SAMPLE-1001');
    expect(await data(account.get('/client-stores'))).toEqual([]);
  });

  it('must be removed before a courier is connected', async () => {
    const account = await test.account();
    await load(account);
    const answer = await account.post('/courier-accounts', COURIER);
    expect(answer.statusCode).toBe(422);
    expect(answer.body).toContain('remove it before you connect a courier');
    await remove(account);
    await data(account.post('/courier-accounts', COURIER));
  });

  it('is loaded and removed by owners, and shown to everybody who sees the whole account', async () => {
    const account = await test.account();
    const keyOf = async (scope: string) =>
      test.client({
        authorization: (await data(account.post('/keys', { name: scope, scope }))).attributes.token,
      });
    const manager = await keyOf('manager');
    const viewer = await keyOf('viewer');
    expect((await manager.post(PATH)).statusCode).toBe(403);
    await load(account);
    expect((await manager.delete(PATH)).statusCode).toBe(403);
    expect((await data(viewer.get(PATH))).orders).toBeGreaterThan(0);
    const other = await test.account();
    expect(await data(other.get(PATH))).toEqual({ loaded_at: null, orders: 0 });
  });
});

type Listed = { id: string; attributes: { order: { display_id: string }; [name: string]: unknown } };

/** Uses sample orders in many ways. */
async function useSamples(account: TestAccount): Promise<void> {
  const firstOf = async (filter: object) =>
    (await listed(account, filter)).find(({ attributes }: Listed) =>
      attributes.order.display_id.startsWith('SAMPLE-'),
    );
  const ready = await firstOf({ granular_status: ['ready_for_pickup'] });
  const pending = await firstOf({ granular_status: ['pending'] });
  const failed = await firstOf({ granular_status: ['ndr_raised'] });
  const delivered = await listed(account, { granular_status: ['delivered'], cod: true });
  await data(account.post(`/shipments/${ready.id}/notes`, { note: 'Tried out' }));
  await data(account.put(`/shipments/${ready.id}/tags`, { tags: ['tried'] }));
  await account.post('/labels', { shipment_ids: [ready.id] });
  await account.post('/invoices', { shipment_ids: [ready.id] });
  await account.post('/manifests', { warehouse_id: ready.attributes.warehouse_id, carrier_id: CARRIER });
  await data(account.post('/reattempt', { awb: failed.attributes.tracking_number }));
  const assigned = await account.post('/forward-order-shipment', { shipment_id: pending.id });
  expect(assigned.statusCode, assigned.body).toBe(200);
  const rows = delivered.map(({ attributes }: { attributes: { tracking_number: string } }) => [
    attributes.tracking_number,
    '100.00',
    'UTR-1',
    '2026-11-10',
  ]);
  await importFile(
    test,
    account,
    '/remittances/import?courier=titli',
    csvOf([['AWB', 'COD Amount', 'UTR', 'Date'], ...rows]),
  );
}

describeOnOneServer()('sample data under races', () => {
  const theAccount = ({ accountId }: TestAccount) => ({
    table: 'accounts',
    where: 'account_id = $1',
    values: [accountId],
  });

  it('is loaded once by two simultaneous requests, and removed once', async () => {
    const account = await test.account();
    const before = await rowsOf(account);
    const loads = await raceFor(test.database, theAccount(account), [
      () => account.post(PATH),
      () => account.post(PATH),
    ]);
    expect(loads.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(loads[0]?.body).toBe(loads[1]?.body);
    expect(await data(account.get('/client-stores'))).toHaveLength(3);
    const removals = await raceFor(test.database, theAccount(account), [
      () => account.delete(PATH),
      () => account.delete(PATH),
    ]);
    expect(removals.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await rowsOf(account)).toEqual(before);
  });

  it('and a courier exclude each other in either order', async () => {
    for (const isLoadedFirst of [true, false]) {
      const account = await test.account();
      const both = [() => account.post(PATH), () => account.post('/courier-accounts', COURIER)];
      const answers = await raceFor(
        test.database,
        theAccount(account),
        isLoadedFirst ? both : both.reverse(),
      );
      const [first, second] = answers.map(({ statusCode }) => statusCode);
      expect(first).toBeLessThan(300);
      expect(second).toBe(422);
    }
  });
});
