import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { openApp } from '../support/app.ts';
import { API, makeWarehouse, orderBody } from '../support/orders.ts';

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
    order_items: [{ name: 'Cup', sku: 'CUP', units: 1, selling_price: 99.9 }],
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
  it('shows each shipment as the shipment shows itself, newest first', async () => {
    const { data, meta } = await list({});
    expect(data.map(({ id }: Element) => id)).toEqual([...shipmentIds].reverse());
    expect(meta).toEqual({ current_page: 1, per_page: 20, total: 4, next_search_after: null });
    for (const element of data) {
      const shown = await account.get(`/shipments/${element.id}`);
      const {
        charges,
        billing_address,
        notes,
        courier_decision,
        courier_charges,
        courier_tracking_url,
        ndr_answer,
        ...attributes
      } = shown.json().data.attributes;
      const { name, phone, city, state, zip } = attributes.shipping_address;
      expect(element.attributes).toEqual({
        ...attributes,
        shipping_address: { name, phone, city, state, zip },
      });
      const decided = [courier_decision, courier_charges, courier_tracking_url, ndr_answer];
      const further = [charges, billing_address, notes, ...decided];
      expect(further).not.toContain(undefined);
    }
  });

  it('shows nothing of another account', async () => {
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
  ])('narrows by %j', async (payload, expected) => {
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
    ['dharw', ['A-3']],
    ['hubli dharwad', ['A-3']],
    ['as', []],
    ['asha mumbai', []],
    [`${'x'.repeat(50)} `.repeat(200), []],
  ])('searches %.60j', async (search, expected) => {
    expect(await found({ search })).toEqual(expected);
  });

  it('finds nothing of another account that has the same phone, names and tags', async () => {
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

  it('walks by position within a span whose ends are rows', async () => {
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

  it('walks by page and by position, over equal times, in both directions', async () => {
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

  it('names what it ignores and what it does not know', async () => {
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

  it('are the totals of each status for the same filters less status', async () => {
    expect((await count({})).json()).toEqual({ data: { all: 4, pending: 4, ...none } });
    const filtered = { data: { all: 3, pending: 3, ...none } };
    expect((await count({ is_cod: false, status: 'delivered' })).json()).toEqual(filtered);
    const other = await test.account();
    expect((await count({}, other.headers)).json()).toEqual({ data: { all: 0, pending: 0, ...none } });
  });
});

describe('the export', () => {
  function download(payload: object, headers: Record<string, string> = account.headers) {
    return test.app.inject({ method: 'POST', url: `${API}/shipments/export`, headers, payload });
  }

  it('is CSV of all that match, newest first', async () => {
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

  it('has nothing of another account, and only headings where nothing matches', async () => {
    const response = await download({}, (await test.account()).headers);
    expect(response.body.trim().split('\r\n')).toHaveLength(1);
  });

  it('defuses what a spreadsheet would take for a formula', async () => {
    const owner = await test.account();
    const ownWarehouse = await makeWarehouse(owner);
    await owner.post(
      '/forward-order',
      orderBody(ownWarehouse, {
        order_id: '=1+1',
        billing_customer_name: '@SUM(A1)',
        billing_last_name: '',
      }),
    );
    const [row] = parse((await download({}, owner.headers)).body, { bom: true, columns: true }) as [
      Record<string, string>,
    ];
    expect(row).toMatchObject({ order_id: "'=1+1", name: "'@SUM(A1)" });
  });
});
