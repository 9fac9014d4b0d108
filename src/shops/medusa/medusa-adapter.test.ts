import { expect, it } from 'vitest';
import { LargeAnswerError, LostAnswerError, type PartnerRequest } from '../../partners/partner.ts';
import { saidByPartner } from '../../problems/sentence.ts';
import { KeptOutError } from '../shop-adapter.ts';
import { MEDUSA } from './medusa.ts';

/** More than a page of orders with the same time, as after a bulk change. */
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

/** Answers as Medusa does, without an order among those of one time. */
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

/** An adapter of a shop that gives these answers: status and body. */
function adapterThat(answers: (request: PartnerRequest) => readonly [number, string]) {
  const send = async (request: PartnerRequest) => {
    const [status, text] = answers(request);
    return { status, headers: {}, body: Buffer.from(text), text };
  };
  return MEDUSA.open({
    shopId: 'shop',
    settings: { base_url: 'http://shop', api_key: 'sk_1' },
    requests: { send },
    tokens: { get: () => Promise.reject(new Error('unused')) },
    sleep: () => Promise.reject(new Error('unused')),
    now: () => new Date('2026-11-26T11:00:00.000Z'),
  });
}

it.each([
  [401, '{"message":"Unauthorized"}', KeptOutError, 'does not take the key'],
  [403, '<html>', KeptOutError, 'answered 403, perhaps from a firewall in front of it'],
  [404, '<html>', LostAnswerError, 'has no Medusa server at this address'],
  [400, '<html>', LostAnswerError, 'answered 400 with something that is not its own'],
  [500, '<html>', LostAnswerError, '500'],
  [200, '<html>', LostAnswerError, ''],
  [200, '{"order":', LostAnswerError, ''],
])('reads the answer %i %s of Medusa as a failure', async (status, text, Failure, reason) => {
  const adapter = adapterThat(() => [status, text]);
  const { signal } = new AbortController();
  for (const asked of [adapter.order('1', signal), adapter.check(signal), adapter.fulfilments('1', signal)]) {
    const error = await asked.then(
      () => null,
      (failure: unknown) => failure,
    );
    expect(error).toBeInstanceOf(Failure);
    expect((error as Error).message).toContain(reason);
  }
});

async function readAll(adapter: ReturnType<typeof adapterThat>) {
  const read = new Set<string>();
  const unreadable = new Set<string>();
  let cursor: string | null = null;
  let pages = 0;
  do {
    const page = await adapter.changedOrders(
      { time: new Date('2026-11-26T00:00:00.000Z'), cursor },
      AbortSignal.timeout(10_000),
    );
    for (const { orderKey } of page.orders) read.add(orderKey);
    for (const { orderKey } of page.unreadable) unreadable.add(orderKey);
    cursor = page.cursor;
    pages += 1;
  } while (cursor !== null && pages < 400);
  return { read, unreadable, cursor };
}

it('reads every order of Medusa when more than a page of orders have one time', async () => {
  const { cursor, read } = await readAll(adapterThat(({ path }) => [200, JSON.stringify(answer(path))]));
  expect([cursor, read.size]).toEqual([null, ORDERS.length]);
});

it('reads fewer orders of Medusa at once if they are large, and passes over one that is too large', async () => {
  const tooLarge = ['order_003', 'order_150', 'order_400'];
  const adapter = adapterThat(({ path }) => {
    const sent = answer(path) as { orders?: { id: string }[] };
    const isWhole = path.includes('fields=') && !/fields=id%2Cupdated_at(?:&|$)/.test(path);
    const isLarge = (sent.orders?.length ?? 0) > 10 || sent.orders?.some(({ id }) => tooLarge.includes(id));
    if (isWhole && isLarge) throw new LargeAnswerError(saidByPartner('answered with more than 4096 kB'));
    return [200, JSON.stringify(sent)];
  });
  const { cursor, read, unreadable } = await readAll(adapter);
  expect([cursor, read.size, [...unreadable].toSorted()]).toEqual([null, ORDERS.length - 3, tooLarge]);
});

it('reads the paid orders of Medusa in parts if they are large', async () => {
  const ids = Array.from({ length: 30 }, (_, at) => `order_${100 + at}`);
  const early = '2026-11-25T00:00:00.000Z';
  const adapter = adapterThat(({ path }) => {
    const { pathname, searchParams: query } = new URL(path, 'http://shop');
    const payments = ids.map((id) => ({
      id: `pay_${id}`,
      payment_collection: { order: { id, updated_at: early } },
    }));
    if (pathname.endsWith('/payments')) return [200, JSON.stringify({ payments })];
    const asked = query.getAll('id[]');
    if (asked.length === 0) return [200, JSON.stringify(answer(path))];
    if (asked.length > 4 || asked.includes('order_107'))
      throw new LargeAnswerError(saidByPartner('answered with too much'));
    const orders = asked.map((id) => ({ ...orderAt(0, early), id }));
    return [200, JSON.stringify({ orders })];
  });
  const page = await adapter.changedOrders(
    { time: new Date('2026-11-26T00:00:00.000Z'), cursor: null },
    AbortSignal.timeout(10_000),
  );
  expect(page.unreadable.map(({ orderKey }) => orderKey)).toEqual(['order_107']);
  const read = page.orders.map(({ orderKey }) => orderKey).filter((key) => ids.includes(key));
  expect(new Set(read).size).toBe(29);
});

it.each(['a/b', '../../api-keys', '..', 'a?b=c', 'a#b', '100%', 'a b', 'चाय'])(
  'asks nothing outside of an order with the key %j',
  async (key) => {
    const asked: string[] = [];
    const parcel = {
      id: key,
      data: {},
      metadata: { dakiya: { parcel: '1', units: { 1: 1 }, tracking_number: 'A1' } },
    };
    const payments = { id: key, status: 'not_paid', payments: [] };
    const order = { id: key, fulfillments: [parcel], payment_collections: [payments] };
    const adapter = adapterThat(({ path }) => {
      asked.push(new URL(path, 'http://shop').pathname);
      return [200, JSON.stringify({ order })];
    });
    const { signal } = new AbortController();
    const of = { orderKey: key, fulfilmentKey: key };
    await adapter.order(key, signal).catch(() => undefined);
    await adapter.fulfil({ ...SENT, orderKey: key }, signal).catch(() => undefined);
    await adapter.fulfilments(key, signal);
    const told = {
      trackingNumber: 'A1',
      word: 'delivered',
      happenedAt: new Date(0),
      notifiesCustomer: false,
    } as const;
    await adapter.tellProgress?.({ ...of, ...told }, signal);
    await adapter.cancelFulfilment?.(of, signal);
    await adapter.markPaid?.({ orderKey: key, isDone: true }, signal);
    expect(asked.length).toBeGreaterThan(6);
    const parts = '(?:/fulfillments(?:/[^/]+(?:/(?:shipments|mark-as-delivered|cancel))?)?)?';
    for (const path of asked) {
      expect(path).toMatch(
        new RegExp(`^/admin/(?:orders/[^/]+${parts}|payment-collections/[^/]+/mark-as-paid|reservations)$`),
      );
    }
  },
);

const SENT = {
  parcelKey: '1',
  items: [{ lineKey: '1', units: 1 }],
  trackingNumber: 'A1',
  courierName: 'Delhivery',
  trackingUrl: 'https://ship.example/track/A1',
  notifiesCustomer: false,
};
