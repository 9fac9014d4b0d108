import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DelhiveryStandIn } from '../../simulators/couriers/delhivery/delhivery-stand-in.ts';
import { STAND_IN_TOKEN } from '../../simulators/couriers/delhivery/settings.ts';
import { type RunningStandIn, startStandIn } from '../../simulators/kit/start-stand-in.ts';
import { OPERATOR } from '../../src/domain/actor.ts';
import { readNetworks } from '../../src/outgoing/networks.ts';
import { OutgoingRequests } from '../../src/outgoing/outgoing-requests.ts';
import { WHOLE_SERVICE } from '../../src/storage/accounts/audit.ts';
import { createCourierAccount } from '../../src/usecases/couriers/change-courier-accounts.ts';
import { registerWarehouses } from '../../src/usecases/couriers/register-warehouses.ts';
import { startApp, type TestAccount, type TestApp } from '../support/app.ts';
import { CARRIER } from '../support/carriers.ts';
import { makeWarehouse, orderBody, warehouseBody } from '../support/orders.ts';
import { setRate } from '../support/rate-changes.ts';

let test: TestApp;
let standIn: RunningStandIn<DelhiveryStandIn>;
let account: TestAccount;

beforeAll(async () => {
  standIn = await startStandIn((dependencies) => new DelhiveryStandIn(dependencies));
  test = await startApp({
    shipping: {
      courierOutgoing: new OutgoingRequests({ allow: readNetworks(['127.0.0.0/8', '::1'], 'COURIER_ALLOW') }),
    },
  });
});
afterAll(async () => {
  await test.stop();
  await standIn.stop();
});
beforeEach(async () => {
  standIn.faults.clear();
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

describe('warehouses at a courier that picks up only where it was told', () => {
  it('are told of when it is connected and when they are made, and shown with what it knows', async () => {
    const before = await makeWarehouse(account, { name: 'Before' });
    expect(await couriersOf(before)).toEqual([]);
    await connect();
    const after = await makeWarehouse(account, { name: 'After' });
    const pending = [{ courier: 'delhivery', state: 'pending', reason: null }];
    expect([await couriersOf(before), await couriersOf(after)]).toEqual([pending, pending]);
    await registerWarehouses(test.service);
    const registered = [{ courier: 'delhivery', state: 'registered', reason: null }];
    expect([await couriersOf(before), await couriersOf(after)]).toEqual([registered, registered]);
    expect((await book(after)).json().payload?.awb_code).toBeTruthy();
  });

  it('refuse a booking in words that tell what to do, and leave nothing of it', async () => {
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

  it('are tried again after a courier that does not answer, and say so meanwhile', async () => {
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

  it('are told of beside each other: one that hangs holds up no other', async () => {
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

  it('are told of again where they change, and forgotten with the courier account', async () => {
    const id = await connect();
    const warehouseId = await makeWarehouse(account, { name: 'Moving' });
    await registerWarehouses(test.service);
    for (const [path, changes] of [
      [`/warehouses/${warehouseId}`, { phone_number: '9812345678' }],
      [`/courier-accounts/${id}`, { settings: { token: STAND_IN_TOKEN } }],
    ] as const) {
      const before = told();
      await account.put(path, changes);
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
  });
});

it('of one name of two accounts are two places at the operator’s courier account', async () => {
  const owner = { ...test.service, accountId: WHOLE_SERVICE, actor: OPERATOR };
  const settings = { base_url: standIn.url, token: STAND_IN_TOKEN };
  await createCourierAccount(owner, { courier: 'delhivery', name: null, settings }, async () => undefined);
  const places = async () => {
    const { rows } = await test.database.database.pool.query(
      'select courier_name from courier_warehouses where account_id = $1',
      [account.accountId],
    );
    return rows.map(({ courier_name }) => courier_name);
  };
  const named: string[] = [];
  for (const zip of ['110020', '560038']) {
    account = await test.account();
    const { address_attributes } = warehouseBody();
    await makeWarehouse(account, {
      name: 'Main store',
      address_attributes: { ...address_attributes, zip },
    });
    await registerWarehouses(test.service);
    named.push(...(await places()));
  }
  expect(named).toEqual([
    expect.stringMatching(/^Main store \w{6}$/),
    expect.stringMatching(/^Main store \w{6}$/),
  ]);
  expect(new Set(named).size).toBe(2);
});
