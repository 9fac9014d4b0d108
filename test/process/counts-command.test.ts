import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { runCommand } from '../support/commands.ts';
import { insertShipments, makeShipments, randomNumbers } from '../support/listing/shipment-rows.ts';
import { databaseEnvironment } from '../support/service-process.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.stop());

it('counts check compares the counters with a full count, and lists the wrong ones', async () => {
  const { accountId } = await test.account();
  const random = randomNumbers(1);
  await insertShipments(test, makeShipments(random, { accountId, warehouseIds: [newId()], stores: {} }, 200));
  const check = (...words: string[]) =>
    runCommand(databaseEnvironment(test.database), ['counts', 'check', ...words]);
  const right = await check('--json');
  expect(right.stderr).toBe('');
  expect([right.code, JSON.parse(right.stdout)]).toEqual([0, { shipments: 200, wrong: [] }]);

  await test.sql(
    `insert into shipment_count_deltas (account_id, journey, status, change) values ($1, 'return', 'on_hold', 7)`,
    [accountId],
  );
  const wrong = await check('--account', accountId, '--json');
  expect(wrong.code).toBe(1);
  const [difference] = JSON.parse(wrong.stdout).wrong;
  expect(difference).toMatchObject({ account_id: accountId, journey: 'return', status: 'on_hold' });
  expect(difference.kept - difference.counted).toBe(7);
  expect((await check('--account', newId())).stdout).toContain('agree with a count of all 0 shipments');
});
