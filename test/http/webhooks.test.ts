import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SYSTEM } from '../../src/domain/actor.ts';
import { webhookTime } from '../../src/domain/webhooks/happening.ts';
import type { OutgoingEmail } from '../../src/messages/transport.ts';
import { saidByPartner } from '../../src/problems/sentence.ts';
import { Sealing } from '../../src/sealing/sealing.ts';
import { createKey } from '../../src/usecases/accounts/keys.ts';
import { createUser } from '../../src/usecases/accounts/users.ts';
import { runMaintenance } from '../../src/usecases/maintenance.ts';
import { changeBy } from '../../src/usecases/service.ts';
import { startApp, type TestAccount, type TestApp } from '../support/app.ts';
import { answeringWith, bookOrder, CARRIER, carrierHeaders, sendEvents } from '../support/carriers.ts';
import { setClock } from '../support/edges-of-dates.ts';
import { runJobs } from '../support/jobs.ts';
import { API, makeWarehouse, orderBody } from '../support/orders.ts';
import { bookReturn, QC_ITEM } from '../support/returns.ts';
import {
  answers,
  type Plan,
  type Received,
  type Receiver,
  startReceiver,
} from '../support/webhook-receiver.ts';
import { loopbackAllowed, makeWebhook, sendDueWebhooks } from '../support/webhooks.ts';

let test: TestApp;
let receiver: Receiver;
let account: TestAccount;
let warehouseId: string;

beforeAll(async () => {
  test = await startApp({ shipping: { outgoing: loopbackAllowed() } });
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.stop();
  await test.stop();
});
beforeEach(async () => {
  await test.sql('truncate webhook_endpoints, webhook_events, webhook_deliveries');
  receiver.received.length = 0;
  receiver.plan(answers(204));
  account = await test.account();
  warehouseId = await makeWarehouse(account);
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

const ALL = [
  'status_change',
  'tracking_addition',
  'qc_update',
  'order.created',
  'shipment.booked',
  'booking.failed',
  'remittance.recorded',
  'weight_difference.raised',
];

const SECOND = 1_000;
const HOUR = 60 * 60 * SECOND;
const DAY = 24 * HOUR;

/** The events and statuses that the receiver got. */
function told(): string[] {
  return receiver.received.map(({ event, data }) => `${event} ${data.status}`);
}

/** The body of a webhook whose signature is right and whose time is that of the service. */
function verified(secret: string, body: string, headers: object) {
  vi.useFakeTimers({ now: test.service.now(), toFake: ['Date'] });
  try {
    return new Webhook(secret).verify(body, headers as Record<string, string>) as {
      event_id: string;
      event_timestamp: string;
    };
  } finally {
    vi.useRealTimers();
  }
}

async function deliveries(id: string, query = ''): Promise<Record<string, unknown>[]> {
  return (await account.get(`/webhooks/${id}/deliveries${query}`)).json().data;
}

/** Makes a webhook for changes of status, and delivers the first one of a booking, which the receiver answers by a plan. */
async function deliverBooking(plan: Plan = answers(204)) {
  const webhook = await makeWebhook(account, { url: receiver.url, events: ['status_change'] });
  receiver.plan(plan);
  const { trackingNumber } = await bookOrder(account, warehouseId);
  await sendDueWebhooks(test);
  return { ...webhook, trackingNumber };
}

async function scanned(trackingNumber: string, status: string, atMinute = 0): Promise<void> {
  const at = new Date(test.service.now().getTime() + atMinute * 60_000).toISOString();
  const headers = await carrierHeaders(test);
  const events = [{ tracking_number: trackingNumber, status, event_date_time: at, location: 'Pune' }];
  expect((await sendEvents(test, headers, { events })).statusCode).toBe(200);
}

describe('a delivery', () => {
  it('reports a booking’s status and scan, signed and with every documented key', async () => {
    const { secret } = await makeWebhook(account, { url: `${receiver.url}/hook?a=1`, api_key: 'k3y' });
    const { shipmentId, trackingNumber } = await bookOrder(account, warehouseId);
    await sendDueWebhooks(test);
    expect(told()).toEqual(['status_change ready_for_pickup', 'tracking_addition ready_for_pickup']);
    for (const { path, headers, body, data } of receiver.received) {
      const sent = verified(secret, body, headers);
      expect(sent.event_id).toBe(headers['webhook-id']);
      expect(sent.event_timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+05:30$/);
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
    }
  });

  it('reports orders, bookings, scans and cancels in their order', async () => {
    await makeWebhook(account, { url: receiver.url, events: ALL });
    const { shipmentId, trackingNumber } = await bookOrder(account, warehouseId);
    await scanned(trackingNumber, 'in_transit');
    const made = await account.post('/forward-order', orderBody(warehouseId));
    await account.post('/cancel-order', { shipment_ids: [made.json().payload.shipment_id] });
    await sendDueWebhooks(test);
    const ofShipment = receiver.received.filter(({ data }) => data.shipment_id === shipmentId);
    expect(ofShipment.map(({ event, data }) => `${event} ${data.status}`)).toEqual([
      'order.created pending',
      'shipment.booked ready_for_pickup',
      'status_change ready_for_pickup',
      'tracking_addition ready_for_pickup',
      'status_change in_transit',
      'tracking_addition in_transit',
    ]);
    expect(ofShipment.at(-1)?.data.new_tracking).toMatchObject({ status: 'in_transit', location: 'Pune' });
    expect(receiver.received.map(({ event, data }) => `${event} ${data.status}`)).toEqual(
      expect.arrayContaining([
        'order.created pending',
        'status_change cancelled',
        'tracking_addition cancelled',
      ]),
    );
  });

  it('has the courier’s delivery day beside the day that was promised at booking', async () => {
    await makeWebhook(account, { url: receiver.url, events: ['status_change'] });
    const { shipmentId, trackingNumber } = await bookOrder(account, warehouseId);
    const later = "update shipments set expected_delivery_date = '2027-02-28' where shipment_id = $1";
    await test.sql(later, [shipmentId]);
    await scanned(trackingNumber, 'in_transit');
    await sendDueWebhooks(test);
    const [booked, moved] = receiver.received.map(({ data }) => data);
    expect(booked?.estimated_delivery_date).toBe(booked?.original_edd);
    expect(moved).toMatchObject({
      estimated_delivery_date: '2027-02-28T00:00:00+05:30',
      original_edd: booked?.original_edd,
    });
  });

  it('does not wait after a clock that was ahead is corrected', async () => {
    await makeWebhook(account, { url: receiver.url });
    const before = test.service.now();
    // The clock of the database limits the wait.
    const [{ ahead }] = (await test.sql("select now() + interval '1 day' as ahead")) as [{ ahead: Date }];
    setClock(test, ahead);
    await bookOrder(account, warehouseId);
    test.setClockBack(DAY - HOUR);
    await sendDueWebhooks(test);
    expect(told()).toEqual(['status_change ready_for_pickup', 'tracking_addition ready_for_pickup']);
    setClock(test, before);
  });

  it('has every key of the quality check of a return', async () => {
    await makeWebhook(account, { url: receiver.url, events: ['qc_update'] });
    const failed = await bookReturn(account, warehouseId, { order_id: 'QC-1', order_items: [QC_ITEM] });
    const passed = await bookReturn(account, warehouseId, { order_id: 'QC-2', order_items: [QC_ITEM] });
    const headers = await carrierHeaders(test, [failed.courier_company_id, passed.courier_company_id]);
    const event_date_time = new Date(Math.floor(test.service.now().getTime() / SECOND) * SECOND + SECOND);
    const images = ['https://courier.example/1.jpg', 'https://courier.example/2.jpg'];
    const ofFailed = {
      tracking_number: failed.awb_code,
      status: 'not_picked',
      event_date_time,
      qc_status: 'failed',
      qc_failure_reason: 'Tag missing',
      qc_images: images,
    };
    const ofPassed = {
      tracking_number: passed.awb_code,
      status: 'picked_up',
      event_date_time,
      qc_status: 'passed',
    };
    // Sent twice, told once.
    for (const events of [[ofFailed, ofPassed], [ofFailed]]) await sendEvents(test, headers, { events });
    await sendDueWebhooks(test);
    const facts = (payload: typeof failed, displayId: string) => ({
      shipment_id: payload.return_id,
      tracking_number: payload.awb_code,
      order_id: payload.order_id,
      order_external_id: displayId,
      order_display_id: displayId,
      carrier_name: payload.courier_name,
      ndr_reason: null,
      estimated_delivery_date: expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00\+05:30$/),
      original_edd: expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00\+05:30$/),
      shipment_type: 'return',
      delivered_at: null,
      tracking_url: `https://ship.example.in/track/${payload.awb_code}`,
    });
    const bodies = receiver.received.map(({ body }) => JSON.parse(body));
    const bodyOf = (payload: typeof failed) =>
      bodies.filter(({ data }) => data.shipment_id === payload.return_id);
    const frame = {
      event: 'qc_update',
      event_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      event_timestamp: webhookTime(event_date_time.getTime()),
    };
    expect(bodyOf(failed)).toEqual([
      {
        ...frame,
        data: {
          ...facts(failed, 'QC-1'),
          status: 'return_qc_failed',
          sub_status: 'return_qc_failed',
          qc_status: 'failed',
          qc_failure_reason: 'Tag missing',
          qc_images: images,
        },
      },
    ]);
    expect(bodyOf(passed)).toEqual([
      {
        ...frame,
        data: {
          ...facts(passed, 'QC-2'),
          status: 'return_in_transit',
          sub_status: 'return_in_transit',
          qc_status: 'passed',
          qc_failure_reason: null,
          qc_images: [],
        },
      },
    ]);
  });

  describe('for a booking whose answer is lost', () => {
    const lost = () => Promise.reject(new Error('cut off'));
    const refused = async () => ({ outcome: 'refused', reason: saidByPartner('has no room today') }) as const;

    /** An order whose booking is lost, and the webhooks after the given work. */
    async function toldAfter(work: () => Promise<unknown>): Promise<string[]> {
      const events = ['booking.failed', 'shipment.booked', 'status_change'];
      await makeWebhook(account, { url: receiver.url, events });
      const payload = { ...orderBody(warehouseId), carrier_id: CARRIER };
      const request = { method: 'POST', url: `${API}/forward-order-orchestration`, payload } as const;
      await answeringWith(test, { book: lost }, () =>
        test.app.inject({ ...request, headers: account.headers }),
      );
      await work();
      await sendDueWebhooks(test);
      return told();
    }

    async function runJobsOften(): Promise<void> {
      for (let times = 0; times < 7; times += 1) await runJobs(test);
    }

    const FAILED = ['status_change processing', 'booking.failed processing', 'status_change pending'];

    it('reports no failure if the booking is made again', async () => {
      expect(await toldAfter(() => runJobs(test))).toEqual([
        'status_change processing',
        'shipment.booked ready_for_pickup',
        'status_change ready_for_pickup',
      ]);
    });

    it('reports once that the booking failed, if every answer is lost', async () => {
      expect(await toldAfter(() => answeringWith(test, { book: lost }, runJobsOften))).toEqual(FAILED);
      const { data } = receiver.received[1] ?? {};
      expect(data).toMatchObject({ tracking_number: null, reason: 'the booking was not made' });
    });

    it('reports once that the booking failed, if the courier refuses it later', async () => {
      expect(await toldAfter(() => answeringWith(test, { book: refused }, runJobsOften))).toEqual(FAILED);
      const { data } = receiver.received[1] ?? {};
      expect(data).toMatchObject({
        tracking_number: null,
        reason: expect.stringContaining('has no room today'),
      });
    });
  });

  it('is made only for later events of the endpoint’s kinds', async () => {
    const { trackingNumber } = await bookOrder(account, warehouseId);
    await makeWebhook(account, { url: receiver.url, events: ['status_change'] });
    await scanned(trackingNumber, 'in_transit');
    await sendDueWebhooks(test);
    expect(told()).toEqual(['status_change in_transit']);
  });

  it('is written in the transaction of its change', async () => {
    const { id } = await makeWebhook(account, { url: receiver.url });
    const { shipmentId } = await bookOrder(account, warehouseId);
    const { service } = test;
    const failing = service.database.change(account.accountId, changeBy(service, SYSTEM), async (writer) => {
      const state = { status: 'lost', ndrReason: null, milestones: {} } as const;
      const happening = { event: 'status_change', at: 0, state, more: {} } as const;
      await service.emitWebhooks(writer.acrossAccounts, [account.accountId], () => [
        { ...happening, accountId: account.accountId, shipmentId },
      ]);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await deliveries(id)).toHaveLength(2);
  });

  it('goes to each subscribed endpoint of its account, and is resent to one alone', async () => {
    const other = await test.account('Other');
    await makeWebhook(other, { url: `${receiver.url}/other` });
    const make = (path: string) =>
      makeWebhook(account, { url: `${receiver.url}/${path}`, events: ['status_change'] });
    const first = await make('a');
    await make('b');
    await bookOrder(account, warehouseId);
    await sendDueWebhooks(test);
    expect(receiver.received.map(({ path }) => path).sort()).toEqual(['/a', '/b']);
    const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
    expect(ids.size).toBe(1);
    await account.post(`/webhooks/${first.id}/deliveries/${[...ids][0]}/resend`, {});
    await sendDueWebhooks(test);
    expect(receiver.received.map(({ path }) => path).sort()).toEqual(['/a', '/a', '/b']);
  });

  it('succeeds if the status arrives without its body', async () => {
    const { id } = await deliverBooking((_received, response) =>
      response.writeHead(200, { 'content-length': '1000' }).write('a'),
    );
    expect(await deliveries(id)).toMatchObject([{ state: 'delivered', http_status: 200 }]);
  });

  it('succeeds if an endless body follows the status', async () => {
    const { id } = await makeWebhook(account, { url: receiver.url, events: ['status_change'] });
    receiver.plan((_received, response) => {
      response.writeHead(200);
      const more = () => response.write(Buffer.alloc(64 * 1024)) && !response.destroyed && setImmediate(more);
      response.on('drain', more);
      more();
    });
    await bookOrder(account, warehouseId);
    await sendDueWebhooks(test);
    expect(await deliveries(id)).toMatchObject([{ state: 'delivered' }]);
  });
});

describe('a failed delivery', () => {
  it('is retried on schedule with the same id and a new timestamp, until it is given up', async () => {
    const { id } = await deliverBooking(answers(500));
    const message = 'the endpoint answered 500';
    expect(await deliveries(id)).toMatchObject([
      {
        state: 'retrying',
        tries: 1,
        http_status: 500,
        error: message,
        error_details: { message, template: 'endpoint_answered', values: { status: 500 } },
      },
    ]);
    await sendDueWebhooks(test);
    expect(receiver.received).toHaveLength(1);
    for (const seconds of [5, 30, 300, 1800, 7200, 18_000, 36_000, 36_000]) {
      const before = receiver.received.length;
      test.advance((seconds - 1) * SECOND);
      await sendDueWebhooks(test);
      expect(receiver.received).toHaveLength(before);
      test.advance((1 + seconds * 0.2) * SECOND);
      await sendDueWebhooks(test);
      expect(receiver.received).toHaveLength(before + 1);
    }
    expect(await deliveries(id)).toMatchObject([{ state: 'failed', tries: 9, next_try_at: null }]);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(9);
    test.advance(DAY);
    await sendDueWebhooks(test);
    expect(receiver.received).toHaveLength(9);
  });

  it.each([301, 302, 400, 404, 429, 503])(
    'is an answer with status %i, and a redirect is not followed',
    async (status) => {
      const { id } = await deliverBooking(answers(status, { location: `${receiver.url}/elsewhere` }));
      expect(receiver.received.map(({ path }) => path)).toEqual(['/']);
      expect(await deliveries(id)).toMatchObject([{ state: 'retrying', http_status: status }]);
    },
  );

  it('does not delay later deliveries', async () => {
    const { id } = await makeWebhook(account, { url: receiver.url, events: ['status_change'] });
    receiver.plan((received, response) =>
      answers(received.data.status === 'ready_for_pickup' ? 500 : 204)(received, response),
    );
    const { trackingNumber } = await bookOrder(account, warehouseId);
    await scanned(trackingNumber, 'in_transit');
    await sendDueWebhooks(test);
    expect(told()).toEqual(['status_change ready_for_pickup', 'status_change in_transit']);
    expect((await deliveries(id)).map(({ state }) => state)).toEqual(['delivered', 'retrying']);
  });

  it('waits as long as the endpoint asks for', async () => {
    const { id } = await deliverBooking(answers(429, { 'retry-after': '600' }));
    receiver.plan(answers(200));
    test.advance(599 * SECOND);
    await sendDueWebhooks(test);
    expect(receiver.received).toHaveLength(1);
    test.advance(SECOND);
    await sendDueWebhooks(test);
    expect(await deliveries(id)).toMatchObject([{ state: 'delivered', tries: 2, error: null }]);
  });

  it('delays no other delivery by its Retry-After', async () => {
    const { id, trackingNumber } = await deliverBooking(answers(503, { 'retry-after': '86400' }));
    receiver.plan(answers(200));
    await scanned(trackingNumber, 'in_transit');
    await sendDueWebhooks(test);
    expect(await deliveries(id)).toMatchObject([
      { state: 'delivered', tries: 1 },
      {
        state: 'retrying',
        tries: 1,
        error: 'the endpoint answered 503',
        next_try_at: new Date(test.service.now().getTime() + DAY).toISOString(),
      },
    ]);
  });

  it('is retried if the endpoint hangs up before it answers', async () => {
    const { id } = await deliverBooking((_received, response) => response.destroy());
    expect(await deliveries(id)).toMatchObject([
      {
        state: 'retrying',
        http_status: null,
        error: expect.stringMatching(/^the endpoint could not be reached, or hung up/),
      },
    ]);
  });

  it('says that nobody listens', async () => {
    const gone = await startReceiver();
    const { id } = await makeWebhook(account, { url: gone.url, events: ['status_change'] });
    await gone.stop();
    await bookOrder(account, warehouseId);
    await sendDueWebhooks(test);
    expect(await deliveries(id)).toMatchObject([
      { http_status: null, error: 'the endpoint could not be reached, or hung up (ECONNREFUSED)' },
    ]);
  });
});

describe('an endpoint that does not work', () => {
  it('is switched off by 410, and its waiting deliveries are given up', async () => {
    const { id } = await makeWebhook(account, { url: receiver.url });
    receiver.plan(answers(410));
    const { trackingNumber } = await bookOrder(account, warehouseId);
    await account.post(`/webhooks/${id}/test`, {});
    await sendDueWebhooks(test);
    const { data } = (await account.get(`/webhooks/${id}`)).json();
    const why_details = { message: 'it answered 410 Gone', template: 'endpoint_answered_gone', values: {} };
    expect(data).toMatchObject({
      enabled: false,
      switched_off: { why: 'it answered 410 Gone', why_details },
    });
    expect((await deliveries(id)).map(({ state }) => state)).not.toContain('retrying');
    // At least two deliveries were answered 410.
    const audit = await account.get(`/audit?subject_id=${id}`);
    expect(audit.json().data).toMatchObject([
      { action: 'webhook.switched_off', actor: { kind: 'system' }, changes: { why_details } },
      { action: 'webhook.tested' },
      { action: 'webhook.created' },
    ]);

    receiver.received.length = 0;
    receiver.plan(answers(200));
    await scanned(trackingNumber, 'in_transit');
    await sendDueWebhooks(test);
    expect(receiver.received).toEqual([]);
    await account.put(`/webhooks/${id}`, { enabled: true });
    const since = new Date(test.service.now().getTime() - DAY).toISOString();
    const replayed = await account.post(`/webhooks/${id}/replay`, { since });
    expect([replayed.statusCode, replayed.json()]).toEqual([202, { data: { queued: 4 } }]);
    await sendDueWebhooks(test);
    expect(told()).toEqual([
      'status_change ready_for_pickup',
      'tracking_addition ready_for_pickup',
      'status_change in_transit',
      'tracking_addition in_transit',
    ]);
  });

  it('shows why an older release switched it off, which stored only the text', async () => {
    const { id } = await makeWebhook(account, { url: receiver.url });
    await test.database.sql(
      "update dakiya.webhook_endpoints set enabled = false, switched_off_at = now(), switched_off_why = 'it failed' where endpoint_id = $1",
      [id],
    );
    const { data } = (await account.get(`/webhooks/${id}`)).json();
    expect(data.switched_off).toMatchObject({
      why: 'it failed',
      why_details: { message: 'it failed', template: 'as_written', values: { words: 'it failed' } },
    });
  });

  it('counts as switched off by the merchant if they switch it off too', async () => {
    const { id } = await makeWebhook(account, { url: receiver.url });
    receiver.plan(answers(410));
    await bookOrder(account, warehouseId);
    await sendDueWebhooks(test);
    const { data } = (await account.put(`/webhooks/${id}`, { enabled: false })).json();
    expect(data).toMatchObject({ enabled: false, switched_off: null });
  });

  it('is switched off after 5 days of only failures, and not before', async () => {
    const { id, trackingNumber } = await deliverBooking(answers(500));
    test.advance(5 * DAY - SECOND);
    await scanned(trackingNumber, 'picked_up');
    await sendDueWebhooks(test);
    expect((await account.get(`/webhooks/${id}`)).json().data).toMatchObject({
      enabled: true,
      failing_since: expect.any(String),
    });
    test.advance(SECOND);
    await scanned(trackingNumber, 'in_transit');
    await sendDueWebhooks(test);
    expect((await account.get(`/webhooks/${id}`)).json().data).toMatchObject({
      enabled: false,
      switched_off: { why: 'all deliveries failed for 5 days' },
    });
  });

  it.each([
    ['another address', { url: '/other' }, null],
    ['its own address again', { url: '' }, expect.any(String)],
    ['another event', { events: ['status_change', 'qc_update'] }, expect.any(String)],
    ['being switched off and on', { enabled: true }, null],
  ] as const)('is counted anew only if necessary, after a change to %s', async (_, change, since) => {
    const { id } = await deliverBooking(answers(500));
    if ('enabled' in change) await account.put(`/webhooks/${id}`, { enabled: false });
    const sent = 'url' in change ? { url: `${receiver.url}${change.url}` } : change;
    const { data } = (await account.put(`/webhooks/${id}`, sent)).json();
    expect(data.failing_since).toEqual(since);
  });

  it('is counted from its last success', async () => {
    const { id, trackingNumber } = await deliverBooking(answers(500));
    receiver.plan(answers(200));
    test.advance(DAY);
    await sendDueWebhooks(test);
    expect((await account.get(`/webhooks/${id}`)).json().data.failing_since).toBeNull();
    receiver.plan(answers(500));
    test.advance(5 * DAY);
    await scanned(trackingNumber, 'in_transit');
    await sendDueWebhooks(test);
    expect((await account.get(`/webhooks/${id}`)).json().data.enabled).toBe(true);
  });
});

describe('a secret', () => {
  it('is shown once, and signs beside a new one for 24 hours', async () => {
    const { id, secret } = await makeWebhook(account, { url: receiver.url, events: ['status_change'] });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect((await account.get(`/webhooks/${id}`)).body).not.toContain('whsec_');
    const rotated = await account.post(`/webhooks/${id}/rotate-secret`, {});
    const newSecret = rotated.json().data.secret;
    expect(newSecret).not.toBe(secret);
    const oldSecretUntil = async () => (await account.get(`/webhooks/${id}`)).json().data.old_secret_until;
    expect(await oldSecretUntil()).toBe(new Date(test.service.now().getTime() + DAY).toISOString());
    const verifies = (by: string) => isSignedBy(by, receiver.received.at(-1));
    const { trackingNumber } = await bookOrder(account, warehouseId);
    await sendDueWebhooks(test);
    expect([verifies(secret), verifies(newSecret)]).toEqual([true, true]);
    test.advance(DAY);
    await scanned(trackingNumber, 'in_transit');
    await sendDueWebhooks(test);
    expect([verifies(secret), verifies(newSecret), await oldSecretUntil()]).toEqual([false, true, null]);
    const newest: string[] = [];
    for (let turn = 0; turn < 2; turn += 1) {
      newest.push((await account.post(`/webhooks/${id}/rotate-secret`, {})).json().data.secret);
    }
    await scanned(trackingNumber, 'out_for_delivery');
    await sendDueWebhooks(test);
    expect([newSecret, ...newest].map(verifies)).toEqual([false, true, true]);
  });

  it('is nowhere readable in the database, nor is an api_key', async () => {
    const key = randomUUID();
    const make = () =>
      account.post(
        '/webhooks',
        { url: receiver.url, events: ['status_change'], api_key: 'very-private-key' },
        { 'idempotency-key': key },
      );
    const first = await make();
    expect((await make()).body).toBe(first.body);
    const { secret } = first.json().data;
    const rows = await test.sql(
      `select (select json_agg(e) from webhook_endpoints e)::text
           || (select json_agg(i) from idempotency_keys i)::text
           || (select json_agg(a) from audit_records a)::text as text`,
    );
    for (const private_ of [secret, secret.slice(6), 'very-private-key']) {
      expect(rows[0].text).not.toContain(private_);
      expect(rows[0].text).not.toContain(Buffer.from(private_).toString('hex'));
    }
  });

  it('that cannot be decrypted is reported, and can be replaced', async () => {
    const { id } = await makeWebhook(account, {
      url: receiver.url,
      events: ['status_change'],
      api_key: 'old-key',
    });
    const needsSecrets = async () => (await account.get(`/webhooks/${id}`)).json().data.needs_secrets;
    const sealing = withSealing(new Sealing(Buffer.alloc(32, 9)));
    try {
      expect(await needsSecrets()).toBe(true);
      await bookOrder(account, warehouseId);
      await sendDueWebhooks(test);
      expect((await deliveries(id))[0]?.error).toBe(
        'its secret cannot be read: it was sealed with another SECRETS_KEY than this one; set a new one',
      );
      expect((await account.post(`/webhooks/${id}/rotate-secret`, {})).statusCode).toBe(200);
      expect(await needsSecrets()).toBe(true);
      await account.put(`/webhooks/${id}`, { api_key: 'new-key' });
      expect(await needsSecrets()).toBe(false);
      test.advance(10 * SECOND);
      await sendDueWebhooks(test);
      expect(told()).toEqual(['status_change ready_for_pickup']);
    } finally {
      withSealing(sealing);
    }
  });

  it('cannot be stored without a key, and the answer says so', async () => {
    const sealing = withSealing(new Sealing(null));
    try {
      const body = { url: receiver.url, events: ['status_change'] };
      const response = await account.post('/webhooks', body);
      expect(response.statusCode).toBe(422);
      expect(response.json().errors).toEqual([expect.stringContaining('SECRETS_KEY')]);
    } finally {
      withSealing(sealing);
    }
  });
});

/** Changes the service's encryption key from now on; cached credentials are kept for a second. */
function withSealing(sealing: Sealing): Sealing {
  const { sealing: before } = test.service;
  Object.assign(test.service, { sealing });
  test.advance(2 * SECOND);
  return before;
}

/** With the library's own signing: its check accepts only the present time, and our clock differs. */
function isSignedBy(secret: string, received: Received | undefined): boolean {
  const { headers = {}, body = '' } = received ?? {};
  const at = new Date(Number(headers['webhook-timestamp']) * SECOND);
  const signature = new Webhook(secret).sign(String(headers['webhook-id']), at, body);
  return String(headers['webhook-signature']).split(' ').includes(signature);
}

describe('webhooks', () => {
  it('are created, listed, read, changed and deleted', async () => {
    const made = await makeWebhook(account, {
      url: receiver.url,
      events: 'STATUS_CHANGE',
      description: 'Desk',
    });
    expect(made).toMatchObject({
      events: ['status_change'],
      description: 'Desk',
      enabled: true,
      api_key: { set: false },
    });
    const changed = await account.put(`/webhooks/${made.id}`, {
      events: ['qc_update', 'qc_update'],
      description: null,
      api_key: 'abc',
      enabled: false,
    });
    expect(changed.json().data).toMatchObject({
      url: receiver.url,
      events: ['qc_update'],
      description: null,
      api_key: { set: true },
      enabled: false,
    });
    const { secret: _shownOnce, ...shape } = made as Record<string, unknown>;
    expect(Object.keys(changed.json().data)).toEqual(Object.keys(shape));
    const other = await makeWebhook(account, { url: receiver.url });
    const listed = (await account.get('/webhooks')).json();
    expect(listed).toMatchObject({ data: [{ id: other.id }, { id: made.id }], meta: { total: 2 } });
    expect((await account.delete(`/webhooks/${made.id}`)).statusCode).toBe(204);
    expect((await account.get(`/webhooks/${made.id}`)).statusCode).toBe(404);
    expect((await account.get('/webhooks')).json()).toMatchObject({
      data: [{ id: other.id }],
      meta: { total: 1 },
    });
  });

  it('keep their api_key until it is changed or removed, and audit only changes', async () => {
    const { id } = await makeWebhook(account, { url: receiver.url, api_key: 'first' });
    const keysSent: unknown[] = [];
    for (const change of [
      { description: 'Desk' },
      { api_key: 'first' },
      { api_key: 'second' },
      { api_key: null },
    ]) {
      const { data } = (await account.put(`/webhooks/${id}`, change)).json();
      await account.post(`/webhooks/${id}/test`, {});
      await sendDueWebhooks(test);
      const key = receiver.received.at(-1)?.headers['x-api-key'];
      expect(data.api_key).toEqual({ set: key !== undefined });
      keysSent.push(key);
    }
    expect(keysSent).toEqual(['first', 'first', 'second', undefined]);
    const { data } = (await account.get(`/audit?subject_id=${id}`)).json();
    const updates = data.filter(({ action }: { action: string }) => action === 'webhook.updated');
    expect(updates.map(({ changes }: { changes: object }) => changes)).toEqual([
      { api_key: { set: false } },
      { api_key: { set: true } },
      { description: { from: null, to: 'Desk' } },
    ]);
  });

  it('report all errors at once, and none is created', async () => {
    const response = await account.post('/webhooks', {
      url: 'shop.example',
      events: ['status_changed'],
      api_key: 'two words',
      enabled: 'perhaps',
      description: 'x'.repeat(201),
    });
    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toEqual([
      'url must be an address such as https://shop.example/hooks/dakiya, without a name and password',
      expect.stringMatching(/^events\[0\] must be one of status_change, /),
      'description must be at most 200 characters',
      'api_key may hold only printable ASCII characters without blanks',
      'enabled must be true or false',
    ]);
    expect((await account.post('/webhooks', {})).json().errors).toEqual([
      'url is required',
      'events is required',
    ]);
    expect((await account.get('/webhooks')).json().data).toEqual([]);
  });

  it.each([
    ['http://127.0.0.2.nip.invalid/', 'leads nowhere: 127.0.0.2.nip.invalid was not found'],
    ['https://10.0.0.1/', 'leads to an address that is not of the public internet'],
    ['https://169.254.169.254/latest/meta-data', 'leads to an address that is not of the public internet'],
    ['https://[::1]/', 'leads to an address that is not of the public internet'],
    ['https://[::ffff:10.0.0.1]/', 'leads to an address that is not of the public internet'],
    ['https://0x0a000001/', 'leads to an address that is not of the public internet'],
    ['https://167772161/', 'leads to an address that is not of the public internet'],
    ['http://8.8.8.8/', 'must start with https://'],
    [
      'ftp://8.8.8.8/',
      'must be an address such as https://shop.example/hooks/dakiya, without a name and password',
    ],
    [
      'https://me:secret@8.8.8.8/',
      'must be an address such as https://shop.example/hooks/dakiya, without a name and password',
    ],
  ])('at %s are refused: url %s', async (url, why) => {
    const { id } = await makeWebhook(account, { url: receiver.url });
    for (const response of [
      await account.post('/webhooks', { url, events: ['status_change'] }),
      await account.put(`/webhooks/${id}`, { url }),
    ]) {
      expect([response.statusCode, response.json().errors]).toEqual([422, [`url ${why}`]]);
    }
    expect((await account.get('/webhooks')).json().data).toMatchObject([{ id, url: receiver.url }]);
  });

  it('are at most 10 in each account', async () => {
    for (let made = 0; made < 9; made += 1) await makeWebhook(account, { url: receiver.url });
    const body = { url: receiver.url, events: ['status_change'] };
    const two = await Promise.all([account.post('/webhooks', body), account.post('/webhooks', body)]);
    const refused = two.find(({ statusCode }) => statusCode === 422);
    expect(two.map(({ statusCode }) => statusCode).sort()).toEqual([201, 422]);
    expect(refused?.json().errors).toEqual(['An account can have at most 10 webhooks: delete one first']);
    await makeWebhook(await test.account('Other'), { url: receiver.url });
  });

  it('that the merchant switched off get no waiting and no new deliveries', async () => {
    const { id } = await makeWebhook(account, { url: receiver.url, events: ['status_change'] });
    await makeWebhook(account, { url: receiver.url, events: ['tracking_addition'] });
    const { trackingNumber } = await bookOrder(account, warehouseId);
    await account.put(`/webhooks/${id}`, { enabled: false });
    await scanned(trackingNumber, 'in_transit');
    await sendDueWebhooks(test);
    expect(told()).toEqual(['tracking_addition ready_for_pickup', 'tracking_addition in_transit']);
    expect(await deliveries(id)).toMatchObject([
      { state: 'failed', error: 'not sent: the endpoint was switched off' },
    ]);
    for (const path of ['test', 'replay']) {
      const body = { since: test.service.now().toISOString() };
      const response = await account.post(`/webhooks/${id}/${path}`, body);
      expect([response.statusCode, response.json().errors]).toEqual([
        422,
        ['This webhook is switched off: set enabled to true first'],
      ]);
    }
    // The event while it was off was not kept for it.
    await account.put(`/webhooks/${id}`, { enabled: true });
    const since = new Date(test.service.now().getTime() - DAY).toISOString();
    expect((await account.post(`/webhooks/${id}/replay`, { since })).json()).toEqual({ data: { queued: 1 } });
  });

  it('of another account are not found, nor are their deliveries', async () => {
    const { id } = await makeWebhook(account, { url: receiver.url, events: ['status_change'] });
    await bookOrder(account, warehouseId);
    const [delivery] = await deliveries(id);
    const stranger = await test.account('Stranger');
    const own = await makeWebhook(stranger, { url: receiver.url });
    const since = test.service.now().toISOString();
    for (const [method, path, body] of [
      ['GET', `/${id}`, undefined],
      ['PUT', `/${id}`, { enabled: false }],
      ['DELETE', `/${id}`, undefined],
      ['POST', `/${id}/rotate-secret`, {}],
      ['GET', `/${id}/deliveries`, undefined],
      ['POST', `/${id}/replay`, { since }],
      ['POST', `/${id}/test`, {}],
      ['POST', `/${id}/deliveries/${delivery?.id}/resend`, {}],
      ['POST', `/${own.id}/deliveries/${delivery?.id}/resend`, {}],
      ['POST', `/${own.id}/deliveries/nonsense/resend`, {}],
    ] as const) {
      const response = await stranger.call(method, `/webhooks${path}`, body);
      expect([path, response.statusCode]).toEqual([path, 404]);
    }
    await sendDueWebhooks(test);
    expect(receiver.received).toHaveLength(1);
  });

  it('cannot be changed with a read key', async () => {
    const { id } = await makeWebhook(account, { url: receiver.url });
    const terms = { name: 'read', scope: 'read', expiresAt: null } as const;
    const { apiKey } = await createKey(test.service, SYSTEM, account.accountId, terms);
    const reader = test.client({ authorization: apiKey });
    for (const [method, path] of [
      ['POST', ''],
      ['PUT', `/${id}`],
      ['DELETE', `/${id}`],
      ['POST', `/${id}/rotate-secret`],
      ['POST', `/${id}/replay`],
      ['POST', `/${id}/test`],
      ['POST', `/${id}/deliveries/${id}/resend`],
    ] as const) {
      expect((await reader.call(method, `/webhooks${path}`, {})).statusCode).toBe(403);
    }
    expect((await reader.get(`/webhooks/${id}/deliveries`)).statusCode).toBe(200);
  });
});

describe('deliveries', () => {
  it('are listed newest first, by state and event, page by page, with the exact total', async () => {
    const { id } = await makeWebhook(account, { url: receiver.url });
    receiver.plan((received, response) =>
      answers(received.event === 'status_change' ? 200 : 500)(received, response),
    );
    for (let booked = 0; booked < 3; booked += 1) {
      await bookOrder(account, warehouseId);
      test.advance(1);
    }
    await sendDueWebhooks(test);
    const page = async (query: string) => (await account.get(`/webhooks/${id}/deliveries${query}`)).json();
    const all = await page('');
    expect(all.meta).toEqual({ per_page: 20, total: 6, next_before: null });
    expect(all.data[0]).toMatchObject({ event: 'tracking_addition', body: { event_id: all.data[0].id } });
    const seen: string[] = [];
    let before = '';
    do {
      const { data, meta } = await page(`?per_page=4${before}`);
      expect(meta.total).toBe(6);
      seen.push(...data.map((delivery: { id: string }) => delivery.id));
      before = meta.next_before === null ? '' : `&before=${meta.next_before}`;
    } while (before !== '');
    expect(seen).toEqual(all.data.map((delivery: { id: string }) => delivery.id));
    expect((await page('?state=delivered')).meta.total).toBe(3);
    expect((await page('?state=retrying&event=status_change')).meta.total).toBe(0);
    expect((await page('?event=tracking_addition')).meta.total).toBe(3);
    const wrong = await account.get(`/webhooks/${id}/deliveries?state=sent`);
    expect(wrong.json().errors).toEqual(['state must be one of waiting, retrying, delivered, failed']);
  });

  it('are resent with the same id, once for an idempotency key', async () => {
    const { id } = await deliverBooking();
    const [delivery] = await deliveries(id);
    const again = () =>
      account.post(`/webhooks/${id}/deliveries/${delivery?.id}/resend`, {}, { 'idempotency-key': 'again-1' });
    const first = await again();
    expect([first.statusCode, first.json().data]).toMatchObject([
      202,
      { id: delivery?.id, state: 'waiting', tries: 0 },
    ]);
    await sendDueWebhooks(test);
    expect((await again()).body).toBe(first.body);
    await sendDueWebhooks(test);
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([
      delivery?.id,
      delivery?.id,
    ]);
    expect(await deliveries(id)).toMatchObject([{ state: 'delivered', tries: 1 }]);
  });

  it('of a test are examples, signed and marked', async () => {
    const { id, secret } = await makeWebhook(account, { url: receiver.url, events: ['qc_update'] });
    for (const body of [{}, { event: 'tracking_addition' }]) {
      expect((await account.post(`/webhooks/${id}/test`, body)).statusCode).toBe(202);
    }
    await sendDueWebhooks(test);
    expect(receiver.received.map(({ event }) => event)).toEqual(['status_change', 'tracking_addition']);
    for (const received of receiver.received) {
      expect(JSON.parse(received.body)).toMatchObject({ test: true });
      expect(isSignedBy(secret, received)).toBe(true);
    }
  });

  it('are replayed from a time on, without tests', async () => {
    const { id } = await makeWebhook(account, { url: receiver.url, events: ['status_change'] });
    const other = await makeWebhook(account, { url: receiver.url, events: ['tracking_addition'] });
    for (const tested of [id, other.id]) await account.post(`/webhooks/${tested}/test`, {});
    const before = await bookOrder(account, warehouseId);
    await sendDueWebhooks(test);
    test.advance(60 * SECOND);
    const since = test.service.now().toISOString();
    const late = await makeWebhook(account, { url: receiver.url, events: ['status_change'] });
    await scanned(before.trackingNumber, 'in_transit');
    await sendDueWebhooks(test);
    receiver.received.length = 0;
    const replayed = await account.post(`/webhooks/${id}/replay`, { since });
    expect(replayed.json()).toEqual({ data: { queued: 1 } });
    await sendDueWebhooks(test);
    expect(told()).toEqual(['status_change in_transit']);
    const aDayAgo = { since: new Date(test.service.now().getTime() - DAY).toISOString() };
    const replayedOf = async (webhook: string) =>
      (await account.post(`/webhooks/${webhook}/replay`, aDayAgo)).json().data.queued;
    // Events from before a webhook was created are not replayed to it.
    expect([await replayedOf(id), await replayedOf(late.id)]).toEqual([2, 1]);
  });

  it('are replayed if they were delivered or given up, and open ones do not change', async () => {
    const { id } = await deliverBooking(answers(500));
    const before = await deliveries(id);
    expect(before).toMatchObject([{ state: 'retrying', tries: 1 }]);
    const since = new Date(test.service.now().getTime() - DAY).toISOString();
    const replayed = await account.post(`/webhooks/${id}/replay`, { since });
    expect(replayed.json()).toEqual({ data: { queued: 0 } });
    expect(await deliveries(id)).toEqual(before);
    await test.sql("update webhook_deliveries set state = 'failed' where event_id = $1", [before[0]?.id]);
    const again = await account.post(`/webhooks/${id}/replay`, { since });
    expect(again.json()).toEqual({ data: { queued: 1 } });
    expect(await deliveries(id)).toMatchObject([{ tries: 0 }]);
  });

  it('cannot be replayed from before the time that they are kept', async () => {
    const { id } = await makeWebhook(account, { url: receiver.url });
    const replaySince = (milliseconds: number) =>
      account.post(`/webhooks/${id}/replay`, {
        since: new Date(test.service.now().getTime() - milliseconds).toISOString(),
      });
    expect((await replaySince(30 * DAY + 1)).json().errors).toEqual([
      'since must be at most 30 days ago, because older events are deleted',
    ]);
    expect((await replaySince(30 * DAY)).statusCode).toBe(202);
  });

  it('are kept for 30 days', async () => {
    const { id } = await makeWebhook(account, { url: receiver.url });
    const { trackingNumber } = await bookOrder(account, warehouseId);
    await sendDueWebhooks(test);
    const fail = (error: unknown) => {
      throw error;
    };
    test.advance(30 * DAY - SECOND);
    await scanned(trackingNumber, 'in_transit');
    await sendDueWebhooks(test);
    const newer = (await deliveries(id)).slice(0, 2);
    await runMaintenance(test.service, fail);
    expect(await deliveries(id)).toHaveLength(4);
    test.advance(2 * SECOND);
    await runMaintenance(test.service, fail);
    expect(await deliveries(id)).toEqual(newer);
    test.advance(30 * DAY);
    await runMaintenance(test.service, fail);
    expect(await deliveries(id)).toEqual([]);
    const rows = await test.sql(
      'select count(*)::integer as count from webhook_events where account_id = $1',
      [account.accountId],
    );
    expect(rows[0].count).toBe(0);
  });
});

describe('the users of an account', () => {
  it('get an email when a webhook is switched off', async () => {
    const told: OutgoingEmail[] = [];
    const email = {
      moments: new Set<never>(),
      send: async (sent: OutgoingEmail) => {
        told.push(sent);
        return { outcome: 'sent', providerId: null } as const;
      },
    };
    const messaging = { transports: { email }, publicUrl: () => 'https://ship.example.in' };
    const scene = await startApp({ shipping: { messaging, outgoing: loopbackAllowed() } });
    try {
      const owner = await scene.account();
      for (const [name, address] of [
        ['Asha', 'asha@shop.example'],
        ['Ravi', null],
      ] as const) {
        const phone = address === null ? '9820012345' : null;
        const user = { name, phone, email: address, password: 'correct horse battery' };
        await createUser(scene.service, SYSTEM, owner.accountId, user);
      }
      const url = `${receiver.url}/<gone>`;
      const { id } = await makeWebhook(owner, { url, events: ['status_change'] });
      const back = await makeWebhook(owner, { url: receiver.url });
      for (const webhook of [id, back.id]) await owner.post(`/webhooks/${webhook}/test`, {});
      receiver.plan(answers(410));
      await sendDueWebhooks(scene);
      // This one works again before the email is sent.
      await owner.put(`/webhooks/${back.id}`, { enabled: true });
      await runJobs(scene);
      expect(told).toMatchObject([{ to: 'asha@shop.example', fromName: 'Dakiya' }]);
      expect(told[0]?.text).toContain('was switched off, because it answered 410 Gone');
      expect(told[0]?.html).not.toContain('<gone>');
    } finally {
      await scene.stop();
    }
  });
});

describe('the metrics of webhooks', () => {
  async function metric(name: string): Promise<string[]> {
    const { body } = await test.app.inject({ url: '/metrics' });
    return body.split('\n').filter((line) => line.startsWith(name));
  }

  it('show the number and age of waiting deliveries, and the results of tries', async () => {
    const { id } = await makeWebhook(account, { url: receiver.url, events: ['status_change'] });
    const off = await makeWebhook(account, { url: receiver.url, events: ['tracking_addition'] });
    expect(await metric('webhook_oldest_pending_seconds')).toEqual(['webhook_oldest_pending_seconds 0']);
    await bookOrder(account, warehouseId);
    await account.put(`/webhooks/${off.id}`, { enabled: false });
    const waited = async () => Number((await metric('webhook_oldest_pending_seconds'))[0]?.split(' ')[1]);
    const waitedAtFirst = await waited();
    test.advance(60 * SECOND);
    expect(await metric('webhook_deliveries_pending')).toEqual(['webhook_deliveries_pending 1']);
    expect((await waited()) - waitedAtFirst).toBeCloseTo(60);
    const before = await metric('webhook_tries{outcome="retrying"}');
    receiver.plan(answers(500));
    await sendDueWebhooks(test);
    expect(await metric('webhook_tries{outcome="retrying"}')).not.toEqual(before);
    expect(await deliveries(id)).toHaveLength(1);
    expect(await metric('webhook_oldest_pending_seconds')).toEqual(['webhook_oldest_pending_seconds 0']);
  });
});
