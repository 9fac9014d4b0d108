import { describe, expect, it } from 'vitest';
import { openApp } from '../support/app.ts';
import { exchangeBody } from '../support/exchanges.ts';
import { runJobs } from '../support/jobs.ts';
import { API, countRows, makeWarehouse, orderBody } from '../support/orders.ts';
import { returnBody } from '../support/returns.ts';

const test = await openApp();
const account = await test.account();
const warehouseId = await makeWarehouse(account);

async function send(
  method: 'POST' | 'PUT',
  path: string,
  payload: object | string,
  type = 'application/json',
) {
  const headers = { ...account.headers, 'content-type': type };
  const response = await test.app.inject({ method, url: `${API}${path}`, headers, payload });
  return { statusCode: response.statusCode, body: response.json() };
}

const item = { name: 'Chai', sku: 'CHAI', units: 2, selling_price: 249.5 };

/** Changes to an order, each with the sentence of its refusal. */
const IMPOSSIBLE: [Record<string, unknown>, string][] = [
  [
    { payment_method: 'COD', cod_collectible: 499.01 },
    'cod_collectible Rs 499.01 is more than the order is worth, Rs 499',
  ],
  [
    { order_items: [item, { ...item, discount: 500 }] },
    'order_items[1].discount Rs 500 is more than the item costs, Rs 499',
  ],
  [{ order_items: [{ ...item, tax: 1000 }] }, 'order_items[0].tax must be a number from 0 to 100'],
];

describe.each(IMPOSSIBLE)('an order with %j is refused', (changes, sentence) => {
  it.each(['/forward-order', '/forward-order-orchestration'])('by %s', async (path) => {
    const before = await countRows(test);
    const { statusCode, body } = await send('POST', path, orderBody(warehouseId, changes));
    expect([statusCode, body.errors]).toEqual([422, [sentence]]);
    expect(await countRows(test)).toEqual(before);
  });

  it('as the new order of an exchange', async () => {
    const before = await countRows(test);
    const { statusCode, body } = await send(
      'POST',
      '/exchange-order-orchestration',
      exchangeBody(warehouseId, changes),
    );
    expect([statusCode, body.errors]).toEqual([422, [sentence]]);
    expect(await countRows(test)).toEqual(before);
  });

  it('as a change of one, while others stay', async () => {
    const whole = orderBody(warehouseId);
    await send('POST', '/forward-order', whole);
    const { statusCode, body } = await send('PUT', '/order', { order_id: whole.order_id, ...changes });
    expect([statusCode, body.errors]).toEqual([422, [sentence]]);
    const other = await send('PUT', '/order', { order_id: whole.order_id, billing_customer_name: 'Meera' });
    expect(other.statusCode).toBe(200);
  });

  it('in a file, while the next one is made', async () => {
    const lines = [orderBody(warehouseId, changes), orderBody(warehouseId)];
    const file = lines.map((line) => JSON.stringify(line)).join('\n');
    const { body } = await send('POST', '/orders/import', file, 'application/x-ndjson');
    await runJobs(test);
    const url = `${API}/imports/${body.data.id}`;
    const { headers } = account;
    const { data } = (await test.app.inject({ url, headers })).json();
    expect(data).toMatchObject({ state: 'done', created: 1, rejected: 1 });
    expect((await test.app.inject({ url: `${url}/rejected.csv`, headers })).body).toContain(
      sentence.slice(sentence.indexOf(' ')),
    );
  });
});

it('a return is refused for the discount or the tax of an item, also as part of an exchange', async () => {
  const discounted = [{ ...item, discount: 500 }];
  const returned = await send('POST', '/reverse-order', returnBody(warehouseId, { order_items: discounted }));
  expect(returned.body.errors).toEqual([
    'order_items[0].discount Rs 500 is more than the item costs, Rs 499',
  ]);
  const exchanged = await send(
    'POST',
    '/exchange-order-orchestration',
    exchangeBody(warehouseId, { return_items: discounted }),
  );
  expect(exchanged.body.errors).toEqual([
    'return_items[0].discount Rs 500 is more than the item costs, Rs 499',
  ]);
  const taxed = await send(
    'POST',
    '/reverse-order',
    returnBody(warehouseId, { order_items: [{ ...item, tax: 1000 }] }),
  );
  expect(taxed.body.errors).toEqual(['order_items[0].tax must be a number from 0 to 100']);
});

it('every problem is told at once', async () => {
  const nowhere = '00000000-0000-7000-8000-000000000000';
  const order = { order_items: [{ ...item, discount: 500 }], payment_method: 'COD', cod_collectible: 499.01 };
  const { body } = await send('POST', '/forward-order', orderBody(nowhere, order));
  expect(body.errors).toEqual([
    `warehouse_id ${nowhere} is not a warehouse of this account`,
    'order_items[0].discount Rs 500 is more than the item costs, Rs 499',
    'cod_collectible Rs 499.01 is more than the order is worth, Rs 499',
  ]);
});

it('takes cash for charges that are named', async () => {
  const cash = { payment_method: 'COD', cod_collectible: 559 };
  const charges = { shipping_charges: 40, giftwrap_charges: 10, transaction_charges: '10' };
  const { statusCode, body } = await send(
    'POST',
    '/forward-order',
    orderBody(warehouseId, { ...cash, ...charges }),
  );
  expect([statusCode, body.ignored_fields]).toEqual([200, undefined]);
});
