import { describe, expect, it } from 'vitest';
import { bookedLifeGround, dayOf } from './booked-life.ts';

describe('the days of a booked shipment', () => {
  it('are numbered by the day in India', () => {
    expect([dayOf('2026-03-01') - dayOf('2026-02-28'), dayOf('2024-03-01') - dayOf('2024-02-28')]).toEqual([
      1, 2,
    ]);
    expect(dayOf('1970-01-02')).toBe(1);
  });

  it('are those of its terms, with the cities of both pincodes', () => {
    const cities: Record<string, string> = { '411001': 'Pune', '560001': 'Bengaluru Rural' };
    const directory = {
      find: (pincode: string) => (cities[pincode] === undefined ? null : { city: cities[pincode] }),
    } as unknown as Parameters<typeof bookedLifeGround>[0];
    const terms = {
      originPincode: '411001',
      destinationPincode: '560001',
      expectedPickupDate: '2026-11-16',
      expectedDeliveryDate: '2026-11-19',
    };
    expect(bookedLifeGround(directory, 7, terms)).toEqual({
      bookedAt: 7,
      pickupDay: dayOf('2026-11-16'),
      deliveryDay: dayOf('2026-11-19'),
      origin: 'Pune',
      destination: 'Bengaluru',
    });
    expect(bookedLifeGround(directory, 7, { ...terms, originPincode: '000000' }).origin).toBe('000000');
  });
});
