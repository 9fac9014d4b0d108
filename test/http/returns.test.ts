import { beforeEach, describe, expect, it } from 'vitest';
import { saidByPartner } from '../../src/problems/sentence.ts';
import { openApp } from '../support/app.ts';
import {
  answeringWith,
  bookOrder,
  bookOrderWith,
  CARRIER,
  carrierHeaders,
  sendEvents,
  UNCODED,
} from '../support/carriers.ts';
import { exchangeBody } from '../support/exchanges.ts';
import { heldOrders } from '../support/held-orders.ts';
import { inEnglish } from '../support/in-english.ts';
import { runJobs } from '../support/jobs.ts';
import { countRows, makeWarehouse, orderBody, scan } from '../support/orders.ts';
import { readerOf } from '../support/people.ts';
import { bookReturn, QC_ITEM, returnBody } from '../support/returns.ts';
import { readPdf } from '../support/scan-label.ts';

const test = await openApp();
const account = await test.account();
const warehouseId = await makeWarehouse(account);

const orchestrate = (payload: object, headers?: Record<string, string>) =>
  account.post('/reverse-order-orchestration', payload, headers);

async function show(returnId: string) {
  const response = await account.get(`/returns/${returnId}`);
  expect(response.statusCode).toBe(200);
  return response.json().data;
}

/** The couriers for a return like `returnBody`, without a quality check. */
async function quoteReturn() {
  const way = { journey_type: 'return', origin_pincode: '560038', destination_pincode: '110020' };
  const parcel = { dead_weight: 340, length: 20, width: 15, height: 5 };
  const quote = await account.post('/rates', { ...way, ...parcel, qc_applicable: false });
  return quote.json().result.serviceable_couriers;
}

/** Sends scans of a return's courier, each a minute after the one before, the first one now. */
async function scanReturn(
  { awb_code, courier_company_id }: { awb_code: string; courier_company_id: string },
  ...scans: object[]
) {
  const now = test.service.now().getTime();
  const events = scans.map((one, minutes) => ({
    tracking_number: awb_code,
    event_date_time: new Date(now + minutes * 60_000).toISOString(),
    ...one,
  }));
  const answer = await sendEvents(test, await carrierHeaders(test, [courier_company_id]), { events });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data;
}

describe('an orchestrated return', () => {
  it('is booked from the customer to the warehouse, and listed with its booking', async () => {
    const body = returnBody(warehouseId);
    const response = await orchestrate(body);
    expect(response.json()).toMatchObject({ status: 1 });
    const { payload } = response.json();
    expect(payload).toEqual({
      order_created: 1,
      awb_generated: 1,
      pickup_generated: 1,
      pickup_scheduled_date: '2026-11-16',
      order_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      return_id: payload.shipment_id,
      shipment_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      awb_code: expect.stringMatching(/^[A-Z]{2,4}\d{11}$/),
      courier_company_id: expect.any(String),
      courier_name: expect.any(String),
      assigned_date_time: {
        date: '2026-11-16T12:00:00.000+05:30',
        timezone_type: 3,
        timezone: 'Asia/Kolkata',
      },
      applied_weight: 0.34,
      cod: 0,
      is_return: 1,
      routing_code: null,
      rto_routing_code: null,
      pickup_token_number: null,
      label_url: expect.stringMatching(/^https:\/\/ship\.example\.in\/labels\//),
      tracking_url: `https://ship.example.in/track/${payload.awb_code}`,
      estimated_delivery_date: expect.stringMatching(/^2026-11-\d\d$/),
      charges: {
        reverse_charges: expect.stringMatching(/^\d+\.\d\d$/),
        qc: '0.00',
        qc_leeway: '0.00',
        dead_weight_billing: false,
        platform_fee: 0,
      },
    });
    const listed = await account.post('/returns', { display_id: [body.order_id] });
    expect(listed.statusCode).toBe(200);
    const { data, meta } = listed.json();
    const next_search_after = [expect.stringMatching(/^\d{13}$/), payload.return_id];
    expect(meta).toEqual({ current_page: 1, per_page: 20, total: 1, next_search_after });
    const { attributes, ...element } = await show(payload.return_id);
    const { unread_scans, ...rest } = attributes;
    expect([data, unread_scans]).toEqual([[{ ...element, attributes: rest }], []]);
    expect(inEnglish(data[0])).toEqual({
      id: payload.return_id,
      type: 'return',
      attributes: {
        return_reason: 'Too small',
        request_date: '2026-11-16T05:00:00.000Z',
        display_id: body.order_id,
        external_id: body.order_id,
        qc_status: null,
        qc_required: false,
        status: 'pickup_scheduled',
        sub_status: 'return_pickup_scheduled',
        warehouse_id: warehouseId,
        shipping_address: {
          name: 'Asha Rao',
          phone: '9876543210',
          city: 'Bengaluru',
          state: 'Karnataka',
          zip: '560038',
        },
        total_price: 899,
        is_exchange: false,
        refund_status: null,
        created_at: '2026-11-16T06:30:00.000Z',
        zone: 'zone_c',
        attempt_count: 0,
        return_items: [
          {
            id: expect.any(String),
            quantity: 1,
            price: 899,
            name: 'Kurta, blue',
            sku: 'KURTA-M',
            return_reason: 'Too small',
            qc_enable: false,
            qc_product_image: null,
          },
        ],
        weight: { value: 340, metric_unit: 'g' },
        shipment: {
          id: payload.return_id,
          tracking_number: payload.awb_code,
          status: 'return_pickup_scheduled',
          carrier: { id: payload.courier_company_id, name: payload.courier_name },
          expected_pickup_date: '2026-11-16',
          expected_delivery_date: payload.estimated_delivery_date,
          shipment_milestones: [
            { milestone: 'return_requested', milestone_at: '2026-11-16T06:30:00.000Z' },
            { milestone: 'return_pickup_scheduled', milestone_at: '2026-11-16T06:30:00.000Z' },
          ],
          tracking_details: [
            {
              id: expect.any(String),
              status: 'return_pickup_scheduled',
              last_location: null,
              event_date_time: '2026-11-16T06:30:00.000Z',
              description: `Booked with ${payload.courier_name}`,
              qc_status: null,
              qc_failure_reason: null,
              qc_images: [],
            },
          ],
        },
        order: { id: null, display_id: null, channel: 'manual_order', store_name: null },
        label_url: expect.stringMatching(/^https:\/\/ship\.example\.in\/labels\//),
      },
    });
  });

  it('costs what a quote for the same return says', async () => {
    const { charges } = await bookReturn(account, warehouseId, { carrier_id: CARRIER });
    const quoted = (await quoteReturn()).find(
      ({ carrier_id }: { carrier_id: string }) => carrier_id === CARRIER,
    );
    expect(charges.reverse_charges).toBe(quoted.charges.return_freight_charges.toFixed(2));
  });

  it('does not appear among forward shipments', async () => {
    const body = returnBody(warehouseId, {
      order_items: [{ name: 'Scarf', sku: 'ONLY-RET', units: 1, selling_price: 5 }],
    });
    const { return_id, awb_code } = (await orchestrate(body)).json().payload;
    for (const filter of [
      { search: awb_code },
      { sku: ['ONLY-RET'] },
      { order_display_id: [body.order_id] },
      {},
    ]) {
      const listed = (await account.post('/shipments', filter)).json();
      expect([filter, listed.meta.total, listed.data]).toEqual([filter, 0, []]);
      expect((await account.post('/shipments/counts', filter)).json().data.all).toBe(0);
      expect((await account.post('/shipments/export', filter)).body.trim().split('\n')).toHaveLength(1);
    }
    const shown = await account.get(`/shipments/${return_id}`);
    expect(shown.statusCode).toBe(404);
    const noted = await account.post(`/shipments/${return_id}/notes`, { note: 'Call first' });
    expect([noted.statusCode, noted.json().message]).toEqual([404, 'Shipment not found']);
    const tagged = await account.put(`/shipments/${return_id}/tags`, { tags: ['vip'] });
    expect([tagged.statusCode, tagged.json().message]).toEqual([404, 'Shipment not found']);
    const booked = await account.post('/forward-order-shipment', { shipment_id: return_id });
    expect([booked.statusCode, booked.json().message]).toEqual([
      422,
      `shipment_id ${return_id} is not a shipment of this account`,
    ]);
  });

  it('may have the order id of an order, but not of another return', async () => {
    const body = returnBody(warehouseId);
    expect((await orchestrate(body)).statusCode).toBe(200);
    const forward = await account.post(
      '/forward-order-orchestration',
      orderBody(warehouseId, { order_id: body.order_id }),
    );
    expect(forward.statusCode).toBe(200);
    const before = await countRows(test);
    for (const path of ['/reverse-order-orchestration', '/reverse-order']) {
      const again = await account.post(path, body);
      expect([again.statusCode, again.json().message]).toEqual([
        422,
        `Order already exists: ${body.order_id}`,
      ]);
    }
    expect(await countRows(test)).toEqual(before);
  });

  it('is made once by simultaneous requests', async () => {
    const body = returnBody(warehouseId);
    const answers = await Promise.all(Array.from({ length: 8 }, () => orchestrate(body)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(7).fill(422)]);
  });

  it('has the same answer, byte for byte, for a repeated Idempotency-Key', async () => {
    const body = returnBody(warehouseId);
    const [first, second] = [
      await orchestrate(body, { 'idempotency-key': 'return-1' }),
      await orchestrate(body, { 'idempotency-key': 'return-1' }),
    ];
    expect(first.statusCode).toBe(200);
    expect(second.body).toBe(first.body);
  });

  it('goes to another address only if the address is complete', async () => {
    const elsewhere = {
      shipping_customer_name: 'Returns desk',
      shipping_address: '7, Link Road',
      shipping_city: 'Mumbai',
      shipping_state: 'Maharashtra',
      shipping_pincode: 400050,
      shipping_phone: 9876511111,
    };
    const { shipment_id, awb_code } = await bookReturn(account, warehouseId, elsewhere);
    const tracked = (await account.post('/order-tracking', { awbs: [awb_code] })).json();
    expect(tracked.result[awb_code].tracking_data).toMatchObject({
      shipment_status: 'return_pickup_scheduled',
      shipment_track: [
        { shipment_id, origin: 'Bengaluru', destination: 'Mumbai', consignee_name: 'Returns desk' },
      ],
    });
    const { shipping_city: _, ...incomplete } = elsewhere;
    const refused = await orchestrate(returnBody(warehouseId, incomplete));
    expect([refused.statusCode, refused.json().errors]).toEqual([
      422,
      ['shipping_city is required with shipping_customer_name'],
    ]);
  });

  it('brings back only a delivered order, and gets its store', async () => {
    await account.post('/client-stores', { store_name: 'kurtas' });
    const order = await bookOrderWith(account, warehouseId, { store_name: 'kurtas' });
    const { attributes } = (await account.get(`/shipments/${order.shipmentId}`)).json().data;
    // A return with the same order id is not the order that is brought back.
    await account.post('/reverse-order', returnBody(warehouseId, { order_id: attributes.order.display_id }));
    const { order_id: ofReturn } = returnBody(warehouseId);
    await account.post('/reverse-order', returnBody(warehouseId, { order_id: ofReturn }));
    const unknown = await orchestrate(returnBody(warehouseId, { forward_order_id: ofReturn }));
    expect(unknown.json().errors).toEqual([`forward_order_id ${ofReturn} is not an order of this account`]);
    const early = await orchestrate(
      returnBody(warehouseId, { forward_order_id: attributes.order.display_id }),
    );
    expect([early.statusCode, early.json().errors]).toEqual([
      422,
      [
        `forward_order_id ${attributes.order.display_id} is not delivered yet: only delivered orders can be returned`,
      ],
    ]);
    await scan(test, account, order.shipmentId, ['delivered']);
    for (const named of [attributes.order.display_id, attributes.order.id]) {
      const { return_id } = await bookReturn(account, warehouseId, { forward_order_id: named });
      expect((await show(return_id)).attributes.order).toEqual({
        id: attributes.order.id,
        display_id: attributes.order.display_id,
        channel: 'manual_order',
        store_name: 'kurtas',
      });
    }
    const other = await test.account('Another');
    const foreign = await other.post(
      '/reverse-order',
      returnBody(await makeWarehouse(other), { forward_order_id: attributes.order.id }),
    );
    expect([foreign.statusCode, foreign.json().errors]).toEqual([
      422,
      [`forward_order_id ${attributes.order.id} is not an order of this account`],
    ]);
  });

  describe('of an order that has other returns', () => {
    let order: { shipmentId: string };
    let displayId: string;
    const wanted = (units: number, changes: Record<string, unknown> = {}) =>
      returnBody(warehouseId, {
        forward_order_id: displayId,
        order_items: [{ name: 'Chai', sku: 'CHAI-250', units, selling_price: 249.5 }],
        ...changes,
      });
    const refusal = (sentence: string) => [422, [`forward_order_id ${displayId} ${sentence}`]];
    const said = (response: { statusCode: number; json(): { errors?: string[] } }) => [
      response.statusCode,
      response.json().errors,
    ];

    // Two units of CHAI-250.
    beforeEach(async () => {
      order = await bookOrder(account, warehouseId);
      await scan(test, account, order.shipmentId, ['delivered']);
      const { data } = (await account.get(`/shipments/${order.shipmentId}`)).json();
      displayId = data.attributes.order.display_id;
    });

    it('brings back no more units than were ordered', async () => {
      const before = await countRows(test);
      expect(said(await orchestrate(wanted(3)))).toEqual(
        refusal('has 2 units of CHAI-250: cannot bring back 3'),
      );
      expect(await countRows(test)).toEqual(before);
      expect((await orchestrate(wanted(1))).statusCode).toBe(200);
      expect(said(await orchestrate(wanted(2)))).toEqual(
        refusal('has 2 units of CHAI-250, 1 of them in other returns: cannot bring back 2'),
      );
      expect((await account.post('/reverse-order', wanted(1))).statusCode).toBe(200);
      expect(said(await account.post('/reverse-order', wanted(1)))).toEqual(
        refusal('has 2 units of CHAI-250, 2 of them in other returns: cannot bring back 1'),
      );
    });

    it('may bring back the units of a cancelled return', async () => {
      const { awb_code } = (await orchestrate(wanted(2))).json().payload;
      expect((await orchestrate(wanted(2))).statusCode).toBe(422);
      await account.post('/cancel-order', { awbs: [awb_code] });
      expect((await orchestrate(wanted(2))).statusCode).toBe(200);
    });

    it.each(['return_rejected', 'return_qc_failed'] as const)(
      'may bring back the units of a return that ended as %s',
      async (status) => {
        const { return_id } = (await orchestrate(wanted(2))).json().payload;
        expect((await orchestrate(wanted(2))).statusCode).toBe(422);
        await scan(test, account, return_id, [status]);
        expect((await show(return_id)).attributes.sub_status).toBe(status);
        expect((await orchestrate(wanted(2))).statusCode).toBe(200);
        expect(said(await orchestrate(wanted(1)))).toEqual(
          refusal('has 2 units of CHAI-250, 2 of them in other returns: cannot bring back 1'),
        );
      },
    );

    it('is refused if a simultaneous return has its units, and leaves no booking', async () => {
      const answers = await Promise.all([orchestrate(wanted(2)), orchestrate(wanted(2))]);
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
      const lost = answers.find(({ statusCode }) => statusCode === 422);
      expect(lost === undefined ? null : said(lost)).toEqual(
        refusal('has 2 units of CHAI-250, 2 of them in other returns: cannot bring back 2'),
      );
      const mine = await account.post('/returns', {});
      const ofOrder = (mine.json().data as { attributes: { order: { display_id: string } } }[]).filter(
        (one) => one.attributes.order.display_id === displayId,
      );
      expect(ofOrder).toHaveLength(1);
      expect(await heldOrders(test)).toBe(0);
    });

    it('is refused for its used order id, not for its own units', async () => {
      const body = wanted(2);
      expect((await orchestrate(body)).statusCode).toBe(200);
      expect(said(await orchestrate(body))).toEqual([422, [`Order already exists: ${body.order_id}`]]);
    });

    it('counts the units of an exchange', async () => {
      const brought = await account.post(
        '/exchange-order-orchestration',
        exchangeBody(warehouseId, {
          forward_order_id: displayId,
          return_items: [{ name: 'Chai', sku: 'CHAI-250', units: 2, selling_price: 249.5 }],
        }),
      );
      expect(brought.statusCode).toBe(200);
      expect(said(await orchestrate(wanted(1)))).toEqual(
        refusal('has 2 units of CHAI-250, 2 of them in other returns: cannot bring back 1'),
      );
    });
  });

  it('is refused with a sentence for each wrong field, without new rows', async () => {
    const before = await countRows(test);
    const response = await orchestrate({
      ...returnBody(warehouseId),
      pickup_phone: '12',
      payment_method: 'COD',
      order_items: [{ ...QC_ITEM, qc_product_image: undefined }],
      weight: 0,
    });
    expect([response.statusCode, response.json().errors]).toEqual([
      422,
      [
        expect.stringMatching(/^pickup_phone /),
        'order_items[0].qc_product_image is required when qc_enable is true',
        'payment_method must be one of PREPAID',
        expect.stringMatching(/^weight /),
      ],
    ]);
    expect(await countRows(test)).toEqual(before);
  });
});

describe('a return that is booked later', () => {
  it('is booked once', async () => {
    const made = await account.post('/reverse-order', returnBody(warehouseId));
    expect(made.json().payload).toMatchObject({
      order_created: 1,
      awb_generated: 0,
      awb_code: null,
      charges: { reverse_charges: null, qc: null },
    });
    const { return_id } = made.json().payload;
    expect((await show(return_id)).attributes).toMatchObject({
      status: 'return_requested',
      sub_status: null,
      shipment: { tracking_number: null, carrier: { id: null, name: null } },
      label_url: null,
    });
    const booked = await account.post('/reverse-order-shipment', { return_id, carrier_id: '' });
    expect(booked.json().payload).toMatchObject({
      order_created: 0,
      order_id: null,
      awb_generated: 1,
      shipment_id: return_id,
    });
    const again = await account.post('/reverse-order-shipment', { return_id });
    expect(again.json().payload.awb_code).toBe(booked.json().payload.awb_code);
    const { attributes } = await show(return_id);
    expect(attributes.status).toBe('pickup_scheduled');
    const found = await account.post('/returns', { search: booked.json().payload.awb_code });
    expect(found.json().meta.total).toBe(1);
  });

  it('is found neither by a shipment id nor by another account', async () => {
    const { shipmentId } = await bookOrder(account, warehouseId);
    const other = await test.account('A third');
    const mine = (await account.post('/reverse-order', returnBody(warehouseId))).json().payload;
    for (const [who, return_id] of [
      [account, shipmentId],
      [other, mine.return_id],
    ] as const) {
      const response = await who.post('/reverse-order-shipment', { return_id });
      expect([response.statusCode, response.json().errors]).toEqual([
        422,
        [`return_id ${return_id} is not a return of this account`],
      ]);
      const shown = await who.get(`/returns/${return_id}`);
      expect(shown.statusCode).toBe(404);
    }
  });

  it('has no failed delivery to decide on', async () => {
    const { return_id, awb_code } = await bookReturn(account, warehouseId);
    for (const status of ['return_in_transit', 'return_ndr_raised', 'return_need_attention'] as const) {
      await scan(test, account, return_id, [status]);
      for (const path of ['/reattempt', '/initiate-rto']) {
        const response = await account.post(path, { awb: awb_code });
        expect([path, response.statusCode]).toEqual([path, 422]);
        expect(response.json().message).toContain('has no failed delivery to decide on');
      }
      const { attributes } = await show(return_id);
      expect(attributes.sub_status).toBe(status);
    }
  });

  it('can be cancelled until the pickup, by its id or its tracking number', async () => {
    const waiting = (await account.post('/reverse-order', returnBody(warehouseId))).json().payload;
    const booked = await bookReturn(account, warehouseId);
    const byId = await account.post('/cancel-order', { shipment_ids: [waiting.return_id] });
    const byNumber = await account.post('/cancel-order', { awbs: [booked.awb_code] });
    expect([byId.statusCode, byNumber.statusCode]).toEqual([200, 200]);
    for (const { return_id } of [waiting, booked]) {
      expect((await show(return_id)).attributes).toMatchObject({
        status: 'cancelled',
        sub_status: 'return_cancelled',
      });
    }
    const taken = await bookReturn(account, warehouseId);
    await scan(test, account, taken.return_id, ['return_in_transit']);
    const late = await account.post('/cancel-order', { awbs: [taken.awb_code] });
    expect([late.statusCode, late.json().errors]).toEqual([
      422,
      [`${taken.awb_code} cannot be cancelled after pickup; its status is "On the way to the seller"`],
    ]);
  });
});

describe('a return whose courier does not answer', () => {
  it('is made, and is booked when the courier confirms it', async () => {
    const lost = await answeringWith(test, { book: async () => Promise.reject(new Error('lost')) }, () =>
      orchestrate(returnBody(warehouseId)),
    );
    const { return_id, awb_generated } = lost.json().payload;
    expect([lost.statusCode, awb_generated]).toEqual([200, 0]);
    expect((await show(return_id)).attributes).toMatchObject({
      status: 'return_requested',
      shipment: { tracking_details: [{ status: 'return_requested' }] },
    });
    const again = await account.post('/reverse-order-shipment', { return_id });
    expect([again.statusCode, again.json().message]).toEqual([
      422,
      `Return ${return_id} is being booked right now`,
    ]);
    const found = { outcome: 'booked', trackingNumber: 'FOUND00000000001', surplus: [], ...UNCODED } as const;
    test.advance(10_000);
    await answeringWith(test, { findBooking: async () => found }, () => runJobs(test));
    expect((await show(return_id)).attributes).toMatchObject({
      status: 'pickup_scheduled',
      shipment: { tracking_number: 'FOUND00000000001' },
    });
    const listed = await account.post('/returns', { search: 'found00000000001' });
    expect(listed.json().meta.total).toBe(1);
  });

  it('is booked again if the courier has no such booking', async () => {
    const lost = await answeringWith(test, { book: async () => Promise.reject(new Error('lost')) }, () =>
      orchestrate(returnBody(warehouseId)),
    );
    const { return_id } = lost.json().payload;
    await runJobs(test);
    expect((await show(return_id)).attributes).toMatchObject({
      status: 'pickup_scheduled',
      shipment: { tracking_number: expect.any(String) },
    });
  });

  it('is not made if every courier refuses it', async () => {
    const before = await countRows(test);
    const refusing = {
      book: async () => ({ outcome: 'refused', reason: saidByPartner('is on strike') }) as const,
    };
    const refused = await answeringWith(test, refusing, () => orchestrate(returnBody(warehouseId)));
    expect([refused.statusCode, refused.json().errors[0]]).toEqual([
      422,
      'No carrier accepted this shipment',
    ]);
    expect(await countRows(test)).toEqual(before);
  });
});

describe('the listing of returns', () => {
  it('pages without a gap or repeat, counts, exports and filters', async () => {
    const other = await test.account('Many returns');
    const warehouse = await makeWarehouse(other);
    const made: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      test.advance(1_000);
      const sku = `SKU-${index}`;
      const { return_id } = await bookReturn(other, warehouse, {
        channel: index === 0 ? 'Shopify' : undefined,
        order_items: [index < 2 ? { ...QC_ITEM, sku } : { name: 'Item', sku, units: 1, selling_price: 10 }],
      });
      made.unshift(return_id);
    }
    await scan(test, other, made[0] ?? '', ['return_in_transit', 'return_delivered']);
    const list = async (body: object) => (await other.post('/returns', body)).json();
    const seen: string[] = [];
    let after: unknown;
    do {
      const { data, meta } = await list({ per_page: 2, search_after: after });
      expect(meta.total).toBe(5);
      seen.push(...data.map(({ id }: { id: string }) => id));
      after = meta.next_search_after;
    } while (after !== null);
    expect(seen).toEqual(made);
    const total = async (filter: object) => {
      const { meta } = await list(filter);
      expect((await other.post('/returns/counts', filter)).json().data.all).toBe(meta.total);
      return meta.total;
    };
    expect(await total({ sku: ['SKU-1', 'SKU-2', 'nothing'] })).toBe(2);
    expect(await total({ channel: ['SHOPIFY'] })).toBe(1);
    expect(await total({ qc_status: 'pending' })).toBe(2);
    expect(await total({ warehouse_id: [warehouse, 'no-id'] })).toBe(5);
    expect(await total({ zone: 'zone_c' })).toBe(5);
    expect(await total({ zone: 'a' })).toBe(0);
    expect(await total({ refund_status: ['processed'] })).toBe(0);
    expect(await total({ is_dangerous_goods: true })).toBe(0);
    expect(await total({ is_dangerous_goods: false })).toBe(5);
    expect(await total({ return_delivered_at__gte: '2026-01-01' })).toBe(1);
    expect(await total({ return_pickup_scheduled_at__lte: '2026-01-01' })).toBe(0);
    expect(await total({ created_at__gte: '2026-11-01', search: 'asha sku-3' })).toBe(1);
    expect(await total({ carrier_ids: ['nobody'] })).toBe(0);
    for (const [status, matching] of [
      ['return_received', 1],
      ['return_delivered', 1],
      ['pickup_scheduled', 4],
      ['return_requested', 0],
    ] as const) {
      expect([status, (await list({ status })).meta.total]).toEqual([status, matching]);
    }
    expect((await list({ status: ['return_received', 'pickup_scheduled'] })).meta.total).toBe(5);
    const wrong = await other.post('/returns', { status: 'delivered' });
    expect(wrong.json().errors).toEqual([
      'status must be one of return_requested, pickup_scheduled, in_transit, return_received, cancelled',
    ]);
    expect((await other.post('/returns/counts', {})).json().data).toEqual({
      all: 5,
      return_requested: 0,
      pickup_scheduled: 4,
      in_transit: 0,
      return_received: 1,
      cancelled: 0,
    });
    const csv = (await other.post('/returns/export', {})).body.trim().split(/\r?\n/);
    expect(csv).toHaveLength(6);
    expect(csv[1]).toContain('return_delivered');
    await other.post('/client-stores', { store_name: 'kurtas' });
    await other.post('/reverse-order', returnBody(warehouse, { order_id: 'UNBOOKED', store_name: 'kurtas' }));
    expect(await total({})).toBe(6);
    expect(await total({ return_pickup_scheduled_at__gte: '2026-01-01' })).toBe(5);
    expect(await total({ store_name: ['kurtas'] })).toBe(1);
    expect(await total({ display_id: ['UNBOOKED'] })).toBe(1);
    expect(await total({ return_delivered_at__lte: '2027-01-01' })).toBe(1);
  });
});

describe('a return', () => {
  it('goes from the customer to the seller on its tracking page and label', async () => {
    const { awb_code, return_id, label_url } = await bookReturn(account, warehouseId);
    const page = await test.app.inject({ url: `/track/${awb_code}` });
    expect(page.body).toContain('Pickup scheduled');
    expect(page.body).toContain('<dt>From</dt><dd><bdi>Asha</bdi>, <bdi>Bengaluru</bdi></dd>');
    expect(page.body).not.toContain('Okhla');
    const label = await test.app.inject({ url: label_url.replace('https://ship.example.in', '') });
    expect([label.statusCode, label.headers['content-type']]).toEqual([200, 'application/pdf']);
    const zpl = await account.post('/labels', { shipment_ids: [return_id], format: 'zpl' });
    expect(zpl.statusCode).toBe(200);
    for (const said of [await readPdf(label.rawPayload), zpl.body]) {
      expect(said).toMatch(
        /RETURN[\s\S]*NOTHING TO COLLECT[\s\S]*DELIVER TO[\s\S]*110020[\s\S]*PICKED UP FROM[\s\S]*Asha Rao[\s\S]*560038/,
      );
      expect(said).not.toMatch(/PREPAID|COD|SHIPPED BY/);
    }
    await scan(test, account, return_id, ['return_in_transit', 'return_delivered']);
    const arrived = await test.app.inject({ url: `/track/${awb_code}` });
    expect(arrived.body).toContain('Received by the seller');
  });

  it('is announced in the name of its store when it is scheduled, missed, picked up and received', async () => {
    const store = { store_name: 'chai-back', brand_name: 'Chai & Co' };
    expect((await account.post('/client-stores', store)).statusCode).toBe(201);
    const made = await bookReturn(account, warehouseId, { store_name: 'chai-back' });
    const { return_id } = made;
    for (const one of [
      { status: 'not_picked', reason: 'customer not available' },
      { status: 'picked_up' },
      { status: 'delivered' },
    ]) {
      test.advance(60_000);
      await scanReturn(made, one);
    }
    const { data } = (await account.get('/messages?per_page=100')).json();
    const toldBy = (wanted: string) =>
      data.filter(
        ({ shipment_id, channel }: { shipment_id: string; channel: string }) =>
          shipment_id === return_id && channel === wanted,
      );
    const told = toldBy('sms');
    expect(told.map(({ moment }: { moment: string }) => moment)).toEqual([
      'return_received',
      'return_picked_up',
      'return_pickup_missed',
      'return_pickup_scheduled',
    ]);
    expect(told[2].text).toContain('Nobody was there to hand over the parcel.');
    for (const { text } of told) expect(text).toContain('Chai & Co');
    const emails = toldBy('email');
    expect(emails).toHaveLength(4);
    for (const { id } of emails) {
      expect((await account.get(`/messages/${id}/preview`)).body).toContain('Chai &amp; Co');
    }
  });

  it('cannot be made with a key that may only read', async () => {
    const reader = await readerOf(test, account);
    for (const path of ['/reverse-order-orchestration', '/reverse-order', '/reverse-order-shipment']) {
      expect([path, (await reader.post(path, {})).statusCode]).toEqual([path, 403]);
    }
    expect((await reader.post('/returns', {})).statusCode).toBe(200);
  });
});

describe('a return with a quality check', () => {
  it('passes when it is picked up, even if the courier reports no check', async () => {
    const goods = { order_items: [{ name: 'Bag', units: 1, selling_price: 0 }, QC_ITEM] };
    const made = await bookReturn(account, warehouseId, goods);
    const shown = async () => (await show(made.return_id)).attributes;
    expect((await shown()).return_items).toMatchObject([
      { qc_enable: false, qc_product_image: null },
      { qc_enable: true, qc_product_image: QC_ITEM.qc_product_image },
    ]);
    for (const [status, qcStatus] of [
      ['out_for_pickup', 'pending'],
      ['picked_up', 'passed'],
    ]) {
      test.advance(60_000);
      await scanReturn(made, { status });
      expect((await shown()).qc_status).toBe(qcStatus);
    }
  });

  it('is booked with a courier that checks, is charged for it, and shows its result', async () => {
    const made = await bookReturn(account, warehouseId, {
      order_items: [QC_ITEM, { name: 'Bag', units: 1, selling_price: 0 }],
    });
    const { return_id, charges } = made;
    expect(Number(charges.qc)).toBeGreaterThan(0);
    expect((await show(return_id)).attributes).toMatchObject({
      qc_required: true,
      qc_status: 'pending',
      return_items: [
        { qc_enable: true, qc_product_image: QC_ITEM.qc_product_image },
        { qc_enable: false, qc_product_image: null },
      ],
    });
    test.advance(60_000);
    const event = {
      status: 'picked_up',
      event_date_time: test.service.now().toISOString(),
      qc_status: 'passed',
      qc_images: ['https://courier.example/door.jpg'],
    };
    const results = await scanReturn(made, event, event);
    expect(results.map(({ result }: { result: string }) => result)).toEqual(['applied', 'duplicate']);
    const { attributes } = await show(return_id);
    expect(attributes).toMatchObject({ qc_status: 'passed', status: 'in_transit' });
    expect(attributes.shipment.tracking_details[0]).toMatchObject({
      status: 'return_in_transit',
      qc_status: 'passed',
      qc_images: ['https://courier.example/door.jpg'],
    });
  });

  it('is cancelled if the check fails, with the reason and images in its history', async () => {
    const made = await bookReturn(account, warehouseId, { order_items: [QC_ITEM] });
    const { return_id } = made;
    test.advance(60_000);
    const failure = {
      qc_status: 'failed',
      qc_failure_reason: 'Worn, tag missing',
      qc_images: ['https://courier.example/1.jpg', 'https://courier.example/2.jpg'],
    };
    expect(
      await scanReturn(
        made,
        { status: 'not_picked', ...failure },
        { status: 'out_for_pickup', qc_status: 'passed' },
        { status: 'delivered', qc_status: 'failed' },
      ),
    ).toMatchObject([
      { result: 'applied' },
      { result: 'recorded', why: 'already_withdrawn' },
      { result: 'invalid: goods that failed qc_status are not taken along' },
    ]);
    const { attributes } = await show(return_id);
    expect(attributes).toMatchObject({
      status: 'cancelled',
      sub_status: 'return_qc_failed',
      qc_status: 'failed',
    });
    expect(attributes.shipment.tracking_details[0]).toMatchObject({
      status: 'return_qc_failed',
      ...failure,
    });
    const failed = await account.post('/returns', { qc_status: ['FAILED', 'nonsense'] });
    expect(failed.json().meta).toMatchObject({ total: 1, unknown_values: ['nonsense'] });
  });

  it.each([
    ['in order', [0, 1]],
    ['in reverse order', [1, 0]],
  ])('has the later of two results, reported %s', async (_, order) => {
    const made = await bookReturn(account, warehouseId, { order_items: [QC_ITEM] });
    test.advance(10 * 60_000);
    const at = (minutes: number) => new Date(test.service.now().getTime() + minutes * 60_000).toISOString();
    const results = [
      { status: 'out_for_pickup', event_date_time: at(-2), qc_status: 'passed' },
      { status: 'not_picked', event_date_time: at(-1), qc_status: 'failed', qc_failure_reason: 'Worn' },
    ];
    for (const place of order) await scanReturn(made, results[place] ?? {});
    expect((await show(made.return_id)).attributes.qc_status).toBe('failed');
  });

  it('is refused by couriers that do not check', async () => {
    const all = (await quoteReturn()).map(({ carrier_id }: { carrier_id: string }) => carrier_id);
    const refusals = [];
    for (const carrier_id of all) {
      const response = await orchestrate(returnBody(warehouseId, { carrier_id, order_items: [QC_ITEM] }));
      if (response.statusCode !== 200) refusals.push(response.json().message);
    }
    expect(refusals.length).toBeGreaterThan(0);
    expect(refusals.filter((message) => !/quality check|QC|check/i.test(message))).toEqual([]);
  });
});
