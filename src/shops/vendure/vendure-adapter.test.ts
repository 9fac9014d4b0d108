import { expect, it } from 'vitest';
import type { PartnerRequest } from '../../partners/partner.ts';
import { VENDURE } from './vendure.ts';

interface Dated {
  readonly id: string;
  updatedAt: string;
  readonly orderPlacedAt: string;
}

type List = 'updatedAt' | 'orderPlacedAt';

interface Asked {
  readonly filter: Record<List, { readonly after: string }> & {
    readonly id?: { readonly notIn: readonly string[] };
  };
  readonly take: number;
}

const at = (milliseconds: number) => new Date(Date.UTC(2026, 10, 26, 10) + milliseconds).toISOString();

/** With SQLite, Vendure stores the time of a change in seconds, and the time of an order in milliseconds. After a bulk change, many orders have the same second. */
function manyOrders(): Dated[] {
  return Array.from({ length: 180 }, (_, index) => ({
    id: String(index + 1),
    updatedAt: at(Math.floor(index / 120) * 1_000),
    orderPlacedAt: at(index * 3),
  }));
}

function answer(orders: readonly Dated[], body: string): object {
  const { variables } = JSON.parse(body) as { variables: Partial<Record<List, Asked>> };
  const of = (list: List) => {
    const { filter, take } = variables[list] ?? { filter: null, take: 0 };
    const found = orders.filter(
      (order) => order[list] > (filter?.[list].after ?? '') && !filter?.id?.notIn.includes(order.id),
    );
    found.sort((one, other) => one[list].localeCompare(other[list]) || Number(one.id) - Number(other.id));
    return { items: found.slice(0, take) };
  };
  return { data: { updatedAt: of('updatedAt'), orderPlacedAt: of('orderPlacedAt') } };
}

it('reads every order of Vendure and each change, also where more than a page of them have the same time', async () => {
  const orders = manyOrders();
  const send = async ({ body }: PartnerRequest) => {
    const text = JSON.stringify(answer(orders, String(body)));
    return { status: 200, headers: {}, body: Buffer.from(text), text };
  };
  const adapter = VENDURE.open({
    shopId: 'shop',
    settings: { base_url: 'http://shop', api_key: 'key' },
    requests: { send },
    tokens: { get: () => Promise.reject(new Error('unused')) },
    now: () => new Date(at(60_000)),
  });
  const read = new Map<string, number>();
  let cursor: string | null = null;
  let pages = 0;
  do {
    const page = await adapter.changedOrders(
      { time: new Date(at(-3_600_000)), cursor },
      AbortSignal.timeout(10_000),
    );
    expect(page.unreadable).toEqual([]);
    for (const { orderKey, changedAt } of page.orders) read.set(orderKey, changedAt.getTime());
    cursor = page.cursor;
    // One of each page changes after it was read, and one before.
    for (const order of [orders[pages], orders[pages + 60]]) {
      if (pages < 10 && order !== undefined) order.updatedAt = at(5_000 + pages * 1_000);
    }
    pages += 1;
  } while (cursor !== null && pages < 100);
  const changed = (order: Dated) => Math.max(Date.parse(order.updatedAt), Date.parse(order.orderPlacedAt));
  expect(cursor).toBeNull();
  expect(orders.filter((order) => read.get(order.id) !== changed(order))).toEqual([]);
});
