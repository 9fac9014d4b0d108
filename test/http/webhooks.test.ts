import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestAccount, type TestApp } from '../support/app.ts';
import { bookOrder } from '../support/carriers.ts';
import { makeWarehouse } from '../support/orders.ts';
import { answers, type Receiver, startReceiver } from '../support/webhook-receiver.ts';
import { loopbackAllowed, makeWebhook, sendDueWebhooks } from '../support/webhooks.ts';

let test: TestApp;
let receiver: Receiver;
let account: TestAccount;
let warehouseId: string;

beforeAll(async () => {
  test = await startApp({ now: new Date(), shipping: { outgoing: loopbackAllowed() } });
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.stop();
  await test.stop();
});
beforeEach(async () => {
  receiver.received.length = 0;
  receiver.plan(answers(204));
  account = await test.account();
  warehouseId = await makeWarehouse(test, account);
});

const DATA_KEYS = [
  'shipment_id',
  'tracking_number',
  'order_id',
  'order_external_id',
  'order_display_id',
  'status',
  'sub_status',
  'carrier_name',
  'ndr_reason',
  'estimated_delivery_date',
  'original_edd',
  'shipment_type',
  'delivered_at',
  'tracking_url',
];

describe('a delivery', () => {
  it('tells of a booking, of its status and its scan, signed and with every documented key', async () => {
    const { secret } = await makeWebhook(test, account, { url: `${receiver.url}/hook?a=1`, api_key: 'k3y' });
    const { shipmentId, trackingNumber } = await bookOrder(test, account, warehouseId);
    await sendDueWebhooks(test);
    expect(receiver.received.map(({ event, data }) => [event, data.status])).toEqual([
      ['status_change', 'ready_for_pickup'],
      ['tracking_addition', 'ready_for_pickup'],
    ]);
    for (const { path, headers, body, data } of receiver.received) {
      const sent = new Webhook(secret).verify(body, headers as Record<string, string>) as {
        event_id: string;
      };
      expect(sent.event_id).toBe(headers['webhook-id']);
      expect(headers).toMatchObject({
        'x-api-key': 'k3y',
        'content-type': 'application/json; charset=utf-8',
      });
      expect(path).toBe('/hook?a=1');
      expect(Object.keys(data)).toEqual(expect.arrayContaining(DATA_KEYS));
      expect(data).toMatchObject({
        shipment_id: shipmentId,
        tracking_number: trackingNumber,
        shipment_type: 'forward',
        delivered_at: null,
        tracking_url: `https://ship.example.in/track/${trackingNumber}`,
      });
      expect(JSON.parse(body).event_timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+05:30$/);
    }
  });
});
