import { describe, expect, it } from 'vitest';
import { saidByPartner } from '../../src/problems/sentence.ts';
import { openApp } from '../support/app.ts';
import { answeringWith, duringCourierCall } from '../support/carriers.ts';
import type { Client } from '../support/client.ts';
import { itOnOneServer } from '../support/cluster.ts';
import { exchangeBody } from '../support/exchanges.ts';
import { csvOf, sendFile } from '../support/files.ts';
import { runJobs } from '../support/jobs.ts';
import { countRows, makeWarehouse, orderBody } from '../support/orders.ts';
import { makeColleague } from '../support/people.ts';
import { raceFor } from '../support/race.ts';

const test = await openApp();
const account = await test.account();
const warehouseId = await makeWarehouse(account);

const REPLACES = { replaces_cancelled: true };
const send = (body: object, path = '/forward-order', by: Client = account) => by.post(path, body);
const book = (body: object) => send(body, '/forward-order-orchestration');
const cancel = (body: object) => account.post('/cancel-order', body);
const show = async (id: string) => (await account.get(`/shipments/${id}`)).json().data.attributes;

/** Every courier refuses what is asked meanwhile. */
const refusing = <T>(work: () => Promise<T>) =>
  answeringWith(
    test,
    { book: () => Promise.resolve({ outcome: 'refused', reason: saidByPartner('is full') }) },
    work,
  );

/** Makes an order and cancels it before a courier was booked. */
async function makeCancelled(changes: Record<string, unknown> = {}) {
  const body = orderBody(warehouseId, changes);
  const { order_id: orderId, shipment_id: shipmentId } = (await send(body)).json().payload;
  expect((await cancel({ shipment_ids: [shipmentId] })).statusCode).toBe(200);
  return { body, displayId: body.order_id, orderId, shipmentId };
}

const refusals = (answer: { json: () => { errors: string[] } }) => answer.json().errors;
const ONLY_CANCELLED =
  'replaces_cancelled is only for a cancelled order for which no courier was ever booked';

describe('the id of a cancelled order', () => {
  it('stays taken without replaces_cancelled', async () => {
    const { body, displayId } = await makeCancelled();
    for (const path of ['/forward-order', '/forward-order-orchestration']) {
      for (const more of [{}, { replaces_cancelled: false }, { replaces_cancelled: null }]) {
        const answer = await send({ ...body, ...more }, path);
        expect([answer.statusCode, refusals(answer)]).toEqual([422, [`Order already exists: ${displayId}`]]);
      }
    }
  });

  it.each([
    ['/forward-order', true],
    ['/forward-order-orchestration', 'true'],
    ['/forward-order-orchestration', 1],
  ])('is that of the new order at %s with replaces_cancelled %j, and both show it', async (path, sent) => {
    const old = await makeCancelled();
    const answer = await send({ ...old.body, replaces_cancelled: sent }, path);
    expect(answer.statusCode, answer.body).toBe(200);
    const made = answer.json().payload;
    expect(made.order_id).not.toBe(old.orderId);
    expect((await show(old.shipmentId)).order).toMatchObject({ id: old.orderId, display_id: old.displayId });
    expect((await show(made.shipment_id)).order).toMatchObject({
      id: made.order_id,
      display_id: old.displayId,
    });
    const audit = (await account.get('/audit')).json().data;
    expect(audit[0]).toMatchObject({ action: 'order.created', changes: { replaces: old.orderId } });
  });

  it('means the newest order that is not cancelled, wherever it is looked up', async () => {
    const old = await makeCancelled();
    const made = (await send({ ...old.body, ...REPLACES })).json().payload;
    const changed = await account.put('/order', { order_id: old.displayId, billing_city: 'Mysuru' });
    expect(changed.json().payload.order_id).toBe(made.order_id);
    const listed = (await account.post('/shipments', { order_display_id: [old.displayId] })).json();
    expect(listed.data.map(({ id }: { id: string }) => id)).toEqual([made.shipment_id]);
    const found = (await account.post('/shipments', { search: old.displayId })).json();
    expect(found.meta.total).toBe(2);
    const both = await cancel({ order_ids: [old.orderId, old.displayId] });
    expect(both.json().data).toMatchObject([
      { order_id: old.orderId, message: 'Cancelled already' },
      { order_id: old.displayId, message: 'Cancelled' },
    ]);
    expect(await show(made.shipment_id)).toMatchObject({ status: 'cancelled' });
    const refused = await account.put('/order', { order_id: old.orderId, billing_city: 'Mysuru' });
    expect(refused.json().message).toContain('cannot be changed');
  });

  it('can be replaced again and again', async () => {
    const { body } = await makeCancelled();
    for (let count = 0; count < 3; count += 1) {
      const answer = await send({ ...body, ...REPLACES });
      expect(answer.statusCode, answer.body).toBe(200);
      expect(refusals(await send({ ...body, ...REPLACES }))).toEqual([
        `Order already exists: ${body.order_id}`,
        ONLY_CANCELLED,
      ]);
      await cancel({ order_ids: [body.order_id] });
    }
    const found = await account.post('/shipments', { search: body.order_id });
    expect(found.json().meta.total).toBe(4);
  });

  it('is free for any order that asks for nothing else, if nobody has it', async () => {
    const answer = await send(orderBody(warehouseId, REPLACES));
    expect(answer.statusCode, answer.body).toBe(200);
  });

  it('stays taken by an order that a courier had, or that is not cancelled', async () => {
    const booked = orderBody(warehouseId);
    const { awb_code } = (await book(booked)).json().payload;
    await cancel({ awbs: [awb_code] });
    const open = orderBody(warehouseId);
    await send(open);
    for (const body of [booked, open]) {
      const before = await countRows(test);
      for (const path of ['/forward-order', '/forward-order-orchestration']) {
        const answer = await send({ ...body, ...REPLACES }, path);
        expect([answer.statusCode, refusals(answer)]).toEqual([
          422,
          [`Order already exists: ${body.order_id}`, ONLY_CANCELLED],
        ]);
      }
      expect(await countRows(test)).toEqual(before);
    }
  });

  it('stays taken by the new order of an exchange', async () => {
    const body = exchangeBody(warehouseId, { dispatch: 'after_pickup' });
    const { forward_shipment_id } = (await account.post('/exchange-order-orchestration', body)).json()
      .payload;
    await cancel({ shipment_ids: [forward_shipment_id] });
    const answer = await send(orderBody(warehouseId, { order_id: body.order_id, ...REPLACES }));
    expect(answer.statusCode).toBe(422);
  });

  it('is not taken from an order that its replacer may not see', async () => {
    const { data: store } = (await account.post('/client-stores', { store_name: 'chai' })).json();
    const { body, shipmentId } = await makeCancelled();
    const colleague = await makeColleague(test, account, { name: 'Meera', store_ids: [store.id] });
    const answer = await send(
      { ...body, ...REPLACES, store_name: 'chai' },
      '/forward-order',
      test.client(colleague.headers),
    );
    expect(answer.statusCode).toBe(422);
    expect((await show(shipmentId)).order.display_id).toBe(body.order_id);
    expect((await send({ ...body, ...REPLACES })).statusCode).toBe(200);
  });
});

describe('a replacement that no carrier takes', () => {
  it('leaves the id with the cancelled order', async () => {
    const old = await makeCancelled();
    const before = await countRows(test);
    const answer = await refusing(() => book({ ...old.body, ...REPLACES }));
    expect([answer.statusCode, answer.body]).toEqual([422, expect.stringContaining('No carrier accepted')]);
    expect(await countRows(test)).toEqual(before);
    expect(refusals(await send(old.body))).toEqual([`Order already exists: ${old.displayId}`]);
    expect((await book({ ...old.body, ...REPLACES })).statusCode).toBe(200);
  });
});

describe('two replacements at once', () => {
  itOnOneServer('make one order: the other is told that it exists', async () => {
    for (const send of [(body: object) => account.post('/forward-order', body), book]) {
      const old = await makeCancelled();
      const request = () => send({ ...old.body, ...REPLACES });
      const rows = {
        table: 'orders',
        where: 'account_id = $1 and order_id = $2',
        values: [account.accountId, old.orderId],
      };
      const answers = await raceFor(test.database, rows, [request, request]);
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
      const lost = answers.find(({ statusCode }) => statusCode === 422);
      expect(lost?.json().errors[0]).toBe(`Order already exists: ${old.displayId}`);
      const found = await account.post('/shipments', { search: old.displayId });
      expect(found.json().meta.total).toBe(2);
    }
  });

  it('with one idempotency key have one answer', async () => {
    const old = await makeCancelled();
    const headers = { 'idempotency-key': `replace-${old.displayId}` };
    const body = { ...old.body, ...REPLACES };
    const answers = await Promise.all([
      account.post('/forward-order', body, headers),
      account.post('/forward-order', body, headers),
    ]);
    answers.push(await account.post('/forward-order', body, headers));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body: answer }) => answer)).size).toBe(1);
  });

  it('of which the first is refused by every courier give the id to the second', async () => {
    const old = await makeCancelled();
    let second: Promise<number> | null = null;
    const asked = () => book({ ...old.body, ...REPLACES });
    const first = await refusing(() =>
      duringCourierCall(test, 'book', asked, async () => {
        second = send({ ...old.body, ...REPLACES }).then(({ statusCode }) => statusCode);
      }),
    );
    expect([first.statusCode, await second]).toEqual([422, 200]);
  });
});

describe('a file of orders', () => {
  it('replaces cancelled orders by a column, as its check says', async () => {
    const [one, other] = [await makeCancelled(), await makeCancelled()];
    const rows = [one, other].map(({ displayId }, index) => [
      ...[displayId, 'PREPAID', 'Asha', '9876543210', '12 Main Road', '560038', 'Chai', 2, 249.5],
      ...[0.5, 10, 10, 10, 'Okhla', index === 0 ? 'true' : ''],
    ]);
    const head = ['order_id', 'payment_method', 'Customer Name', 'Mobile', 'Address Line 1', 'Pincode'];
    head.push('item_name', 'units', 'selling_price', 'weight', 'length', 'breadth', 'height');
    const file = csvOf([[...head, 'warehouse_name', 'Replaces cancelled order'], ...rows]);
    const check = await sendFile(account, '/orders/import?check=1', file);
    expect(check.json().data.problems).toMatchObject([{ column: 'order_id', code: 'taken', line: 3 }]);
    const { id } = (await sendFile(account, '/orders/import', file)).json().data;
    await runJobs(test);
    expect((await account.get(`/imports/${id}`)).json().data).toMatchObject({ created: 1, rejected: 1 });
  });
});

describe('an order id that differs by case alone', () => {
  it('is taken with a warning that stays', async () => {
    const stays = 'order_id chai-x1 differs from the order id CHAI-X1 by case alone';
    await send(orderBody(warehouseId, { order_id: 'CHAI-X1' }));
    const answer = (await send(orderBody(warehouseId, { order_id: 'chai-x1' }))).json();
    expect(answer.warnings).toEqual([stays]);
    const { shipment_id: shipmentId } = answer.payload;
    const warnings = async () =>
      (await show(shipmentId)).warnings.map(({ message }: { message: string }) => message);
    expect(await warnings()).toEqual([stays]);
    await account.put('/order', { order_id: 'chai-x1', billing_city: 'Mysuru', sub_total: 400 });
    expect(await warnings()).toContain(stays);
  });

  it.each(['1001', '#1001', 'CHAI-Y1 ', 'CHAI-Y2'])(
    'is not %j, beside itself in other accounts',
    async (id) => {
      const other = await test.account();
      await send(
        orderBody(await makeWarehouse(other), { order_id: id.toLowerCase() }),
        '/forward-order',
        other,
      );
      const answer = (await send(orderBody(warehouseId, { order_id: id }))).json();
      expect(answer.warnings).toBeUndefined();
    },
  );
});
