import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DelhiveryStandIn } from '../../simulators/couriers/delhivery/delhivery-stand-in.ts';
import { STAND_IN_SETTINGS } from '../../simulators/couriers/delhivery/settings.ts';
import { compareCourierWeights } from '../../src/usecases/couriers/compare-courier-weights.ts';
import {
  type Connected,
  type CourierGround,
  connectCourier,
  startCourierGround,
} from '../support/connected-courier.ts';

let ground: CourierGround<DelhiveryStandIn>;
let merchant: Connected;

beforeAll(async () => {
  ground = await startCourierGround((dependencies) => new DelhiveryStandIn(dependencies));
  merchant = await connectCourier(ground, { settings: STAND_IN_SETTINGS });
});
afterAll(() => ground.stop());
beforeEach(() => ground.standIn.faults.clear());

const round = () => compareCourierWeights(ground.test.service);

/** A parcel of 450 g that the courier has weighed. */
async function weighed(grams: number): Promise<{ id: string; number: string }> {
  const { id, number } = await merchant.book();
  await weigh({ id, number }, grams);
  return { id, number };
}

async function weigh({ id, number }: { id: string; number: string }, grams: number): Promise<void> {
  const parcel = ground.standIn.courier.books.parcels.get(number);
  if (parcel === undefined) throw new Error('The stand-in has no such parcel');
  parcel.weighed = grams;
  ground.test.advance(60_000);
  expect((await merchant.call('POST', `/shipments/${id}/refresh`)).statusCode).toBe(200);
  await round();
}

async function differencesOf(number: string): Promise<Record<string, unknown>[]> {
  return (await merchant.call('GET', `/weight-differences?tracking_number=${number}`)).json().data;
}

const asked = () => ground.standIn.calls.charges ?? 0;

describe('the weight that a courier charges for', () => {
  it('is shown with what it charges, and raises a weight difference where both are above ours', async () => {
    const { id, number } = await weighed(2_400);
    // Rs 200 of freight for five slabs of 500 g, by the stand-in's prices.
    expect((await merchant.shown(id)).courier_charges).toMatchObject({
      weight: 2_400,
      amount_without_gst: 200,
    });
    const [difference, ...others] = await differencesOf(number);
    expect(others).toEqual([]);
    expect(difference).toMatchObject({ courier: 'delhivery', state: 'raised' });
    expect(JSON.stringify(difference)).toContain('told by tracking');
    await round();
    expect(await differencesOf(number)).toHaveLength(1);
  });

  it('is only shown where it is no heavier than ours, and the courier is asked no price', async () => {
    const before = asked();
    const { id, number } = await weighed(480);
    expect((await merchant.shown(id)).courier_charges).toMatchObject({
      weight: 480,
      amount_without_gst: null,
    });
    expect([await differencesOf(number), asked()]).toEqual([[], before]);
  });

  it('is laid beside ours again when it changes, and later where the courier gives no price', async () => {
    const parcel = await weighed(480);
    ground.standIn.faults.add({ kind: 'html', call: 'charges' });
    await weigh(parcel, 3_000);
    expect(await differencesOf(parcel.number)).toEqual([]);
    ground.standIn.faults.clear();
    ground.test.advance(31_000);
    await round();
    expect(await differencesOf(parcel.number)).toHaveLength(1);
  });

  it('is not raised again by an invoice of the same', async () => {
    const { number } = await weighed(2_400);
    const invoice = async (amount: number, invoiceNumber: string) => {
      const csv = `awb,charged weight g,amount without gst,invoice number\n${number},2400,${amount},${invoiceNumber}\n`;
      const response = await merchant.account.post(
        '/courier-invoices/import?courier=delhivery&check=1',
        csv,
        { 'content-type': 'text/csv' },
      );
      expect([response.statusCode, response.body]).toEqual([200, expect.anything()]);
      return response.body;
    };
    expect(await invoice(200, 'INV-1')).toContain('"raised":0');
    expect(await invoice(300, 'INV-2')).toContain('"raised":1');
  });
});
