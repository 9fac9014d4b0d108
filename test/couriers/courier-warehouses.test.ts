import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import { DelhiveryStandIn } from '../../simulators/couriers/delhivery/delhivery-stand-in.ts';
import { STAND_IN_TOKEN } from '../../simulators/couriers/delhivery/settings.ts';
import { OPERATOR } from '../../src/domain/actor.ts';
import { WHOLE_SERVICE } from '../../src/storage/accounts/audit.ts';
import {
  createCourierAccount,
  removeCourierAccount,
} from '../../src/usecases/couriers/change-courier-accounts.ts';
import { registerWarehouses } from '../../src/usecases/couriers/register-warehouses.ts';
import type { TestAccount } from '../support/app.ts';
import { CARRIER } from '../support/carriers.ts';
import { openCourierGround } from '../support/connected-courier.ts';
import { makeWarehouse, orderBody, warehouseBody } from '../support/orders.ts';
import { setRate } from '../support/rate-changes.ts';

const { test, standIn } = await openCourierGround((dependencies) => new DelhiveryStandIn(dependencies));
let account: TestAccount;

beforeEach(async () => {
  account = await test.account();
});

async function connect(url: string = standIn.url): Promise<string> {
  const settings = { base_url: url, token: STAND_IN_TOKEN };
  const response = await account.post('/courier-accounts', { courier: 'delhivery', settings });
  expect([response.statusCode, response.body]).toEqual([201, expect.anything()]);
  await setRate(test.service, test.rateBooks.ground.directory, {
    kind: 'carriers',
    owner: account.accountId,
    cells: { carrier_id: CARRIER, adapter: 'delhivery', courier_product: 'Surface' },
  });
  await test.rateBooks.look();
  return response.json().data.id;
}

const couriersOf = async (warehouseId: string) =>
  (await account.get(`/warehouses/${warehouseId}`)).json().data.couriers;

const book = (warehouseId: string) =>
  account.post('/forward-order-orchestration', orderBody(warehouseId, { carrier_id: CARRIER }));

describe('warehouses at a courier that picks up only at registered places', () => {
  it('are registered when it is connected and when they are created, and shown with their state', async () => {
    const before = await makeWarehouse(account, { name: 'Before' });
    expect(await couriersOf(before)).toEqual([]);
    await connect();
    const after = await makeWarehouse(account, { name: 'After' });
    const pending = [{ courier: 'delhivery', state: 'pending', reason: null, reason_details: null }];
    expect([await couriersOf(before), await couriersOf(after)]).toEqual([pending, pending]);
    await registerWarehouses(test.service);
    const registered = [{ courier: 'delhivery', state: 'registered', reason: null, reason_details: null }];
    expect([await couriersOf(before), await couriersOf(after)]).toEqual([registered, registered]);
    expect((await book(after)).json().payload?.awb_code).toBeTruthy();
  });

  it('that are not registered refuse a booking with advice, and nothing is left', async () => {
    await connect();
    const warehouseId = await makeWarehouse(account, { name: 'Too soon' });
    const soon = await book(warehouseId);
    expect(soon.statusCode).toBe(422);
    expect(soon.json().message).toMatch(
      /Delhivery does not pick up at the warehouse Too soon yet: it is being registered\. Try again in a minute/,
    );
    expect((await account.post('/shipments', {})).json().data).toEqual([]);
    await registerWarehouses(test.service);
    expect((await book(warehouseId)).statusCode).toBe(200);
  });

  it('are tried again after a courier that does not answer, and show so meanwhile', async () => {
    await connect();
    const warehouseId = await makeWarehouse(account, { name: 'Patient' });
    standIn.faults.add({ kind: 'cut' });
    await registerWarehouses(test.service);
    expect(await couriersOf(warehouseId)).toMatchObject([{ state: 'pending', reason: expect.any(String) }]);
    standIn.faults.clear();
    await registerWarehouses(test.service);
    expect(await couriersOf(warehouseId)).toMatchObject([{ state: 'pending' }]);
    test.advance(31_000);
    await registerWarehouses(test.service);
    expect(await couriersOf(warehouseId)).toMatchObject([{ state: 'registered', reason: null }]);
  });

  it('are registered in parallel: one that hangs does not delay others', async () => {
    const asked: ServerResponse[] = [];
    let heard = 0;
    const server = createServer((_, answer) => {
      asked.push(answer);
      if (++heard >= 2) for (const waiting of asked.splice(0)) waiting.writeHead(400).end('{}');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      await connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
      const warehouses = [
        await makeWarehouse(account, { name: 'East' }),
        await makeWarehouse(account, { name: 'West' }),
      ];
      await registerWarehouses(test.service);
      for (const warehouseId of warehouses) {
        expect(await couriersOf(warehouseId)).toMatchObject([
          { state: 'refused', reason: expect.any(String) },
        ]);
      }
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });

  /** How often a warehouse was registered. */
  const told = () => (standIn.calls.create_warehouse ?? 0) + (standIn.calls.edit_warehouse ?? 0);

  it('are registered again when they change, and removed with the courier account', async () => {
    const id = await connect();
    const warehouseId = await makeWarehouse(account, { name: 'Moving' });
    await registerWarehouses(test.service);
    for (const [path, changes] of [
      [`/warehouses/${warehouseId}`, { phone_number: '9812345678' }],
      [`/courier-accounts/${id}`, { settings: { token: STAND_IN_TOKEN } }],
    ] as const) {
      const before = told();
      await account.put(path, changes);
      // The courier still knows it as it was.
      expect(await couriersOf(warehouseId)).toMatchObject([{ state: 'registered' }]);
      await registerWarehouses(test.service);
      expect(told()).toBeGreaterThan(before);
      expect(await couriersOf(warehouseId)).toMatchObject([{ state: 'registered' }]);
    }
    const before = told();
    await account.put(`/courier-accounts/${id}`, { name: 'Another' });
    await registerWarehouses(test.service);
    expect(told()).toBe(before);
    await account.delete(`/courier-accounts/${id}`);
    expect(await couriersOf(warehouseId)).toEqual([]);
    expect(await couriersOf(await makeWarehouse(account, { name: 'Too late' }))).toEqual([]);
  });

  it('are not registered while they are inactive', async () => {
    const [closed, closing] = [
      await makeWarehouse(account, { name: 'Closed' }),
      await makeWarehouse(account, { name: 'Closing' }),
    ];
    await account.put(`/warehouses/${closed}`, { is_active: false });
    await connect();
    await account.put(`/warehouses/${closing}`, { is_active: false });
    await registerWarehouses(test.service);
    expect([await couriersOf(closed), await couriersOf(closing)]).toMatchObject([
      [],
      [{ state: 'refused', reason: 'registers only active warehouses' }],
    ]);
  });
});

it('with one name in two accounts are two places at the operator’s courier account', async () => {
  const owner = { ...test.service, accountId: WHOLE_SERVICE, actor: OPERATOR };
  const settings = { base_url: standIn.url, token: STAND_IN_TOKEN };
  const makeStore = async (zip: string) => {
    account = await test.account();
    const { address_attributes } = warehouseBody();
    const address = { address_attributes: { ...address_attributes, zip } };
    return makeWarehouse(account, { name: 'Main store', ...address });
  };
  const before = await makeStore('110020');
  const { courierAccountId } = await createCourierAccount(
    owner,
    { courier: 'delhivery', name: null, settings },
    async (_writer, view) => view,
  );
  const after = await makeStore('560038');
  await registerWarehouses(test.service);
  const places = async () => {
    const rows = await test.sql('select courier_name from courier_warehouses where warehouse_id = any($1)', [
      [before, after],
    ]);
    return rows.map(({ courier_name }) => courier_name);
  };
  const named = await places();
  expect(named).toEqual([
    expect.stringMatching(/^Main store \w{6}$/),
    expect.stringMatching(/^Main store \w{6}$/),
  ]);
  expect(new Set(named).size).toBe(2);
  await removeCourierAccount(owner, courierAccountId);
  expect(await places()).toEqual([]);
});
