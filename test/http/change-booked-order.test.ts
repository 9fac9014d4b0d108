import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DelhiveryStandIn } from '../../simulators/couriers/delhivery/delhivery-stand-in.ts';
import { STAND_IN_SETTINGS } from '../../simulators/couriers/delhivery/settings.ts';
import { itOnOneServer } from '../support/cluster.ts';
import {
  type Connected,
  type CourierGround,
  connectCourier,
  startCourierGround,
} from '../support/connected-courier.ts';
import { warehouseBody } from '../support/orders.ts';
import { raceFor } from '../support/race.ts';

let ground: CourierGround<DelhiveryStandIn>;
let merchant: Connected;

beforeAll(async () => {
  ground = await startCourierGround((dependencies) => new DelhiveryStandIn(dependencies));
  merchant = await connectCourier(ground, { settings: STAND_IN_SETTINGS });
});
afterAll(() => ground.stop());
beforeEach(() => ground.standIn.faults.clear());

async function change(orderId: string, changes: object) {
  const response = await merchant.call('PUT', '/order', { order_id: orderId, ...changes });
  return { status: response.statusCode, body: response.json() };
}

const atCourier = (number: string) => ground.standIn.courier.books.parcels.get(number);

async function chargedFor(number: string): Promise<number> {
  const found = (await merchant.call('GET', `/ledger?tracking_number=${number}`)).json();
  return found.meta.sum.amount_without_gst;
}

describe('PUT /order of an order whose courier accepts changes', () => {
  it('sends a new name, address and phone to the courier, and then shows them', async () => {
    const { id, number, orderId } = await merchant.book();
    const to = {
      billing_customer_name: 'Meera',
      billing_address: '9, Lake Road',
      billing_phone: '9820012345',
    };
    expect((await change(orderId, to)).status).toBe(200);
    expect(atCourier(number)).toMatchObject({ phone: '9820012345' });
    expect(atCourier(number)?.address).toContain('9, Lake Road');
    expect((await merchant.shown(id)).shipping_address).toMatchObject({
      name: expect.stringContaining('Meera'),
      address: '9, Lake Road',
    });
    const found = (await merchant.call('POST', '/shipments', { search: number })).json();
    expect(found.meta.total).toBe(1);
  });

  it('charges another weight and payment at current rates, also in the ledger', async () => {
    const { id, number, orderId } = await merchant.book({ payment_method: 'PREPAID', weight: 0.4 });
    const before = (await merchant.shown(id)).charges as Record<string, number>;
    const cod = { payment_method: 'COD', cod_collectible: 499, weight: 1.4 };
    expect((await change(orderId, cod)).status).toBe(200);

    expect(atCourier(number)).toMatchObject({ mode: 'COD', codAmount: 499, weight: 1400 });
    const after = await merchant.shown(id);
    const charges = after.charges as Record<string, number>;
    expect(after).toMatchObject({ is_cod: true, cod_amount: 499, applied_weight: { value: 1400 } });
    expect(charges.forward_freight_charges).toBeGreaterThan(before.forward_freight_charges ?? 0);
    expect(charges.cod_charges).toBeGreaterThan(0);
    expect(charges.rto_charges).toBeGreaterThan(before.rto_charges ?? 0);
    expect(charges.platform_fee).toBe(before.platform_fee);
    ground.standIn.courier.move(number, 'picked_up');
    await merchant.call('POST', `/shipments/${id}/refresh`);
    const { total_forward_charges: journey = 0, platform_fee: fee = 0 } = charges;
    expect(Math.abs(await chargedFor(number))).toBe(journey + fee);
  });

  it('charges another weight after the pickup, at once in the ledger', async () => {
    const { id, number, orderId } = await merchant.book({ payment_method: 'PREPAID', weight: 0.4 });
    ground.standIn.courier.move(number, 'picked_up');
    await merchant.call('POST', `/shipments/${id}/refresh`);
    const before = await chargedFor(number);
    expect((await change(orderId, { weight: 1.4 })).status).toBe(200);
    const charges = (await merchant.shown(id)).charges as Record<string, number>;
    const { total_forward_charges: journey = 0, platform_fee: fee = 0 } = charges;
    expect(await chargedFor(number)).not.toBe(before);
    expect(Math.abs(await chargedFor(number))).toBe(journey + fee);
  });

  it('charges the rates of the new zone if only the pincode changes', async () => {
    const [{ id, number, orderId }, other] = [await merchant.book(), await merchant.book()];
    const termsOf = async (shipmentId: string) => {
      const { charges, zone } = await merchant.shown(shipmentId);
      const [terms] = await ground.test.sql(
        'select zone, destination_pincode from bookings where shipment_id = $1',
        [shipmentId],
      );
      return { charges: charges as Record<string, number>, zone, terms };
    };
    const [before, beside] = [await termsOf(id), await termsOf(other.id)];
    expect(before).toMatchObject({ zone: 'zone_c', terms: { zone: 'C', destination_pincode: '560038' } });
    // Delhivery accepts no other pincode than that of its own packing slip.
    Object.assign(atCourier(number) ?? {}, { pin: '110001' });
    expect((await change(orderId, { billing_pincode: '110001' })).status).toBe(200);

    const after = await termsOf(id);
    expect(after).toMatchObject({
      zone: 'zone_a',
      terms: { zone: 'A', destination_pincode: '110001' },
    });
    const { forward_freight_charges: freight = 0, rto_charges: rto = 0 } = before.charges;
    expect(after.charges.forward_freight_charges).toBeLessThan(freight);
    expect(after.charges.rto_charges).toBeLessThan(rto);
    expect(after.charges.platform_fee).toBe(before.charges.platform_fee);
    expect((await merchant.shown(id)).shipping_address).toMatchObject({
      address: '12, 4th Cross, Indiranagar',
      zip: '110001',
    });
    expect(await termsOf(other.id)).toEqual(beside);
  });

  it('shows the reason of the courier’s refusal, and changes nothing', async () => {
    const { id, number, orderId } = await merchant.book();
    const before = await merchant.shown(id);
    const elsewhere = await change(orderId, { billing_pincode: '400001', billing_city: 'Mumbai' });
    expect(elsewhere).toMatchObject({
      status: 422,
      body: {
        status: 0,
        message: `Order ${orderId} was not changed: Delhivery takes no other pincode for a parcel: cancel it and book it again`,
      },
    });
    ground.standIn.courier.move(number, 'picked_up', 'in_transit', 'at_destination', 'out_for_delivery');
    const late = await change(orderId, { billing_phone: '9820012345' });
    expect(late.body.message).toBe(
      `Order ${orderId} was not changed: Delhivery has the parcel out for delivery: ask again after 9 in the evening`,
    );
    ground.standIn.faults.add({ kind: 'cut', call: 'edit' });
    expect((await change(orderId, { billing_phone: '9820012345' })).body.message).toBe(
      `Order ${orderId} was not changed: Delhivery did not answer; please try again`,
    );
    expect({ ...(await merchant.shown(id)), label_url: before.label_url }).toEqual(before);
  });

  it('refuses changes that no courier accepts, and a weight that the carrier does not accept', async () => {
    const { number, orderId } = await merchant.book();
    const asked = ground.standIn.calls.edit ?? 0;
    const warehouse = { ...warehouseBody({ name: 'Powai' }) };
    const { payload } = (await merchant.call('POST', '/warehouse', warehouse)).json();
    const items = [{ name: 'Pot', units: 1, selling_price: 5 }];
    const fixed = await change(orderId, {
      ...{ sub_total: 5, order_date: '2026-01-01 10:00' },
      ...{ warehouse_id: payload.warehouse_id, order_items: items },
    });
    expect(fixed).toMatchObject({ status: 422 });
    expect(fixed.body.message).toContain(
      'order_date, warehouse_id, sub_total, order_items cannot be changed any more, because Delhivery has the order',
    );
    const unknown = await change(orderId, { store_name: 'nowhere' });
    expect(unknown.body.errors).toEqual(['store_name nowhere is not a connected store of this account']);
    const tooMuch = await change(orderId, { payment_method: 'COD', cod_collectible: 2_495 });
    expect(tooMuch.body.errors).toEqual(['cod_collectible Rs 2,495 is more than the order is worth, Rs 499']);
    const heavy = await change(orderId, { weight: 400 });
    expect([heavy.status, heavy.body.message]).toEqual([
      422,
      expect.stringContaining('The carrier cannot take this shipment'),
    ]);
    expect(ground.standIn.calls.edit ?? 0).toBe(asked);
    expect((await change(orderId, { tags: ['gift'] })).status).toBe(200);
    expect(ground.standIn.calls.edit ?? 0).toBe(asked);
    expect(atCourier(number)?.weight).toBeGreaterThan(0);
  });

  const OTHERS: readonly [string, (orderId: string, id: string) => PromiseLike<unknown>][] = [
    ['another change of the order', (orderId) => change(orderId, { billing_customer_name: 'Meera' })],
    [
      'another booking of the parcel',
      (_, id) =>
        ground.test.sql('update shipments set booking_id = gen_random_uuid() where shipment_id = $1', [id]),
    ],
  ];
  for (const [name, other] of OTHERS) {
    itOnOneServer(`fails if ${name} comes between its check and its writing`, async () => {
      const { id, orderId } = await merchant.book();
      const rows = { table: 'shipments', where: 'shipment_id = $1', values: [id] };
      const [, answer] = await raceFor<unknown>(ground.test.database, rows, [
        () => other(orderId, id),
        () => change(orderId, { billing_phone: '9820012345' }),
      ]);
      expect(answer).toMatchObject({
        status: 503,
        body: {
          message: `Order ${orderId} was changed by somebody else at the same moment; please try again`,
        },
      });
    });
  }

  it('is refused once the parcel is delivered', async () => {
    const { id, number, orderId } = await merchant.book();
    ground.standIn.courier.move(number, 'picked_up', 'in_transit', 'out_for_delivery', 'delivered');
    await merchant.call('POST', `/shipments/${id}/refresh`);
    expect((await change(orderId, { billing_phone: '9820012345' })).body.message).toBe(
      `Order ${orderId} cannot be changed: a courier has it already`,
    );
  });
});
