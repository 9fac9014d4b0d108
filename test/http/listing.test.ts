import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { openApp } from '../support/app.ts';
import { CARRIER } from '../support/carriers.ts';
import { inEnglish } from '../support/in-english.ts';
import { API, makeWarehouse, orderBody, scan } from '../support/orders.ts';

interface Element {
  readonly id: string;
  readonly attributes: Record<string, unknown>;
}

const test = await openApp();
const account = await test.account();
const warehouseId = await makeWarehouse(account);
await account.post('/client-stores', { store_name: 'chai' });
const orders = [
  orderBody(warehouseId, {
    order_id: 'A-1',
    external_id: 'MZ7412345678',
    tags: ['gift', 'fragile'],
    store_name: 'chai',
  }),
  orderBody(warehouseId, {
    order_id: 'A-2',
    payment_method: 'COD',
    cod_collectible: 499,
    billing_customer_name: 'Björn',
    billing_last_name: 'O’Neil 😀',
    billing_phone: '+91 98200-12345',
    billing_email: 'bjorn_100%@example.in',
    channel: 'Shopify',
  }),
  orderBody(warehouseId, { order_id: 'A-3', weight: 2.0005, billing_city: 'Hubli Dharwad' }),
  orderBody(warehouseId, {
    order_id: '2026-001',
    external_id: 'MZ7512345678',
    order_items: [{ name: 'Blaue Tasse, groß', sku: 'CUP', units: 1, selling_price: 99.9 }],
    billing_pincode: '400020',
    billing_city: 'Mumbai',
    billing_state: 'Maharashtra',
  }),
];
const shipmentIds: string[] = [];
for (const [index, payload] of orders.entries()) {
  const url = `${API}/${index === 2 ? 'forward-order' : 'forward-order-orchestration'}`;
  const response = await test.app.inject({ method: 'POST', url, headers: account.headers, payload });
  expect(response.json()).toMatchObject({ status: 1 });
  shipmentIds.push(response.json().payload.shipment_id);
  if (index !== 1) test.advance(1_000);
}

async function list(payload: object, headers: Record<string, string> = account.headers) {
  const response = await test.app.inject({ method: 'POST', url: `${API}/shipments`, headers, payload });
  return { statusCode: response.statusCode, ...response.json() };
}

async function found(payload: object): Promise<string[]> {
  const { data, meta } = await list(payload);
  const orders = data.map(
    ({ attributes }: Element) => (attributes.order as { display_id: string }).display_id,
  );
  expect(meta.total).toBe(orders.length);
  return orders.sort();
}

describe('the listing', () => {
  it('shows each shipment like GET /shipments/{id}, newest first', async () => {
    const { data, meta } = await list({});
    expect(data.map(({ id }: Element) => id)).toEqual([...shipmentIds].reverse());
    const last = data.at(-1);
    const next_search_after = [String(Date.parse(last.attributes.created_at)), last.id];
    expect(meta).toEqual({ current_page: 1, per_page: 20, total: 4, next_search_after });
    // Clients that stop at a null and those that stop at an empty page both end.
    const after = await list({ search_after: next_search_after });
    expect([after.data, after.meta]).toMatchObject([[], { total: 4, next_search_after: null }]);
    for (const element of data) {
      const shown = await account.get(`/shipments/${element.id}`);
      const whole = shown.json().data.attributes;
      const inBoth = Object.keys(element.attributes).map((name) => [name, whole[name]]);
      const { name, phone, city, state, zip } = whole.shipping_address;
      const items = whole.items.map(({ options, ...item }: { options: string | null }) => item);
      expect(element.attributes).toEqual({
        ...Object.fromEntries(inBoth),
        items,
        shipping_address: { name, phone, city, state, zip },
      });
      const further = ['charges', 'billing_address', 'notes', 'courier_decision', 'courier_charges'];
      expect(Object.keys(whole)).toEqual(expect.arrayContaining([...further, 'ndr_answer', 'warnings']));
    }
  });

  it('shows no shipments of another account', async () => {
    const other = await test.account();
    expect(await list({}, other.headers)).toMatchObject({ data: [], meta: { total: 0 } });
  });

  it.each([
    [{ status: 'pending' }, ['2026-001', 'A-1', 'A-2', 'A-3']],
    [{ status: 'delivered' }, []],
    [{ status: 'ready_for_pickup' }, ['2026-001', 'A-1', 'A-2']],
    [{ status: 'Ready For Pickup', granular_status: 'pending' }, []],
    [{ 'granular_status[]': ['pending', 'nonsense'] }, ['A-3']],
    [{ is_cod: 'true' }, ['A-2']],
    [{ is_cod: 0 }, ['2026-001', 'A-1', 'A-3']],
    [{ cod_amount_min: 0.01 }, ['A-2']],
    [{ cod_amount_max: '0' }, ['2026-001', 'A-1', 'A-3']],
    [{ sku: 'CUP' }, ['2026-001']],
    [{ tags: ['fragile', 'x'] }, ['A-1']],
    [{ store_name: 'chai' }, ['A-1']],
    [{ order_display_id: ['A-1', 'A-2', 'a-3'] }, ['A-1', 'A-2']],
    [{ channel: 'SHOPIFY' }, ['A-2']],
    [{ zone: 'zone_c' }, ['2026-001', 'A-1', 'A-2', 'A-3']],
    [{ zone: ['A', 'zone_e'] }, []],
    [
      { zone: [], warehouse_ids: [''], sku: [null], status: [], search_after: [] },
      ['2026-001', 'A-1', 'A-2', 'A-3'],
    ],
    [{ status: ['delivered', 'pending'] }, ['2026-001', 'A-1', 'A-2', 'A-3']],
    [{ 'status[]': ['delivered', 'Ready for pickup'] }, ['2026-001', 'A-1', 'A-2']],
    [{ status: ['in_transit', 'lost'], granular_status: ['pending'] }, []],
    [{ carrier_id: 'no-such' }, []],
    [{ warehouse_ids: 'no-such' }, []],
    [{ applied_weight_min: 2000.5 }, ['A-3']],
    [{ applied_weight_min: '2000.501' }, []],
    [{ applied_weight_max: '450' }, ['2026-001', 'A-1', 'A-2']],
    [{ applied_weight_max: 449.999 }, []],
    [{ attempts_count__gte: 1 }, []],
    [{ attempts_count__lte: '0' }, ['2026-001', 'A-1', 'A-2', 'A-3']],
    [{ ndr_reason: 'door locked' }, []],
    [{ start_time: 1763274600 + 365 * 86400, end_time: null }, ['2026-001', 'A-1', 'A-2', 'A-3']],
    [{ end_time: '1794810600' }, ['A-1']],
    [{ end_time: 1794810600_999 }, ['A-1']],
    [{ end_time: new Date(1794810600_000).toISOString() }, ['A-1']],
    [{ date_field: 'delivered_at', start_time: 0 }, []],
    [{ date_field: 'last_scan_at', start_time: 0 }, ['2026-001', 'A-1', 'A-2']],
  ])('filters by %j', async (payload, expected) => {
    expect(await found(payload)).toEqual(expected);
  });

  it.each([
    ['A-2', ['A-2']],
    ['98200', ['A-2']],
    ['+91 98200 12345', ['A-2']],
    ['9820012345', ['A-2']],
    ['098200-12345', ['A-2']],
    ['820-0123', ['A-2']],
    ['2026-001', ['2026-001']],
    ['asha rao', ['2026-001', 'A-1', 'A-3']],
    ['RAO asha', ['2026-001', 'A-1', 'A-3']],
    ['mz7412345678', ['A-1']],
    ['7512345678', ['2026-001']],
    ['12345678', ['2026-001', 'A-1']],
    ['mz9912345678', []],
    ['asha MZ7412345678', ['A-1']],
    ['björn', ['A-2']],
    ['😀', ['A-2']],
    ['_100%', ['A-2']],
    ['%', []],
    ["'; drop table shipments; --", []],
    ['560038', ['A-1', 'A-2', 'A-3']],
    ['400020', ['2026-001']],
    ['60038', ['A-1', 'A-2', 'A-3']],
    ['chai-250', ['A-1', 'A-2', 'A-3']],
    ['cup tasse', ['2026-001']],
    ['GROSS', []],
    ['groß mumbai', ['2026-001']],
    ['masala chai 250 g bengaluru', ['A-1', 'A-2']],
    ['dharw', ['A-3']],
    ['hubli dharwad', ['A-3']],
    ['as', []],
    ['asha kolkata', []],
    [`${'x'.repeat(50)} `.repeat(200), []],
  ])('searches for %.60j', async (search, expected) => {
    expect(await found({ search })).toEqual(expected);
  });

  it('finds no shipments of another account with the same phone, names and tags', async () => {
    const other = await test.account();
    const payload = orderBody(await makeWarehouse(other), {
      order_id: 'A-2',
      billing_phone: '9820012345',
      external_id: 'MZ7412345678',
      tags: ['gift'],
      order_items: [{ name: 'Cup', sku: 'CUP', units: 1, selling_price: 99.9 }],
    });
    await other.post('/forward-order', payload);
    const filters = [
      { search: '9820012345' },
      { search: 'mz7412345678' },
      { search: 'asha' },
      { tags: 'gift' },
      { sku: 'CUP' },
      { sku: ['CUP', 'CHAI-250'] },
      { order_display_id: 'A-2' },
    ];
    for (const filter of filters) {
      const { data, meta } = await list(filter, other.headers);
      expect([filter, data.length, meta.total]).toEqual([filter, 1, 1]);
      const mine = await list(filter);
      expect([filter, mine.data.length]).toEqual([filter, mine.meta.total]);
      expect(mine.data.map(({ id }: Element) => id)).not.toContain(data[0].id);
    }
  });

  it('pages by position within a time span whose bounds are rows', async () => {
    const { data } = await list({});
    const times = data.map(({ attributes }: Element) => Date.parse(String(attributes.created_at)));
    const ids = data.map(({ id }: Element) => id);
    for (const sort_order of ['desc', 'asc']) {
      for (let first = 0; first < times.length; first += 1) {
        for (let last = first; last < times.length; last += 1) {
          const inSpan = ids.filter(
            (_: string, at: number) => times[at] <= times[first] && times[at] >= times[last],
          );
          const span = {
            start_time: times[last] / 1000,
            end_time: times[first] / 1000,
            sort_order,
            per_page: 1,
          };
          const walked: string[] = [];
          let search_after: unknown = [];
          do {
            const page = await list({ ...span, search_after });
            expect(page.meta.total).toBe(inSpan.length);
            walked.push(...page.data.map(({ id }: Element) => id));
            search_after = page.meta.next_search_after;
          } while (search_after !== null && walked.length < 10);
          expect(walked).toEqual(sort_order === 'desc' ? inSpan : inSpan.toReversed());
        }
      }
    }
  });

  it('pages by number and by position over equal times, in both directions', async () => {
    for (const sort_order of ['desc', 'asc']) {
      const whole = (await list({ sort_order })).data.map(({ id }: Element) => id);
      const first = await list({ sort_order, per_page: 1 });
      const walked: string[] = [first.data[0].id];
      let position: unknown = first.meta.next_search_after;
      while (position !== null) {
        const { data, meta } = await list({ sort_order, per_page: 1, search_after: position });
        walked.push(...data.map(({ id }: Element) => id));
        position = meta.next_search_after;
      }
      expect(walked).toEqual(whole);
      const pages = await Promise.all([1, 2, 3].map((page) => list({ sort_order, page, per_page: 2 })));
      expect(pages.flatMap(({ data }) => data.map(({ id }: Element) => id))).toEqual(whole);
      expect(pages.map(({ meta }) => meta.total)).toEqual([4, 4, 4]);
      expect(pages[2]?.data).toEqual([]);
    }
  });

  it('names ignored fields and unknown values', async () => {
    const { meta } = await list({ statuss: 'x', ndr_reason: ['other', 'qwerty'], per_page: 500 });
    expect(meta).toMatchObject({
      ignored_parameters: ['statuss'],
      unknown_values: ['qwerty'],
      per_page: 100,
    });
    for (const sized of [
      { page: { per_page: 3 } },
      { 'page[size]': 3 },
      { 'page[per_page]': '3', 'page[number]': 1 },
    ]) {
      expect((await list(sized)).meta).toMatchObject({ per_page: 3, current_page: 1 });
    }
  });

  it.each([
    [{ status: 'lying' }, /^status must be one of pending, in_transit, .*others$/],
    [{ zone: 'zone_f' }, /^zone/],
    [{ status: ['delivered', 'lying'] }, /^status\[1\] must be one of pending/],
    [{ start_time: 'soon' }, /^start_time must be a time: Unix seconds/],
    [{ start_time: 2, end_time: 1 }, /^start_time must not be after end_time$/],
    [{ applied_weight_min: 2, applied_weight_max: 1 }, /^applied_weight_min must not be greater than/],
    [{ search_after: ['x', 'y'] }, /^search_after must be a pair/],
    [{ next_search_after: [1] }, /^next_search_after must be a pair/],
    [{ page: 0 }, /^page must be a whole number/],
    [{ sort_order: 'up' }, /^sort_order must be/],
  ])('refuses %j', async (payload, sentence) => {
    const { statusCode, errors } = await list(payload);
    expect(statusCode).toBe(422);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(sentence);
  });
});

describe('a shipment with a history', () => {
  it('is shown and exported with each field in its place', async () => {
    const owner = await test.account();
    const warehouse = await makeWarehouse(owner);
    await owner.post('/client-stores', { store_name: 'spice' });
    const body = orderBody(warehouse, {
      ...{ order_id: 'S-1', external_id: 'EXT-1', channel: 'Shopify', store_name: 'spice', tags: ['b', 'a'] },
      ...{ carrier_id: CARRIER, payment_method: 'COD', cod_collectible: 700, weight: 1.25 },
      ...{ sub_total: 700, total_discount: 50, shipping_charges: 30, giftwrap_charges: 5 },
      ...{ transaction_charges: 12.5, other_amount: 2.5 },
      billing_address_2: 'Flat 1',
      ...{ shipping_is_billing: false, shipping_customer_name: 'Binod', shipping_last_name: 'Das' },
      ...{ shipping_address: '7, Park Street', shipping_address_2: 'Flat 2', shipping_city: 'Kolkata' },
      ...{ shipping_pincode: '700016', shipping_state: 'West Bengal', shipping_country: 'India' },
      ...{ shipping_phone: '9123456780', shipping_email: 'binod@example.in' },
      order_items: [
        { name: 'Cloves', sku: 'CLOVES', units: 1, selling_price: 250.5, options: 'Grind: fine' },
        { name: 'Bay leaves', units: 3, selling_price: 166.5 },
      ],
      customer_note: 'Ring twice',
    });
    const book = async (order: object) =>
      (await owner.post('/forward-order-orchestration', order)).json().payload.shipment_id;
    const id = await book(body);
    const created = test.service.now().getTime();
    /** The time a number of minutes after the booking, as an instant and as a cell with the time in India. */
    const at = (minutes: number) => new Date(created + minutes * 60_000).toISOString();
    const cell = (minutes: number) =>
      new Date(Date.parse(at(minutes)) + 5.5 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
    const failed = ['picked_up', 'in_transit', 'out_for_delivery', 'ndr_raised'] as const;
    await scan(test, owner, id, [...failed, 'out_for_delivery', 'delivered']);
    const returned = await book(orderBody(warehouse, { carrier_id: CARRIER }));
    await scan(test, owner, returned, [...failed, 'rto_initiated', 'rto_in_transit', 'rto_delivered']);
    await owner.post('/cancel-order', { shipment_ids: [await book(orderBody(warehouse))] });
    await owner.post(`/shipments/${id}/notes`, { note: 'Called' });
    const place = { city: 'Kolkata', state: 'West Bengal' };
    const event = (
      status: string,
      minutes: number,
      description = status.replaceAll('_', ' ').toUpperCase(),
    ) => ({
      ...{ id: expect.any(String), status, last_location: null, event_date_time: at(minutes), description },
    });
    const { attributes } = (await owner.get(`/shipments/${id}`)).json().data;
    expect(inEnglish(attributes)).toEqual({
      tracking_number: expect.any(String),
      ...{ status: 'delivered', sub_status: null, created_at: at(0), warehouse_id: warehouse },
      ...{ total_price: 750, cod_amount: 700, is_cod: true, is_exchange: false, zone: 'zone_c' },
      ...{ applied_weight: { value: 1250, metric_unit: 'g' }, attempt_count: 2 },
      carrier: { id: CARRIER, name: 'Titlipath Lite 250 g' },
      order: {
        ...{ id: expect.any(String), order_date: '2026-11-16T05:00:00.000Z', channel: 'shopify' },
        ...{ display_id: 'S-1', external_id: 'EXT-1', store_name: 'spice' },
      },
      items: [
        {
          id: expect.any(String),
          quantity: 1,
          price: 250.5,
          name: 'Cloves',
          sku: 'CLOVES',
          options: 'Grind: fine',
        },
        { id: expect.any(String), quantity: 3, price: 166.5, name: 'Bay leaves', sku: null, options: null },
      ],
      shipping_address: {
        ...{ name: 'Binod Das', phone: '9123456780', ...place, zip: '700016', country: 'India' },
        ...{ email: 'binod@example.in', address: '7, Park Street', address_2: 'Flat 2' },
      },
      billing_address: {
        ...{ name: 'Asha Rao', phone: '9876543210', city: 'Bengaluru', state: 'Karnataka', zip: '560038' },
        ...{ email: 'asha@example.in', address: '12, 4th Cross, Indiranagar', address_2: 'Flat 1' },
        country: 'India',
      },
      ...{ sub_total: 700, total_discount: 50, shipping_charges: 30, giftwrap_charges: 5 },
      ...{ transaction_charges: 12.5, other_amount: 2.5, warnings: [], unread_scans: [] },
      shipment_milestones: [
        { milestone: 'created', milestone_at: at(0) },
        { milestone: 'ready_for_pickup', milestone_at: at(0) },
        { milestone: 'picked_up', milestone_at: at(1) },
        { milestone: 'in_transit', milestone_at: at(2) },
        { milestone: 'out_for_delivery', milestone_at: at(3) },
        { milestone: 'ndr_raised', milestone_at: at(4) },
        { milestone: 'delivered', milestone_at: at(6) },
      ],
      last_scan_at: at(6),
      tracking_details: [
        event('delivered', 6),
        event('out_for_delivery', 5),
        event('ndr_raised', 4),
        event('out_for_delivery', 3),
        event('in_transit', 2),
        event('picked_up', 1),
        event('ready_for_pickup', 0, 'Booked with Titlipath Lite 250 g'),
      ],
      ...{ ndr_reason: null, rto_reason: null, tags: ['b', 'a'], customer_request: null },
      customer_note: 'Ring twice',
      expected_pickup_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      expected_delivery_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      label_url: expect.stringContaining(id),
      fare_breakup: {
        ...{ charges: 76, cod_charges: 30, rto_charges: 68.4, multiplier: 1, platform_fee: 5 },
      },
      notes: [
        { id: expect.any(String), note: 'Called', author: 'first key', created_at: expect.any(String) },
      ],
      ...{ courier_tracking_url: null, courier_decision: null, ndr_answer: null, courier_charges: null },
      charges: {
        ...{ forward_freight_charges: 76, cod_charges: 30, rto_charges: 68.4 },
        ...{ total_forward_charges: 106, platform_fee: 5 },
      },
    });
    expect(attributes.expected_delivery_date > attributes.expected_pickup_date).toBe(true);
    const exported = (await owner.post('/shipments/export', {})).body;
    const rows = parse(exported, { bom: true, columns: true });
    expect(rows).toMatchObject([
      { status: 'cancelled', cancelled_at: cell(13), rto_delivered_at: '' },
      {
        ...{ status: 'rto_delivered', picked_up_at: cell(7), ndr_raised_at: cell(10), delivered_at: '' },
        ...{ rto_initiated_at: cell(11), rto_delivered_at: cell(13), cancelled_at: '' },
      },
      {
        ...{ shipment_id: id, tracking_number: attributes.tracking_number, status: 'delivered' },
        ...{ sub_status: '', created_at: cell(0), order_id: 'S-1', external_id: 'EXT-1' },
        ...{ order_date: '2026-11-16 10:30:00', channel: 'shopify', store_name: 'spice', warehouse: 'Okhla' },
        ...{ carrier: 'Titlipath Lite 250 g', zone: 'zone_c', payment_method: 'COD', total_price: '750' },
        ...{ cod_amount: '700', freight: '76', cod_charges: '30', applied_weight_g: '1250' },
        ...{ attempt_count: '2', ndr_reason: '', rto_reason: '', name: 'Binod Das', phone: '9123456780' },
        ...{ email: 'binod@example.in', address: '7, Park Street, Flat 2', ...place, pincode: '700016' },
        ...{ items: '1 x Cloves; 3 x Bay leaves', tags: 'b, a' },
        ...{ expected_delivery_date: attributes.expected_delivery_date, picked_up_at: cell(1) },
        ...{ out_for_delivery_at: cell(3), delivered_at: cell(6), ndr_raised_at: cell(4) },
        ...{ rto_initiated_at: '', rto_delivered_at: '', cancelled_at: '' },
        ...{ sub_total: '700', total_discount: '50', shipping_charges: '30', giftwrap_charges: '5' },
        ...{ transaction_charges: '12.5', other_amount: '2.5' },
      },
    ]);
  });
});

describe('the counts', () => {
  function count(payload: object, headers: Record<string, string> = account.headers) {
    return test.app.inject({ method: 'POST', url: `${API}/shipments/counts`, headers, payload });
  }

  const none = {
    in_transit: 0,
    out_for_delivery: 0,
    delivered: 0,
    ndr_raised: 0,
    rto_initiated: 0,
    rto_in_transit: 0,
    rto_delivered: 0,
    cancelled: 0,
    others: 0,
  };

  it('are the totals of each status for the filters without status', async () => {
    expect((await count({})).json()).toEqual({ data: { all: 4, pending: 4, ...none } });
    const filtered = { data: { all: 3, pending: 3, ...none }, meta: { ignored_parameters: ['status'] } };
    expect((await count({ is_cod: false, status: 'delivered' })).json()).toEqual(filtered);
    const other = await test.account();
    expect((await count({}, other.headers)).json()).toEqual({ data: { all: 0, pending: 0, ...none } });
  });
});

describe('the export', () => {
  function download(payload: object, headers: Record<string, string> = account.headers) {
    return test.app.inject({ method: 'POST', url: `${API}/shipments/export`, headers, payload });
  }

  it('has all matching shipments as CSV, newest first', async () => {
    const response = await download({ is_cod: false });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(response.headers['content-disposition']).toBe('attachment; filename="shipments.csv"');
    const rows = parse(response.body, { bom: true, columns: true }) as Record<string, string>[];
    expect(rows.map(({ order_id }) => order_id)).toEqual(['2026-001', 'A-3', 'A-1']);
    expect(rows[2]).toMatchObject({
      shipment_id: shipmentIds[0],
      status: 'pending',
      sub_status: 'ready_for_pickup',
      created_at: '2026-11-16 12:00:00',
      store_name: 'chai',
      payment_method: 'PREPAID',
      total_price: '499',
      applied_weight_g: '450',
      name: 'Asha Rao',
      phone: '9876543210',
      items: '2 x Masala chai 250 g',
      tags: 'gift, fragile',
      delivered_at: '',
    });
    expect(rows[1]?.tracking_number).toBe('');
  });

  it('has nothing of another account, and only headings if nothing matches', async () => {
    const response = await download({}, (await test.account()).headers);
    expect(response.body.trim().split('\r\n')).toHaveLength(1);
  });

  it('puts an apostrophe before a text that a spreadsheet would read as a formula', async () => {
    const owner = await test.account();
    const ownWarehouse = await makeWarehouse(owner);
    const order = orderBody(ownWarehouse, {
      ...{ order_id: '=1+1', billing_customer_name: '@SUM(A1)', billing_last_name: '' },
      ...{ billing_address: '=A,"B"', billing_city: '-1', external_id: '+1', tags: ['＝1'] },
    });
    expect((await owner.post('/forward-order', order)).statusCode).toBe(200);
    const [row] = parse((await download({}, owner.headers)).body, { bom: true, columns: true }) as [
      Record<string, string>,
    ];
    expect(row).toMatchObject({
      ...{ order_id: "'=1+1", name: "'@SUM(A1)", address: `'=A,"B"` },
      ...{ city: "'-1", external_id: "'+1", tags: "'＝1" },
    });
  });
});
