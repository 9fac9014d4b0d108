import { describe, expect, it } from 'vitest';
import { bookOrder, CARRIER } from '../support/carriers.ts';
import { exchangeBody } from '../support/exchanges.ts';
import { csvOf, sendFile } from '../support/files.ts';
import { runJobs } from '../support/jobs.ts';
import { makeWarehouse, orderBody, warehouseBody } from '../support/orders.ts';
import { makeColleague } from '../support/people.ts';
import { returnBody } from '../support/returns.ts';
import { connectTestShop, openShopApp } from '../support/shops.ts';

const test = await openShopApp();
const account = await test.account();
const id = await makeWarehouse(account, { name: 'Powai', code: 'BOM-1' });
await makeWarehouse(account, { name: 'Okhla' });

const NAMED = [id, id.toUpperCase(), 'BOM-1', 'bom-1', ' BOM-1 '];
const show = async (path: string) => (await account.get(path)).json().data;
const UNKNOWN = 'warehouse_id BLR-9 is not a warehouse of this account';

describe('the code of a warehouse', () => {
  it('is set, shown, changed and cleared', async () => {
    const warehouse = await makeWarehouse(account, { name: 'A', code: 'A_1.x' });
    expect((await show(`/warehouses/${warehouse}`)).code).toBe('A_1.x');
    for (const [sent, shown] of [
      ['B', 'B'],
      [12, '12'],
      [null, null],
      ['C', 'C'],
      ['', null],
    ] as const) {
      const answer = await account.put(`/warehouses/${warehouse}`, { code: sent });
      expect([answer.statusCode, answer.json().data.code]).toEqual([200, shown]);
    }
    expect((await show('/warehouses')).map(({ code }: { code: string }) => code)).toContain('BOM-1');
    expect((await show('/audit'))[0].changes).toEqual({ code: { from: 'C', to: null } });
  });

  it.each([
    'BOM 1',
    'बम',
    'BOM/1',
    'x'.repeat(51),
    '01932c8e-7b3a-7d4e-9f60-2b8c1a5d0e47',
    '01932C8E-7B3A-7D4E-9F60-2B8C1A5D0E47',
    true,
    { code: 'A' },
  ])('is not %j', async (code) => {
    for (const answer of [
      await account.post('/warehouse', warehouseBody({ name: 'New', code })),
      await account.put(`/warehouses/${id}`, { code }),
    ]) {
      expect([answer.statusCode, answer.json().errors]).toEqual([422, [expect.stringMatching(/^code /)]]);
    }
    expect((await show(`/warehouses/${id}`)).code).toBe('BOM-1');
  });

  it('belongs to one warehouse of the account, whatever the case of its letters', async () => {
    const other = await makeWarehouse(account, { name: 'Other' });
    const taken = ['code bom-1 is the code of another warehouse'];
    const made = await account.post('/warehouse', warehouseBody({ name: 'New', code: 'bom-1' }));
    expect([made.statusCode, made.json().errors]).toEqual([422, taken]);
    const changed = await account.put(`/warehouses/${other}`, { code: 'bom-1' });
    expect([changed.statusCode, changed.json().errors]).toEqual([422, taken]);
    expect((await account.put(`/warehouses/${id}`, { code: 'BOM-1' })).statusCode).toBe(200);
    const elsewhere = await test.account();
    expect(await makeWarehouse(elsewhere, { code: 'BOM-1' })).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is given to one of two warehouses at once', async () => {
    const sent = ['Left', 'Right'].map((name) => warehouseBody({ name, code: 'RACE' }));
    const answers = await Promise.all(sent.map((body) => account.post('/warehouse', body)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
  });
});

describe('in place of the id, it names the warehouse of', () => {
  it.each(NAMED)('an order, when it is made and changed: %j', async (warehouse_id) => {
    const made = await account.post('/forward-order', orderBody(warehouse_id));
    expect(made.statusCode, made.body).toBe(200);
    const { shipment_id, order_id } = made.json().payload;
    expect((await show(`/shipments/${shipment_id}`)).attributes.warehouse_id).toBe(id);
    const other = await makeWarehouse(account, { name: 'Okhla' });
    await account.put('/order', { order_id, warehouse_id: other });
    for (const body of [{ warehouse_id }, { order: { warehouse_id } }]) {
      const changed = await account.put('/order', { order_id, ...body });
      expect(changed.statusCode, changed.body).toBe(200);
    }
    expect((await show(`/shipments/${shipment_id}`)).attributes.warehouse_id).toBe(id);
    const [{ changes }] = await show('/audit');
    expect(changes).toEqual({ warehouse_id: { from: other, to: id } });
  });

  it('a booked order, a return and an exchange', async () => {
    const booked = await account.post('/forward-order-orchestration', orderBody('bom-1'));
    expect(booked.statusCode, booked.body).toBe(200);
    const { order_id } = booked.json().payload;
    const same = await account.put('/order', { order_id, warehouse_id: 'BOM-1', billing_city: 'Mysuru' });
    expect(same.body).not.toContain('cannot be changed any more');
    const back = await account.post('/reverse-order', returnBody('bom-1'));
    expect((await show(`/returns/${back.json().payload.return_id}`)).attributes.warehouse_id).toBe(id);
    const exchange = exchangeBody('bom-1', { return_warehouse_id: 'BOM-1' });
    expect((await account.post('/exchange-order-orchestration', exchange)).statusCode).toBe(200);
  });

  it('a manifest and a pickup', async () => {
    await bookOrder(account, 'bom-1');
    const carrier_id = CARRIER;
    const manifest = await account.post('/manifests', { warehouse_id: 'bom-1', carrier_id });
    expect(manifest.statusCode).toBe(201);
    expect((await show('/manifests'))[0].warehouse.id).toBe(id);
    const pickups = await Promise.all(
      [id, 'BOM-1'].map((warehouse_id) => account.post('/pickups', { warehouse_id, carrier_id })),
    );
    expect(new Set(pickups.map((pickup) => pickup.json().data.id)).size).toBe(1);
  });

  it('the filters of lists, counts and figures', async () => {
    const other = await makeWarehouse(account, { name: 'Okhla', code: 'none' });
    const total = async (path: string, body: object) =>
      (await account.post(path, body)).json().meta?.total as number;
    for (const [path, name] of [
      ['/shipments', 'warehouse_ids'],
      ['/returns', 'warehouse_id'],
      ['/exchange-orders', 'warehouse_id'],
    ] as const) {
      const all = await total(path, { [name]: [id] });
      expect(all).toBeGreaterThan(0);
      for (const named of [['bom-1'], ['BOM-1', 'none'], [id, 'BLR-9'], 'BOM-1']) {
        expect(await total(path, { [name]: named })).toBe(all);
      }
      expect(await total(path, { [name]: ['BLR-9'] })).toBe(0);
      expect(await total(path, { [name]: [other] })).toBeLessThan(all);
    }
    const counts = async (named: string) =>
      (await account.post('/shipments/counts', { warehouse_ids: [named] })).json().data;
    expect(await counts('bom-1')).toEqual(await counts(id));
  });

  it('a file of orders, by its id or in place of its name', async () => {
    const head = ['order_id', 'payment_method', 'Customer Name', 'Mobile', 'Address', 'Pincode', 'Product'];
    const rest = ['PREPAID', 'Asha', '9876543210', '12 Main Road', '560038', 'Chai', 1, 10, 0.5, 10, 10, 10];
    for (const column of ['warehouse_id', 'warehouse_name']) {
      const names = [...head, 'units', 'selling_price', 'weight', 'length', 'breadth', 'height', column];
      const rows = ['bom-1', 'BLR-9'].map((named) => [`${column}-${named}`, ...rest, named]);
      const sent = await sendFile(account, '/orders/import', csvOf([names, ...rows]));
      await runJobs(test);
      const done = await show(`/imports/${sent.json().data.id}`);
      expect(done).toMatchObject({ created: 1, rejected: 1 });
    }
  });

  it('the rules of a shop, which keep the id', async () => {
    const shop = await test.openShop();
    const rules = { warehouse_id: 'bom-1', locations: [{ location_id: '1', warehouse_id: 'BOM-1' }] };
    const made = await connectTestShop(account, shop, rules);
    expect(made.statusCode, made.body).toBe(201);
    const shown = { warehouse_id: id, locations: [{ location_id: '1', warehouse_id: id }] };
    expect(made.json().data.rules).toMatchObject(shown);
    const path = `/shops/${made.json().data.id}`;
    const changed = await account.put(path, { rules: { ...made.json().data.rules, ...rules } });
    expect(changed.json().data.rules).toMatchObject(shown);
    const wrong = await account.put(path, { rules: { ...made.json().data.rules, warehouse_id: 'BLR-9' } });
    expect(wrong.json().errors).toEqual([expect.stringContaining('rules.warehouse_id')]);
  });
});

describe('an unknown code', () => {
  it.each(['BLR-9', 'bom 1', 'x'.repeat(60)])('is no warehouse of the account: %j', async (warehouse_id) => {
    const answer = await account.post('/forward-order', orderBody(warehouse_id));
    expect([answer.statusCode, answer.json().errors]).toEqual([
      422,
      [expect.stringMatching(/^warehouse_id .* is not a warehouse of this account$/)],
    ]);
  });

  it('is refused with all else that is wrong, wherever it is sent', async () => {
    const order = await account.post('/forward-order', orderBody('BLR-9', { store_name: 'none' }));
    expect(order.json().errors).toEqual([
      UNKNOWN,
      'store_name none is not a connected store of this account',
    ]);
    const body = { order_id: 'none', warehouse_id: 'BLR-9', carrier_id: 'none' };
    expect((await account.post('/pickups', body)).json().errors).toContain(UNKNOWN);
    expect((await account.post('/manifests', body)).json().errors).toEqual([UNKNOWN]);
    const { order_id } = (await account.post('/forward-order', orderBody(id))).json().payload;
    const changed = await account.put('/order', { order_id, warehouse_id: 'BLR-9' });
    expect([changed.statusCode, changed.json().errors]).toEqual([422, [UNKNOWN]]);
  });

  it('is also that of a warehouse that a person may not see, or of another account', async () => {
    const seen = await makeWarehouse(account, { name: 'Seen' });
    const { headers } = await makeColleague(test, account, { name: 'Meera', warehouse_ids: [seen] });
    const other = await test.account();
    for (const client of [test.client(headers), other]) {
      const answer = await client.post('/forward-order', orderBody('BOM-1'));
      expect([answer.statusCode, answer.body]).toEqual([422, expect.stringContaining('not a warehouse')]);
    }
  });
});
