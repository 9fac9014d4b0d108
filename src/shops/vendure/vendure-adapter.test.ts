import { expect, it } from 'vitest';
import { LargeAnswerError, LostAnswerError, type PartnerRequest } from '../../partners/partner.ts';
import { saidByPartner } from '../../problems/sentence.ts';
import { KeptOutError } from '../shop-adapter.ts';
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
  readonly sort: Partial<Record<(typeof SORTED_BY)[number], 'ASC'>>;
  readonly take: number;
}

/** Vendure 3.7 sorts in the order in which its schema names the fields, whatever the order in the request is. */
const SORTED_BY = ['id', 'updatedAt', 'orderPlacedAt'] as const;

const at = (milliseconds: number) => new Date(Date.UTC(2026, 10, 26, 10) + milliseconds).toISOString();

/** More than a page of orders with the same second of change: SQLite keeps seconds of changes, and milliseconds of orders. */
function manyOrders(): Dated[] {
  return Array.from({ length: 180 }, (_, index) => ({
    id: String(index + 1),
    updatedAt: at(Math.floor(((index * 7) % 180) / 120) * 1_000),
    orderPlacedAt: at(index * 3),
  }));
}

function answer(orders: readonly Dated[], body: string): object {
  const { variables } = JSON.parse(body) as { variables: Partial<Record<List, Asked>> };
  const of = (list: List) => {
    const { filter, take, sort } = variables[list] ?? { filter: null, take: 0, sort: {} };
    const found = orders.filter(
      (order) => order[list] > (filter?.[list].after ?? '') && !filter?.id?.notIn.includes(order.id),
    );
    for (const field of SORTED_BY.toReversed()) {
      if (sort[field] !== undefined) found.sort((one, other) => compared(one[field], other[field]));
    }
    return { items: found.slice(0, take) };
  };
  return { data: { updatedAt: of('updatedAt'), orderPlacedAt: of('orderPlacedAt') } };
}

function compared(one: string, other: string): number {
  return one.length - other.length || one.localeCompare(other);
}

/** An adapter of a shop that gives these answers: status and body. */
function adapterThat(answers: (request: PartnerRequest) => readonly [number, string]) {
  const send = async (request: PartnerRequest) => {
    const [status, text] = answers(request);
    return { status, headers: {}, body: Buffer.from(text), text };
  };
  return VENDURE.open({
    shopId: 'shop',
    settings: { base_url: 'http://shop', api_key: 'key' },
    requests: { send },
    tokens: { get: () => Promise.reject(new Error('unused')) },
    sleep: () => Promise.reject(new Error('unused')),
    now: () => new Date(at(60_000)),
  });
}

it.each([
  [401, '<html>', KeptOutError, 'answered 401, perhaps from a firewall in front of it'],
  [403, '{}', KeptOutError, 'answered 403, perhaps from a firewall in front of it'],
  [
    200,
    '{"errors":[{"message":"No","extensions":{"code":"FORBIDDEN"}}]}',
    KeptOutError,
    'does not take the API key',
  ],
  [200, '{"errors":[{"message":"Too slow."}]}', LostAnswerError, 'Too slow'],
  [404, '<html>', LostAnswerError, 'has no Admin API at this address'],
  [500, '<html>', LostAnswerError, '500'],
  [200, '<html>', LostAnswerError, ''],
  [200, '{"data":', LostAnswerError, ''],
])('reads the answer %i %s of Vendure as a failure', async (status, text, Failure, reason) => {
  const adapter = adapterThat(() => [status, text]);
  const { signal } = new AbortController();
  for (const asked of [
    adapter.order('1', signal),
    adapter.check(signal),
    adapter.markPaid?.({ orderKey: '1', isDone: true }, signal),
  ]) {
    const error = await Promise.resolve(asked).then(
      () => null,
      (failure: unknown) => failure,
    );
    expect(error).toBeInstanceOf(Failure);
    expect((error as Error).message).toContain(reason);
  }
});

it('reads every order and change of Vendure when more than a page of orders have one time', async () => {
  const orders = manyOrders();
  const adapter = adapterThat(({ body }) => [200, JSON.stringify(answer(orders, String(body)))]);
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
    // One order changes after its page was read, and one before.
    for (const order of [orders[pages], orders[pages + 60]]) {
      if (pages < 10 && order !== undefined) order.updatedAt = at(5_000 + pages * 1_000);
    }
    pages += 1;
  } while (cursor !== null && pages < 100);
  const changed = (order: Dated) => Math.max(Date.parse(order.updatedAt), Date.parse(order.orderPlacedAt));
  expect(cursor).toBeNull();
  expect(orders.filter((order) => read.get(order.id) !== changed(order))).toEqual([]);
});

it('reads fewer orders of Vendure at once if they are large, and passes over one that is too large', async () => {
  const orders = manyOrders();
  const tooLarge = ['1', '77', '180'];
  const adapter = adapterThat(({ body = '' }) => {
    const sent = answer(orders, body) as { data: Record<List, { items: Dated[] }> };
    const items = [...sent.data.updatedAt.items, ...sent.data.orderPlacedAt.items];
    const isLarge = items.length > 14 || items.some(({ id }) => tooLarge.includes(id));
    if (body.includes('lines') && isLarge)
      throw new LargeAnswerError(saidByPartner('answered with more than 4096 kB'));
    return [200, JSON.stringify(sent)];
  });
  const read = new Set<string>();
  const unreadable = new Set<string>();
  let cursor: string | null = null;
  let pages = 0;
  do {
    const since = { time: new Date(at(-3_600_000)), cursor };
    const page = await adapter.changedOrders(since, AbortSignal.timeout(10_000));
    for (const { orderKey } of page.orders) read.add(orderKey);
    for (const { orderKey } of page.unreadable) unreadable.add(orderKey);
    cursor = page.cursor;
    pages += 1;
  } while (cursor !== null && pages < 500);
  expect([cursor, tooLarge.filter((id) => !unreadable.has(id))]).toEqual([null, []]);
  expect(orders.filter(({ id }) => !read.has(id) && !unreadable.has(id))).toEqual([]);
  expect(unreadable.size).toBeLessThan(10);
});

it('reads orders of Vendure without what was chosen at checkout while the shop cannot show a shipping method', async () => {
  const order = { id: '1', updatedAt: at(0), orderPlacedAt: at(0), state: 'PaymentSettled' };
  const line = {
    discountedPrice: 12_000,
    shippingMethod: { calculator: { code: 'dakiya-rates', args: [{ name: 'service', value: 'express' }] } },
  };
  const failure = 'Cannot return null for non-nullable field ShippingLine.shippingMethod.';
  const asked: string[] = [];
  const adapterWith = (handlers: object[], fails: boolean) =>
    adapterThat(({ body }) => {
      const { query, variables } = JSON.parse(String(body));
      asked.push(query);
      const shows = query.includes('shippingLines');
      if (shows && fails) return [200, JSON.stringify({ errors: [{ message: failure }], data: null })];
      const shown = shows ? { ...order, shippingLines: [line] } : order;
      const page = { items: variables?.updatedAt === undefined ? [] : [shown] };
      const shape = { activeChannel: {}, fulfillmentHandlers: handlers, globalSettings: {} };
      const data = { ...shape, order: shown, updatedAt: page, orderPlacedAt: { items: [] } };
      return [200, JSON.stringify({ data })];
    });
  const read = async (handlers: object[], fails: boolean) => {
    const adapter = adapterWith(handlers, fails);
    const signal = AbortSignal.timeout(10_000);
    const { orders } = await adapter.changedOrders({ time: new Date(at(-1)), cursor: null }, signal);
    return [await adapter.order('1', signal), orders[0]].map((one) => one?.chosenServices?.[0]?.code);
  };
  const own = [{ code: 'dakiya-fulfillment' }];
  expect(await read(own, false)).toEqual(['express', 'express']);
  expect(await read(own, true)).toEqual([undefined, undefined]);
  asked.length = 0;
  expect(await read([], true)).toEqual([undefined, undefined]);
  expect(asked.some((query) => query.includes('shippingLines'))).toBe(false);
});
