import { expect, it } from 'vitest';
import { DelhiveryStandIn } from '../../simulators/couriers/delhivery/delhivery-stand-in.ts';
import { STAND_IN_SETTINGS } from '../../simulators/couriers/delhivery/settings.ts';
import { connectCourier, openCourierGround } from '../support/connected-courier.ts';

const ground = await openCourierGround((dependencies) => new DelhiveryStandIn(dependencies));
const { test } = ground;
const settings = { settings: STAND_IN_SETTINGS, courierProduct: 'Surface' };
const { book, shown, call, courierAccountId } = await connectCourier(ground, settings);
const { url } = (await call('POST', `/courier-accounts/${courierAccountId}/push-address`)).json().data;

async function push(number: string, minutesAgo: number, EDD: string | undefined, Status = 'In Transit') {
  const StatusDateTime = new Date(test.service.now().getTime() - minutesAgo * 60_000).toISOString();
  const status = { Status, StatusType: 'UD', StatusDateTime, StatusLocation: 'Delhi', Instructions: Status };
  const payload = { Shipment: { AWB: number, NSLCode: 'X-PPOM', Status: status, EDD } };
  await test.app.inject({ method: 'POST', url: new URL(url).pathname, payload });
}

it('a push brings the day on which the courier expects to deliver, and an older push does not', async () => {
  const [parcel, other] = [await book(), await book()];
  test.advance(3_600_000);
  const day = async ({ id }: { id: string }) => (await shown(id)).expected_delivery_date;
  const first = await day(parcel);
  await push(parcel.number, 9, '');
  await push(parcel.number, 8, 'soon');
  expect(await day(parcel)).toBe(first);
  await push(parcel.number, 5, '2026-12-07T23:30:00.000');
  expect(await day(parcel)).toBe('2026-12-07');
  await push(parcel.number, 6, '2026-12-01 10:00:00');
  expect(await day(parcel)).toBe('2026-12-07');
  await push(parcel.number, 4, undefined);
  expect(await day(parcel)).toBe('2026-12-07');
  // Also beside words that nobody knows.
  await push(parcel.number, 3, '2026-12-09', 'On Rail');
  expect(await day(parcel)).toBe('2026-12-09');
  expect(await day(other)).toBe(first);
});
