import { expect, it } from 'vitest';
import { PincodeDirectory } from '../../src/domain/pincodes/pincode-directory.ts';
import { Places } from './demo-places.ts';
import { Random } from './random.ts';
import { drawOrder } from './sample-order.ts';

it('draws orders whose amounts add up, small ones with a charge for the delivery', () => {
  const random = new Random('sums');
  const places = new Places(
    new PincodeDirectory([
      { pincode: 560038, stateCode: 'KA', district: 'Bengaluru Urban', city: 'Bengaluru' },
      { pincode: 400050, stateCode: 'MH', district: 'Mumbai', city: 'Mumbai' },
    ]),
  );
  const shop = { storeNames: ['chai-and-co'], warehouseIds: ['okhla'] };
  const orders = Array.from({ length: 500 }, (_, index) =>
    drawOrder(random, places, shop, { displayId: `DEMO-${index}`, at: Date.parse('2026-11-16T12:00:00Z') }),
  );
  for (const order of orders) {
    const { isCod, subTotalPaise, shippingChargesPaise, totalPaise } = order;
    expect(totalPaise).toBe(subTotalPaise + shippingChargesPaise);
    expect([order.otherPaise, order.codAmountPaise]).toEqual([0, isCod ? totalPaise : 0]);
    expect([order.doubts, order.problems]).toEqual([[], []]);
  }
  const charged = orders.filter(({ shippingChargesPaise }) => shippingChargesPaise > 0);
  expect(charged.length).toBeGreaterThan(50);
  expect(Math.max(...charged.map(({ subTotalPaise }) => subTotalPaise))).toBeLessThan(49_900);
});
