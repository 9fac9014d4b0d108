import { expect, it } from 'vitest';
import { randomNumbers } from '../../../test/support/listing/shipment-rows.ts';
import { LargeAnswerError, type PartnerRequest } from '../../partners/partner.ts';
import { saidByPartner } from '../../problems/sentence.ts';
import { WOOCOMMERCE } from './woocommerce.ts';

/** A shop whose orders change by the second. */
class PlayedShop {
  /** The second in which each order last changed, by order id. */
  readonly changed = new Map<number, number>();
  second = 0;
  /** The most that an answer can have: 1 for most orders, 10 for some, and more than any answer can have for a few. */
  readonly #most: number;
  readonly #random: () => number;

  constructor(random: () => number, most: number) {
    this.#random = random;
    this.#most = most;
  }

  /** Some orders are new or change, sometimes more than fit into pages of one second; time goes on, or not. */
  play(): void {
    const most = this.#random() < 0.1 ? 200 : 5;
    for (let left = Math.floor(this.#random() * most); left > 0; left -= 1) {
      const isNew = this.#random() < 0.3;
      const id = isNew ? this.changed.size + 1 : 1 + Math.floor(this.#random() * this.changed.size);
      this.changed.set(id, this.second);
    }
    this.second += Math.floor(this.#random() * 1.5);
  }

  /** Lists as WooCommerce does; orders of the same second have no order of their own. */
  list(path: string): object {
    const { pathname, searchParams: query } = new URL(path, 'http://shop');
    if (!pathname.endsWith('/orders')) return { value: [], pages: 1 };
    const found = [...this.changed]
      .map(([id, second]) => ({ id, date_created_gmt: gmt(0), date_modified_gmt: gmt(second) }))
      .filter(({ date_modified_gmt: changed }) => changed > (query.get('modified_after') ?? ''))
      .filter(({ date_modified_gmt: changed }) => changed < (query.get('modified_before') ?? '9'));
    const isMixed = query.get('orderby') === 'modified';
    const rank = new Map(found.map(({ id }) => [id, isMixed ? this.#random() : id]));
    const secondOf = (one: (typeof found)[number]) => (isMixed ? Date.parse(one.date_modified_gmt) : 0);
    found.sort((a, b) => secondOf(a) - secondOf(b) || (rank.get(a.id) ?? 0) - (rank.get(b.id) ?? 0));
    const size = Number(query.get('per_page'));
    const from = (Number(query.get('page') ?? 1) - 1) * size;
    const page = found.slice(from, from + size);
    const weight = page.reduce((sum, { id }) => sum + (id % 31 === 0 ? 100 : id % 7 === 0 ? 10 : 1), 0);
    if (!query.has('_fields') && weight > this.#most)
      throw new LargeAnswerError(saidByPartner('answered with too much'));
    const sent = page.map((one) => ({ ...one, status: 'cancelled', total: '1.00' }));
    return { value: sent, pages: Math.ceil(found.length / size) };
  }
}

function gmt(second: number): string {
  return new Date(Date.UTC(2026, 10, 26, 10) + second * 1_000).toISOString().slice(0, 19);
}

const PLAYS = Array.from({ length: 40 }, (_, seed) => seed + 1);

it.each([
  ...PLAYS.map((seed) => ['', seed, { most: Number.POSITIVE_INFINITY, every: 1 }] as const),
  // Fewer orders come in, because reading one of them takes several pages.
  ...PLAYS.slice(0, 10).map((seed) => [' among large ones', seed, { most: 60, every: 60 }] as const),
])('misses no change of an order%s: play %d', async (_among, seed, { most, every }) => {
  const random = randomNumbers(seed);
  const shop = new PlayedShop(random, most);
  const send = async ({ path }: PartnerRequest) => {
    const { value, pages } = shop.list(path) as { value: unknown; pages: number };
    const text = JSON.stringify(value);
    const headers = { 'x-wp-totalpages': String(pages) };
    return { status: 200, headers, body: Buffer.from(text), text };
  };
  const adapter = WOOCOMMERCE.open({
    shopId: 'shop',
    settings: { base_url: 'https://shop', consumer_key: 'ck_1', consumer_secret: 'cs_1' },
    requests: { send },
    tokens: { get: () => Promise.reject(new Error('unused')) },
    sleep: () => Promise.reject(new Error('unused')),
    now: () => new Date(),
  });
  const read = new Map<number, number>();
  let unreadable = 0;
  let pages = 0;
  let [cursor, until] = [null as string | null, new Date(`${gmt(0)}Z`)];
  const readPage = async (time: Date) => {
    const page = await adapter.changedOrders({ time, cursor }, AbortSignal.timeout(60_000));
    for (const { orderKey } of page.unreadable) {
      const id = Number(orderKey);
      unreadable += 1;
      read.set(id, Date.parse(`${gmt(shop.changed.get(id) ?? 0)}Z`));
    }
    const times = page.orders.map(({ changedAt }) => changedAt.getTime());
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    for (const { orderKey, changedAt } of page.orders) read.set(Number(orderKey), changedAt.getTime());
    cursor = page.cursor;
    until = page.orders.at(-1)?.changedAt ?? until;
  };
  const poll = async (plays: () => void) => {
    const time = new Date(until.getTime() - 1_000);
    do {
      await readPage(time);
      pages += 1;
      if (pages % every === 0) plays();
    } while (cursor !== null);
  };
  for (let polls = 0; polls < 20; polls += 1) await poll(() => shop.play());
  shop.second += 1;
  await poll(() => undefined);
  const missed = [...shop.changed].filter(([id, second]) => read.get(id) !== Date.parse(`${gmt(second)}Z`));
  expect(missed).toEqual([]);
  if (every === 1) expect(unreadable).toBe(0);
});

it.each(['a/b', '../../settings', '..', 'a?b=c', 'a#b', '100%', 'a b', 'चाय'])(
  'asks nothing outside of an order with the key %j',
  async (key) => {
    const asked: string[] = [];
    const send = async ({ path }: PartnerRequest) => {
      asked.push(new URL(path, 'https://shop').pathname);
      const text = JSON.stringify({ id: key, status: 'processing', meta_data: [] });
      return { status: 200, headers: {}, body: Buffer.from(text), text };
    };
    const adapter = WOOCOMMERCE.open({
      shopId: 'shop',
      settings: { base_url: 'https://shop', consumer_key: 'ck_1', consumer_secret: 'cs_1' },
      requests: { send },
      tokens: { get: () => Promise.reject(new Error('unused')) },
      sleep: () => Promise.reject(new Error('unused')),
      now: () => new Date(),
    });
    const { signal } = new AbortController();
    const sent = {
      parcelKey: '1',
      items: [],
      trackingNumber: 'A1',
      courierName: 'Delhivery',
      trackingUrl: '',
    };
    const told = {
      trackingNumber: 'A1',
      word: 'delivered',
      happenedAt: new Date(0),
      notifiesCustomer: true,
    } as const;
    const of = { orderKey: key, fulfilmentKey: key };
    for (const work of [
      () => adapter.order(key, signal),
      () => adapter.fulfil({ orderKey: key, ...sent, notifiesCustomer: false }, signal),
      () => adapter.fulfilments(key, signal),
      () => adapter.tellProgress?.({ ...of, ...told }, signal),
      () => adapter.cancelFulfilment?.(of, signal),
      () => adapter.markPaid?.({ orderKey: key, isDone: true }, signal),
    ]) {
      await work()?.catch(() => undefined);
    }
    expect(asked.length).toBeGreaterThan(6);
    for (const path of asked) {
      expect(path).toMatch(
        /^\/wp-json\/wc\/v3\/orders\/[^/]+(?:\/(?:refunds|notes|fulfillments(?:\/[^/]+)?))?$/,
      );
    }
  },
);
