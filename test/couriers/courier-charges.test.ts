import { describe, expect, it } from 'vitest';
import { DelhiveryStandIn } from '../../simulators/couriers/delhivery/delhivery-stand-in.ts';
import { STAND_IN_SETTINGS } from '../../simulators/couriers/delhivery/settings.ts';
import { compareCourierWeights } from '../../src/usecases/couriers/compare-courier-weights.ts';
import { connectCourier, openCourierGround } from '../support/connected-courier.ts';
import { scan } from '../support/orders.ts';

const ground = await openCourierGround((dependencies) => new DelhiveryStandIn(dependencies));
const merchant = await connectCourier(ground, { settings: STAND_IN_SETTINGS });

const round = () => compareCourierWeights(ground.test.service);

/** A parcel of 450 g that the courier has weighed. */
async function weighed(grams: number): Promise<{ id: string; number: string }> {
  const { id, number } = await merchant.book();
  await weigh({ id, number }, grams);
  return { id, number };
}

async function weigh(parcel: { id: string; number: string }, grams: number): Promise<void> {
  await report(parcel, grams);
  await round();
}

/** Has the courier report its weight, without the round that compares it. */
async function report({ id, number }: { id: string; number: string }, grams: number): Promise<void> {
  const parcel = ground.standIn.courier.books.parcels.get(number);
  if (parcel === undefined) throw new Error('The stand-in has no such parcel');
  parcel.weighed = grams;
  ground.test.advance(60_000);
  expect((await merchant.call('POST', `/shipments/${id}/refresh`)).statusCode).toBe(200);
}

async function differencesOf(number: string): Promise<Record<string, unknown>[]> {
  return (await merchant.call('GET', `/weight-differences?tracking_number=${number}`)).json().data;
}

const asked = () => ground.standIn.calls.charges ?? 0;

describe('the weight that a courier charges for', () => {
  it('is shown with its charge, and raises a weight difference if both are above ours', async () => {
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
    const before = asked();
    await weigh({ id, number }, 2_400);
    expect([await differencesOf(number), asked()]).toEqual([[difference], before]);
  });

  it('raises no difference for a parcel that came back, because it is charged for both ways', async () => {
    const parcel = await merchant.book();
    await report(parcel, 2_400);
    await scan(ground.test, merchant.account, parcel.id, ['picked_up', 'rto_initiated', 'rto_delivered']);
    const before = asked();
    await round();
    expect([await differencesOf(parcel.number), asked()]).toEqual([[], before]);
  });

  it('is only shown if it is not above ours, and the courier is not asked for a price', async () => {
    const before = asked();
    const { id, number } = await weighed(480);
    expect((await merchant.shown(id)).courier_charges).toMatchObject({
      weight: 480,
      amount_without_gst: null,
    });
    expect([await differencesOf(number), asked()]).toEqual([[], before]);
  });

  it('is compared again when it changes, and later if the courier gives no price', async () => {
    const parcel = await weighed(480);
    ground.standIn.faults.add({ kind: 'html', call: 'charges' });
    await weigh(parcel, 3_000);
    expect(await differencesOf(parcel.number)).toEqual([]);
    ground.standIn.faults.clear();
    ground.test.advance(31_000);
    await round();
    expect(await differencesOf(parcel.number)).toHaveLength(1);
  });

  it('is left to the invoice after ten tries without a price', async () => {
    ground.standIn.faults.add({ kind: 'html', call: 'charges' });
    const before = asked();
    await weighed(3_000);
    for (let hours = 0; hours < 12; hours += 1) {
      ground.test.advance(60 * 60_000);
      await round();
    }
    expect(asked() - before).toBe(10);
  });

  it('is not raised again by an invoice with the same weight', async () => {
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
