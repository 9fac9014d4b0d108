import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ReachableReceiver,
  reachableReceiver,
  type ServiceUnderTest,
  serviceUnderTest,
} from './service-under-test.ts';

/*
 * The behaviour that clients of this API family rely on, tested only over HTTP: nothing here imports the
 * service. With CONTRACT_BASE_URL and CONTRACT_API_KEY it tests a service that runs elsewhere, and leaves
 * there a store, a warehouse, a revoked key, orders, returns and exchanges with random names, manifests, a
 * pickup, and remittances and invoices for some of them. Webhooks are tested if CONTRACT_RECEIVER_URL is set
 * to an address at which that service reaches CONTRACT_RECEIVER_PORT of this machine.
 */
const unique = randomBytes(5).toString('hex');

let service: ServiceUnderTest;
let warehouseId: string;

beforeAll(async () => {
  service = await serviceUnderTest();
});
afterAll(() => service.stop());

async function ask(method: string, path: string, body?: unknown, authorization = service.apiKey) {
  const response = await fetch(`${service.baseUrl}/custom/api/v1${path}`, {
    method,
    headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, json: text === '' ? null : JSON.parse(text) };
}

async function sendFile(path: string, content: string) {
  const response = await fetch(`${service.baseUrl}/custom/api/v1${path}`, {
    method: 'POST',
    headers: { authorization: service.apiKey, 'content-type': 'text/csv' },
    body: content,
  });
  return { status: response.status, json: (await response.json()) as { data: Record<string, unknown> } };
}

/** Sends a file and waits until it is imported. */
async function importFile(path: string, content: string) {
  const { status, json } = await sendFile(path, content);
  expect(status).toBe(202);
  const shown = async () => (await ask('GET', `/imports/${json.data.id}`)).json.data;
  await expect.poll(async () => (await shown()).state).toMatch(/^(done|failed)$/);
  return shown();
}

function order(orderId: string, changes: object = {}) {
  return {
    order_id: orderId,
    order_date: '2026-11-16 10:30',
    billing_customer_name: 'Asha',
    billing_last_name: '',
    billing_address: '12, 4th Cross, Indiranagar',
    billing_city: 'Bengaluru',
    billing_pincode: 560038,
    billing_state: 'Karnataka',
    billing_phone: '+91 98765-43210',
    order_items: [{ name: 'Chai', sku: '', units: '2', selling_price: '249.50' }],
    payment_method: 'Prepaid',
    sub_total: '499',
    length: 10,
    breadth: 10,
    height: 10,
    weight: '0.45',
    warehouse_id: warehouseId,
    carrier_id: '',
    store_name: `chai-${unique}`,
    unknown_field: { any: 'thing' },
    ...changes,
  };
}

describe('credentials', () => {
  it('are accepted with and without Bearer', async () => {
    for (const credential of [service.apiKey, `Bearer ${service.apiKey}`, `bearer ${service.apiKey}`]) {
      expect((await ask('GET', '/client-stores', undefined, credential)).status).toBe(200);
    }
    const refused = await ask('GET', '/client-stores', undefined, 'nonsense');
    expect(refused.status).toBe(401);
    expect(Object.keys(refused.json)).toEqual(['errors']);
    expect(refused.headers.get('x-request-id')).not.toBeNull();
  });

  it('can create and revoke others, also in the header access-token', async () => {
    const askFamily = (method: string, path: string, body: object | null, token: string) =>
      fetch(`${service.baseUrl}/api/v1/api_keys${path}`, {
        method,
        headers: { 'access-token': token, client: 'contract', 'content-type': 'application/json' },
        ...(body === null ? {} : { body: JSON.stringify(body) }),
      });
    const key = { name: `key-${unique}`, expires_at: Math.floor(Date.now() / 1000) + 3_600 };
    const made = await askFamily('POST', '', key, service.apiKey);
    expect(made.status).toBe(201);
    const { data } = (await made.json()) as { data: { id: string; attributes: { token: string } } };
    expect(data).toMatchObject({
      type: 'api_key',
      attributes: {
        name: key.name,
        status: 'active',
        expires_at: new Date(key.expires_at * 1000).toISOString(),
        created_by: expect.any(String),
        created_at: expect.any(String),
        expired: false,
        usable: true,
      },
    });
    expect((await ask('GET', '/keys', undefined, data.attributes.token)).json.data[0]).toMatchObject({
      id: data.id,
      attributes: { status: 'active' },
    });
    expect((await askFamily('POST', '', key, service.apiKey)).status).toBe(422);
    const beyond = { name: `late-${unique}`, expires_at: key.expires_at + 365 * 86_400 };
    expect((await askFamily('POST', '', beyond, service.apiKey)).status).toBe(422);
    expect((await askFamily('POST', '', key, 'nonsense')).status).toBe(401);
    expect((await askFamily('DELETE', `/${data.id}`, null, service.apiKey)).status).toBe(204);
    await expect
      .poll(async () => (await ask('GET', '/client-stores', undefined, data.attributes.token)).status)
      .toBe(401);
  });
});

describe('stores', () => {
  it('are created and listed, and their names are unique', async () => {
    const name = `chai-${unique}`;
    const created = await ask('POST', '/client-stores', { store_name: name, brand_name: 'Chai & Co' });
    expect(created.status).toBe(201);
    expect(created.json.data).toMatchObject({
      store_name: name,
      channel: 'manual_order',
      status: 'connected',
      logo_url: null,
    });
    const again = await ask('POST', '/client-stores', { store_name: name });
    expect([again.status, again.json]).toEqual([422, { errors: ['Store name has already been taken'] }]);
    const listed = await ask('GET', '/client-stores');
    expect(listed.json.data).toContainEqual(created.json.data);
  });
});

describe('rates', () => {
  it('are quoted cheapest first with exact sums', async () => {
    const { status, json } = await ask('POST', '/rates', {
      journey_type: 'Forward',
      origin_pincode: 110001,
      destination_pincode: '560038',
      dead_weight: '450',
      length: 10,
      width: 10,
      height: 10,
      payment_method: 'COD',
      shipment_value: 1299,
    });
    expect([status, json.status]).toEqual([200, 'SUCCESS']);
    const totals = json.result.serviceable_couriers.map(
      ({ charges }: { charges: Record<string, number> }) => charges.total_forward_charges,
    );
    expect(totals).toEqual([...totals].sort((a, b) => a - b));
    expect(json.result.shipment_details).toMatchObject({
      journey_type: 'forward',
      origin_pincode: '110001',
      payment_method: 'cod',
      volumetric_weight: 200,
      applicable_weight: 450,
    });
  });

  it('are refused with all problems at once', async () => {
    const { status, json } = await ask('POST', '/rates', { journey_type: 'forward' });
    expect(status).toBe(422);
    expect(json).toMatchObject({ status: 'ERROR', message: json.errors.join('; ') });
    expect(json.errors.length).toBeGreaterThan(5);
  });
});

describe('orders', () => {
  it('are booked, listed and tracked', async () => {
    const warehouse = await ask('POST', '/warehouse', {
      name: `Okhla ${unique}`,
      phone_number: 9876500000,
      email: 'okhla@example.in',
      contact_person: 'Ravi',
      address_attributes: {
        street_address: 'A-12, Okhla Phase I',
        zip: 110020,
        city: 'New Delhi',
        state: 'Delhi',
        country: 'India',
      },
    });
    expect(warehouse.json.status).toBe('SUCCESS');
    warehouseId = warehouse.json.payload.warehouse_id;
    const booked = await ask('POST', '/forward-order-orchestration', order(`C-${unique}`));
    expect([booked.status, booked.json.status]).toEqual([200, 1]);
    const { awb_code, shipment_id } = booked.json.payload;

    const listed = await ask('POST', '/shipments', { search: `c-${unique}` });
    expect(listed.json.meta).toMatchObject({
      current_page: 1,
      per_page: 20,
      total: 1,
      next_search_after: [expect.any(String), shipment_id],
    });
    expect(listed.json.data[0]).toMatchObject({
      id: shipment_id,
      type: 'shipment',
      attributes: { tracking_number: awb_code, status: 'pending', order: { store_name: `chai-${unique}` } },
    });

    const tracked = await ask('POST', '/order-tracking', { awbs: [awb_code, 'NO-SUCH'] });
    expect(tracked.json.result[awb_code].tracking_data.shipment_status).toBe('ready_for_pickup');
    expect(
      tracked.json.result['NO-SUCH'].error ?? tracked.json.result['NO-SUCH'].tracking_data?.error,
    ).toBeDefined();

    const page = await fetch(`${service.baseUrl}/track/${awb_code}`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Chai &amp; Co')]);

    const cancelled = await ask('POST', '/cancel-order', { awbs: [awb_code] });
    expect(cancelled.status).toBe(200);
    const again = await ask('POST', '/forward-order-orchestration', order(`C-${unique}`));
    expect([again.status, again.json.errors]).toEqual([422, [`Order already exists: C-${unique}`]]);
  });

  it('are refused with an unknown store, and not created', async () => {
    const refused = await ask(
      'POST',
      '/forward-order',
      order(`D-${unique}`, { store_name: 'no-such-store' }),
    );
    expect(refused.status).toBe(422);
    expect(refused.json.message).toContain('no-such-store');
    expect((await ask('POST', '/forward-order', order(`D-${unique}`))).status).toBe(200);
  });
});

describe('returns', () => {
  function goodsBack(orderId: string, changes: object = {}) {
    return {
      order_id: orderId,
      order_date: '2026-11-16',
      carrier_id: '',
      pickup_customer_name: 'Asha',
      pickup_address: '12, 4th Cross, Indiranagar',
      pickup_city: 'Bengaluru',
      pickup_state: 'Karnataka',
      pickup_country: 'India',
      pickup_pincode: 560038,
      pickup_phone: 9876543210,
      pickup_isd_code: '91',
      order_items: [
        { name: 'Kurta', sku: `K-${unique}`, units: '1', selling_price: '899', qc_enable: false },
      ],
      payment_method: 'Prepaid',
      total_discount: '0',
      sub_total: '899',
      length: 20,
      breadth: 15,
      height: 5,
      weight: '0.34',
      warehouse_id: warehouseId,
      request_pickup: true,
      ...changes,
    };
  }

  it('are booked, listed separately, and cancelled', async () => {
    const body = goodsBack(`R-${unique}`);
    const booked = await ask('POST', '/reverse-order-orchestration', body);
    expect([booked.status, booked.json.status]).toEqual([200, 1]);
    const { awb_code, shipment_id, charges, is_return, applied_weight } = booked.json.payload;
    expect([is_return, applied_weight, typeof charges.reverse_charges]).toEqual([1, 0.34, 'string']);
    const listed = await ask('POST', '/returns', { search: awb_code, status: 'pickup_scheduled' });
    expect(listed.json.meta).toMatchObject({
      current_page: 1,
      per_page: 20,
      total: 1,
      next_search_after: [expect.any(String), shipment_id],
    });
    expect(listed.json.data).toMatchObject([
      {
        id: shipment_id,
        type: 'return',
        attributes: {
          display_id: `R-${unique}`,
          qc_required: false,
          shipment: { tracking_number: awb_code, status: 'return_pickup_scheduled' },
        },
      },
    ]);
    expect((await ask('POST', '/shipments', { search: awb_code })).json.meta.total).toBe(0);
    const tracked = await ask('POST', '/order-tracking', { awbs: [awb_code] });
    expect(tracked.json.result[awb_code].tracking_data.shipment_status).toBe('return_pickup_scheduled');
    expect((await ask('POST', '/cancel-order', { awbs: [awb_code] })).status).toBe(200);
    const again = await ask('POST', '/reverse-order-orchestration', body);
    expect([again.status, again.json.errors]).toEqual([422, [`Order already exists: R-${unique}`]]);
  });

  it('are created first and booked once by return_id', async () => {
    const made = await ask('POST', '/reverse-order', goodsBack(`R2-${unique}`));
    expect(made.json.payload).toMatchObject({ order_created: 1, awb_generated: 0, awb_code: null });
    const { return_id } = made.json.payload;
    const requested = await ask('GET', `/returns/${return_id}`);
    expect(requested.json.data).toMatchObject({
      id: return_id,
      attributes: { status: 'return_requested', shipment: { tracking_number: null } },
    });
    const booked = await ask('POST', '/reverse-order-shipment', { return_id, carrier_id: '' });
    expect(booked.json.payload).toMatchObject({ awb_generated: 1, is_return: 1, shipment_id: return_id });
    const again = await ask('POST', '/reverse-order-shipment', { return_id });
    expect(again.json.payload.awb_code).toBe(booked.json.payload.awb_code);
    const foreign = await ask('POST', '/reverse-order-shipment', { return_id: 'RET1' });
    expect(foreign.status).toBe(422);
    expect((await ask('GET', `/returns/${warehouseId}`)).status).toBe(404);
  });

  it('are counted and exported with the filters of their listing', async () => {
    const filters = { search: `K-${unique}` };
    const { meta } = (await ask('POST', '/returns', filters)).json;
    const { data } = (await ask('POST', '/returns/counts', filters)).json;
    const { all, ...statuses } = data;
    expect(Object.keys(statuses)).toEqual([
      'return_requested',
      'pickup_scheduled',
      'in_transit',
      'return_received',
      'cancelled',
    ]);
    const sum = Object.values(statuses as Record<string, number>).reduce((total, n) => total + n, 0);
    expect([all, sum]).toEqual([meta.total, meta.total]);
    const facets = await ask('POST', '/returns/facets', filters);
    expect(facets.json.meta.total).toBe(meta.total);
    const figures = (await ask('POST', '/analytics/returns', { ...filters, by: ['zone'] })).json.data;
    expect(figures.reduce((total: number, row: { returns: number }) => total + row.returns, 0)).toBe(
      meta.total,
    );
    const exported = await fetch(`${service.baseUrl}/custom/api/v1/returns/export`, {
      method: 'POST',
      headers: { authorization: service.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify(filters),
    });
    expect(exported.headers.get('content-type')).toContain('text/csv');
    expect((await exported.text()).trim().split('\r\n')).toHaveLength(meta.total + 1);
    const words = await ask('POST', '/returns', { qc_status: ['odd'], warehouse: 'x' });
    expect(words.json.meta).toMatchObject({
      total: 0,
      unknown_values: ['odd'],
      ignored_parameters: ['warehouse'],
    });
    expect((await ask('POST', '/returns', { status: 'odd' })).status).toBe(422);
  });

  it('have a quality check if an item requires it, with an image and a charge', async () => {
    const item = { name: 'Kurta', sku: `K-${unique}`, units: 1, selling_price: 899, qc_enable: true };
    const bare = await ask(
      'POST',
      '/reverse-order-orchestration',
      goodsBack(`R3-${unique}`, { order_items: [item] }),
    );
    expect([bare.status, bare.json.errors[0]]).toEqual([
      422,
      expect.stringContaining('order_items[0].qc_product_image'),
    ]);
    const order_items = [{ ...item, qc_product_image: 'https://shop.example/kurta.jpg' }];
    const booked = await ask(
      'POST',
      '/reverse-order-orchestration',
      goodsBack(`R3-${unique}`, { order_items }),
    );
    expect(Number(booked.json.payload.charges.qc)).toBeGreaterThan(0);
    const { attributes } = (await ask('GET', `/returns/${booked.json.payload.return_id}`)).json.data;
    expect(attributes).toMatchObject({ qc_required: true, qc_status: 'pending', refund_status: null });
  });

  it('have only items that were delivered', async () => {
    const forward_order_id = `RF-${unique}`;
    await ask('POST', '/forward-order', order(forward_order_id));
    for (const [named, sentence] of [
      [forward_order_id, 'only delivered orders can be returned'],
      [`NO-${unique}`, 'is not an order of this account'],
    ] as const) {
      const refused = await ask(
        'POST',
        '/reverse-order',
        goodsBack(`R4-${unique}`, { forward_order_id: named }),
      );
      expect([refused.status, refused.json.errors]).toEqual([422, [expect.stringContaining(sentence)]]);
    }
  });
});

describe('money', () => {
  let awb: string;

  beforeAll(async () => {
    const cod = { payment_method: 'COD', cod_collectible: 499 };
    const booked = await ask('POST', '/forward-order-orchestration', order(`M-${unique}`, cod));
    awb = booked.json.payload.awb_code;
  });

  it('of shipments is charged with ledger entries, and shown once for each tracking number', async () => {
    const { status, json } = await ask('POST', '/shipping-charges', { awbs: [awb, 'NO-SUCH', awb] });
    expect(status).toBe(200);
    const [charge] = json.data[0].charges;
    expect(Object.keys(charge)).toEqual([
      'event_type',
      'transaction_type',
      'amount_without_gst',
      'amount_with_gst',
    ]);
    expect(json.data).toMatchObject([
      { tracking_number: awb, charges: [{ event_type: 'platform_fee', transaction_type: 'debit' }] },
      { tracking_number: 'NO-SUCH', error: 'AWB NO-SUCH does not exist in your account.' },
    ]);
    const { json: ledger } = await ask('GET', `/ledger?tracking_number=${awb}`);
    expect(ledger).toMatchObject({ data: [charge], meta: { total: 1, next_before: null } });
    for (const [body, sentence] of [
      [{}, 'awbs is mandatory'],
      [{ awbs: 'X' }, 'awbs must be an array'],
      [{ awbs: Array.from({ length: 101 }, (_, index) => `A${index}`) }, 'AWB maximum limit is 100'],
    ] as const) {
      const refused = await ask('POST', '/shipping-charges', body);
      expect([refused.status, refused.json.message]).toEqual([400, sentence]);
    }
    expect((await ask('POST', '/shipping-charges', { awbs: ['X'] })).status).toBe(200);
    const beyond = await ask('POST', '/shipping-charges', { awbs: ['X'] });
    expect([beyond.status, Number(beyond.headers.get('retry-after')) <= 60]).toEqual([429, true]);
  });

  it('of COD is due until a courier’s file reports it, which counts once', async () => {
    const unpaid = { tracking_number: awb, delivery_date: null, cod_amount: 499 };
    const cod = async () => (await ask('POST', '/cod-remittance', { awbs: [awb] })).json.data;
    expect(await cod()).toEqual([{ ...unpaid, remittance_date: null, utr_no: null }]);
    const path = '/remittances/import?courier=contract';
    const utr = `U${unique}`;
    const file = `AWB,COD Amount,UTR,Date\n${awb},499.00,${utr},2026-11-15\nNO-SUCH,1,${utr},2026-11-15\n`;
    const checked = await sendFile(`${path}&check=1`, file);
    expect([checked.status, checked.json.data]).toMatchObject([200, { rows: 2, rejected: 1 }]);
    expect(await importFile(path, file)).toMatchObject({ state: 'done', counts: { recorded: 1 } });
    expect(await importFile(path, file)).toMatchObject({
      state: 'done',
      counts: { recorded: 0, repeated: 1 },
    });
    expect(await cod()).toEqual([{ ...unpaid, remittance_date: '2026-11-15', utr_no: utr }]);
    const { json } = await ask('GET', `/remittances?utr=${utr}`);
    expect(json).toMatchObject({ data: [{ utr_no: utr, amount: 499, shipments: 1 }], meta: { total: 1 } });
    expect((await ask('GET', `/remittances/${json.data[0].id}`)).json.data.rows).toMatchObject([
      { tracking_number: awb, difference: 0 },
    ]);
    const prepaid = await ask('POST', '/forward-order-orchestration', order(`MP-${unique}`));
    const { awb_code } = prepaid.json.payload;
    const others = await ask('POST', '/cod-remittance', { awbs: [awb_code, 'NO-SUCH'] });
    expect(others.json.data).toEqual([
      { tracking_number: awb_code, error: `AWB ${awb_code} is a prepaid order.` },
      { tracking_number: 'NO-SUCH', error: 'AWB NO-SUCH does not exist in your account.' },
    ]);
  });

  it('of invoices becomes a weight difference, and a charge when accepted', async () => {
    const file = `AWB,Charged Weight (kg),Taxable Amount\n${awb},9,999\n`;
    const path = `/courier-invoices/import?courier=contract&invoice_number=I${unique}`;
    expect(await importFile(path, file)).toMatchObject({ state: 'done', counts: { raised: 1 } });
    const { json } = await ask('GET', `/weight-differences?awb=${awb}`);
    expect(json).toMatchObject({ data: [{ tracking_number: awb, state: 'raised' }], meta: { total: 1 } });
    const [{ id, difference_amount }] = json.data;
    const accepted = await ask('POST', `/weight-differences/${id}/accept`, {});
    expect(accepted.json.data).toMatchObject({ state: 'accepted', agreed_amount: difference_amount });
    const ledger = await ask('GET', `/ledger?awb=${awb}&event_type=weight_difference`);
    expect(ledger.json.meta.sum.amount_without_gst).toBe(difference_amount);
  });

  it('of invoices is disputed with a reason', async () => {
    const booked = await ask('POST', '/forward-order-orchestration', order(`MD-${unique}`));
    const { awb_code } = booked.json.payload;
    const file = `AWB,Charged Weight (kg),Taxable Amount\n${awb_code},9,999\n`;
    await importFile(`/courier-invoices/import?courier=contract&invoice_number=D${unique}`, file);
    const [{ id }] = (await ask('GET', `/weight-differences?awb=${awb_code}`)).json.data;
    const disputed = await ask('POST', `/weight-differences/${id}/dispute`, { note: 'Photo of the scale' });
    expect(disputed.json.data).toMatchObject({ tracking_number: awb_code, state: 'disputed' });
    const ledger = await ask('GET', `/ledger?awb=${awb_code}&event_type=weight_difference`);
    expect(ledger.json.meta.total).toBe(0);
  });

  it('is reported by status for a time span', async () => {
    const body = {
      start_date_time: '2020-01-01T00:00:00Z',
      end_date_time: '2099-01-01T00:00:00Z',
      shipment_type: 'forward',
    };
    const { json } = await ask('POST', '/reports', body);
    expect([json.status, json.payload.shipment_type]).toEqual(['SUCCESS', 'forward']);
    const { total_shipments, ...lines } = json.payload.summary;
    const counted = Object.values(lines as Record<string, { count: number }>);
    expect(counted.reduce((sum, { count }) => sum + count, 0)).toBe(total_shipments);
    expect(Object.keys(lines.cancelled)).toEqual(['count', 'sum_of_prepaid_orders', 'sum_of_cod_orders']);
    const returns = await ask('POST', '/reports', { ...body, shipment_type: 'return' });
    expect(returns.json.payload).toMatchObject({
      date_range: { start_date_time: expect.stringMatching(/^2020-01-01T00:00:00/) },
      shipment_type: 'return',
      summary: { return_pickup_scheduled: { count: expect.any(Number) } },
    });
  });
});

describe('many orders', () => {
  it('are changed before they are booked', async () => {
    const id = `P-${unique}`;
    expect((await ask('POST', '/forward-order', order(id))).status).toBe(200);
    const changed = await ask('PUT', '/order', { order_id: id, order: { weight: 1.5 } });
    expect(changed.json).toMatchObject({ status: 1, payload: { message: 'Order updated successfully' } });
    const unknown = await ask('PUT', '/order', { order_id: `NO-${unique}`, weight: 1 });
    expect([unknown.status, unknown.json.status, unknown.json.message]).toEqual([422, 0, 'Order not found']);
  });

  it('are imported from a file, and booked by a job', async () => {
    const header =
      'order_id,order_date,payment_method,Customer Name,Mobile,Address Line 1,Pincode,Product Name,Quantity,Price,weight,length,breadth,height,warehouse_id';
    const row = (id: string, pincode: string) =>
      `${id}-${unique},2026-11-16 10:30,PREPAID,Asha,9876543210,"12, 4th Cross",${pincode},Chai,2,10,0.5,10,10,10,${warehouseId}`;
    const file = [header, row('F1', '560038'), row('F2', '000000'), ''].join('\n');
    const checked = await sendFile('/orders/import?check=1', file);
    expect(checked.json.data).toMatchObject({ rows: 2, rejected: 1, counts: { orders: 2, created: 1 } });
    expect(await importFile('/orders/import', file)).toMatchObject({
      state: 'done',
      created: 1,
      rejected: 1,
    });
    const { json } = await ask('POST', '/shipments', { order_display_id: [`F1-${unique}`] });
    const [{ id }] = json.data;
    const job = await ask('POST', '/jobs', { action: 'cancel', shipment_ids: [id] });
    expect([job.status, job.json.data.state]).toEqual([202, 'waiting']);
    await expect
      .poll(async () => (await ask('GET', `/jobs/${job.json.data.id}`)).json.data)
      .toMatchObject({ state: 'done', done: 1, total: 1, failed: 0 });
    const results = await fetch(`${service.baseUrl}/custom/api/v1/jobs/${job.json.data.id}/results.csv`, {
      headers: { authorization: service.apiKey },
    });
    expect(await results.text()).toContain(id);
  });

  it('are changed by a job with a filter, if the total matches', async () => {
    const filter = { order_display_id: [`F1-${unique}`] };
    const wanted = { action: 'tag', filter, add_tags: [`t-${unique}`] };
    const other = await ask('POST', '/jobs', { ...wanted, total: 2 });
    expect([other.status, other.json.errors[0]]).toEqual([422, expect.stringContaining('total')]);
    const begun = await ask('POST', '/jobs', { ...wanted, total: 1 });
    expect(begun.status).toBe(202);
    const shown = async () => (await ask('GET', `/jobs/${begun.json.data.id}`)).json.data;
    await expect.poll(shown).toMatchObject({ state: 'done', done: 1, failed: 0 });
    const { json } = await ask('POST', '/shipments', { tags: [`t-${unique}`] });
    expect(json.meta.total).toBe(1);
    const path = `/jobs/${begun.json.data.id}`;
    expect([200, 204, 422]).toContain((await ask('DELETE', path)).status);
    expect((await ask('GET', `/jobs/${warehouseId}`)).status).toBe(404);
    expect((await ask('POST', '/jobs', { action: 'tag' })).status).toBe(422);
  });

  it('are handed over with a manifest', async () => {
    const booked = await ask('POST', '/forward-order-orchestration', order(`H-${unique}`));
    const wanted = { warehouse_id: warehouseId, carrier_id: booked.json.payload.courier_company_id };
    const make = () =>
      fetch(`${service.baseUrl}/custom/api/v1/manifests`, {
        method: 'POST',
        headers: { authorization: service.apiKey, 'content-type': 'application/json' },
        body: JSON.stringify(wanted),
      });
    const made = await make();
    expect([made.status, made.headers.get('content-type')]).toEqual([201, 'application/pdf']);
    expect((await made.text()).startsWith('%PDF-')).toBe(true);
    const path = (made.headers.get('location') ?? '').replace('/custom/api/v1', '');
    expect((await ask('GET', path)).json.data).toMatchObject({
      state: 'open',
      parcels: expect.any(Number),
      warehouse: { id: warehouseId },
      carrier: { id: wanted.carrier_id },
    });
    expect((await make()).status).toBe(422);
    expect((await ask('POST', `${path}/close`)).json.data).toMatchObject({ state: 'closed' });
    expect((await make()).status).toBe(422);
    const shipment_ids = [booked.json.payload.shipment_id];
    expect((await ask('POST', `${path}/take-out`, { shipment_ids })).status).toBe(200);
    expect((await make()).status).toBe(201);
  });

  it('have one pickup request, and no manifest without waiting parcels', async () => {
    const carriers = await ask('GET', '/carriers');
    const wanted = { warehouse_id: warehouseId, carrier_id: carriers.json.data[0].carrier_id };
    const planned = await ask('POST', '/pickups', wanted);
    expect(planned.status).toBe(200);
    expect((await ask('POST', '/pickups', wanted)).json.data.id).toBe(planned.json.data.id);
    expect((await ask('GET', '/pickups')).json.meta.total).toEqual(expect.any(Number));
    expect((await ask('POST', '/manifests', { ...wanted, carrier_id: 'none' })).status).toBe(422);
    expect((await ask('GET', '/manifests')).json.data).toEqual(expect.any(Array));
  });

  it('have carriers, tags and notes', async () => {
    const { json } = await ask('GET', '/carriers');
    expect(json.data[0]).toMatchObject({
      carrier_id: expect.any(String),
      limits: { weight: expect.any(Number) },
    });
    const { json: listed } = await ask('POST', '/shipments', { per_page: 1 });
    const [{ id }] = listed.data;
    expect((await ask('PUT', `/shipments/${id}/tags`, { tags: ['contract'] })).json.data.tags).toEqual([
      'contract',
    ]);
    expect((await ask('POST', `/shipments/${id}/notes`, { note: 'Seen' })).status).toBe(201);
    const { attributes } = (await ask('GET', `/shipments/${id}`)).json.data;
    expect(attributes).toMatchObject({ tags: ['contract'], notes: [{ note: 'Seen' }] });
    expect((await ask('PUT', `/shipments/${id}/tags`, { tags: [] })).json.data.tags).toEqual([]);
    expect((await ask('PUT', `/shipments/${warehouseId}/tags`, { tags: ['x'] })).status).toBe(404);
  });
});

describe('exchanges', () => {
  function swap(orderId: string, changes: object = {}) {
    const { sub_total: _, warehouse_id, ...forward } = order(orderId) as Record<string, unknown>;
    return {
      ...forward,
      forward_warehouse_id: warehouse_id,
      pickup_customer_name: 'Asha',
      pickup_address: '12, 4th Cross, Indiranagar',
      pickup_city: 'Bengaluru',
      pickup_state: 'Karnataka',
      pickup_pincode: 560038,
      pickup_phone: 9876543210,
      return_items: [{ name: 'Kurta', sku: `K-${unique}`, units: '1', selling_price: '899' }],
      ...changes,
    };
  }

  it('send the new parcel after the pickup of the return, if requested', async () => {
    const body = swap(`EW-${unique}`, { dispatch: 'after_pickup' });
    const { payload } = (await ask('POST', '/exchange-order-orchestration', body)).json;
    expect(payload).toMatchObject({
      awb_generated: 1,
      forward_awb: null,
      reverse_awb: expect.any(String),
      exchange_order_details: { status: 'requested', dispatch: 'after_pickup' },
      charges: { total: expect.any(String), forward: { forward_charges: null } },
    });
    const { attributes } = (await ask('GET', `/shipments/${payload.forward_shipment_id}`)).json.data;
    expect(attributes).toMatchObject({ is_exchange: true, tracking_number: null });
    expect((await ask('GET', `/returns/${payload.return_id}`)).json.data.attributes.is_exchange).toBe(true);
  });

  it('are two booked shipments of one order_id, also when repeated, and listed', async () => {
    const body = swap(`E-${unique}`);
    const made = await ask('POST', '/exchange-order-orchestration', body);
    expect([made.status, made.json.status]).toEqual([200, 1]);
    const { payload } = made.json;
    expect([payload.awb_generated, payload.is_exchange, payload.awb_code]).toEqual([
      2,
      1,
      payload.reverse_awb,
    ]);
    const again = await ask('POST', '/exchange-order-orchestration', body);
    expect(again.json.payload.exchange_order_id).toBe(payload.exchange_order_id);
    const listed = await ask('POST', '/exchange-orders', {
      display_id: `E-${unique}`,
      page: 1,
      per_page: 10,
    });
    expect(listed.json.meta).toMatchObject({ total: 1, page: 1, per_page: 10, total_pages: 1 });
    expect(listed.json.data[0]).toMatchObject({
      id: payload.exchange_order_id,
      type: 'exchange_order',
      attributes: {
        order: { data: { attributes: { display_id: `E-${unique}` } } },
        return_shipment: { data: { attributes: { tracking_number: payload.reverse_awb } } },
      },
    });
  });
});

describe('webhooks', () => {
  /** A public address to which nothing is sent, because its webhook is disabled. */
  const ELSEWHERE = 'https://8.8.8.8/dakiya';
  const NOT_PUBLIC = 'url leads to an address that is not of the public internet';

  const make = (body: object) => ask('POST', '/webhooks', { events: ['status_change'], ...body });

  it('are created, listed, changed, and deleted, and get a new secret', async () => {
    const input = { url: ELSEWHERE, enabled: false, description: `hook-${unique}`, api_key: 'sesame' };
    const made = await make(input);
    expect(made.status).toBe(201);
    const { id, secret, ...shown } = made.json.data;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/);
    expect(shown).toMatchObject({
      url: ELSEWHERE,
      events: ['status_change'],
      description: `hook-${unique}`,
      enabled: false,
    });
    expect(JSON.stringify(shown)).not.toContain('sesame');
    expect((await ask('GET', '/webhooks')).json.data).toContainEqual({ id, ...shown });
    expect((await ask('GET', `/webhooks/${id}`)).json.data).toEqual({ id, ...shown });

    const events = ['order.created', 'qc_update', 'tracking_addition'];
    const changed = await ask('PUT', `/webhooks/${id}`, { events, description: null });
    expect([changed.status, [...changed.json.data.events].sort()]).toEqual([200, events]);
    expect(changed.json.data).toMatchObject({ url: ELSEWHERE, description: null, enabled: false });
    expect(changed.json.data.secret).toBeUndefined();
    const rotated = await ask('POST', `/webhooks/${id}/rotate-secret`);
    expect(rotated.json.data.secret).toMatch(/^whsec_/);
    expect(rotated.json.data.secret).not.toBe(secret);

    const deliveries = await ask('GET', `/webhooks/${id}/deliveries?state=failed&event=qc_update`);
    expect([deliveries.status, deliveries.json]).toMatchObject([200, { data: [], meta: { total: 0 } }]);
    expect((await ask('DELETE', `/webhooks/${id}`)).status).toBeLessThan(300);
    expect((await ask('GET', `/webhooks/${id}`)).status).toBe(404);
  });

  it.each([
    'https://127.0.0.2/',
    'https://[::1]/',
    'https://localhost/',
    'https://169.254.169.254/latest/meta-data',
    'https://[fe80::1]/',
    'https://10.0.0.1/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://100.64.0.1/',
    'https://[fd00::1]/',
    'https://0.0.0.0/',
    'https://192.0.2.1/',
    'https://240.0.0.1/',
    'https://[::ffff:127.0.0.2]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[64:ff9b::a00:1]/',
    'https://0x7f000002/',
    'https://2130706434/',
  ])('must not lead to %s', async (url) => {
    const refused = await make({ url });
    expect([refused.status, refused.json.errors]).toEqual([422, [NOT_PUBLIC]]);
  });

  it('are refused with all problems at once', async () => {
    const refused = await make({ url: 'http://8.8.8.8/', events: ['nonsense'], enabled: 'maybe' });
    expect([refused.status, refused.json.errors.length]).toEqual([422, 2]);
    expect((await make({ url: 'http://8.8.8.8/' })).json.errors).toEqual(['url must start with https://']);
    expect((await make({ url: `https://${unique}.invalid/` })).status).toBe(422);
    expect((await ask('PUT', '/webhooks/00000000-0000-7000-8000-000000000000', {})).status).toBe(404);
  });

  describe('with a receiver', () => {
    let receiver: ReachableReceiver | null;

    beforeAll(async () => {
      receiver = await reachableReceiver();
    });
    afterAll(() => receiver?.stop());

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

    it('are signed, sent in order, and repeated with the same id', async (context) => {
      if (receiver === null) return context.skip('CONTRACT_RECEIVER_URL is not set');
      const { received, url } = receiver;
      const arrived = (count: number) => expect.poll(() => received.length).toBeGreaterThanOrEqual(count);
      const made = await make({ url, events: ['status_change', 'tracking_addition'], api_key: 'k-2' });
      const { id, secret } = made.json.data;
      try {
        expect((await ask('POST', `/webhooks/${id}/test`)).status).toBe(202);
        await arrived(1);
        expect(received[0]?.headers['x-api-key']).toBe('k-2');

        const body = order(`WEBHOOK-${unique}`);
        const { awb_code } = (await ask('POST', '/forward-order-orchestration', body)).json.payload;
        await arrived(3);
        for (const { headers, body: text } of received) {
          const told = new Webhook(secret).verify(text, headers as Record<string, string>) as {
            event_id: string;
          };
          expect(told.event_id).toBe(headers['webhook-id']);
        }
        const [status, scan] = received.slice(1);
        expect([status?.event, scan?.event]).toEqual(['status_change', 'tracking_addition']);
        expect(Object.keys(status?.data ?? {})).toEqual(expect.arrayContaining(DATA_KEYS));
        expect(status?.data).toMatchObject({
          tracking_number: awb_code,
          order_external_id: `WEBHOOK-${unique}`,
          status: 'ready_for_pickup',
          shipment_type: 'forward',
          delivered_at: null,
        });
        expect(scan?.data.new_tracking).toMatchObject({
          tracking_id: expect.any(String),
          event_date_time: expect.stringMatching(/\+05:30$/),
        });

        const delivered = async () => (await ask('GET', `/webhooks/${id}/deliveries?state=delivered`)).json;
        await expect.poll(async () => (await delivered()).meta.total).toBe(3);
        const [newest] = (await delivered()).data;
        expect(newest).toMatchObject({ event: 'tracking_addition', tries: 1, error: null });
        expect((await ask('POST', `/webhooks/${id}/deliveries/${newest.id}/resend`)).status).toBe(202);
        await arrived(4);
        expect(received[3]?.headers['webhook-id']).toBe(scan?.headers['webhook-id']);
        const since = new Date(Date.now() - 3_600_000).toISOString();
        const replayed = await ask('POST', `/webhooks/${id}/replay`, { since });
        expect([replayed.status, replayed.json.data.queued]).toEqual([202, expect.any(Number)]);
      } finally {
        await ask('DELETE', `/webhooks/${id}`);
      }
    });
  });
});
