import { describe, expect, it } from 'vitest';
import { smsSegments } from '../../src/domain/messages/sms-segments.ts';
import { runMaintenance } from '../../src/usecases/maintenance.ts';
import { notifyDelays } from '../../src/usecases/messages/notify-delays.ts';
import { openApp } from '../support/app.ts';
import { CARRIER, carrierHeaders, sendEvents } from '../support/carriers.ts';
import { itOnOneServer } from '../support/cluster.ts';
import { API, makeWarehouse, orderBody, scan } from '../support/orders.ts';
import { raceFor } from '../support/race.ts';

const test = await openApp({});
const account = await test.account('Sunrise');
const warehouseId = await makeWarehouse(account);

async function api(method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) {
  const request = { method, url: `${API}${path}`, headers: account.headers };
  return test.app.inject(payload === undefined ? request : { ...request, payload });
}

function switchOn(...moments: string[]) {
  return api('PUT', '/message-settings', { messages: moments.map((moment) => ({ moment, enabled: true })) });
}

async function order(path: string, changes: object = {}): Promise<string> {
  const made = await api('POST', path, orderBody(warehouseId, { carrier_id: CARRIER, ...changes }));
  return made.json().payload.shipment_id;
}

/** Scans of the courier, a minute apart. */
async function courierScans(shipmentId: string, ...statuses: string[]): Promise<void> {
  const { attributes } = (await api('GET', `/shipments/${shipmentId}`)).json().data;
  for (const status of statuses) {
    test.advance(60_000);
    const event_date_time = test.service.now().toISOString();
    const event = { tracking_number: attributes.tracking_number, status, event_date_time };
    await sendEvents(test, await carrierHeaders(test), { events: [event] });
  }
}

async function textsOf(shipmentId: string): Promise<Record<string, string>> {
  const { data } = (await api('GET', `/messages?shipment_id=${shipmentId}&channel=sms`)).json();
  return Object.fromEntries(data.map(({ moment, text }: { moment: string; text: string }) => [moment, text]));
}

const COD = { payment_method: 'COD', sub_total: 1299.5, cod_collectible: 1299.5 };

describe('optional messages', () => {
  it('are off until they are switched on', async () => {
    await api('PUT', '/message-settings', { payment_link: 'https://pay.example/?o={order_id}' });
    const shipmentId = await order('/forward-order-orchestration', COD);
    await courierScans(shipmentId, 'picked_up');
    expect(Object.keys(await textsOf(await order('/forward-order')))).toEqual([]);
    expect(Object.keys(await textsOf(shipmentId))).toEqual(['shipped']);
    const { messages } = (await api('GET', '/message-settings')).json().data;
    const off = messages.filter(({ enabled }: { enabled: boolean }) => !enabled);
    expect(new Set(off.map(({ moment }: { moment: string }) => moment))).toEqual(
      new Set(['order_received', 'cod_to_prepaid', 'picked_up', 'delayed']),
    );
  });

  it('are sent once for a waiting order and for a picked-up parcel', async () => {
    await switchOn('order_received', 'picked_up');
    const waiting = await order('/forward-order');
    expect(Object.keys(await textsOf(waiting))).toEqual(['order_received']);
    const booked = await order('/forward-order-orchestration');
    expect(Object.keys(await textsOf(booked))).toEqual(['shipped']);
    await courierScans(booked, 'in_transit', 'reached_destination_hub');
    expect(Object.keys(await textsOf(booked))).toEqual(['picked_up', 'shipped']);
  });

  it('link to the payment of a COD order until it is picked up', async () => {
    await switchOn('cod_to_prepaid');
    const link = 'https://pay.example/?order={order_id}&amount={amount}';
    const answer = await api('PUT', '/message-settings', { payment_link: link });
    expect(answer.json().data.payment_link).toBe(link);
    const shipmentId = await order('/forward-order-orchestration', { ...COD, order_id: 'PAY/1 &' });
    expect((await textsOf(shipmentId)).cod_to_prepaid).toContain(
      'Rs 1,299.50, instead of on delivery. Pay: https://pay.example/?order=PAY%2F1%20%26&amount=1299.50',
    );
    const prepaid = await order('/forward-order-orchestration');
    expect(Object.keys(await textsOf(prepaid))).toEqual(['shipped']);
    await api('PUT', '/message-settings', { payment_link: null });
    expect(Object.keys(await textsOf(await order('/forward-order-orchestration', COD)))).toEqual(['shipped']);
  });

  it('ask for a review if the account has a review link, and not otherwise', async () => {
    const deliver = async () => {
      const shipmentId = await order('/forward-order-orchestration');
      await courierScans(shipmentId, 'picked_up', 'out_for_delivery', 'delivered');
      return (await textsOf(shipmentId)).delivered;
    };
    expect(await deliver()).toMatch(/is delivered\. Thank you\.$/);
    await api('PUT', '/message-settings', { review_link: 'https://sunrise.example/review' });
    expect(await deliver()).toMatch(/Tell others: https:\/\/sunrise\.example\/review$/);
  });

  it('refuse invalid links, and links for one store', async () => {
    for (const payment_link of ['http://pay.example', 'javascript:alert(1)', 'https://', 'pay.example']) {
      expect((await api('PUT', '/message-settings', { payment_link })).statusCode).toBe(422);
    }
    const { data } = (await api('POST', '/client-stores', { store_name: 'one' })).json();
    const answer = await api('PUT', '/message-settings', {
      store_id: data.id,
      review_link: 'https://a.example',
    });
    expect(answer.json().errors).toEqual([
      'payment_link and review_link belong to the whole account; leave out store_id',
    ]);
  });

  /** Parcels in transit with these promised days. */
  async function expectedOn(...days: string[]): Promise<string[]> {
    const ids: string[] = [];
    for (const day of days) {
      const id = await order('/forward-order-orchestration');
      await scan(test, account, id, ['picked_up']);
      const put = 'update shipments set expected_delivery_date = $2 where shipment_id = $1';
      await test.sql(put, [id, day]);
      ids.push(id);
    }
    return ids;
  }

  it('are sent once for a parcel after its delivery day, by day', async () => {
    await switchOn('delayed');
    const [shipmentId = '', , threeDaysLate] = await expectedOn(
      '2026-11-15',
      '2026-11-16',
      '2026-11-13',
      '2026-11-12',
    );
    for (const night of ['2026-11-16T03:29:59Z', '2026-11-16T14:30:00Z']) {
      await notifyDelays({ ...test.service, now: () => new Date(night) });
      expect(await textsOf(shipmentId)).not.toHaveProperty('delayed');
    }
    const look = async () => {
      await runMaintenance(test.service, (error) => expect(error).toBeNull());
      return (await textsOf(shipmentId)).delayed;
    };
    expect(await look()).toContain('is delayed');
    test.advance(11 * 60_000);
    await look();
    const { data } = (await api('GET', '/messages?moment=delayed&channel=sms')).json();
    const told = data.map((one: { shipment_id: string }) => one.shipment_id);
    expect(new Set(told)).toEqual(new Set([shipmentId, threeDaysLate]));
    expect(told).toHaveLength(2);
  });

  itOnOneServer('are not sent if the parcel arrives while delays are notified', async () => {
    await switchOn('delayed');
    const [shipmentId = ''] = await expectedOn('2026-11-15');
    test.advance(11 * 60_000);
    const rows = { table: 'shipments', where: 'shipment_id = $1', values: [shipmentId] };
    await raceFor<unknown>(test.database, rows, [
      () => scan(test, account, shipmentId, ['out_for_delivery', 'delivered']),
      () => notifyDelays(test.service),
    ]);
    expect(await textsOf(shipmentId)).not.toHaveProperty('delayed');
  });
});

describe('an SMS', () => {
  it('usually has one segment, and the list shows the number', async () => {
    const { data } = (await api('GET', '/messages?channel=sms&per_page=100')).json();
    expect(data.length).toBeGreaterThan(5);
    for (const { text, sms, moment } of data) {
      expect(sms).toEqual(smsSegments(text));
      if (moment !== 'cod_to_prepaid') expect([text, sms.segments]).toEqual([text, 1]);
    }
    const emails = (await api('GET', '/messages?channel=email')).json().data;
    expect(emails[0].sms).toBeNull();
  });
});
