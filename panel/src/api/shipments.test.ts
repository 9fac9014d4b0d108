import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from './client.ts';
import { facetsQuery, rowOf, shipmentsList } from './shipments.ts';

afterEach(() => vi.restoreAllMocks());

/** The calls of `api.POST`, whose types depend on the path. */
const callsOf = ({ mock }: { mock: { calls: unknown[] } }) =>
  mock.calls as [path: string, { body: object }][];

const LISTED = {
  id: 's1',
  attributes: {
    ...{
      tracking_number: 'AWB-1',
      status: 'in_transit',
      sub_status: null,
      created_at: '2026-11-16T00:00:00Z',
    },
    order: { display_id: 'A-1', order_date: '2026-11-15T00:00:00Z', store_name: 'tea', channel: null },
    shipping_address: { name: 'Asha', phone: '9876543210', city: 'Pune', zip: '411001' },
    carrier: { name: 'Morpankhi' },
    ...{ zone: 'd', is_cod: true, cod_amount: 499.5, total_price: 600, applied_weight: { value: 450 } },
    ...{ attempt_count: 2, ndr_reason: null, rto_reason: null, tags: ['gift', 'vip'], warehouse_id: 'w1' },
    items: [
      { name: 'Tea', quantity: 3 },
      { name: 'Pot', quantity: 1 },
    ],
    tracking_details: [{ last_location: 'Pune' }, { last_location: 'Delhi' }],
    ...{
      expected_delivery_date: '2026-11-20',
      last_scan_at: '2026-11-16T08:00:00Z',
      customer_request: { kind: 'refusal' },
    },
  },
};

it('shows all items and tags of a shipment, and the place of its newest scan', () => {
  expect(rowOf(LISTED as never)).toMatchObject({
    ...{
      items: '3 × Tea · Pot',
      tags: 'gift, vip',
      lastPlace: 'Pune',
      input: 'refusal',
      grams: 450,
      cod: 499.5,
    },
  });
  const unscanned = { ...LISTED.attributes, tracking_details: [], customer_request: null };
  expect(rowOf({ id: 's1', attributes: unscanned } as never)).toMatchObject({ lastPlace: null, input: null });
});

it('asks for a hundred rows in the order of the list, and starts after the cursor', async () => {
  const meta = { total: 7, per_page: 100, next_search_after: ['1', 's1'] };
  const full = Array.from({ length: 100 }, () => LISTED);
  const post = vi.spyOn(api, 'POST').mockResolvedValueOnce({ data: { data: full, meta } } as never);
  post.mockResolvedValue({ data: { data: [LISTED], meta } } as never);
  const list = shipmentsList({ is_cod: true }, 'asc', 'last_scan_at');
  const { signal } = new AbortController();
  expect(await list.ask(null, signal)).toMatchObject({ meta: { total: 7 }, next: ['1', 's1'] });
  // The last page is not full.
  expect(await list.ask(['5', 's5'], signal)).toMatchObject({ next: null, rows: [{ id: 's1' }] });
  const common = { is_cod: true, per_page: 100, sort_by: 'last_scan_at', sort_order: 'asc' };
  expect(callsOf(post).map(([, { body }]) => body)).toEqual([
    common,
    { ...common, search_after: ['5', 's5'] },
  ]);
});

it.each([
  ['asc', ['9', 'a'], ['10', 'a'], false],
  ['desc', ['9', 'a'], ['10', 'a'], true],
  ['asc', ['10', 'b'], ['10', 'a'], true],
  ['desc', ['10', 'b'], ['10', 'a'], false],
  ['asc', ['10', 'a'], ['10', 'a'], false],
  ['desc', ['10', 'a'], ['10', 'a'], false],
] as const)('in order %s, %j is behind %j: %s', (order, place, other, is) => {
  expect(shipmentsList({}, order).isBehind([...place], [...other])).toBe(is);
});

it('counts the values of each filter, and asks for long facets only by name', async () => {
  const data = {
    zone: [
      { value: 'a', count: 2 },
      { value: 'b', count: 5 },
    ],
  };
  const post = vi.spyOn(api, 'POST').mockResolvedValue({ data: { data } } as never);
  const facets = await new QueryClient().fetchQuery(facetsQuery('returns', { zone: ['a'] }, ['sku']));
  expect([...(facets.zone ?? [])]).toEqual([
    ['a', 2],
    ['b', 5],
  ]);
  await new QueryClient().fetchQuery(facetsQuery('shipments', {}));
  expect(callsOf(post).map(([path, { body }]) => [path, body])).toEqual([
    ['/custom/api/v1/returns/facets', { zone: ['a'], facets: ['sku'] }],
    ['/custom/api/v1/shipments/facets', {}],
  ]);
});
