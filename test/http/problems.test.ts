import { expect, it } from 'vitest';
import { PROBLEM_CODES } from '../../src/problems/problem.ts';
import { openApp } from '../support/app.ts';
import { API, makeWarehouse, orderBody } from '../support/orders.ts';

const NO_ID = '00000000-0000-7000-8000-000000000000';

const test = await openApp();
const mine = await test.account();
const warehouseId = await makeWarehouse(mine);

async function problemsOf(
  path: string,
  payload: object | string,
  headers: Record<string, string> = mine.headers,
) {
  const sent = { ...headers, 'content-type': 'application/json' };
  const response = await test.app.inject({ method: 'POST', url: `${API}${path}`, headers: sent, payload });
  const { errors, problems } = response.json();
  expect(problems.map(({ message }: { message: string }) => message)).toEqual(errors);
  for (const { code } of problems) expect(PROBLEM_CODES).toContain(code);
  return problems.map(({ field, code }: { field: string | null; code: string }) => [field, code]);
}

it('tells each problem of a body with its field, as sent and with its path, and a code', async () => {
  const order = {
    ...orderBody(warehouseId, {
      order_date: 'soon',
      billing_customer_name: 'x'.repeat(121),
      billing_pincode: '999999',
      payment_method: 'upi',
      sub_total: 0.001,
      length: 0,
      weight: 10_001,
      warehouse_id: 'WHYYB5',
      tags: Array(21).fill('a'),
    }),
    order_id: undefined,
    order_items: undefined,
    items: [{ name: 'Chai', qty: 0, selling_price: -1 }, 'chai'],
  };
  expect(await problemsOf('/forward-order', order)).toEqual([
    ['order_id', 'required'],
    ['order_date', 'invalid'],
    ['billing_customer_name', 'too_long'],
    ['billing_pincode', 'unknown'],
    ['items[0].qty', 'too_small'],
    ['items[0].selling_price', 'too_small'],
    ['items[1]', 'invalid'],
    ['payment_method', 'invalid'],
    ['sub_total', 'invalid'],
    ['length', 'too_small'],
    ['weight', 'too_large'],
    ['warehouse_id', 'unknown'],
    ['tags', 'too_long'],
  ]);
});

it.each([
  ['a body that is no JSON', '/rates', '{', [[null, 'unreadable']]],
  ['a body that is no object', '/rates', '[]', [[null, 'invalid']]],
  ['nothing of what one must be', '/cancel-order', {}, [['awbs', 'required']]],
  [
    'a bound that passes the other',
    '/shipments',
    { start_time: 2, end_time: 1 },
    [['start_time', 'invalid']],
  ],
  ['no such path', '/nothing', {}, [[null, 'not_found']]],
  [
    'an unknown shipment to book',
    '/forward-order-shipment',
    { shipment_id: NO_ID },
    [['shipment_id', 'unknown']],
  ],
  ['an unknown shipment to print', '/labels', { shipment_ids: [NO_ID] }, [['shipment_ids[0]', 'unknown']]],
  [
    'unknown shipments to cancel',
    '/cancel-order',
    { awbs: ['NOPE', 'NONE'], shipment_ids: ['WHYYB5'] },
    [
      ['awbs[0]', 'unknown'],
      ['awbs[1]', 'unknown'],
      ['shipment_ids[0]', 'unknown'],
    ],
  ],
  ['an unknown parcel', '/reattempt', { awb: 'NOPE' }, [['awb', 'unknown']]],
])('tells it of %s', async (_what, path, payload, expected) => {
  expect(await problemsOf(path, payload)).toEqual(expected);
});

it('tells it of what the service refuses, and of a missing credential', async () => {
  const order = orderBody(warehouseId);
  const post = (payload: object) => mine.post('/forward-order', payload);
  expect((await post(order)).statusCode).toBe(200);
  expect(
    await problemsOf('/forward-order', { ...order, store_name: 'no-such', warehouse_id: NO_ID }),
  ).toEqual([
    ['order_id', 'taken'],
    ['warehouse_id', 'unknown'],
    ['store_name', 'unknown'],
  ]);
  const heavy = orderBody(warehouseId, { weight: 9_999 });
  for (const [field, code] of await problemsOf('/forward-order-orchestration', heavy)) {
    expect([field, code]).toEqual([null, 'no_carrier']);
  }
  expect(await problemsOf('/rates', {}, {})).toEqual([[null, 'unauthenticated']]);
});

it.each([
  ['/reattempt', { awb_code: 'NOPE' }, [['awb_code', 'awb_code NOPE is not a shipment of this account']]],
  [
    '/cancel-order',
    { tracking_numbers: ['', 'NOPE'] },
    [['tracking_numbers[1]', 'NOPE is not a shipment of this account']],
  ],
  [
    '/labels',
    { shipment_ids: [null, NO_ID, NO_ID] },
    [['shipment_ids[1]', `shipment ${NO_ID} is not a shipment of this account`]],
  ],
  [
    '/forward-order-orchestration',
    { courier_id: 'nobody' },
    [['courier_id', 'courier_id nobody is not a carrier of this account']],
  ],
])('names fields as sent also in what is found wrong after reading: %s %j', async (path, sent, expected) => {
  const payload = path.startsWith('/forward') ? { ...orderBody(warehouseId), ...sent } : sent;
  const response = await mine.post(path, payload);
  const { problems = [] } = response.json();
  expect(
    problems.map(({ field, message }: { field: string | null; message: string }) => [field, message]),
  ).toEqual(expected);
});

it('leaves the errors of stores as they are', async () => {
  const response = await mine.post('/client-stores', {});
  expect(response.json()).toEqual({ errors: ['store_name is required'] });
});
