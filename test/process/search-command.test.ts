import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { runCommand } from '../support/commands.ts';
import { makeWarehouse, orderBody } from '../support/orders.ts';
import { databaseEnvironment } from '../support/service-process.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.stop());

it('search rebuild makes orders of an older release findable by pincode, SKU and name of an item', async () => {
  const account = await test.account();
  const warehouseId = await makeWarehouse(account);
  const made = [];
  for (const order_id of ['OLD-1', 'OLD-2', 'NEW-3']) {
    const answer = await account.post('/forward-order-orchestration', orderBody(warehouseId, { order_id }));
    expect(answer.statusCode).toBe(200);
    made.push(answer.json().payload.shipment_id);
  }
  const wordsOf = () =>
    test.sql('select shipment_id, words from shipment_search where account_id = $1 order by shipment_id', [
      account.accountId,
    ]);
  const before = await wordsOf();
  await test.sql(
    `update shipment_search set words = ' old ' where account_id = $1 and shipment_id = any($2::uuid[])`,
    [account.accountId, made.slice(0, 2)],
  );
  const rebuild = async (...words: string[]) => {
    const { code, stdout, stderr } = await runCommand(databaseEnvironment(test.database), [
      'search',
      'rebuild',
      ...words,
    ]);
    expect([code, stderr]).toEqual([0, '']);
    return stdout;
  };
  expect(JSON.parse(await rebuild('--json'))).toEqual({ shipments: 3, changed: 2 });
  const sorted = (rows: readonly Record<string, unknown>[]) =>
    rows.map(({ words }) => String(words).split(' ').sort());
  expect(sorted(await wordsOf())).toEqual(sorted(before));
  expect(await rebuild('--account', account.accountId)).toContain('Changed 0 of 3 shipments');
});
