import { v7 as newId } from 'uuid';
import { describe, expect, it } from 'vitest';
import type { CarrierAdapter } from '../../src/carriers/carrier-adapter.ts';
import { indiaDateTime } from '../../src/domain/india-time.ts';
import { SerialPermutation } from '../../src/domain/orders/serial-permutation.ts';
import { makeTrackingNumber } from '../../src/domain/orders/tracking-number.ts';
import { saidByPartner } from '../../src/problems/sentence.ts';
import { openApp, PUBLIC_URL } from '../support/app.ts';
import { answeringWith } from '../support/carriers.ts';
import type { Client } from '../support/client.ts';
import { itOnOneServer } from '../support/cluster.ts';
import { heldOrders } from '../support/held-orders.ts';
import { inEnglish } from '../support/in-english.ts';
import { countRows, DELIVERED_ELSEWHERE, makeWarehouse, orderBody, scan } from '../support/orders.ts';
import { readerOf } from '../support/people.ts';
import { importLines } from '../support/rate-changes.ts';
import { returnBody } from '../support/returns.ts';

const test = await openApp();
const account = await test.account();
const warehouseId = await makeWarehouse(account);

const orchestrate = (payload: object, by = account) => by.post('/forward-order-orchestration', payload);

/** Books an order, and returns the payload of the answer. */
const makeBooked = async (changes: Record<string, unknown> = {}) =>
  (await orchestrate(orderBody(warehouseId, changes))).json().payload;

/** A shipment as shown to its account. */
const show = async (shipmentId: string, by = account) =>
  (await by.get(`/shipments/${shipmentId}`)).json().data.attributes;

describe('an orchestrated order', () => {
  it('is booked with the cheapest carrier, and shown with its booking', async () => {
    const body = orderBody(warehouseId, { tags: ['gift', 'Gift', 'gift'], external_id: 'S-77' });
    const response = await orchestrate(body);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    const { payload, status } = response.json();
    expect(status).toBe(1);
    expect(payload).toEqual({
      pickup_location_added: 1,
      order_created: 1,
      awb_generated: 1,
      label_generated: 1,
      pickup_generated: 1,
      manifest_generated: 0,
      pickup_scheduled_date: '2026-11-16',
      order_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      shipment_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      awb_code: expect.stringMatching(/^[A-Z]{2,4}\d{11}$/),
      courier_company_id: expect.any(String),
      courier_name: expect.any(String),
      assigned_date_time: {
        date: '2026-11-16T12:00:00.000+05:30',
        timezone_type: 3,
        timezone: 'Asia/Kolkata',
      },
      applied_weight: 0.45,
      cod: 0,
      label_url: expect.stringMatching(/^https:\/\/ship\.example\.in\/labels\//),
      charges: {
        frwd_charges: { shipping_charges: expect.stringMatching(/^\d+\.\d\d$/), cod_charges: '0.00' },
        rto_charges: { rto_charges: expect.stringMatching(/^\d+\.\d\d$/) },
      },
    });
    expect(inEnglish((await account.get(`/shipments/${payload.shipment_id}`)).json().data)).toEqual({
      id: payload.shipment_id,
      type: 'shipment',
      attributes: {
        tracking_number: payload.awb_code,
        status: 'pending',
        sub_status: 'ready_for_pickup',
        created_at: '2026-11-16T06:30:00.000Z',
        last_scan_at: '2026-11-16T06:30:00.000Z',
        warehouse_id: warehouseId,
        ...{ sub_total: 499, total_discount: 0, shipping_charges: 0, giftwrap_charges: 0 },
        ...{ transaction_charges: 0, other_amount: 0, warnings: [], unread_scans: [], customer_note: null },
        total_price: 499,
        cod_amount: 0,
        is_cod: false,
        is_exchange: false,
        zone: 'zone_c',
        applied_weight: { value: 450, metric_unit: 'g' },
        attempt_count: 0,
        carrier: { id: payload.courier_company_id, name: payload.courier_name },
        order: {
          id: payload.order_id,
          order_date: '2026-11-16T05:00:00.000Z',
          channel: 'manual_order',
          display_id: body.order_id,
          external_id: 'S-77',
          store_name: null,
        },
        items: [
          {
            id: expect.any(String),
            quantity: 2,
            price: 249.5,
            name: 'Masala chai 250 g',
            sku: 'CHAI-250',
            options: null,
          },
        ],
        shipping_address: {
          name: 'Asha Rao',
          phone: '9876543210',
          email: 'asha@example.in',
          address: '12, 4th Cross, Indiranagar',
          address_2: null,
          city: 'Bengaluru',
          state: 'Karnataka',
          zip: '560038',
          country: 'India',
        },
        billing_address: expect.objectContaining({ name: 'Asha Rao', zip: '560038' }),
        shipment_milestones: [
          { milestone: 'created', milestone_at: '2026-11-16T06:30:00.000Z' },
          { milestone: 'ready_for_pickup', milestone_at: '2026-11-16T06:30:00.000Z' },
        ],
        tracking_details: [
          {
            id: expect.any(String),
            status: 'ready_for_pickup',
            last_location: null,
            event_date_time: '2026-11-16T06:30:00.000Z',
            description: `Booked with ${payload.courier_name}`,
          },
        ],
        ndr_reason: null,
        rto_reason: null,
        tags: ['gift', 'Gift'],
        notes: [],
        courier_decision: null,
        courier_tracking_url: null,
        customer_request: null,
        ndr_answer: null,
        courier_charges: null,
        expected_pickup_date: '2026-11-16',
        expected_delivery_date: expect.stringMatching(/^2026-11-\d\d$/),
        label_url: payload.label_url,
        fare_breakup: {
          charges: Number(payload.charges.frwd_charges.shipping_charges),
          cod_charges: 0,
          rto_charges: Number(payload.charges.rto_charges.rto_charges),
          multiplier: 1,
          platform_fee: 5,
        },
        charges: {
          forward_freight_charges: Number(payload.charges.frwd_charges.shipping_charges),
          cod_charges: 0,
          rto_charges: Number(payload.charges.rto_charges.rto_charges),
          total_forward_charges: Number(payload.charges.frwd_charges.shipping_charges),
          platform_fee: 5,
        },
      },
    });
  });

  it('accepts numbers as text, a phone with +91, an ISO date, words in any case, and unknown fields', async () => {
    const body = orderBody(warehouseId, {
      order_date: '2026-11-16T05:00:00Z',
      billing_last_name: '',
      billing_phone: '+91 98765-43210',
      billing_pincode: 560038,
      billing_email: null,
      billing_country: '',
      shipping_is_billing: 'true',
      order_items: [{ name: 'Chai', sku: '', units: '2', selling_price: '249.50', colour: 'red' }],
      payment_method: 'Prepaid',
      cod_collectible: 'whatever',
      sub_total: '499.00',
      weight: '0.45',
      carrier_id: '',
      store_name: '',
      channel: 'Shopify',
      tags: 'single',
      print_label: 0,
      unknown_extra: { deep: true },
    });
    const response = await orchestrate(body);
    expect(response.json()).toMatchObject({
      status: 1,
      payload: { awb_generated: 1, cod: 0, label_generated: 0, label_url: null },
    });
    const attributes = await show(response.json().payload.shipment_id);
    expect(attributes).toMatchObject({
      total_price: 499,
      cod_amount: 0,
      is_cod: false,
      order: { channel: 'shopify', order_date: '2026-11-16T05:00:00.000Z', external_id: body.order_id },
      items: [{ quantity: 2, price: 249.5, sku: null }],
      shipping_address: { name: 'Asha', phone: '9876543210', email: null, country: 'India' },
      tags: ['single'],
    });
  });

  it('collects the COD amount, and goes to the shipping address', async () => {
    const response = await orchestrate(
      orderBody(warehouseId, {
        payment_method: 'COD',
        cod_collectible: 450.25,
        ...DELIVERED_ELSEWHERE,
        shipping_phone: '09812345678',
      }),
    );
    expect(response.json().payload).toMatchObject({
      cod: 1,
      charges: { frwd_charges: { cod_charges: expect.stringMatching(/^[1-9]\d*\.\d\d$/) } },
    });
    const attributes = await show(response.json().payload.shipment_id);
    expect(attributes).toMatchObject({
      cod_amount: 450.25,
      is_cod: true,
      shipping_address: { name: 'Meera', phone: '9812345678', zip: '400020' },
      billing_address: { name: 'Asha Rao', zip: '560038' },
    });
  });

  it('costs what a quote for the same values says', async () => {
    const response = await orchestrate(
      orderBody(warehouseId, {
        payment_method: 'COD',
        sub_total: 1999,
        cod_collectible: 1999,
        weight: 1.2,
        length: 30,
      }),
    );
    const quoted = await account.post('/rates', {
      journey_type: 'forward',
      origin_pincode: '110020',
      destination_pincode: '560038',
      dead_weight: 1200,
      length: 30,
      width: 10,
      height: 10,
      payment_method: 'cod',
      shipment_value: 1999,
    });
    const [cheapest] = quoted.json().result.serviceable_couriers;
    const { charges, courier_company_id } = response.json().payload;
    expect(courier_company_id).toBe(cheapest.carrier_id);
    expect(Number(charges.frwd_charges.shipping_charges)).toBe(cheapest.charges.forward_freight_charges);
    expect(Number(charges.frwd_charges.cod_charges)).toBe(cheapest.charges.cod_charges);
    expect(Number(charges.rto_charges.rto_charges)).toBe(cheapest.charges.rto_charges);
  });

  it('is offered to the three cheapest carriers', async () => {
    const quoted = await account.post('/rates', {
      journey_type: 'forward',
      origin_pincode: '110020',
      destination_pincode: '560038',
      dead_weight: 450,
      length: 10,
      width: 10,
      height: 10,
      payment_method: 'prepaid',
    });
    const asked: string[] = [];
    const refuse: CarrierAdapter['book'] = async ({ carrierId }) => {
      asked.push(carrierId);
      return { outcome: 'refused', reason: saidByPartner('is full today') };
    };
    const { statusCode } = await answeringWith(test, { book: refuse }, () =>
      orchestrate(orderBody(warehouseId)),
    );
    const cheapest = quoted.json().result.serviceable_couriers.slice(0, 3);
    expect([statusCode, asked]).toEqual([
      422,
      cheapest.map(({ carrier_id }: { carrier_id: string }) => carrier_id),
    ]);
  });

  it('keeps its charges when the rates change, and the next order gets the new rates', async () => {
    const other = await test.account('Dearer');
    const body = { warehouse_id: await makeWarehouse(other), carrier_id: 'h7vd3r8c' };
    const order = async () => (await orchestrate(orderBody(body.warehouse_id, body), other)).json().payload;
    const shownOf = async ({ shipment_id }: { shipment_id: string }) => show(shipment_id, other);
    const first = await order();
    const before = await shownOf(first);
    const settings = ['carrier_id,offered,markup_percent', 'h7vd3r8c,yes,50'];
    await importLines(test.service, 'carrier-settings', settings, other.accountId);
    await importLines(test.service, 'platform-fee', ['platform_fee', '9.75'], other.accountId);
    await test.rateBooks.look();
    const second = await order();
    expect(await shownOf(first)).toEqual({ ...before, label_url: expect.any(String) });
    expect(Number(second.charges.frwd_charges.shipping_charges)).toBe(
      before.charges.forward_freight_charges * 1.5,
    );
    expect((await shownOf(second)).charges.platform_fee).toBe(9.75);
  });

  it('is booked with the requested carrier', async () => {
    const { courier_company_id: first } = await makeBooked();
    const couriers = await account.post('/serviceability', {
      from: '110020',
      to: '560038',
      payment_mode: 'prepaid',
      shipment_type: 'forward',
    });
    const other = couriers
      .json()
      .result.serviceability_results.find(
        ({ carrier_id }: { carrier_id: string }) => carrier_id !== first,
      ).carrier_id;
    const response = await orchestrate(orderBody(warehouseId, { carrier_id: other }));
    expect(response.json().payload.courier_company_id).toBe(other);
  });

  it('is linked to the named store, and shows its new name after a rename', async () => {
    const store = await makeStore('chai-online');
    const response = await orchestrate(orderBody(warehouseId, { store_name: 'chai-online' }));
    const id = response.json().payload.shipment_id;
    expect((await show(id)).order.store_name).toBe('chai-online');
    await account.put(`/client-stores/${store}`, { store_name: 'chai-renamed' });
    expect((await show(id)).order.store_name).toBe('chai-renamed');
  });

  it('gets a unique tracking number that nobody can guess, also among simultaneous orders', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => orchestrate(orderBody(warehouseId))));
    const numbers = answers.map((answer) => answer.json().payload.awb_code);
    expect(new Set(numbers).size).toBe(40);
    const found = await Promise.all(
      numbers
        .slice(0, 2)
        .flatMap((number) => neighboursOf(number))
        .map((url) => test.app.inject({ url })),
    );
    expect(new Set(found.map(({ statusCode }) => statusCode))).toEqual(new Set([404]));
  });
});

describe('an order with unusual values', () => {
  it('is accepted without its invalid emails, with a warning', async () => {
    const response = await orchestrate(
      orderBody(warehouseId, {
        billing_email: 'asha@example',
        ...DELIVERED_ELSEWHERE,
        shipping_email: 'n.a.',
      }),
    );
    expect([response.statusCode, response.json().warnings]).toEqual([
      200,
      [
        'billing_email asha@example is not an email address and was left out',
        'shipping_email n.a. is not an email address and was left out',
      ],
    ]);
    const attributes = await show(response.json().payload.shipment_id);
    expect([attributes.shipping_address.email, attributes.billing_address.email]).toEqual([null, null]);
  });

  it.each([
    ['a\u0000sha@example.in', 'a sha@example.in'],
    [['asha@example.in'], '[...]'],
    ['asha@example.in<b@example.in>', 'asha@example.in<b@example.in>'],
    ['a\u2067sha@example.in', 'a\u2067sha@example.in'],
    [`${'a'.repeat(2_000)}@example.in`, 'a'.repeat(100)],
  ])('is accepted with a short warning about an invalid email: %j', async (email, told) => {
    const response = await orchestrate(orderBody(warehouseId, { billing_email: email }));
    expect([response.statusCode, response.json().warnings]).toEqual([
      200,
      [`billing_email ${told} is not an email address and was left out`],
    ]);
  });

  it.each(['/forward-order', '/forward-order-orchestration'])(
    'is accepted by %s with a pincode that the directory lacks, with a warning',
    async (path) => {
      const sent = orderBody(warehouseId, { billing_pincode: 560999 });
      const { payload, warnings } = (await account.post(path, sent)).json();
      const sentence = 'is not in the pincode directory: the courier decides whether it serves it';
      expect(warnings).toEqual([`billing_pincode 560999 ${sentence}`]);
      const shipment = await show(payload.shipment_id);
      expect(shipment.shipping_address).toMatchObject({ zip: '560999', state: 'Karnataka' });
      expect(shipment.warnings).toMatchObject([{ field: 'billing_pincode', code: 'pincode_not_listed' }]);
      const unknown = await account.post(path, orderBody(warehouseId, { billing_pincode: '899001' }));
      expect(unknown.json().errors).toEqual(['billing_pincode 899001 is not in the pincode directory']);
      const army = await account.post(path, orderBody(warehouseId, { billing_pincode: '936320' }));
      expect(army.json().errors).toEqual([
        'billing_pincode 936320 is of the Army Postal Service: only India Post delivers there',
      ]);
    },
  );

  it('may have a blank in the pincode, a landline, a date with the day first, and a long address', async () => {
    const line = 'Flat 3B, near the old post office, '.repeat(15).slice(0, 500);
    const response = await orchestrate(
      orderBody(warehouseId, {
        order_date: '16-11-2026 10:30',
        billing_pincode: '560 038',
        billing_phone: '+91 80 2222 1234',
        billing_address: line,
        billing_address_2: line,
      }),
    );
    expect(response.json()).not.toHaveProperty('warnings');
    const attributes = await show(response.json().payload.shipment_id);
    expect(attributes).toMatchObject({
      order: { order_date: '2026-11-16T05:00:00.000Z' },
      shipping_address: { zip: '560038', phone: '08022221234', address: line.trim(), address_2: line.trim() },
    });
    const label = await test.app.inject({
      url:
        new URL(response.json().payload.label_url).pathname +
        new URL(response.json().payload.label_url).search,
    });
    expect([label.statusCode, label.headers['content-type']]).toEqual([200, 'application/pdf']);
    const longer = await orchestrate(orderBody(warehouseId, { billing_address: 'x'.repeat(501) }));
    expect(longer.json().errors).toEqual(['billing_address must be at most 500 characters']);
    const bare = await orchestrate(orderBody(warehouseId, { billing_phone: '2222123456' }));
    expect(bare.statusCode).toBe(422);
  });

  it('gets warnings, and the same answer for a repeated Idempotency-Key', async () => {
    const payload = orderBody(warehouseId, {
      billing_city: 'Mumbai',
      weight: 450,
    });
    const send = () => account.post('/forward-order', payload, { 'idempotency-key': 'doubts' });
    const first = await send();
    expect(first.json().warnings).toEqual([
      'billing_city Mumbai does not fit billing_pincode 560038 (Bengaluru, Karnataka)',
      'weight 450 kg looks like grams: weight is in kilograms',
    ]);
    expect(first.json().warning_details).toMatchObject([
      { message: first.json().warnings[0], template: 'does_not_fit_pincode', values: { value: 'Mumbai' } },
      { message: first.json().warnings[1], template: expect.any(String) },
    ]);
    expect((await send()).body).toBe(first.body);
  });
});

describe('a refused order', () => {
  it('names all wrong fields at once', async () => {
    const response = await orchestrate({
      ...orderBody(warehouseId),
      order_id: '',
      billing_phone: '12345',
      billing_pincode: '999999',
      billing_country: 'Nepal',
      payment_method: 'COD',
      sub_total: -1,
      weight: 0,
      order_items: [{ name: 'x', units: 0, selling_price: 1 }],
    });
    expect(response.statusCode).toBe(422);
    expect(response.json()).toMatchObject({
      status: 'ERROR',
      message: expect.any(String),
      errors: [
        'order_id is required',
        'billing_pincode 999999 is of the Army Postal Service: only India Post delivers there',
        'billing_country must be one of India, IN, IND',
        'billing_phone must be a valid 10-digit Indian mobile number, or a landline number with its STD code (leading 0 or +91)',
        expect.stringMatching(/^order_items\[0\]\.units must be/),
        expect.stringMatching(/^sub_total must be/),
        expect.stringMatching(/^weight must be/),
      ],
    });
    expect(response.json().message).toBe(response.json().errors.join('; '));
  });

  it('gets one sentence for an unknown payment method', async () => {
    const refusal = await orchestrate(
      orderBody(warehouseId, { payment_method: 'online', cod_collectible: 0 }),
    );
    expect(refusal.json().errors).toEqual(['payment_method must be one of COD, PREPAID']);
  });

  it('names the missing shipping fields if shipping_is_billing is false', async () => {
    const response = await orchestrate(orderBody(warehouseId, { shipping_is_billing: false }));
    expect(response.json().errors).toHaveLength(4);
  });

  it('has the store whose name differs by case alone if there is one, and no store if there are two', async () => {
    const [upper, lower] = [await makeStore('Kaveri'), await makeStore('kaveri')];
    await makeStore('Ganga');
    const storeOf = async (storeName: string) => {
      const response = await orchestrate(orderBody(warehouseId, { store_name: storeName }));
      if (response.statusCode !== 200) return response.json().errors;
      const shipment = await account.get(`/shipments/${response.json().payload.shipment_id}`);
      return shipment.json().data.attributes.order.store_name;
    };
    expect(await storeOf('Kaveri')).toBe('Kaveri');
    expect(await storeOf('kaveri')).toBe('kaveri');
    expect(await storeOf('GANGA')).toBe('Ganga');
    expect(await storeOf('KAVERI')).toEqual(['store_name KAVERI may be Kaveri, kaveri: send the exact name']);
    await account.delete(`/client-stores/${lower}`);
    expect(await storeOf('KAVERI')).toBe('Kaveri');
    expect(await storeOf('kaveri')).toBe('Kaveri');
    await account.delete(`/client-stores/${upper}`);
  });

  it('names an unknown store and an unknown warehouse, and leaves no rows', async () => {
    const other = await test.account();
    const foreign = await makeWarehouse(other);
    await other.post('/client-stores', { store_name: 'theirs' });
    const closed = await makeStore('closed');
    await account.delete(`/client-stores/${closed}`);
    const before = await countRows(test);
    for (const [changes, errors] of [
      [{ store_name: 'nobody' }, ['store_name nobody is not a connected store of this account']],
      [{ store_name: 'theirs' }, ['store_name theirs is not a connected store of this account']],
      [{ store_name: 'closed' }, ['store_name closed is not a connected store of this account']],
      [{ store_name: 'CLOSED' }, ['store_name CLOSED is not a connected store of this account']],
      [
        { warehouse_id: foreign, store_name: 'nobody' },
        [
          `warehouse_id ${foreign} is not a warehouse of this account`,
          'store_name nobody is not a connected store of this account',
        ],
      ],
    ] as const) {
      const response = await orchestrate(orderBody(warehouseId, changes));
      expect(response.statusCode).toBe(422);
      expect(response.json().errors).toEqual(errors);
    }
    expect(await countRows(test)).toEqual(before);
  });

  it('names a deactivated warehouse', async () => {
    const owner = await test.account();
    const closed = await makeWarehouse(owner);
    await owner.put(`/warehouses/${closed}`, { is_active: false });
    const response = await orchestrate(orderBody(closed), owner);
    expect(response.json().errors).toEqual([`warehouse_id ${closed} is deactivated`]);
  });

  it('names the reason of each carrier, and leaves no rows', async () => {
    const before = await countRows(test);
    const response = await orchestrate(orderBody(warehouseId, { weight: 500 }));
    expect(response.statusCode).toBe(422);
    const { errors } = response.json();
    expect(errors[0]).toBe('No carrier can take this shipment');
    expect(errors[1]).toBe('weight 500 kg looks like grams: weight is in kilograms');
    expect(errors.length).toBeGreaterThan(9);
    expect(errors[2]).toMatch(/takes at most \d+ g$/);
    expect(await countRows(test)).toEqual(before);
  });

  it('names an unknown carrier, or why the requested carrier cannot take it', async () => {
    const unknown = await orchestrate(orderBody(warehouseId, { carrier_id: 'nobody' }));
    expect(unknown.json().errors).toEqual(['carrier_id nobody is not a carrier of this account']);
    const light = await makeBooked({ weight: 0.2 });
    const heavy = await orchestrate(
      orderBody(warehouseId, { weight: 60, carrier_id: light.courier_company_id }),
    );
    expect(heavy.json().errors).toEqual([
      'The carrier cannot take this shipment',
      'weight 60 kg looks like grams: weight is in kilograms',
      expect.stringMatching(/takes at most/),
    ]);
  });

  it.each([
    ['order_date', '1999-12-31', 'must be in a year from 2000 to 2100'],
    ['order_date', '9999-12-31', 'must be in a year from 2000 to 2100'],
    ['billing_customer_name', 'Asha\u2067', 'must not override the direction of text'],
    ['billing_address', 'Road\u{e0041}', 'must not have hidden characters (Unicode tags)'],
  ])('is refused with the %s %j', async (field, value, why) => {
    for (const make of [orchestrate, create]) {
      const refusal = await make(orderBody(warehouseId, { [field]: value }));
      expect([refusal.statusCode, refusal.json().errors]).toEqual([422, [`${field} ${why}`]]);
    }
  });

  it.each(['2000-01-02', '2100-12-31 23:59'])('may be of %s', async (order_date) => {
    expect((await create(orderBody(warehouseId, { order_date }))).statusCode).toBe(200);
  });

  it('may not have the order id of another order, even of a cancelled one', async () => {
    const body = orderBody(warehouseId);
    const first = await orchestrate(body);
    const again = await orchestrate(body);
    expect(again.statusCode).toBe(422);
    expect(again.json().errors).toEqual([`Order already exists: ${body.order_id}`]);
    await cancel({ awbs: [first.json().payload.awb_code] });
    expect((await orchestrate(body)).json().errors).toEqual([`Order already exists: ${body.order_id}`]);
    expect((await create(body)).json().errors).toEqual([`Order already exists: ${body.order_id}`]);
    const other = await test.account();
    const theirs = await orchestrate({ ...body, warehouse_id: await makeWarehouse(other) }, other);
    expect(theirs.statusCode).toBe(200);
  });

  it('leaves its order id free', async () => {
    const body = orderBody(warehouseId, { weight: 500 });
    expect((await orchestrate(body)).statusCode).toBe(422);
    expect((await orchestrate({ ...body, weight: 0.5 })).statusCode).toBe(200);
  });

  it('is one of the 99 that lose a race for one order id', async () => {
    const body = orderBody(warehouseId);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => (index % 2 === 0 ? orchestrate(body) : create(body))),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const refusals = answers.filter(({ statusCode }) => statusCode === 422);
    expect(refusals).toHaveLength(99);
    for (const refusal of refusals) {
      expect(refusal.json().errors).toEqual([`Order already exists: ${body.order_id}`]);
    }
    expect(await heldOrders(test)).toBe(0);
  });

  itOnOneServer(
    'asks no carrier if another request makes the order while it waits for the order id',
    async () => {
      const body = orderBody(warehouseId);
      const { pool } = test.database.database;
      const bookings = async () => (await pool.query('select from offline_bookings')).rowCount;
      const before = await bookings();
      const other = await pool.connect();
      await other.query('begin');
      const id = newId();
      await other.query(
        `insert into orders (account_id, order_id, created_at, order_date, sub_total_paise, cod_collectible_paise,
          is_cod, display_id, external_id, channel)
        values ($1, $2, now(), now(), 0, 0, false, $3, '', 'manual_order')`,
        [account.accountId, id, body.order_id],
      );
      const waiting = orchestrate(body);
      let isWaiting = false;
      while (!isWaiting) {
        const { rowCount } = await pool.query(
          "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        );
        isWaiting = rowCount !== 0;
      }
      await other.query('commit');
      other.release();
      const refusal = await waiting;
      expect(refusal.statusCode).toBe(422);
      expect(refusal.json().errors).toEqual([`Order already exists: ${body.order_id}`]);
      expect(await bookings()).toBe(before);
      expect(await heldOrders(test)).toBe(0);
    },
  );
});

describe('an order without a courier', () => {
  it('has nulls in the same answer, and can be booked later', async () => {
    const body = orderBody(warehouseId);
    const created = await create(body);
    expect(created.statusCode).toBe(200);
    const { payload } = created.json();
    expect(payload).toMatchObject({
      order_created: 1,
      awb_generated: 0,
      label_generated: 0,
      pickup_generated: 0,
      awb_code: null,
      courier_company_id: null,
      courier_name: null,
      assigned_date_time: null,
      pickup_scheduled_date: null,
      applied_weight: 0.45,
      charges: {
        frwd_charges: { shipping_charges: null, cod_charges: null },
        rto_charges: { rto_charges: null },
      },
    });
    const before = await show(payload.shipment_id);
    expect(before).toMatchObject({
      tracking_number: null,
      status: 'pending',
      sub_status: null,
      carrier: { id: null, name: null },
      charges: null,
      zone: 'zone_c',
      shipment_milestones: [{ milestone: 'created' }],
      tracking_details: [],
    });
    test.advance(60_000);
    const booked = await book({ shipment_id: payload.shipment_id });
    expect(booked.statusCode).toBe(200);
    expect(Object.keys(booked.json().payload)).toEqual(Object.keys(payload));
    expect(booked.json().payload).toMatchObject({
      order_id: payload.order_id,
      shipment_id: payload.shipment_id,
      awb_generated: 1,
      awb_code: expect.stringMatching(/\d{11}$/),
    });
    const after = await show(payload.shipment_id);
    expect(after).toMatchObject({
      tracking_number: booked.json().payload.awb_code,
      sub_status: 'ready_for_pickup',
      created_at: before.created_at,
      charges: { platform_fee: 5 },
    });
  });

  it('is booked once by simultaneous requests', async () => {
    const { shipment_id } = (await create(orderBody(warehouseId))).json().payload;
    const answers = await Promise.all(Array.from({ length: 20 }, () => book({ shipment_id })));
    // A request after the booking gets the same answer.
    const [first, ...others] = [...answers, await book({ shipment_id })].filter(
      ({ statusCode }) => statusCode === 200,
    );
    expect(others.length).toBeGreaterThan(0);
    for (const other of others) expect(other.json()).toEqual(first?.json());
    for (const answer of answers.filter(({ statusCode }) => statusCode !== 200)) {
      expect(answer.statusCode).toBe(422);
      expect(answer.json().errors[0]).toMatch(/is being booked right now/);
    }
    const rows = await test.sql('select count(*)::integer as bookings from bookings where shipment_id = $1', [
      shipment_id,
    ]);
    expect(rows).toEqual([{ bookings: 1 }]);
  });

  it('gives a repeated booking the same answer, and refuses another carrier', async () => {
    const { shipment_id } = (await create(orderBody(warehouseId))).json().payload;
    const first = await book({ shipment_id });
    test.advance(3_600_000);
    const { payload } = first.json();
    const again = await book({ shipment_id });
    expect([again.statusCode, again.json()]).toEqual([
      200,
      { status: 1, payload: { ...payload, label_url: expect.stringContaining('/labels/') } },
    ]);
    expect((await book({ shipment_id, carrier_id: payload.courier_company_id })).statusCode).toBe(200);
    const other = await book({ shipment_id, carrier_id: 'another' });
    expect([other.statusCode, other.json().errors]).toEqual([
      422,
      [`Shipment ${payload.awb_code} is already booked with ${payload.courier_name}`],
    ]);
    const keyed = () =>
      account.post('/forward-order-shipment', { shipment_id }, { 'idempotency-key': shipment_id });
    expect((await keyed()).body).toBe((await keyed()).body);
    const orchestrated = await makeBooked();
    const repeated = (await book({ shipment_id: orchestrated.shipment_id })).json().payload;
    expect(repeated).toEqual({ ...orchestrated, label_url: expect.any(String) });
  });

  it('cannot be booked if it is unknown, cancelled, or refused by every carrier', async () => {
    const unknown = '00000000-0000-7000-8000-000000000000';
    expect((await book({ shipment_id: unknown })).json().errors).toEqual([
      `shipment_id ${unknown} is not a shipment of this account`,
    ]);
    const cancelled = (await create(orderBody(warehouseId))).json().payload.shipment_id;
    expect(inEnglish((await cancel({ shipment_ids: [cancelled] })).json().data)).toEqual([
      { shipment_id: cancelled, status: 'cancelled', message: 'Cancelled' },
    ]);
    expect((await book({ shipment_id: cancelled })).json().errors).toEqual([
      `Shipment ${cancelled} cannot be booked; its status is "Cancelled"`,
    ]);
    const heavy = (await create(orderBody(warehouseId, { weight: 500 }))).json().payload.shipment_id;
    expect((await book({ shipment_id: heavy })).json().errors[0]).toBe('No carrier can take this shipment');
    expect((await show(heavy)).sub_status).toBeNull();
  });
});

describe('cancelling', () => {
  it('gives each shipment its own result, and writes history and audit record', async () => {
    const booked = await makeBooked();
    const response = await cancel({ awbs: [booked.awb_code, 'NOBODY1', booked.awb_code.toLowerCase()] });
    expect(response.statusCode).toBe(200);
    expect(inEnglish(response.json())).toEqual({
      message: '2 of 3 shipments cancelled',
      data: [
        { awb: booked.awb_code, status: 'cancelled', message: 'Cancelled' },
        { awb: 'NOBODY1', status: 'error', message: 'NOBODY1 is not a shipment of this account' },
        { awb: booked.awb_code.toLowerCase(), status: 'cancelled', message: 'Cancelled' },
      ],
    });
    const attributes = await show(booked.shipment_id);
    expect(attributes).toMatchObject({
      status: 'cancelled',
      sub_status: null,
      tracking_number: booked.awb_code,
    });
    expect(attributes.shipment_milestones.at(-1).milestone).toBe('cancelled');
    const again = await cancel({ awbs: [booked.awb_code] });
    expect(inEnglish([again.statusCode, again.json()])).toEqual([
      200,
      {
        message: '1 of 1 shipments cancelled',
        data: [{ awb: booked.awb_code, status: 'cancelled', message: 'Cancelled already' }],
      },
    ]);
    const audit = await account.get(`/audit?subject_id=${booked.shipment_id}`);
    expect(audit.json().data.map(({ action }: { action: string }) => action)).toEqual([
      'shipment.cancelled',
      'order.created',
    ]);
  });

  it('cancels the order and not the return with the same order id', async () => {
    const id = String(orderBody(warehouseId).order_id);
    const back = (await account.post('/reverse-order', returnBody(warehouseId, { order_id: id }))).json()
      .payload;
    const { shipment_id } = (await create(orderBody(warehouseId, { order_id: id }))).json().payload;
    expect(inEnglish((await cancel({ order_ids: [id] })).json().data)).toEqual([
      { order_id: id, status: 'cancelled', message: 'Cancelled' },
    ]);
    expect((await show(shipment_id)).status).toBe('cancelled');
    const { attributes } = (await account.get(`/returns/${back.return_id}`)).json().data;
    expect(attributes.status).toBe('return_requested');
    expect((await cancel({ order_ids: [back.order_id] })).json().data[0].message).toBe('Cancelled');
  });

  it('is refused after the pickup, and for another account', async () => {
    const booked = await makeBooked();
    await scan(test, account, booked.shipment_id, ['picked_up']);
    const why = `${booked.awb_code} cannot be cancelled after pickup; its status is "Picked up"`;
    const refused = await cancel({ awbs: [booked.awb_code, 'NOBODY1'] });
    expect(inEnglish([refused.statusCode, refused.json()])).toEqual([
      422,
      expect.objectContaining({
        status: 'ERROR',
        message: `${why}; NOBODY1 is not a shipment of this account`,
        errors: [why, 'NOBODY1 is not a shipment of this account'],
        data: [
          { awb: booked.awb_code, status: 'error', message: why },
          { awb: 'NOBODY1', status: 'error', message: 'NOBODY1 is not a shipment of this account' },
        ],
      }),
    ]);
    const other = await test.account();
    const fresh = await makeBooked();
    const theirs = await cancel({ awbs: [fresh.awb_code], shipment_ids: [fresh.shipment_id] }, other);
    expect(theirs.statusCode).toBe(422);
    expect(theirs.json().data).toHaveLength(2);
    expect((await show(fresh.shipment_id)).status).toBe('pending');
  });

  it('accepts 1 to 50 shipments', async () => {
    expect((await cancel({})).statusCode).toBe(422);
    expect((await cancel({ awbs: [] })).statusCode).toBe(422);
    expect((await cancel({ awbs: [{}] })).json().errors).toEqual(['awbs[0] must be text']);
    expect((await cancel({ awbs: Array.from({ length: 51 }, (_, i) => `A${i}`) })).statusCode).toBe(422);
  });
});

describe('tracking', () => {
  it('answers for each number as it was sent, the newest activity first', async () => {
    const booked = await makeBooked();
    test.advance(3_600_000);
    await scan(test, account, booked.shipment_id, ['picked_up', 'in_transit']);
    const sent = ` ${booked.awb_code.toLowerCase()}`;
    const response = await track({ awbs: [sent, 'NOBODY1'] });
    expect(response.statusCode).toBe(200);
    const { result } = response.json();
    expect(result.NOBODY1).toEqual({ error: 'NOBODY1 is not a tracking number of this account' });
    const { tracking_data } = result[sent.trim()];
    expect(tracking_data).toMatchObject({
      track_status: 1,
      shipment_status: 'in_transit',
      track_url: `${PUBLIC_URL}/track/${booked.awb_code}`,
      shipment_track: [
        {
          awb_code: booked.awb_code,
          current_status: 'in_transit',
          courier_name: booked.courier_name,
          destination: 'Bengaluru',
          consignee_name: 'Asha Rao',
          pickup_date: indiaDateTime(test.service.now().getTime() - 60_000),
          delivered_date: null,
          weight: 0.45,
          id: booked.shipment_id,
          packages: 1,
          delivered_to: 'Bengaluru',
          origin: 'New Delhi',
          courier_agent_details: null,
          edd: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        },
      ],
    });
    const [shown] = tracking_data.shipment_track;
    expect(shown.estimated_delivery_date).toBe(shown.edd);
    expect(tracking_data).toMatchObject({ estimated_delivery_date: shown.edd, original_edd: shown.edd });
    expect(
      tracking_data.shipment_track_activities.map(({ activity }: { activity: string }) => activity),
    ).toEqual(['IN TRANSIT', 'PICKED UP', `Booked with ${booked.courier_name}`]);
    expect(tracking_data.shipment_track_activities[0].date).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  });

  it('shows the published status, and the exact status beside it', async () => {
    const booked = await makeBooked();
    test.advance(3_600_000);
    await scan(test, account, booked.shipment_id, ['picked_up']);
    const { tracking_data } = (await track({ awbs: [booked.awb_code] })).json().result[booked.awb_code];
    expect(tracking_data).toMatchObject({
      shipment_status: 'in_transit',
      sub_status: 'picked_up',
      shipment_track: [{ current_status: 'in_transit', sub_status: 'picked_up' }],
    });
    const attributes = await show(booked.shipment_id);
    expect(attributes.tracking_details[0]).toMatchObject({ status: 'picked_up', description: 'PICKED UP' });
  });

  it('accepts whole numbers as ids and codes', async () => {
    const body = orderBody(warehouseId, { order_id: 20261001 });
    const items = body.order_items as object[];
    const { payload } = (
      await orchestrate({ ...body, order_items: items.map((item) => ({ ...item, sku: 77, hsn: 902 })) })
    ).json();
    const attributes = await show(payload.shipment_id);
    expect(attributes.order.display_id).toBe('20261001');
    expect(attributes.items[0].sku).toBe('77');
    const found = await account.post('/shipments', { search: 20261001, sku: [77] });
    expect(found.json().meta.total).toBe(1);
    expect((await track({ awbs: [12345] })).json().result).toHaveProperty('12345');
    for (const order_id of [1.5, 2 ** 53, true]) {
      const refusal = await orchestrate(orderBody(warehouseId, { order_id }));
      expect(refusal.json().errors).toEqual(['order_id must be text']);
    }
    const cancelled = await cancel({ order_id: 20261001, order_ids: undefined });
    expect(inEnglish(cancelled.json().data)).toEqual([
      { order_id: '20261001', status: 'cancelled', message: expect.any(String) },
    ]);
  });

  it('accepts at most 100 numbers', async () => {
    const numbers = Array.from({ length: 101 }, (_, index) => `NOBODY${index}`);
    expect(Object.keys((await track({ awbs: numbers.slice(1) })).json().result)).toHaveLength(100);
    const response = await track({ awbs: numbers });
    expect(response.json().errors).toEqual(['awbs must be a list of 1 to 100 entries']);
  });

  it('is allowed with a key that may only read, but not for another account', async () => {
    const booked = await makeBooked();
    const other = await test.account();
    const theirs = await track({ awbs: [booked.awb_code] }, other);
    expect(theirs.json().result[booked.awb_code]).toHaveProperty('error');
    const reader = await readerOf(test, account);
    expect((await track({ awbs: [booked.awb_code] }, reader)).statusCode).toBe(200);
  });
});

describe('a failed delivery', () => {
  it('is tried again with the corrected address, phone and note', async () => {
    const booked = await undelivered({ billing_gstin: '27ABCDE1234F1Z0', ...DELIVERED_ELSEWHERE });
    const response = await account.post('/reattempt', {
      awb: booked.awb_code,
      updated_address: { address_line: '14, 4th Cross', landmark: 'Opposite the park' },
      updated_phone_number: '+91 91234 56789',
      comments: 'Ring twice',
    });
    expect(response.statusCode).toBe(200);
    expect(inEnglish(response.json())).toEqual({
      success: true,
      message: 'Another delivery attempt is requested',
      data: { awb: booked.awb_code },
    });
    const attributes = await show(booked.shipment_id);
    expect(attributes).toMatchObject({ status: 'ndr_raised', sub_status: 'reattempt_delivery' });
    const corrected = async () => {
      return test.sql(
        `select first_name, city, phone, address, address_2, note, gstin from order_contacts
          where order_id = $1 and role = 'reattempt'`,
        [booked.order_id],
      );
    };
    const first = {
      first_name: 'Meera',
      city: 'Mumbai',
      phone: '9123456789',
      address: '14, 4th Cross',
      address_2: 'Opposite the park',
      note: 'Ring twice',
      gstin: null,
    };
    expect(await corrected()).toEqual([first]);
    // A second correction changes only its own fields.
    const again = { awb: booked.awb_code, comments: 'Call first' };
    expect((await account.post('/reattempt', again)).statusCode).toBe(200);
    expect(await corrected()).toEqual([{ ...first, note: 'Call first' }]);
  });

  it('is sent back when the seller asks for it', async () => {
    const booked = await undelivered();
    const response = await account.post('/initiate-rto', { awb: booked.awb_code });
    expect(response.json()).toMatchObject({ success: true, data: { awb: booked.awb_code } });
    const attributes = await show(booked.shipment_id);
    expect(attributes).toMatchObject({ status: 'rto_initiated', rto_reason: 'seller_requested' });
    const again = await account.post('/reattempt', { awb: booked.awb_code });
    expect(again.statusCode).toBe(422);
    expect(again.json().errors).toEqual([
      `Shipment ${booked.awb_code} has no failed delivery to decide on; its status is "Going back to the sender"`,
    ]);
  });

  it('cannot be decided without one, or for an unknown shipment', async () => {
    const booked = await makeBooked();
    for (const path of ['/reattempt', '/initiate-rto']) {
      expect((await account.post(path, { awb: booked.awb_code })).json().errors).toEqual([
        `Shipment ${booked.awb_code} has no failed delivery to decide on; its status is "Ready to ship"`,
      ]);
      expect((await account.post(path, { awb: 'NOBODY1' })).json().errors).toEqual([
        'awb NOBODY1 is not a shipment of this account',
      ]);
      expect((await account.post(path, {})).json().errors).toEqual(['awb is required']);
    }
  });
});

/** The tracking pages of the numbers before and after, with their check digits. */
function neighboursOf(trackingNumber: string): string[] {
  const [, prefix = '', digits = ''] = /^([A-Z]+)(\d{10})\d$/.exec(trackingNumber) ?? [];
  return [-2, -1, 1, 2].map((step) => {
    const parts = { prefix, serial: Number(digits) + step, isPermuted: false };
    return `/track/${makeTrackingNumber(parts, new SerialPermutation(() => 0))}`;
  });
}

async function undelivered(changes: Record<string, unknown> = {}) {
  const booked = await makeBooked(changes);
  await scan(test, account, booked.shipment_id, ['picked_up', 'out_for_delivery', 'ndr_raised']);
  return booked;
}

async function makeStore(name: string): Promise<string> {
  return (await account.post('/client-stores', { store_name: name })).json().data.id;
}

const create = (payload: object) => account.post('/forward-order', payload);
const book = (payload: object) => account.post('/forward-order-shipment', payload);
const cancel = (payload: object, by = account) => by.post('/cancel-order', payload);
const track = (payload: object, by: Client = account) => by.post('/order-tracking', payload);
