import { describe, expect, it } from 'vitest';
import { openApp } from '../support/app.ts';
import { exchangeBody } from '../support/exchanges.ts';
import { runJobs } from '../support/jobs.ts';
import { countRows, makeWarehouse, orderBody } from '../support/orders.ts';
import { returnBody } from '../support/returns.ts';

const test = await openApp();
const account = await test.account();
const warehouseId = await makeWarehouse(account);

/** The status and the sentences of an answer. */
async function send(path: string, payload: object, method: 'POST' | 'PUT' = 'POST') {
  const response = await account.call(method, path, payload);
  return [response.statusCode, response.json().errors];
}

const item = { name: 'Chai', sku: 'CHAI', units: 2, selling_price: 249.5 };

/** Changes to an order, each with the sentence of its refusal. */
const IMPOSSIBLE: [Record<string, unknown>, string][] = [
  [
    { payment_method: 'COD', cod_collectible: 2495 },
    'cod_collectible Rs 2,495 is more than the order is worth, Rs 499',
  ],
  [
    { payment_method: 'COD', cod_collectible: 2745, shipping_charges: 50 },
    'cod_collectible Rs 2,745 is more than the order is worth, Rs 549',
  ],
  [{ total_discount: 499.01 }, 'total_discount Rs 499.01 is more than the items cost, Rs 499'],
  [
    { order_items: [item, { ...item, discount: 500 }] },
    'order_items[1].discount Rs 500 is more than the item costs, Rs 499',
  ],
  [{ order_items: [{ ...item, tax: 1000 }] }, 'order_items[0].tax must be a number from 0 to 100'],
];

describe.each(IMPOSSIBLE)('an order with %j', (changes, sentence) => {
  it.each([
    ['/forward-order', orderBody],
    ['/forward-order-orchestration', orderBody],
    ['/exchange-order-orchestration', exchangeBody],
  ] as const)('is rejected by %s', async (path, bodyOf) => {
    const before = await countRows(test);
    expect(await send(path, bodyOf(warehouseId, changes))).toEqual([422, [sentence]]);
    expect(await countRows(test)).toEqual(before);
  });

  it('is rejected as a change of an order, while other changes are accepted', async () => {
    const { order_id, ...order } = orderBody(warehouseId);
    await send('/forward-order', { order_id, ...order });
    expect(await send('/order', { order_id, ...changes }, 'PUT')).toEqual([422, [sentence]]);
    const [status] = await send('/order', { order_id, billing_customer_name: 'Meera' }, 'PUT');
    expect(status).toBe(200);
  });

  it('is rejected in a file, while the next order is made', async () => {
    const lines = [orderBody(warehouseId, changes), orderBody(warehouseId)];
    const file = lines.map((line) => JSON.stringify(line)).join('\n');
    const sent = await account.post('/orders/import', file, { 'content-type': 'application/x-ndjson' });
    await runJobs(test);
    const path = `/imports/${sent.json().data.id}`;
    expect((await account.read(path)).data).toMatchObject({ state: 'done', created: 1, rejected: 1 });
    expect((await account.get(`${path}/rejected.csv`)).body).toContain(sentence.slice(sentence.indexOf(' ')));
  });
});

it.each([
  ['/reverse-order', 'order_items'],
  ['/exchange-order-orchestration', 'return_items'],
])('POST %s rejects an impossible discount and tax of a returned item', async (path, field) => {
  const bodyOf = path === '/reverse-order' ? returnBody : exchangeBody;
  const rejected = (changes: object) =>
    send(path, bodyOf(warehouseId, { [field]: [item, { ...item, ...changes }] }));
  expect(await rejected({ discount: 500 })).toEqual([
    422,
    [`${field}[1].discount Rs 500 is more than the item costs, Rs 499`],
  ]);
  expect(await rejected({ tax: 1000 })).toEqual([422, [`${field}[1].tax must be a number from 0 to 100`]]);
});

it('an order is rejected with all problems at once', async () => {
  const nowhere = '00000000-0000-7000-8000-000000000000';
  const order = { order_items: [{ ...item, discount: 500 }], payment_method: 'COD', cod_collectible: 4990 };
  expect(await send('/forward-order', orderBody(nowhere, order))).toEqual([
    422,
    [
      `warehouse_id ${nowhere} is not a warehouse of this account`,
      'order_items[0].discount Rs 500 is more than the item costs, Rs 499',
      'cod_collectible Rs 4,990 is more than the order is worth, Rs 499',
    ],
  ]);
});

const CHARGES = { shipping_charges: 40, giftwrap_charges: 10, transaction_charges: '10' };

it.each<[string, Record<string, unknown>, number, number]>([
  ['goods', {}, 499, 2494.99],
  ['goods and charges', CHARGES, 559, 2794.99],
])('an order may collect its %s in cash, and with a warning up to five times that', async (...at) => {
  const [, charges, worth, most] = at;
  const order = (cod_collectible: number) =>
    orderBody(warehouseId, { payment_method: 'COD', cod_collectible, ...charges });
  const sent = async (cod: number) => {
    const { statusCode, ...response } = await account.post('/forward-order', order(cod));
    const { warnings, ignored_fields } = response.json();
    return [statusCode, warnings, ignored_fields];
  };
  expect(await sent(worth)).toEqual([200, undefined, undefined]);
  // Up to a rupee is rounding.
  expect(await sent(worth + 1)).toEqual([200, undefined, undefined]);
  for (const cod of [worth + 1.01, most]) {
    expect(await sent(cod)).toEqual([
      200,
      [expect.stringContaining('is in no part of the order')],
      undefined,
    ]);
  }
  expect(await send('/forward-order', order(5 * worth))).toEqual([
    422,
    [
      expect.stringMatching(
        new RegExp(`^cod_collectible Rs 2,\\d+ is more than the order is worth, Rs ${worth}$`),
      ),
    ],
  ]);
});
