import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DelhiveryStandIn } from '../../simulators/couriers/delhivery/delhivery-stand-in.ts';
import { STAND_IN_SETTINGS } from '../../simulators/couriers/delhivery/settings.ts';
import { NotSentError } from '../../src/partners/partner.ts';
import { saidByPartner } from '../../src/problems/sentence.ts';
import { pollCouriers } from '../../src/usecases/couriers/poll-couriers.ts';
import { bookOrder } from '../support/carriers.ts';
import { connectCourier, openCourierGround } from '../support/connected-courier.ts';
import { makeWarehouse } from '../support/orders.ts';

const HOUR_MS = 3_600_000;

const ground = await openCourierGround((dependencies) => new DelhiveryStandIn(dependencies));
const { test, standIn } = ground;
const { account, courierAccountId, book, shown } = await connectCourier(ground, {
  settings: STAND_IN_SETTINGS,
  courierProduct: 'Surface',
});

const poll = () =>
  pollCouriers(test.service, (error) => {
    throw error;
  });

async function isPolled(id: string): Promise<boolean> {
  return (await test.sql('select from courier_polls where shipment_id = $1', [id])).length === 1;
}

/** This many more parcels, which differ only in their keys. */
async function copyPolled(id: string, count: number): Promise<void> {
  const keys = Array.from({ length: count }, (_, n) => [randomUUID(), randomUUID(), `COPY${n}`]);
  const lists = [0, 1, 2].map((nth) => keys.map((key) => key[nth]));
  for (const table of ['shipments', 'bookings', 'courier_polls']) {
    const rows = await test.sql<{ name: string }>(
      `select attname as name from pg_attribute
        where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    );
    const names = rows.map(({ name }) => name);
    const keyed = ['shipment_id', 'booking_id', 'tracking_number'];
    const values = names.map((name) => `${keyed.includes(name) ? 'c' : 't'}.${name}`);
    await test.sql(
      `insert into ${table} (${names.join(', ')}) select ${values.join(', ')} from ${table} t,
        unnest($2::uuid[], $3::uuid[], $4::text[]) as c (shipment_id, booking_id, tracking_number) where t.shipment_id = $1`,
      [id, ...lists],
    );
  }
}

describe('a courier whose parcels are polled', () => {
  it('moves them once by its scans, and final parcels are not polled any more', async () => {
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

  it('is asked about the parcels of two accounts with the courier account of each', async () => {
    const other = await connectCourier(ground, { settings: STAND_IN_SETTINGS, courierProduct: 'Surface' });
    const [ours, theirs] = [await book(), await other.book()];
    for (const { number } of [ours, theirs]) standIn.courier.move(number, 'picked_up', 'in_transit');
    test.advance(2 * HOUR_MS);
    await poll();
    expect([(await shown(ours.id)).status, (await other.shown(theirs.id)).status]).toEqual([
      'in_transit',
      'in_transit',
    ]);
    // The next tests are about the calls of one account.
    await test.sql('delete from courier_polls where account_id = $1', [other.account.accountId]);
  });

  it('is asked again later if it does not answer', async () => {
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

  it('is asked about the next batch if one batch fails', async () => {
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

  it('that turns a batch away is asked about the others as soon as possible, and about that batch after them', async () => {
    await test.sql('delete from courier_polls');
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

  it('that must not be called is tried once a round, and its parcels are not due again at once', async () => {
    await test.sql('delete from courier_polls');
    const { id } = await book();
    await copyPolled(id, 1_200);
    test.advance(2 * HOUR_MS);
    const opened = { count: 0 };
    const track = () =>
      Promise.reject(new NotSentError(saidByPartner('has not answered for a while'), { waitMs: 5 }));
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
      return (await test.sql(sql, [new Date(now.getTime() + ms)])).length;
    };
    expect([await due(0), await due(29_000), await due(30_000)]).toEqual([701, 701, 1_201]);
    await test.sql('delete from courier_polls');
  });

  it('is asked at once on request, at most once a minute', async () => {
    const parcel = await book();
    standIn.courier.move(parcel.number, 'picked_up', 'in_transit');
    const asked = await account.post(`/shipments/${parcel.id}/refresh`);
    expect([asked.statusCode, asked.json().data.attributes.status]).toEqual([200, 'in_transit']);
    const soon = await account.post(`/shipments/${parcel.id}/refresh`);
    expect([soon.statusCode, soon.headers['retry-after']]).toEqual([429, '60']);
    test.advance(59_999);
    expect((await account.post(`/shipments/${parcel.id}/refresh`)).statusCode).toBe(429);
    test.advance(1);
    expect((await account.post(`/shipments/${parcel.id}/refresh`)).statusCode).toBe(200);
  });

  it('is not asked about parcels of unconnected couriers or of another account', async () => {
    const other = await test.account();
    const offline = await bookOrder(other, await makeWarehouse(other));
    const refresh = (id: string) => other.post(`/shipments/${id}/refresh`);
    const nobody = await refresh(offline.shipmentId);
    expect([nobody.statusCode, nobody.json().message ?? nobody.json().errors?.[0]]).toEqual([
      422,
      expect.stringContaining('No connected courier has this shipment'),
    ]);
    expect((await refresh((await book()).id)).statusCode).toBe(404);
  });

  it('is not called after its limit is reached, and a request says so', async () => {
    const parcel = await book();
    standIn.courier.move(parcel.number, 'picked_up', 'in_transit');
    standIn.faults.add({ kind: 'status', status: 403 });
    const asked = await account.post(`/shipments/${parcel.id}/refresh`);
    expect([asked.statusCode, asked.json().data.attributes.status]).toEqual([202, 'pending']);
    // It is polled as soon as the courier can be called again.
    standIn.faults.clear();
    test.service.courierTraffic.forget(courierAccountId);
    await poll();
    expect((await shown(parcel.id)).status).toBe('in_transit');
  });
});
