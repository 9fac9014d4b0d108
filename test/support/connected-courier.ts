import { afterAll, beforeEach, expect } from 'vitest';
import type { StandIn } from '../../simulators/kit/stand-in.ts';
import {
  type RunningStandIn,
  type StandInDependencies,
  startStandIn,
} from '../../simulators/kit/start-stand-in.ts';
import type { Courier } from '../../src/carriers/courier.ts';
import { readNetworks } from '../../src/outgoing/networks.ts';
import { OutgoingRequests } from '../../src/outgoing/outgoing-requests.ts';
import { registerWarehouses } from '../../src/usecases/couriers/register-warehouses.ts';
import { startApp, type TestAccount, type TestApp } from './app.ts';
import { CARRIER } from './carriers.ts';
import { START } from './clock.ts';
import { makeWarehouse, orderBody } from './orders.ts';
import { setRate } from './rate-changes.ts';

/** Courier calls may go to this machine. */
export function courierLoopback(): OutgoingRequests {
  return new OutgoingRequests({ allow: readNetworks(['127.0.0.0/8', '::1'], 'COURIER_ALLOW') });
}

/** The service with a courier's stand-in, which it may call. */
export interface CourierGround<Played extends StandIn> {
  readonly test: TestApp;
  readonly standIn: RunningStandIn<Played>;
  stop(): Promise<void>;
}

export async function startCourierGround<Played extends StandIn>(
  open: (dependencies: StandInDependencies) => Played,
  { now = START, couriers }: { now?: Date; couriers?: readonly Courier[] } = {},
): Promise<CourierGround<Played>> {
  const standIn = await startStandIn(open, { startsAt: now });
  const test = await startApp({
    now,
    shipping: { ...(couriers && { couriers }), courierOutgoing: courierLoopback() },
  });
  test.takeAlong(standIn.clock);
  return {
    test,
    standIn,
    stop: async () => {
      await test.stop();
      await standIn.stop();
    },
  };
}

/** The same for a whole test file, at the top of it. Each test begins without faults. */
export async function openCourierGround<Played extends StandIn>(
  ...options: Parameters<typeof startCourierGround<Played>>
): Promise<CourierGround<Played>> {
  const ground = await startCourierGround<Played>(...options);
  beforeEach(() => ground.standIn.faults.clear());
  afterAll(() => ground.stop());
  return ground;
}

/** An account with a connected courier and a registered warehouse. */
export interface Connected {
  readonly account: TestAccount;
  readonly courierAccountId: string;
  readonly warehouseId: string;
  readonly call: TestAccount['call'];
  /** Books an order with the carrier. */
  book(changes?: object): Promise<{ id: string; number: string; orderId: string; labelUrl: string }>;
  /** The attributes of a shipment. */
  shown(id: string): Promise<Record<string, unknown> & { tracking_details: { description: string }[] }>;
}

/**
 * Creates an account, connects the courier, and makes a carrier of the sample rate book one of its services.
 */
export async function connectCourier(
  { test, standIn }: CourierGround<StandIn>,
  {
    settings,
    courierProduct = '',
    carriers = [CARRIER],
    warehouse = {},
  }: {
    settings: Readonly<Record<string, string>>;
    courierProduct?: string;
    carriers?: readonly string[];
    warehouse?: object;
  },
): Promise<Connected> {
  const account = await test.account();
  const { call } = account;
  const { courier } = standIn.courier;
  const sent = { courier, settings: { ...settings, base_url: standIn.url } };
  const connected = await call('POST', '/courier-accounts', sent);
  expect([connected.statusCode, connected.body]).toEqual([201, expect.anything()]);
  for (const carrier_id of carriers) {
    await setRate(test.service, test.rateBooks.ground.directory, {
      kind: 'carriers',
      owner: account.accountId,
      cells: { carrier_id, adapter: courier, courier_product: courierProduct },
    });
  }
  await test.rateBooks.look();
  const warehouseId = await makeWarehouse(account, {
    name: `Okhla ${test.service.newId().slice(-12)}`,
    ...warehouse,
  });
  await registerWarehouses(test.service);
  return {
    account,
    courierAccountId: connected.json().data.id,
    warehouseId,
    call,
    book: async (changes = {}) => {
      const body = orderBody(warehouseId, { carrier_id: carriers[0], ...changes });
      const response = await call('POST', '/forward-order-orchestration', body);
      expect([response.statusCode, response.body]).toEqual([200, expect.anything()]);
      const { shipment_id, awb_code, label_url } = response.json().payload;
      return { id: shipment_id, number: awb_code, orderId: String(body.order_id), labelUrl: label_url };
    },
    shown: async (id) => (await call('GET', `/shipments/${id}`)).json().data.attributes,
  };
}
