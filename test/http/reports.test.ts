import { beforeEach, expect, it } from 'vitest';
import { openApp, type TestAccount } from '../support/app.ts';
import { bookOrderWith, CARRIER } from '../support/carriers.ts';
import { makeWarehouse, scan } from '../support/orders.ts';

let account: TestAccount;
let warehouseId: string;

const test = await openApp();
beforeEach(async () => {
  account = await test.account();
  warehouseId = await makeWarehouse(account);
});

async function book(changes: Record<string, unknown>): Promise<string> {
  return (await bookOrderWith(account, warehouseId, { carrier_id: CARRIER, ...changes })).shipmentId;
}

const cod = (amount: number) => ({ payment_method: 'COD', sub_total: amount, cod_collectible: amount });
const SPAN = { start_date_time: '2026-11-01', end_date_time: '2026-11-30', shipment_type: 'FORWARD' };
const NONE = { count: 0, sum_of_prepaid_orders: 0, sum_of_cod_orders: 0 };

it('counts orders and sums their values by status, prepaid and COD apart', async () => {
  await book({});
  await scan(test, account, await book(cod(100.5)), ['picked_up', 'delivered']);
  await scan(test, account, await book(cod(200)), ['picked_up', 'delivered']);
  await scan(test, account, await book({ sub_total: 1000 }), ['picked_up', 'delivered']);
  await scan(test, account, await book({}), ['picked_up', 'rto_initiated']);
  const response = await account.post('/reports', SPAN);
  expect(response.statusCode, response.body).toBe(200);
  expect(response.json()).toEqual({
    status: 'SUCCESS',
    payload: {
      date_range: { start_date_time: '2026-11-01', end_date_time: '2026-11-30' },
      shipment_type: 'forward',
      summary: {
        pickup_pending: { ...NONE, count: 1, sum_of_prepaid_orders: 499 },
        in_transit: NONE,
        delivered: { count: 3, sum_of_prepaid_orders: 1000, sum_of_cod_orders: 300.5 },
        rto_in_transit: { ...NONE, count: 1, sum_of_prepaid_orders: 499 },
        rto_delivered: NONE,
        lost: NONE,
        cancelled: NONE,
        total_shipments: 5,
      },
    },
  });
});

it.each([
  [
    ['2026-11-01T00:00:00+05:30', ' 2026-11-30T23:59:59+05:30'],
    ['2026-11-01T00:00:00+05:30', '2026-11-30T23:59:59+05:30'],
  ],
  [
    [1_793_471_400, '1796063399'],
    ['2026-10-31T18:30:00.000Z', '2026-11-30T18:29:59.000Z'],
  ],
  [
    [1_793_471_400_123, 1_796_063_399_456],
    ['2026-10-31T18:30:00.123Z', '2026-11-30T18:29:59.456Z'],
  ],
])('repeats the time span %j as it was sent, Unix times in ISO 8601', async ([from, to], [start, end]) => {
  const response = await account.post('/reports', { ...SPAN, start_date_time: from, end_date_time: to });
  expect(response.json().payload.date_range).toEqual({ start_date_time: start, end_date_time: end });
});

it('counts only orders of its time span, its direction and its account', async () => {
  await book({});
  const count = async (changes: object) =>
    (await account.post('/reports', { ...SPAN, ...changes })).json().payload.summary.total_shipments;
  expect(await count({})).toBe(1);
  expect(await count({ end_date_time: '2026-11-15' })).toBe(0);
  expect(await count({ start_date_time: '2026-11-17' })).toBe(0);
  const now = test.service.now().toISOString();
  expect(await count({ start_date_time: now, end_date_time: now })).toBe(1);
  expect(await count({ shipment_type: 'return' })).toBe(0);
  account = await test.account('Other');
  expect(await count({})).toBe(0);
});

it.each([
  [{}, ['start_date_time is required', 'end_date_time is required', 'shipment_type is required']],
  [
    { start_date_time: '2026-11-02', end_date_time: '2026-11-01', shipment_type: 'forward' },
    ['start_date_time must not be after end_date_time'],
  ],
])('rejects %j', async (body, sentences) => {
  const response = await account.post('/reports', body);
  expect(response.statusCode).toBe(422);
  expect(response.json().errors).toEqual(sentences);
});
