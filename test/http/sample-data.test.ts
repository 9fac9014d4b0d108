import { describe, expect, it } from 'vitest';
import { readMobile } from '../../src/domain/orders/phone.ts';
import { LISTING_STATUSES } from '../../src/domain/tracking/statuses.ts';
import { openApp, type TestAccount } from '../support/app.ts';
import { CARRIER } from '../support/carriers.ts';
import { describeOnOneServer } from '../support/cluster.ts';
import { courierLoopback } from '../support/connected-courier.ts';
import { csvOf, importFile } from '../support/files.ts';
import { makeWarehouse, orderBody } from '../support/orders.ts';
import { raceFor } from '../support/race.ts';
import { differingStates, recountedShipments } from '../support/shipment-truth.ts';

const test = await openApp({ shipping: { courierOutgoing: courierLoopback() } });
const PATH = '/sample-data';
const HOUR_MS = 3_600_000;

/** What is history, or follows shipments by itself. */
const NOT_COMPARED = [
  'audit_records',
  'credentials',
  'idempotency_keys',
  'order_reservations',
  'shipment_changes',
  'shipment_change_horizons',
  'shipment_counts',
  'shipment_count_deltas',
];

/** Every row of the account, by table. */
async function rowsOf({ accountId }: TestAccount): Promise<Record<string, unknown[]>> {
  const { pool } = test.database.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
      where c.relnamespace = 'dakiya'::regnamespace and c.relkind in ('r', 'p') and c.relname <> all($1)
      order by 1`,
    [NOT_COMPARED],
  );
  const found: Record<string, unknown[]> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query(
      `select to_jsonb(t) as row from ${name} t where account_id = $1 order by to_jsonb(t)::text`,
      [accountId],
    );
    if (rows.length > 0) found[name] = rows.map(({ row }) => row);
  }
  const { rows } = await pool.query('select count(*)::integer as count from offline_bookings');
  return { ...found, offline_bookings: rows };
}

async function data(asked: ReturnType<TestAccount['get']>) {
  const response = await asked;
  expect(response.statusCode, response.body).toBeLessThan(300);
  return response.json().data;
}

const load = (account: TestAccount) => data(account.post(PATH));
const remove = (account: TestAccount) => data(account.delete(PATH));
const listed = (account: TestAccount, filter: object) =>
  data(account.post('/shipments', { per_page: 100, ...filter }));

describe('sample data', () => {
  it('has orders of the last 30 days in every state, with returns and money, and is complete', async () => {
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
    expect(await differingStates(database, account.accountId)).toEqual([]);
    const { counted, recounted } = await recountedShipments(database, account.accountId);
    expect(counted).toEqual(recounted);
    const [oldest] = (
      await database.pool.query(
        'select min(created_at) as at from shipments where account_id = $1 and journey = $2',
        [account.accountId, 'forward'],
      )
    ).rows;
    expect(test.service.now().getTime() - oldest.at.getTime()).toBeLessThanOrEqual(30 * 24 * HOUR_MS);
  });

  it('reaches nobody: no phone leads to a person, and no message, webhook, job or call follows', async () => {
    const account = await test.account();
    await load(account);
    const { pool } = test.database.database;
    const { rows: phones } = await pool.query('select phone from order_contacts where account_id = $1', [
      account.accountId,
    ]);
    expect(phones.filter(({ phone }) => readMobile(phone) !== null)).toEqual([]);
    const { rows } = await pool.query(
      `select (select count(*) from messages where account_id = $1)::integer as messages,
        (select count(*) from webhook_events where account_id = $1)::integer as events,
        (select count(*) from courier_warehouses where account_id = $1)::integer as warehouses,
        (select count(*) from bookings where account_id = $1 and (adapter <> 'offline' or next_try_at is not null))::integer as booked,
        (select count(*) from orders where account_id = $1 and not is_demo)::integer as real`,
      [account.accountId],
    );
    expect(rows).toEqual([{ messages: 0, events: 0, warehouses: 0, booked: 0, real: 0 }]);
  });

  it('is removed without a trace, whatever was done with it', async () => {
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
    const { counted, recounted } = await recountedShipments(test.database.database, account.accountId);
    expect(counted).toEqual(recounted);
    expect((await data(account.post('/shipments/counts', {}))).all).toBe(1);
    expect(await data(account.get(PATH))).toEqual({ loaded_at: null, orders: 0 });
  });

  it('leaves what belongs to the account: own orders, and sample places that they use or that were changed', async () => {
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

  it('is loaded again beside what stayed, which is then no sample', async () => {
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

  it('changes nothing when it is loaded or removed twice', async () => {
    const account = await test.account();
    const first = await load(account);
    test.advance(HOUR_MS);
    expect(await load(account)).toEqual(first);
    expect((await data(account.post('/shipments/counts', {}))).all).toBe(first.orders);
    await remove(account);
    expect(await remove(account)).toEqual({ kept_stores: [], kept_warehouses: [] });
  });

  it('is refused in one sentence beside a courier of the account, and a courier beside it', async () => {
    const courier = { courier: 'delhivery', settings: { base_url: 'http://127.0.0.1:9', token: 'a-token' } };
    const with_ = await test.account();
    await data(with_.post('/courier-accounts', courier));
    const refused = await with_.post(PATH);
    expect(refused.statusCode).toBe(422);
    expect(refused.json().errors).toHaveLength(1);
    expect(await data(with_.get(PATH))).toEqual({ loaded_at: null, orders: 0 });

    const account = await test.account();
    await load(account);
    const answer = await account.post('/courier-accounts', courier);
    expect(answer.statusCode).toBe(422);
    expect(answer.body).toContain('remove it before you connect a courier');
    await remove(account);
    await data(account.post('/courier-accounts', courier));
  });

  it('is for owners only, and shows itself to everybody who sees the whole account', async () => {
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

/** Works with sample orders as somebody does who tries everything. */
async function useSamples(account: TestAccount): Promise<void> {
  type Listed = { id: string; attributes: { order: { display_id: string }; [name: string]: unknown } };
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

  it('is made once when it is loaded twice at once, and removed once', async () => {
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

  it('and a courier exclude each other, whichever comes first', async () => {
    const courier = { courier: 'delhivery', settings: { base_url: 'http://127.0.0.1:9', token: 'a-token' } };
    for (const isLoadedFirst of [true, false]) {
      const account = await test.account();
      const both = [() => account.post(PATH), () => account.post('/courier-accounts', courier)];
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
