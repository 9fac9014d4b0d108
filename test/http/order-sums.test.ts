import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { bookOrderWith, CARRIER } from '../support/carriers.ts';
import { runJobs } from '../support/jobs.ts';
import { makeWarehouse, orderBody, scan } from '../support/orders.ts';
import { connectTestShop, openShopApp } from '../support/shops.ts';

const test = await openShopApp();
const account = await test.account();
const warehouseId = await makeWarehouse(account);

/** Goods of Rs 499, paid at the door. */
const cod = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  payment_method: 'COD',
  ...changes,
});
const DELIVERED = { shipping_charges: 50, cod_collectible: 549 };

async function make(changes: Record<string, unknown>) {
  const body = orderBody(warehouseId, changes);
  const response = await account.post('/forward-order', body);
  expect(response.statusCode, response.body).toBe(200);
  const { payload, warnings, warning_details } = response.json();
  return { orderId: body.order_id, shipmentId: payload.shipment_id, warnings, details: warning_details };
}

/** What is kept of an order's amounts, in rupees: goods, discount, delivery, wrap, fee, rest; total and cash. */
async function stored(orderId: string): Promise<number[]> {
  const [row] = await test.sql<{ paise: string[] }>(
    `select array[o.sub_total_paise, o.total_discount_paise, o.shipping_charges_paise, o.giftwrap_charges_paise,
            o.transaction_charges_paise, o.other_amount_paise, s.total_price_paise, s.cod_amount_paise]::text[] as paise
       from orders o join shipments s using (account_id, order_id)
      where o.account_id = $1 and o.display_id = $2 and o.cod_collectible_paise = s.cod_amount_paise`,
    [account.accountId, orderId],
  );
  return (row?.paise ?? []).map((paise) => Number(paise) / 100);
}

const shown = async (shipmentId: string) => (await account.read(`/shipments/${shipmentId}`)).data.attributes;

async function imported(content: string, type: string): Promise<void> {
  const sent = await account.post('/orders/import', content, { 'content-type': type });
  await runJobs(test);
  const { data } = await account.read(`/imports/${sent.json().data.id}`);
  expect(data).toMatchObject({ state: 'done', created: 1, rejected: 0 });
}

/** An order as a file with one row. */
function csvOf({ order_items, ...order }: Record<string, unknown>): string {
  const [{ name, ...item }] = order_items as [Record<string, unknown>];
  const cells = { ...order, item_name: name, ...item };
  return [Object.keys(cells), Object.values(cells).map((cell) => `"${cell}"`)].join('\n');
}

describe('the total of an order with a delivery charge', () => {
  it('is the total of the listing, its filters, exports, reports and figures', async () => {
    const merchant = await test.account();
    const own = await makeWarehouse(merchant);
    const order = cod({ ...DELIVERED, carrier_id: CARRIER });
    const { shipmentId } = await bookOrderWith(merchant, own, order);
    await scan(test, merchant, shipmentId, ['picked_up', 'delivered']);
    const amounts = { total_price: 549, cod_amount: 549 };
    const { data } = (await merchant.post('/shipments', { cod_amount_min: 549, cod_amount_max: 549 })).json();
    expect(data).toMatchObject([{ id: shipmentId, attributes: amounts }]);
    expect((await merchant.read(`/shipments/${shipmentId}`)).data.attributes).toMatchObject({
      ...{ ...amounts, sub_total: 499, shipping_charges: 50, other_amount: 0, warnings: [] },
    });
    const [row] = parse((await merchant.post('/shipments/export', {})).body, { bom: true, columns: true });
    expect(row).toMatchObject({ total_price: '549', cod_amount: '549' });
    expect(row).toMatchObject({ sub_total: '499', shipping_charges: '50', other_amount: '0' });
    const span = { start_date_time: '2026-11-01', end_date_time: '2026-11-30', shipment_type: 'FORWARD' };
    const { payload } = (await merchant.post('/reports', span)).json();
    expect(payload.summary.delivered).toEqual({ count: 1, sum_of_prepaid_orders: 0, sum_of_cod_orders: 549 });
    const figures = (await merchant.post('/analytics/shipments', {})).json();
    expect(figures.data).toMatchObject([{ shipments: 1, cod_outstanding: 549 }]);
  });
});

describe('one order', () => {
  const ALL: Record<string, unknown> = {
    ...cod({ sub_total: 479, cod_collectible: 569, total_discount: 20 }),
    ...{ shipping_charges: 50, giftwrap_charges: 20, transaction_charges: 10, other_amount: 10 },
  };
  const EXPECTED = [479, 20, 50, 20, 10, 10, 569, 569];

  it('has the same amounts by JSON, as a file, as lines of JSON and by PUT', async () => {
    const { orderId } = await make(ALL);
    expect(await stored(orderId)).toEqual(EXPECTED);
    const row = orderBody(warehouseId, ALL);
    await imported(csvOf(row), 'text/csv');
    expect(await stored(row.order_id)).toEqual(EXPECTED);
    const line = orderBody(warehouseId, ALL);
    await imported(JSON.stringify(line), 'application/x-ndjson');
    expect(await stored(line.order_id)).toEqual(EXPECTED);
    const before = await make({});
    const { sub_total: _, ...change } = ALL;
    expect((await account.put('/order', { order_id: before.orderId, ...change })).statusCode).toBe(200);
    expect(await stored(before.orderId)).toEqual(EXPECTED);
  });

  it('has the same amounts from a shop, with and without a tip', async () => {
    const shop = await test.openShop();
    shop.courier.addProduct({ id: 20, name: 'Masala chai 250 g', sku: 'CHAI-250', price: '249.50' });
    const place = (total: string) => {
      const id = shop.courier.place({ lines: [{ productId: 20, units: 2 }] });
      shop.courier.change(id, { total, shipping_lines: [{ total: '50.00', total_tax: '0.00' }] });
      return String(id);
    };
    const [plain, tipped] = [place('549.00'), place('569.00')];
    expect((await connectTestShop(account, shop, { booking: 'none' })).statusCode).toBe(201);
    await test.rounds();
    const { orderId } = await make(cod(DELIVERED));
    expect(await stored(plain)).toEqual(await stored(orderId));
    expect(await stored(plain)).toEqual([499, 0, 50, 0, 0, 0, 549, 549]);
    expect(await stored(tipped)).toEqual([499, 0, 50, 0, 0, 20, 569, 569]);
  });

  it('follows the shop when its charges change', async () => {
    const shop = await test.openShop();
    shop.courier.addProduct({ id: 20, name: 'Masala chai 250 g', sku: 'CHAI-250', price: '249.50' });
    const id = shop.courier.place({ lines: [{ productId: 20, units: 2 }], number: 'EDIT-1' });
    await connectTestShop(account, shop, { booking: 'none' }, { store_name: 'edited' });
    await test.rounds();
    expect(await stored('EDIT-1')).toEqual([499, 0, 0, 0, 0, 0, 499, 499]);
    shop.courier.change(id, { total: '559.00', shipping_lines: [{ total: '50.00', total_tax: '0.00' }] });
    await test.later();
    expect(await stored('EDIT-1')).toEqual([499, 0, 50, 0, 0, 10, 559, 559]);
    // No shop tells of a gift wrap: what somebody has entered stays.
    await account.put('/order', { order_id: 'EDIT-1', giftwrap_charges: 20 });
    shop.courier.change(id, { total: '569.00', shipping_lines: [{ total: '70.00', total_tax: '0.00' }] });
    await test.later();
    expect(await stored('EDIT-1')).toEqual([499, 0, 70, 20, 0, 0, 589, 569]);
  });
});

describe('the amounts that are sent', () => {
  const taxed = [{ name: 'Cup', units: 1, selling_price: 100, tax: 18 }];
  const perUnit = [{ name: 'Cup', units: 2, selling_price: 250, discount: 10 }];

  it.each<[string, Record<string, unknown>, number[]]>([
    ['sub_total with the charge inside', cod({ ...DELIVERED, sub_total: 549 }), [499, 549, 549]],
    ['sub_total without the charge', cod({ ...DELIVERED, sub_total: 499 }), [499, 549, 549]],
    ['no sub_total', cod({ ...DELIVERED, sub_total: null }), [499, 549, 549]],
    ['no sub_total and no cash', cod({ shipping_charges: 50, sub_total: null }), [499, 549, 549]],
    ['a prepaid order with the charge inside', { shipping_charges: 50, sub_total: 549 }, [499, 549, 0]],
    ['a part payment', cod({ ...DELIVERED, cod_collectible: 100 }), [499, 549, 100]],
    [
      'prices without tax',
      cod({ order_items: taxed, sub_total: 118, cod_collectible: 118 }),
      [118, 118, 118],
    ],
    [
      'prices and sub_total without tax, cash with it',
      cod({ order_items: taxed, sub_total: 100, shipping_charges: 40, cod_collectible: 158 }),
      [118, 158, 158],
    ],
    [
      'discounts per unit',
      cod({ order_items: perUnit, sub_total: 480, cod_collectible: 480 }),
      [480, 480, 480],
    ],
    [
      'discounts per line',
      cod({ order_items: perUnit, sub_total: 490, cod_collectible: 490 }),
      [490, 490, 490],
    ],
    [
      'floats of a program',
      cod({
        order_items: [{ name: 'x', units: 5, selling_price: 36.49 }],
        ...{ sub_total: 5 * 36.49, cod_collectible: 5 * 36.49 },
      }),
      [182.45, 182.45, 182.45],
    ],
    [
      'a unit price that a program divided',
      cod({
        order_items: [{ name: 'x', units: 3, selling_price: 1300 / 3 }],
        ...{ sub_total: 1300, cod_collectible: 1300 },
      }),
      [1300, 1300, 1300],
    ],
  ])('agree, so nothing is warned of: %s', async (_, changes, expected) => {
    const { orderId, warnings } = await make(changes);
    const [goods, , , , , , total, cash] = await stored(orderId);
    expect([goods, total, cash, warnings]).toEqual([...expected, undefined]);
  });

  it('are refused without cash when they can be read in two ways', async () => {
    const order = cod({ sub_total: 600, shipping_charges: 50 });
    const response = await account.post('/forward-order', orderBody(warehouseId, order));
    expect([response.statusCode, response.json().errors]).toEqual([
      422,
      ['cod_collectible is required: sub_total and charges can be read in two ways (Rs 600 or Rs 650)'],
    ]);
  });
});

describe('cash that is in no part of an order', () => {
  const WARNING =
    'cod_collectible has Rs 50 that is in no part of the order: send shipping_charges to have it on the invoice';

  it('is taken with a warning, which stays with the order until its amounts explain the cash', async () => {
    const { orderId, shipmentId, warnings, details } = await make(cod({ cod_collectible: 549 }));
    expect(warnings).toEqual([WARNING]);
    expect(details).toMatchObject([{ template: 'cash_in_no_part', values: { amount: { value: 50 } } }]);
    expect(await stored(orderId)).toEqual([499, 0, 0, 0, 0, 50, 549, 549]);
    const kept = async () =>
      (await shown(shipmentId)).warnings.map(({ code, message }: Record<string, unknown>) => [code, message]);
    expect(await kept()).toEqual([['cash_in_no_part', WARNING]]);
    const changed = await account.put('/order', { order_id: orderId, billing_customer_name: 'Meera' });
    expect(changed.json().warnings).toEqual([WARNING]);
    expect(await kept()).toEqual([['cash_in_no_part', WARNING]]);
    const explained = { order_id: orderId, shipping_charges: 50 };
    expect((await account.put('/order', explained)).json().warnings).toBeUndefined();
    expect(await kept()).toEqual([]);
    expect(await stored(orderId)).toEqual([499, 0, 50, 0, 0, 0, 549, 549]);
    expect(await shown(shipmentId)).toMatchObject({ total_price: 549, cod_amount: 549 });
  });

  it('is a warning of its row in a file', async () => {
    const file = csvOf(orderBody(warehouseId, cod({ cod_collectible: 549 })));
    const { data } = (
      await account.post('/orders/import?check=1', file, { 'content-type': 'text/csv' })
    ).json();
    expect([data.rejected, data.warned]).toEqual([0, 1]);
    expect(data.warnings).toMatchObject([
      { line: 2, column: 'cod_collectible', code: 'cash_in_no_part', message: WARNING.slice(16) },
    ]);
  });
});

describe('the amounts in a file', () => {
  const check = async (changes: Record<string, unknown>) => {
    const file = csvOf(orderBody(warehouseId, changes));
    return (await account.post('/orders/import?check=1', file, { 'content-type': 'text/csv' })).json().data;
  };

  it('have one sentence each if they are wrong, at their column', async () => {
    const amounts = {
      'Delivery charge': 'free',
      'COD fee': -1,
      'Order Discount': 'x',
      other_amount: '1.234',
    };
    const { problems, rejected } = await check(cod(amounts));
    expect(rejected).toBe(1);
    const message = 'must be an amount in rupees from 0 to 1000000000 with at most 2 decimals';
    expect(
      problems.map((one: Record<string, unknown>) => [one.column, one.field, one.message]).sort(),
    ).toEqual([
      ['COD fee', 'transaction_charges', message],
      ['Delivery charge', 'shipping_charges', message],
      ['Order Discount', 'total_discount', message],
      ['other_amount', 'other_amount', message],
    ]);
  });

  it('have one sentence if they contradict each other, at their column', async () => {
    const { problems } = await check(cod({ total_discount: 500 }));
    expect(problems).toMatchObject([
      { line: 2, column: 'total_discount', message: 'Rs 500 is more than the items cost, Rs 499' },
    ]);
    const twoWays = await check(cod({ sub_total: 600, shipping_charges: 50 }));
    expect(twoWays.problems).toMatchObject([
      { line: 2, column: 'cod_collectible', message: expect.stringMatching(/^is required: sub_total and/) },
    ]);
  });
});

describe('a change of an order', () => {
  const put = async (orderId: string, change: object) => {
    const response = await account.put('/order', { order_id: orderId, ...change });
    expect(response.statusCode, response.body).toBe(200);
    return stored(orderId);
  };

  it('changes charges, and with them cash that is the total', async () => {
    const { orderId } = await make(cod(DELIVERED));
    expect(await put(orderId, { shipping_charges: 70, transaction_charges: 5 })).toEqual([
      ...[499, 0, 70, 0, 5, 0, 574, 574],
    ]);
    const order_items = [{ name: 'Cup', units: 1, selling_price: 100 }];
    expect(await put(orderId, { order_items })).toEqual([100, 0, 70, 0, 5, 0, 175, 175]);
    expect(await put(orderId, { total_discount: 10 })).toEqual([90, 10, 70, 0, 5, 0, 165, 165]);
    expect(await put(orderId, { payment_method: 'PREPAID' })).toEqual([90, 10, 70, 0, 5, 0, 165, 0]);
    expect(await put(orderId, { payment_method: 'COD' })).toEqual([90, 10, 70, 0, 5, 0, 165, 165]);
  });

  it('leaves a part payment as it is', async () => {
    const { orderId } = await make(cod({ ...DELIVERED, cod_collectible: 100 }));
    expect(await put(orderId, { shipping_charges: 70 })).toEqual([499, 0, 70, 0, 0, 0, 569, 100]);
  });
});
