import { afterAll, beforeAll, expect, it } from 'vitest';
import { EkartStandIn } from '../../simulators/couriers/ekart/ekart-stand-in.ts';
import { STAND_IN_SETTINGS } from '../../simulators/couriers/ekart/settings.ts';
import { type RunningStandIn, startStandIn } from '../../simulators/kit/start-stand-in.ts';
import { readNetworks } from '../../src/outgoing/networks.ts';
import { OutgoingRequests } from '../../src/outgoing/outgoing-requests.ts';
import { registerWarehouses } from '../../src/usecases/couriers/register-warehouses.ts';
import { startApp, type TestAccount, type TestApp } from '../support/app.ts';
import { CARRIER } from '../support/carriers.ts';
import { runJobs } from '../support/jobs.ts';
import { makeWarehouse, orderBody } from '../support/orders.ts';
import { setRate } from '../support/rate-changes.ts';

let test: TestApp;
let standIn: RunningStandIn<EkartStandIn>;
let account: TestAccount;

beforeAll(async () => {
  standIn = await startStandIn((dependencies) => new EkartStandIn(dependencies));
  test = await startApp({
    shipping: {
      courierOutgoing: new OutgoingRequests({ allow: readNetworks(['127.0.0.0/8'], 'COURIER_ALLOW') }),
    },
  });
  account = await test.account();
});
afterAll(async () => {
  await test.stop();
  await standIn.stop();
});

async function call(method: 'GET' | 'POST', path: string, payload?: object) {
  return (await account.call(method, path, payload)).json();
}

it('a booking with Ekart whose answer is lost is never asked for or made again, and given up after half an hour', async () => {
  const settings = { ...STAND_IN_SETTINGS, base_url: standIn.url };
  await call('POST', '/courier-accounts', { courier: 'ekart', settings });
  await setRate(test.service, test.rateBooks.ground.directory, {
    kind: 'carriers',
    owner: account.accountId,
    cells: { carrier_id: CARRIER, adapter: 'ekart', courier_product: 'SURFACE' },
  });
  await test.rateBooks.look();
  const warehouseId = await makeWarehouse(account);
  await registerWarehouses(test.service);
  const statusOf = async (shipmentId: string) =>
    (await call('GET', `/shipments/${shipmentId}`)).data.attributes;

  standIn.faults.add({ kind: 'cut', call: 'create', times: 1 });
  const lost = (await call('POST', '/forward-order-orchestration', orderBody(warehouseId))).payload;
  expect(lost.awb_generated).toBe(0);
  test.advance(20 * 60_000);
  await runJobs(test);
  expect(await statusOf(lost.shipment_id)).toMatchObject({
    sub_status: 'processing',
    tracking_number: null,
    courier_tracking_url: null,
  });
  expect(standIn.calls.create).toBe(1);
  test.advance(30 * 60_000);
  await runJobs(test);
  expect((await statusOf(lost.shipment_id)).sub_status).not.toBe('processing');
  expect(standIn.calls.create).toBe(1);

  const { payload } = await call('POST', '/forward-order-orchestration', orderBody(warehouseId));
  expect(payload.awb_code).toMatch(/^500999A/);
  expect((await statusOf(payload.shipment_id)).courier_tracking_url).toBe(
    `https://app.elite.ekartlogistics.in/track/${payload.awb_code}`,
  );
});
