import { beforeAll, describe, expect, it } from 'vitest';
import { openApp } from '../support/app.ts';
import { CARRIER } from '../support/carriers.ts';
import { exchangeBody } from '../support/exchanges.ts';
import { runJobs } from '../support/jobs.ts';
import { API, makeWarehouse, orderBody } from '../support/orders.ts';
import { makeColleague } from '../support/people.ts';
import { returnBody } from '../support/returns.ts';
import { listOperations } from '../support/walk.ts';

interface Made {
  readonly store: string;
  readonly warehouse: string;
  readonly displayId: string;
  /** Everything that identifies it to others: ids, order ids, tracking numbers. */
  readonly names: readonly string[];
}
const orders: Made[] = [];
const exchanges: Made[] = [];
const people: Record<string, Record<string, string>> = {};

/** Tells whether a person may see something. */
const IS_THEIRS: Record<string, (made: Made) => boolean> = {
  tea: ({ store }) => store === 'tea',
  here: ({ warehouse }) => warehouse === here,
};

const test = await openApp();
const account = await test.account();
const here = await makeWarehouse(account, { gst_no: '07ABCDE1234F1Z2' });
const there = await makeWarehouse(account, { name: 'Bhiwandi', gst_no: '27ABCDE1234F1Z0' });
const storeIds: Record<string, string> = {};
for (const store_name of ['tea', 'spice']) {
  storeIds[store_name] = (await account.post('/client-stores', { store_name })).json().data.id;
}
for (const store_name of ['tea', 'spice']) {
  for (const warehouse of [here, there]) {
    const named = (what: string) => ({ store_name, order_id: `${what}/${store_name}/${orders.length}/Z` });
    const keep = (list: Made[], { order_id }: { order_id: string }, names: string[]) =>
      list.push({ store: store_name, warehouse, displayId: order_id, names: [order_id, ...names] });
    const sent = named('sent');
    const order = await payloadOf(
      '/forward-order-orchestration',
      orderBody(warehouse, { ...sent, carrier_id: CARRIER }),
    );
    keep(orders, sent, [order.shipment_id, order.awb_code]);
    const back = named('back');
    const returned = await payloadOf('/reverse-order', returnBody(warehouse, back));
    keep(orders, back, [returned.return_id]);
    const swapped = named('swapped');
    const exchange = await payloadOf('/exchange-order-orchestration', exchangeBody(warehouse, swapped));
    const { forward_shipment_id, return_shipment_id, forward_awb, reverse_awb } = exchange;
    keep(exchanges, swapped, [forward_shipment_id, return_shipment_id, forward_awb, reverse_awb]);
  }
}
const restrictions = { tea: { store_ids: [storeIds.tea] }, here: { warehouse_ids: [here] } };
for (const [name, restriction] of Object.entries(restrictions)) {
  people[name] = (await makeColleague(test, account, { name, ...restriction })).headers;
}

async function payloadOf(path: string, body: object) {
  const response = await account.post(path, body);
  expect(response.statusCode, response.body).toBe(200);
  return response.json().payload;
}

/** Lists that are read with POST, because they accept filters. */
const READ_BY_POST =
  /\/(shipments|returns|exchange-orders|counts|facets|export|reports|shipping-charges|cod-remittance|order-tracking|analytics\/\w+)$/;
/** Filters that guess the names of hidden things. */
const GUESSES: readonly ((name: string) => object)[] = [
  (search: string) => ({ search }),
  (name: string) => ({ order_display_id: name }),
  (name: string) => ({ display_id: [name] }),
  (name: string) => ({ awb: name }),
];

describe.each(['tea', 'here'])('a restricted user (%s)', (name) => {
  let headers: Record<string, string>;
  let isTheirs: (made: Made) => boolean;
  beforeAll(() => {
    headers = people[name] ?? {};
    isTheirs = IS_THEIRS[name] ?? (() => false);
  });

  it('lists and counts only their own exchanges', async () => {
    const theirs = exchanges.filter(isTheirs).map(({ displayId }) => displayId);
    const others = exchanges.filter((one) => !isTheirs(one)).map(({ displayId }) => displayId);
    expect([theirs.length, others.length]).toEqual([2, 2]);
    for (const filters of [{}, { status: 'requested' }, { display_id: [...theirs, ...others] }]) {
      for (const paging of [{}, { per_page: 1 }, { per_page: 1, page: 2 }]) {
        const { meta } = (
          await test.client(headers).post('/exchange-orders', { ...filters, ...paging })
        ).json();
        expect([filters, paging, meta.total]).toEqual([filters, paging, theirs.length]);
      }
    }
    for (const displayId of others) {
      const { data, meta } = (
        await test.client(headers).post('/exchange-orders', { display_id: [displayId] })
      ).json();
      expect([data, meta.total]).toEqual([[], 0]);
    }
    expect((await account.post('/exchange-orders', {})).json().meta.total).toBe(exchanges.length);
  });

  it('gets no answer of another person for the same Idempotency-Key', async () => {
    const mine = orders.find(isTheirs)?.names[1];
    const body = { action: 'tag', add_tags: ['x'], shipment_ids: [mine] };
    const key = `jobs of ${name}`;
    const jobId = async (of: Record<string, string>) =>
      (await test.client({ ...of, 'idempotency-key': key }).post('/jobs', body)).json().data.id;
    const ofOwner = await jobId(account.headers);
    const own = await jobId(headers);
    expect(own).not.toBe(ofOwner);
    expect([await jobId(account.headers), await jobId(headers)]).toEqual([ofOwner, own]);
    await runJobs(test);
  });

  it('sees nothing of others in any list, count or file', async () => {
    const strange = [...orders, ...exchanges].filter((one) => !isTheirs(one)).flatMap(({ names }) => names);
    // One of each kind.
    const guessed = [...orders.slice(0, 2), ...exchanges, ...orders.slice(-2)]
      .filter((one) => !isTheirs(one))
      .flatMap(({ names }) => names.slice(0, 1));
    const answered = new Set<string>();
    const operations = (await listOperations(test.app)).filter(
      ({ method, path }) =>
        path.startsWith(API) && !path.includes('{') && (method === 'GET' || READ_BY_POST.test(path)),
    );
    expect(operations.length).toBeGreaterThan(25);
    for (const { method, path } of operations) {
      const asked = method === 'GET' ? [undefined] : [{}, ...GUESSES.flatMap((guess) => guessed.map(guess))];
      for (const filters of asked) {
        test.advance(20_000);
        const { body, statusCode } = await test
          .client(headers)
          .call(method as 'GET', path.slice(API.length), filters);
        expect([path, filters, statusCode < 500]).toEqual([path, filters, true]);
        const sent = JSON.stringify(filters ?? {});
        const told = strange.filter((text) => body.includes(text) && !sent.includes(text));
        expect([path, filters, told]).toEqual([path, filters, []]);
        if (statusCode === 200) answered.add(path);
        const { data, meta } =
          statusCode === 200 && body.startsWith('{') ? JSON.parse(body) : { data: null, meta: null };
        if (!Array.isArray(data) || meta?.total === undefined) continue;
        expect([path, filters, meta.total]).toEqual([path, filters, data.length]);
      }
    }
    expect(answered.size).toBeGreaterThan(20);
  });
});
