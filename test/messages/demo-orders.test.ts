import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadDemo } from '../../simulators/demo/load-demo.ts';
import { simulateShipments } from '../../simulators/demo/simulate/simulate-shipments.ts';
import { readPhone } from '../../src/domain/orders/phone.ts';
import { MOMENTS, OFF_BY_DEFAULT } from '../../src/domain/tracking/moments.ts';
import type { SendResult } from '../../src/messages/transport.ts';
import { MIGRATIONS_FOLDER } from '../../src/package-root.ts';
import { readMigrations } from '../../src/storage/migrate.ts';
import { type BookingAddress, settleBookings } from '../../src/usecases/booking/settle-booking.ts';
import { PUBLIC_URL, startApp, type TestAccount, type TestApp } from '../support/app.ts';
import { type Booked, bookOrder, CARRIER, carrierHeaders, sendEvents } from '../support/carriers.ts';
import { itOnOneServer } from '../support/cluster.ts';
import { runJobs } from '../support/jobs.ts';
import { API, makeWarehouse, orderBody } from '../support/orders.ts';
import { bookReturn, QC_ITEM } from '../support/returns.ts';

const SHIPMENTS = 120;
const CORRECTED_PHONE = '9811122233';

/** The recipients of everything that was sent to a transport. */
const reached: string[] = [];
let test: TestApp;
let account: TestAccount;

const transport = {
  moments: new Set(MOMENTS),
  send: async (message: { to: string } | { phone: string }): Promise<SendResult> => {
    reached.push('to' in message ? message.to : message.phone);
    return { outcome: 'sent', providerId: null };
  },
};

beforeAll(async () => {
  const transports = { email: transport, sms: transport, whatsapp: transport };
  test = await startApp({ shipping: { messaging: { transports, publicUrl: () => PUBLIC_URL } } });
  account = await test.account('Loaded');
  const input = { shipments: SHIPMENTS, days: 6, seed: 'test', accounts: 0, accountsShipments: 0 };
  const options = { progress: () => undefined, signal: new AbortController().signal };
  await loadDemo(test.service, test.rateBooks, { accountId: account.accountId, ...input }, options);
});
afterAll(() => test.stop());

/** What was sent since the last call. */
function handedOver(): string[] {
  return reached.splice(0);
}

async function simulate(accountId: string) {
  if (!test.app.server.listening) await test.app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`;
  const { signal } = new AbortController();
  const input = { accountId, url, speed: null, seed: '1', limit: 1_000, progress: () => undefined, signal };
  return simulateShipments(test.service, input);
}

function shipmentsThatAre(status: string): Promise<Booked[]> {
  return test.sql(
    `select shipment_id as "shipmentId", tracking_number as "trackingNumber" from shipments
      where account_id = $1 and granular_status = $2::granular_status`,
    [account.accountId, status],
  );
}

function unsettledBookings(): Promise<BookingAddress[]> {
  return test.sql(
    `select account_id as "accountId", shipment_id as "shipmentId", booking_id as "bookingId" from bookings
      where account_id = $1 and state = 'unknown'`,
    [account.accountId],
  );
}

describe('a demo order', () => {
  it('is marked, and its phones and email addresses cannot exist', async () => {
    const orders = await test.sql('select is_demo from orders where account_id = $1', [account.accountId]);
    expect(orders).toEqual(Array(SHIPMENTS).fill({ is_demo: true }));
    const people = await test.sql<{ phone: string; email: string | null }>(
      `select phone, email from order_contacts where account_id = $1
        union all select phone, email from warehouses where account_id = $1`,
      [account.accountId],
    );
    for (const { phone, email } of people) {
      expect(phone).toMatch(/^10\d{8}$/);
      expect(readPhone(phone)).toBeNull();
      expect(email ?? '@post.example').toMatch(/\.example$/);
    }
  });

  it('sends no message at any step, and its messages can be previewed', async () => {
    const [unanswered, pending, ready, moving] = await Promise.all(
      (['processing', 'pending', 'ready_for_pickup', 'in_transit'] as const).map(shipmentsThatAre),
    );
    await settleBookings(test.service, await unsettledBookings());
    const carriers = await test.sql<{ carrier_id: string }>('select distinct carrier_id from bookings');
    const courier = await carrierHeaders(
      test,
      carriers.map(({ carrier_id }) => carrier_id),
    );
    const scan = async (shipments: readonly Booked[] = [], status: string) => {
      test.advance(60_000);
      const event_date_time = test.service.now().toISOString();
      const events = shipments.map(({ trackingNumber }) => ({
        tracking_number: trackingNumber,
        status,
        event_date_time,
      }));
      const response = await sendEvents(test, courier, { events });
      expect(response.json().data.map(({ result }: { result: string }) => result)).toContain('applied');
    };
    for (const { shipmentId } of pending ?? []) {
      await account.post('/forward-order-shipment', { shipment_id: shipmentId });
    }
    await scan(moving, 'out_for_delivery');
    await scan(moving, 'ndr_raised');
    for (const { trackingNumber } of moving ?? []) {
      const answer = { awb: trackingNumber, updated_phone_number: CORRECTED_PHONE };
      expect((await account.post('/reattempt', answer)).statusCode).toBe(200);
    }
    await scan(moving, 'out_for_delivery');
    await scan(moving?.slice(1), 'delivered');
    await scan(moving?.slice(0, 1), 'rto_initiated');
    await account.post('/cancel-order', { awbs: [ready?.[0]?.trackingNumber] });
    await simulate(account.accountId);
    await runJobs(test);
    expect(handedOver()).toEqual([]);
    const made = await test.sql<{ moment: string; status: string }>(
      'select distinct moment, status from messages',
    );
    expect(made.map(({ moment, status }) => `${moment} ${status}`).sort()).toEqual(
      MOMENTS.filter((moment) => !moment.startsWith('return_') && !OFF_BY_DEFAULT.includes(moment))
        .map((moment) => `${moment} preview`)
        .sort(),
    );
    const told = await test.sql('select from messages where shipment_id = any($1)', [
      unanswered?.map(({ shipmentId }) => shipmentId),
    ]);
    expect(told).not.toEqual([]);
    const headers = account.headers;
    const { data } = (await test.app.inject({ url: `${API}/messages?channel=email`, headers })).json();
    const preview = await test.app.inject({ url: `${API}/messages/${data[0].id}/preview`, headers });
    expect(preview.body).toContain('Track your parcel');
  });

  it('sends no message that was queued before it was marked', async () => {
    const other = await test.account('Queued');
    const { shipmentId } = await bookOrder(other, await makeWarehouse(other));
    const statuses = () =>
      test.sql('select distinct status, tries, claimed_until from messages where shipment_id = $1', [
        shipmentId,
      ]);
    expect(await statuses()).toEqual([{ status: 'queued', tries: 0, claimed_until: null }]);
    await test.sql('update orders set is_demo = true where account_id = $1', [other.accountId]);
    await runJobs(test);
    expect(handedOver()).toEqual([]);
    expect(await statuses()).toEqual([{ status: 'preview', tries: 0, claimed_until: null }]);
  });

  it('does not affect the messages of real orders', async () => {
    const other = await test.account('Client');
    const warehouse = await makeWarehouse(other);
    const { trackingNumber } = await bookOrder(other, warehouse);
    await runJobs(test);
    expect(handedOver().sort()).toEqual(['9876543210', '9876543210', 'asha@example.in']);
    const body = orderBody(warehouse, { carrier_id: CARRIER, billing_phone: '1098765432', is_demo: true });
    const refused = await other.post('/forward-order-orchestration', body);
    expect([refused.statusCode, refused.json().message]).toEqual([
      422,
      expect.stringContaining('billing_phone'),
    ]);
    expect(await test.sql('select is_demo from orders where account_id = $1', [other.accountId])).toEqual([
      { is_demo: false },
    ]);

    const summary = await simulate(other.accountId);
    expect(summary).toMatchObject({ shipments: 1, marked: 1 });
    await runJobs(test);
    expect(handedOver()).toEqual([]);
    const marked = await test.sql(
      'select is_demo from orders join shipments using (account_id, order_id) where tracking_number = $1',
      [trackingNumber],
    );
    expect(marked).toEqual([{ is_demo: true }]);
    const { data } = (await other.get('/audit')).json();
    expect(data.map(({ action }: { action: string }) => action)).toContain('orders.marked_demo');
  });

  it('includes returns that were made up for it, and no other return', async () => {
    const other = await test.account('Brings back');
    const warehouse = await makeWarehouse(other);
    const { return_id } = await bookReturn(other, warehouse, { order_items: [QC_ITEM] });
    await runJobs(test);
    expect(handedOver().sort()).toEqual(['9876543210', '9876543210', 'asha@example.in']);
    test.advance(3_600_000);
    expect(await simulate(other.accountId)).toMatchObject({ shipments: 1, marked: 1 });
    await runJobs(test);
    expect(handedOver()).toEqual([]);
    const made = await test.sql<{ moment: string; status: string }>(
      'select distinct moment, status from messages where shipment_id = $1 order by moment',
      [return_id],
    );
    expect(made).toContainEqual({ moment: 'return_pickup_scheduled', status: 'sent' });
    expect(made.filter(({ status }) => status === 'preview')).not.toEqual([]);
  });
});

// No cluster has such an old release.
describe('demo orders of earlier releases', () => {
  itOnOneServer('are recognised by their data', async () => {
    const client = await test.account('Beside');
    await bookOrder(client, await makeWarehouse(client));
    const demo = async () =>
      test.sql('select account_id, display_id from orders where is_demo order by account_id, display_id');
    const before = await demo();
    const migrations = await readMigrations(MIGRATIONS_FOLDER);
    const { sql } = migrations.find(({ name }) => name.endsWith('demo-orders')) ?? { sql: '' };
    await test.sql('alter table orders drop column is_demo');
    await test.sql(`set search_path = dakiya; ${sql}`);
    const after = await demo();
    const simulated = await test.sql(
      "select account_id, display_id from orders join accounts a using (account_id) where a.name = 'Queued'",
    );
    expect([...after, ...simulated]).toEqual(expect.arrayContaining(before));
    expect(after).not.toContainEqual(expect.objectContaining({ account_id: client.accountId }));
    expect(after.length).toBe(before.length - simulated.length);
  });
});
