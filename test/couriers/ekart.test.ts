import { expect, it } from 'vitest';
import { EkartStandIn } from '../../simulators/couriers/ekart/ekart-stand-in.ts';
import { STAND_IN_SETTINGS } from '../../simulators/couriers/ekart/settings.ts';
import { connectCourier, openCourierGround } from '../support/connected-courier.ts';
import { runJobs } from '../support/jobs.ts';
import { orderBody } from '../support/orders.ts';

const ground = await openCourierGround((dependencies) => new EkartStandIn(dependencies));
const { test, standIn } = ground;
const { account, warehouseId, shown } = await connectCourier(ground, {
  settings: STAND_IN_SETTINGS,
  courierProduct: 'SURFACE',
});

it('a booking with Ekart whose answer is lost is not made again, and is given up after half an hour', async () => {
  const order = async () =>
    (await account.post('/forward-order-orchestration', orderBody(warehouseId))).json().payload;
  standIn.faults.add({ kind: 'cut', call: 'create', times: 1 });
  const lost = await order();
  expect(lost.awb_generated).toBe(0);
  test.advance(20 * 60_000);
  await runJobs(test);
  expect(await shown(lost.shipment_id)).toMatchObject({
    sub_status: 'processing',
    tracking_number: null,
    courier_tracking_url: null,
  });
  expect(standIn.calls.create).toBe(1);
  test.advance(30 * 60_000);
  await runJobs(test);
  expect((await shown(lost.shipment_id)).sub_status).not.toBe('processing');
  expect(standIn.calls.create).toBe(1);

  const payload = await order();
  expect(payload.awb_code).toMatch(/^500999A/);
  expect((await shown(payload.shipment_id)).courier_tracking_url).toBe(
    `https://app.elite.ekartlogistics.in/track/${payload.awb_code}`,
  );
});
