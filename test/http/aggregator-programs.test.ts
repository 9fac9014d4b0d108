import { describe, expect, it } from 'vitest';
import { NDR_REASONS, RTO_REASONS } from '../../src/domain/tracking/reasons.ts';
import { FORWARD_STATUSES, GRANULAR_STATUSES, RETURN_STATUSES } from '../../src/domain/tracking/statuses.ts';
import { openApp, type TestAccount } from '../support/app.ts';
import { bookOrder, bookOrderWith, carrierHeaders, sendEvents } from '../support/carriers.ts';
import { exchangeBody } from '../support/exchanges.ts';
import { makeWarehouse, orderBody } from '../support/orders.ts';
import { bookReturn } from '../support/returns.ts';
import { answers, startReceiver } from '../support/webhook-receiver.ts';
import { loopbackAllowed, makeWebhook, sendDueWebhooks } from '../support/webhooks.ts';

/* What programs that were written for the aggregators of this API family rely on. */

const test = await openApp({ shipping: { outgoing: loopbackAllowed() } });
const account = await test.account();
const warehouse = await makeWarehouse(account);
const courier = await carrierHeaders(test);

const track = async (names: object, by: TestAccount = account) =>
  (await by.post('/order-tracking', names)).json().result;

/** A courier's scan of a parcel, a minute after the last one. */
async function scanned(trackingNumber: string, scan: object): Promise<void> {
  test.advance(60_000);
  const event = {
    tracking_number: trackingNumber,
    event_date_time: test.service.now().toISOString(),
    ...scan,
  };
  const { data } = (await sendEvents(test, courier, { events: [event] })).json();
  expect(data).toEqual([{ tracking_number: trackingNumber, result: 'applied' }]);
}

describe('a list', () => {
  const LISTS = ['/shipments', '/returns', '/exchange-orders'];

  async function walk(path: string, by: TestAccount, ends: (page: Page) => boolean): Promise<string[]> {
    const seen: string[] = [];
    let search_after: unknown = null;
    for (let asked = 0; asked < 10; asked += 1) {
      const page: Page = (await by.post(path, { per_page: 2, search_after })).json();
      expect(page.meta.total).toBe(4);
      seen.push(...page.data.map(({ id }) => String(id)));
      search_after = page.meta.next_search_after;
      if (ends(page)) return seen;
    }
    throw new Error(`${path} never ends`);
  }

  it.each(LISTS)('%s ends for every kind of loop', async (path) => {
    const other = await test.account();
    const place = await makeWarehouse(other);
    for (let made = 0; made < 4; made += 1) {
      test.advance(1_000);
      if (path === '/shipments') await other.post('/forward-order', orderBody(place));
      else if (path === '/returns') await bookReturn(other, place);
      else await other.post('/exchange-order-orchestration', exchangeBody(place));
    }
    const whole = (await other.post(path, {})).json().data.map(({ id }: { id: unknown }) => String(id));
    expect(whole).toHaveLength(4);
    expect(await walk(path, other, ({ data }) => data.length === 0)).toEqual(whole);
    expect(await walk(path, other, ({ data }) => data.length < 2)).toEqual(whole);
    expect(await walk(path, other, ({ meta }) => meta.next_search_after === null)).toEqual(whole);
  });

  it.each(LISTS)('%s has no position on an empty page', async (path) => {
    const { meta } = (await (await test.account()).post(path, { search_after: null })).json();
    expect(meta).toMatchObject({ total: 0, current_page: 1, next_search_after: null });
  });
});

interface Page {
  readonly data: readonly { readonly id: unknown }[];
  readonly meta: { readonly total: number; readonly next_search_after: unknown };
}

describe('`sub_status`', () => {
  it('is the same in the listing, tracking and webhooks', async () => {
    const receiver = await startReceiver();
    receiver.plan(answers(204));
    try {
      const other = await test.account();
      const events = ['status_change', 'tracking_addition'];
      await makeWebhook(other, { url: receiver.url, events });
      const { shipmentId, trackingNumber } = await bookOrder(other, await makeWarehouse(other));
      const expected: [string, string | null][] = [
        ['ready_for_pickup', 'ready_for_pickup'],
        ['picked_up', 'picked_up'],
        ['in_transit', null],
        ['need_attention', 'need_attention'],
        ['on_hold', 'on_hold'],
        ['lost', 'lost'],
      ];
      for (const [status, subStatus] of expected) {
        if (status !== 'ready_for_pickup') await scanned(trackingNumber, { status });
        receiver.received.length = 0;
        await sendDueWebhooks(test);
        const heard = receiver.received.map(({ body }) => JSON.parse(body).data);
        expect(heard.map(({ sub_status }) => sub_status)).toEqual([subStatus, subStatus]);
        expect(heard[1].new_tracking.sub_status).toBe(subStatus);
        const { attributes } = await other.read(`/shipments/${shipmentId}`).then(({ data }) => data);
        expect(attributes.sub_status).toBe(subStatus);
        const { tracking_data } = (await track({ awbs: [trackingNumber] }, other))[trackingNumber];
        expect(tracking_data.sub_status).toBe(subStatus);
        expect(tracking_data.shipment_track[0].sub_status).toBe(subStatus);
      }
    } finally {
      await receiver.stop();
    }
  });
});

describe('the text of a failed attempt', () => {
  it.each([
    [{ reason: 'Consignee not at home' }, 'NDR RAISED: Consignee not at home'],
    [{ reason: 'Monkey at the gate' }, 'NDR RAISED: Monkey at the gate'],
    [{ reason: 'cod_not_ready' }, 'NDR RAISED: COD NOT READY'],
    [{ description: 'Undelivered', reason: 'Door locked (CNA)' }, 'Undelivered: Door locked (CNA)'],
    [{ description: 'UNDELIVERED - DOOR LOCKED', reason: 'Door locked' }, 'UNDELIVERED - DOOR LOCKED'],
    [{ description: 'Undelivered', reason: 'customer_refused' }, 'Undelivered: CUSTOMER REFUSED'],
    [{}, 'NDR RAISED'],
  ])('of a scan with %j is %s', async (scan, text) => {
    const receiver = await startReceiver();
    receiver.plan(answers(204));
    try {
      const other = await test.account();
      await makeWebhook(other, { url: receiver.url, events: ['tracking_addition'] });
      const { shipmentId, trackingNumber } = await bookOrder(other, await makeWarehouse(other));
      await scanned(trackingNumber, { status: 'ndr_raised', ...scan });
      await sendDueWebhooks(test);
      const [, heard] = receiver.received.map(({ body }) => JSON.parse(body).data);
      expect(heard.new_tracking.remarks).toBe(text);
      const { tracking_data } = (await track({ awbs: [trackingNumber] }, other))[trackingNumber];
      expect(tracking_data.shipment_track_activities[0].activity).toBe(text);
      const { attributes } = (await other.read(`/shipments/${shipmentId}`)).data;
      expect(attributes.tracking_details[0].description).toBe(text);
    } finally {
      await receiver.stop();
    }
  });

  it('is for programs: customers read their own sentence', async () => {
    const { trackingNumber } = await bookOrder(account, warehouse);
    await scanned(trackingNumber, { status: 'ndr_raised', reason: 'customer_not_available' });
    const page = await test.app.inject({ url: `/track/${trackingNumber}` });
    expect(page.body).toContain('Nobody was there to take your parcel');
    expect(page.body).not.toContain('CUSTOMER NOT AVAILABLE');
  });
});

describe('tracking by order id', () => {
  it('takes our ids and those of the merchant, and answers by what was sent', async () => {
    const order_id = 'TRACK 1';
    const { shipmentId, trackingNumber } = await bookOrderWith(account, warehouse, { order_id });
    const { attributes } = (await account.read(`/shipments/${shipmentId}`)).data;
    const { id } = attributes.order;
    const result = await track({ order_ids: [order_id, id, 'NO SUCH'], awbs: [trackingNumber] });
    expect(Object.keys(result).sort()).toEqual([id, order_id, 'NO SUCH', trackingNumber].sort());
    expect(result['NO SUCH']).toEqual({ error: 'NO SUCH is not an order of this account' });
    for (const name of [order_id, id, trackingNumber]) {
      expect(result[name].tracking_data.shipment_track[0].awb_code).toBe(trackingNumber);
    }
    expect(await track({ order_id }, account)).toEqual({ [order_id]: result[order_id] });
    const theirs = await test.account();
    expect(await track({ order_ids: [order_id, id] }, theirs)).toEqual({
      [order_id]: { error: `${order_id} is not an order of this account` },
      [id]: { error: `${id} is not an order of this account` },
    });
  });

  it('takes an order without a courier, and one id of an order and a return', async () => {
    const order_id = 20261128;
    await account.post('/forward-order', orderBody(warehouse, { order_id }));
    await bookReturn(account, warehouse, { order_id });
    const { tracking_data } = (await track({ order_ids: [order_id] }))[order_id];
    expect(tracking_data).toMatchObject({
      shipment_status: 'pending',
      sub_status: null,
      track_url: null,
      shipment_track: [{ awb_code: null, courier_name: null, edd: null }],
      shipment_track_activities: [],
    });
  });

  it('needs a number or an id, and takes at most 100 of each', async () => {
    const refused = async (body: object) => (await account.post('/order-tracking', body)).json().errors;
    expect(await refused({})).toEqual(['awbs or order_ids is required']);
    expect(await refused({ awbs: [], order_ids: null })).toEqual(['awbs or order_ids is required']);
    const many = Array.from({ length: 101 }, (_, index) => `ORDER ${index}`);
    expect(await refused({ order_ids: many })).toEqual(['order_ids must be a list of 1 to 100 entries']);
    expect(Object.keys(await track({ order_ids: many.slice(1) }))).toHaveLength(100);
  });
});

describe('filters by words', () => {
  const FILTERS = {
    '/shipments': { granular_status: FORWARD_STATUSES, ndr_reason: NDR_REASONS, rto_reason: RTO_REASONS },
    '/returns': { granular_status: RETURN_STATUSES },
    '/exchange-orders': { granular_status: GRANULAR_STATUSES },
  };
  const cases = Object.entries(FILTERS).flatMap(([path, filters]) =>
    Object.entries(filters).map(([name, words]) => [path, name, words] as const),
  );

  it.each(cases)('%s takes unknown words in %s, and names them', async (path, name, words) => {
    for (const sent of ['pickup_delayed', ['CUSTOMER_ABSCONDED', 'x'], [words[0], 'no such word']]) {
      const response = await account.post(path, { [`${name}[]`]: sent });
      expect(response.statusCode).toBe(200);
      const unknown = [sent].flat().filter((word) => word !== words[0]);
      expect(response.json().meta.unknown_values).toEqual(unknown);
    }
    expect((await account.post(path, { [name]: words })).json().meta).not.toHaveProperty('unknown_values');
  });

  it.each(cases)(
    '%s says in the document which words %s has, in no closed list',
    async (path, name, words) => {
      const { paths } = (await test.app.inject({ url: '/openapi.json' })).json();
      const { schema } = paths[`/custom/api/v1${path}`].post.requestBody.content['application/json'];
      const written = JSON.stringify(schema.properties[name]);
      for (const word of words) expect(written).toContain(`\`${word}\``);
      expect(written.replace('{"enum":["",null]}', '')).not.toContain('"enum"');
    },
  );
});

describe('a row of the listing', () => {
  it('has the parts of the fare, once it is booked', async () => {
    const { shipmentId } = await bookOrderWith(account, warehouse, {
      payment_method: 'COD',
      cod_collectible: 499,
    });
    const { attributes } = (await account.read(`/shipments/${shipmentId}`)).data;
    const { charges } = attributes;
    const { data } = (await account.post('/shipments', { per_page: 1 })).json();
    expect(data[0]).toMatchObject({ id: shipmentId });
    expect(data[0].attributes.fare_breakup).toEqual({
      charges: charges.forward_freight_charges,
      cod_charges: charges.cod_charges,
      rto_charges: charges.rto_charges,
      multiplier: 1,
      platform_fee: charges.platform_fee,
    });
    expect(charges.cod_charges).toBeGreaterThan(0);
    expect(attributes.fare_breakup).toEqual(data[0].attributes.fare_breakup);
  });

  it('has nulls for what a booking gives', async () => {
    const { payload } = (await account.post('/forward-order', orderBody(warehouse))).json();
    const { data } = (await account.post('/shipments', { per_page: 1 })).json();
    expect(data[0]).toMatchObject({
      id: payload.shipment_id,
      attributes: {
        tracking_number: null,
        sub_status: null,
        carrier: { id: null, name: null },
        expected_pickup_date: null,
        expected_delivery_date: null,
        label_url: null,
        fare_breakup: null,
        last_scan_at: null,
        order: { channel: 'manual_order', store_name: null },
      },
    });
    expect((await account.read(`/shipments/${payload.shipment_id}`)).data.attributes.charges).toBeNull();
  });
});

describe('orders with warnings', () => {
  it('are a filter of the list, its counts, facets and export, and follow changes', async () => {
    const other = await test.account();
    const place = await makeWarehouse(other);
    const make = async (changes: object) =>
      (await other.post('/forward-order', orderBody(place, { ...changes }))).json().payload;
    const plain = await make({ order_id: 'PLAIN' });
    const odd = await make({ order_id: 'ODD', billing_city: 'Mumbai' });
    const odder = await make({ order_id: 'ODDER', weight: 450 });
    const found = async (filter: object) => {
      const { data, meta } = (await other.post('/shipments', { sort_order: 'asc', ...filter })).json();
      expect(meta.total).toBe(data.length);
      expect((await other.post('/shipments/counts', filter)).json().data.all).toBe(data.length);
      expect((await other.post('/shipments/facets', filter)).json().meta.total).toBe(data.length);
      const file = (await other.post('/shipments/export', filter)).body.trimEnd().split('\r\n');
      expect(file).toHaveLength(data.length + 1);
      return data.map(({ id }: { id: string }) => id);
    };
    expect(await found({ has_warnings: true })).toEqual([odd.shipment_id, odder.shipment_id]);
    expect(await found({ has_warnings: 'false' })).toEqual([plain.shipment_id]);
    expect(await found({ has_warnings: null })).toHaveLength(3);
    expect(await found({ has_warnings: 1, order_display_id: ['ODD', 'PLAIN'] })).toEqual([odd.shipment_id]);
    const refused = await other.post('/shipments', { has_warnings: 'some' });
    expect([refused.statusCode, refused.json().errors]).toEqual([
      422,
      ['has_warnings must be true or false'],
    ]);
    for (const [order_id, billing_city] of [
      ['ODD', 'Bengaluru'],
      ['PLAIN', 'Mumbai'],
    ]) {
      expect((await other.put('/order', { order_id, billing_city })).statusCode).toBe(200);
    }
    expect(await found({ has_warnings: true })).toEqual([plain.shipment_id, odder.shipment_id]);
  });
});

describe('`sort_by: date_field`', () => {
  it('follows a date that changes, and is by creation without `date_field`', async () => {
    const other = await test.account();
    const place = await makeWarehouse(other);
    const ids: string[] = [];
    for (const order_date of ['2026-11-14', '2026-11-12', '2026-11-13']) {
      test.advance(1_000);
      ids.push(
        (await other.post('/forward-order', orderBody(place, { order_date }))).json().payload.shipment_id,
      );
    }
    const [first = '', second = '', third = ''] = ids;
    const listed = async (body: object) => {
      const { data, meta } = (await other.post('/shipments', { sort_by: 'DATE_FIELD', ...body })).json();
      return { ids: data.map(({ id }: { id: string }) => id), meta };
    };
    expect((await listed({})).ids).toEqual([third, second, first]);
    const byDate = await listed({ date_field: 'order_date', sort_order: 'asc', per_page: 2 });
    expect(byDate).toMatchObject({
      ids: [second, third],
      meta: { total: 3, next_search_after: [String(Date.parse('2026-11-12T18:30:00Z')), third] },
    });
    const { order } = (await other.read(`/shipments/${second}`)).data.attributes;
    test.advance(1_000);
    await other.put('/order', { order_id: order.id, order_date: '2026-11-15' });
    expect((await listed({ date_field: 'order_date' })).ids).toEqual([second, first, third]);
    expect((await listed({ date_field: 'updated_at' })).ids[0]).toBe(second);
    expect(await listed({ date_field: 'delivered_at' })).toMatchObject({
      ids: [],
      meta: { total: 0, next_search_after: null },
    });
    expect((await listed({ date_field: 'last_scan_at' })).meta.total).toBe(0);
  });
});
