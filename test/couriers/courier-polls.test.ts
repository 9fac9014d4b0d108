import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DelhiveryStandIn } from '../../simulators/couriers/delhivery/delhivery-stand-in.ts';
import { STAND_IN_TOKEN } from '../../simulators/couriers/delhivery/settings.ts';
import { type RunningStandIn, startStandIn } from '../../simulators/kit/start-stand-in.ts';
import { readNetworks } from '../../src/outgoing/networks.ts';
import { OutgoingRequests } from '../../src/outgoing/outgoing-requests.ts';
import { NotSentError } from '../../src/partners/partner.ts';
import { pollCouriers } from '../../src/usecases/couriers/poll-couriers.ts';
import { registerWarehouses } from '../../src/usecases/couriers/register-warehouses.ts';
import { startApp, type TestAccount, type TestApp } from '../support/app.ts';
import { bookOrder, CARRIER } from '../support/carriers.ts';
import { API, makeWarehouse } from '../support/orders.ts';
import { setRate } from '../support/rate-changes.ts';

const HOUR_MS = 3_600_000;

let test: TestApp;
let standIn: RunningStandIn<DelhiveryStandIn>;
let account: TestAccount;
let warehouseId: string;
let courierAccountId: string;

beforeAll(async () => {
  standIn = await startStandIn((dependencies) => new DelhiveryStandIn(dependencies));
  test = await startApp({
    // The courier's scans use its own clock.
    now: new Date(),
    shipping: {
      courierOutgoing: new OutgoingRequests({ allow: readNetworks(['127.0.0.0/8', '::1'], 'COURIER_ALLOW') }),
    },
  });
  account = await test.account();
  const connected = await account.post('/courier-accounts', {
    courier: 'delhivery',
    settings: { base_url: standIn.url, token: STAND_IN_TOKEN },
  });
  courierAccountId = connected.json().data.id;
  await setRate(test.service, test.rateBooks.ground.directory, {
    kind: 'carriers',
    owner: account.accountId,
    cells: { carrier_id: CARRIER, adapter: 'delhivery', courier_product: 'Surface' },
  });
  await test.rateBooks.look();
  warehouseId = await makeWarehouse(account);
  await registerWarehouses(test.service);
});
afterAll(async () => {
  await test.stop();
  await standIn.stop();
});
beforeEach(() => standIn.faults.clear());

async function book(): Promise<{ id: string; number: string }> {
  const { shipmentId, trackingNumber } = await bookOrder(account, warehouseId, CARRIER);
  return { id: shipmentId, number: trackingNumber };
}

const shown = async (id: string) => (await account.get(`/shipments/${id}`)).json().data.attributes;

const poll = () =>
  pollCouriers(test.service, (error) => {
    throw error;
  });

async function isPolled(id: string): Promise<boolean> {
  const { rowCount } = await test.database.database.pool.query(
    'select from courier_polls where shipment_id = $1',
    [id],
  );
  return rowCount === 1;
}

/** This many more parcels, which differ only in their keys. */
async function copyPolled(id: string, count: number): Promise<void> {
  const { pool } = test.database.database;
  const keys = Array.from({ length: count }, (_, n) => [randomUUID(), randomUUID(), `COPY${n}`]);
  const lists = [0, 1, 2].map((nth) => keys.map((key) => key[nth]));
  for (const table of ['shipments', 'bookings', 'courier_polls']) {
    const { rows } = await pool.query<{ name: string }>(
      `select attname as name from pg_attribute
        where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    );
    const names = rows.map(({ name }) => name);
    const keyed = ['shipment_id', 'booking_id', 'tracking_number'];
    const values = names.map((name) => `${keyed.includes(name) ? 'c' : 't'}.${name}`);
    await pool.query(
      `insert into ${table} (${names.join(', ')}) select ${values.join(', ')} from ${table} t,
        unnest($2::uuid[], $3::uuid[], $4::text[]) as c (shipment_id, booking_id, tracking_number) where t.shipment_id = $1`,
      [id, ...lists],
    );
  }
}

describe('a courier that is asked about its parcels', () => {
  it('moves them by what it says, once, and is asked no more about those that are over', async () => {
    const [moving, over] = [await book(), await book()];
    standIn.courier.move(moving.number, 'picked_up', 'in_transit');
    standIn.courier.move(
      over.number,
      'picked_up',
      'in_transit',
      'at_destination',
      'out_for_delivery',
      'delivered',
    );
    await poll();
    expect((await shown(moving.id)).status).toBe('pending');
    test.advance(2 * HOUR_MS);
    await poll();
    const first = await shown(moving.id);
    expect(first.status).toBe('in_transit');
    expect((await shown(over.id)).status).toBe('delivered');
    expect([await isPolled(moving.id), await isPolled(over.id)]).toEqual([true, false]);
    test.advance(2 * HOUR_MS);
    await poll();
    expect({ ...(await shown(moving.id)), label_url: first.label_url }).toEqual(first);
  });

  it('is asked again later where it does not answer', async () => {
    const parcel = await book();
    standIn.courier.move(parcel.number, 'picked_up', 'in_transit');
    test.advance(2 * HOUR_MS);
    standIn.faults.add({ kind: 'cut' });
    await poll();
    expect((await shown(parcel.id)).status).toBe('pending');
    standIn.faults.clear();
    test.advance(HOUR_MS);
    await poll();
    expect((await shown(parcel.id)).status).toBe('in_transit');
  });

  it('is asked about the next batch where one comes to nothing', async () => {
    const parcels: Awaited<ReturnType<typeof book>>[] = [];
    // One after the other: with sixty at once a slow machine would not answer the last in time.
    while (parcels.length < 60) parcels.push(await book());
    for (const { number } of parcels) standIn.courier.move(number, 'picked_up', 'in_transit');
    test.advance(2 * HOUR_MS);
    standIn.faults.add({ kind: 'html', call: 'track', times: 1 });
    await poll();
    const statuses = await Promise.all(parcels.map(async ({ id }) => (await shown(id)).status));
    expect(new Set(statuses)).toEqual(new Set(['pending', 'in_transit']));
    test.advance(HOUR_MS);
    await poll();
    const later = await Promise.all(parcels.map(async ({ id }) => (await shown(id)).status));
    expect(new Set(later)).toEqual(new Set(['in_transit']));
  });

  it('is asked about the others as soon as it can be where it turns a batch away, and about that one after them', async () => {
    await test.database.database.pool.query('delete from courier_polls');
    const parcels: Awaited<ReturnType<typeof book>>[] = [];
    while (parcels.length < 52) parcels.push(await book());
    for (const { number } of parcels) standIn.courier.move(number, 'picked_up', 'in_transit');
    const howMany = async () => {
      const statuses = await Promise.all(parcels.map(async ({ id }) => (await shown(id)).status));
      return statuses.filter((status) => status === 'in_transit').length;
    };
    test.advance(2 * HOUR_MS);
    standIn.faults.add({ kind: 'status', status: 403, call: 'track', times: 1 });
    await poll();
    expect(await howMany()).toBe(0);
    // Its rest of half a minute is over.
    test.service.courierTraffic.forget(courierAccountId);
    test.advance(30_000);
    await poll();
    expect(await howMany()).toBe(2);
    test.advance(5 * 60_000);
    await poll();
    expect(await howMany()).toBe(52);
  });

  it('is tried once a round while it is left alone, however many wait, and they are not due again at once', async () => {
    const { pool } = test.database.database;
    await pool.query('delete from courier_polls');
    const { id } = await book();
    await copyPolled(id, 1_200);
    test.advance(2 * HOUR_MS);
    const opened = { count: 0 };
    const track = () => Promise.reject(new NotSentError('has not answered for a while', { waitMs: 5 }));
    const played = Object.create(test.service.couriers) as typeof test.service.couriers;
    played.named = (name) => {
      const courier = test.service.couriers.named(name);
      if (courier === null) return null;
      const open: typeof courier.open = (connection) => {
        opened.count += 1;
        return Object.assign(Object.create(courier.open(connection)), { track });
      };
      return Object.assign(Object.create(courier), { open });
    };
    const now = test.service.now();
    await pollCouriers({ ...test.service, couriers: played }, (error) => {
      throw error;
    });
    expect(opened.count).toBe(1);
    const due = async (ms: number) => {
      const sql = 'select from courier_polls where next_poll_at <= $1';
      return (await pool.query(sql, [new Date(now.getTime() + ms)])).rowCount;
    };
    expect([await due(0), await due(29_000), await due(30_000)]).toEqual([701, 701, 1_201]);
    await pool.query('delete from courier_polls');
  });

  it('is asked now where somebody wants to know, at most once a minute', async () => {
    const parcel = await book();
    standIn.courier.move(parcel.number, 'picked_up', 'in_transit');
    const asked = await account.post(`/shipments/${parcel.id}/refresh`);
    expect([asked.statusCode, asked.json().data.attributes.status]).toEqual([200, 'in_transit']);
    const soon = await account.post(`/shipments/${parcel.id}/refresh`);
    expect([soon.statusCode, soon.headers['retry-after']]).toEqual([429, '60']);
    test.advance(60_000);
    expect((await account.post(`/shipments/${parcel.id}/refresh`)).statusCode).toBe(200);
  });

  it('cannot be asked about what no connected courier has, nor about another account’s', async () => {
    const other = await test.account();
    const offline = await bookOrder(other, await makeWarehouse(other));
    const refresh = (id: string, { headers }: TestAccount) =>
      test.app.inject({ method: 'POST', url: `${API}/shipments/${id}/refresh`, headers });
    const nobody = await refresh(offline.shipmentId, other);
    expect([nobody.statusCode, nobody.json().message ?? nobody.json().errors?.[0]]).toEqual([
      422,
      expect.stringContaining('No connected courier has this shipment'),
    ]);
    expect((await refresh((await book()).id, other)).statusCode).toBe(404);
  });

  it('is left alone once its limit is reached, and whoever asks is told so', async () => {
    const parcel = await book();
    standIn.faults.add({ kind: 'status', status: 403 });
    const asked = await account.post(`/shipments/${parcel.id}/refresh`);
    expect([asked.statusCode, asked.json().data.attributes.status]).toEqual([202, 'pending']);
    expect(await isPolled(parcel.id)).toBe(true);
  });
});
