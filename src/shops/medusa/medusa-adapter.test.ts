import { expect, it } from 'vitest';
import type { PartnerRequest } from '../../partners/partner.ts';
import { MEDUSA } from './medusa.ts';

/** As many orders have the same time as only a bulk change gives them; so this is no test beside a real shop. */
const ORDERS = [
  ...Array.from({ length: 30 }, (_, index) => orderAt(index, '2026-11-26T10:00:00.000Z')),
  ...Array.from({ length: 120 }, (_, index) => orderAt(100 + index, '2026-11-26T10:00:01.000Z')),
  ...Array.from({ length: 70 }, (_, index) => orderAt(300 + index, '2026-11-26T10:00:02.000Z')),
  orderAt(400, '2026-11-26T10:00:02.500Z'),
];

function orderAt(number: number, time: string) {
  const id = `order_${String(number).padStart(3, '0')}`;
  return { id, created_at: time, updated_at: time, summary: { pending_difference: 0 }, items: [] };
}

/** Answers as Medusa does; orders of the same time have no order of their own. */
function answer(path: string): object {
  const { pathname, searchParams: query } = new URL(path, 'http://shop');
  if (!pathname.endsWith('/orders')) return {};
  const limits = (order: (typeof ORDERS)[number]) =>
    order.updated_at >= (query.get('updated_at[$gte]') ?? '') &&
    order.updated_at < (query.get('updated_at[$lt]') ?? '9') &&
    order.id > (query.get('id[$gt]') ?? '');
  const by = query.get('order') === 'id' ? 'id' : 'updated_at';
  const found = ORDERS.filter(limits)
    .reverse()
    .sort((one, other) => (one[by] < other[by] ? -1 : Number(one[by] > other[by])));
  return { orders: found.slice(0, Number(query.get('limit'))) };
}

it('reads every order of Medusa, also where more than a page of them have the same time', async () => {
  const send = async ({ path }: PartnerRequest) => {
    const text = JSON.stringify(answer(path));
    return { status: 200, headers: {}, body: Buffer.from(text), text };
  };
  const adapter = MEDUSA.open({
    shopId: 'shop',
    settings: { base_url: 'http://shop', api_key: 'sk_1' },
    requests: { send },
    tokens: { get: () => Promise.reject(new Error('unused')) },
    now: () => new Date(),
  });
  const read = new Set<string>();
  let cursor: string | null = null;
  let pages = 0;
  do {
    const page = await adapter.changedOrders(
      { time: new Date('2026-11-26T00:00:00.000Z'), cursor },
      AbortSignal.timeout(10_000),
    );
    for (const { orderKey } of page.orders) read.add(orderKey);
    cursor = page.cursor;
    pages += 1;
  } while (cursor !== null && pages < 100);
  expect([cursor, read.size]).toEqual([null, ORDERS.length]);
});
