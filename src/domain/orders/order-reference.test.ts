import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderReference, referenceInSigns, referenceOfBooking } from './order-reference.ts';

const first = { displayId: 'CHAI-1001', journey: 'forward', attempt: 1, sharedBy: null } as const;

describe('the reference of a parcel at a courier', () => {
  it('is the order id if it is short enough', () => {
    expect(orderReference(first, 50)).toBe('CHAI-1001');
    expect(orderReference(first, 9)).toBe('CHAI-1001');
  });

  it('has a suffix for a return, for a later booking, and for accounts that share a courier account', () => {
    const sharedBy = '019a8f6e-0000-7000-8000-000000000001';
    expect(orderReference({ ...first, journey: 'return' }, 50)).toBe('CHAI-1001-R');
    expect(orderReference({ ...first, attempt: 2 }, 50)).toBe('CHAI-1001-2');
    expect(orderReference({ ...first, sharedBy }, 50)).toMatch(/^CHAI-1001-[0-9A-Z]{6}$/);
    expect(orderReference({ ...first, journey: 'return', attempt: 3, sharedBy }, 50)).toMatch(
      /^CHAI-1001-R-3-[0-9A-Z]{6}$/,
    );
  });

  it('keeps the beginning of a long order id, with a hash of the whole', () => {
    const [one, other] = ['a', 'b'].map((end) =>
      orderReference({ ...first, displayId: `${'CHAI-'.repeat(12)}${end}` }, 20),
    );
    expect(one).toMatch(/^CHAI-CHAI-CHA-[0-9A-Z]{6}$/);
    expect(other).toMatch(/^CHAI-CHAI-CHA-[0-9A-Z]{6}$/);
    expect(one).not.toBe(other);
  });

  it('has a hash if characters were replaced, so that two orders keep different references', () => {
    expect(referenceInSigns('CHAI-1', 'CHAI-1', 50)).toBe('CHAI-1');
    const [one, other] = ['A#1', 'A%1'].map((reference) => referenceInSigns(reference, 'A-1', 50));
    expect(one).toMatch(/^A-1-[0-9A-Z]{6}$/);
    expect(other).toMatch(/^A-1-[0-9A-Z]{6}$/);
    expect(one).not.toBe(other);
    expect(referenceInSigns('#'.repeat(50), '-'.repeat(50), 50)).toHaveLength(50);
  });

  it('has a hash of the booking if the courier has used the order id before', () => {
    const [one, other] = ['b1', 'b2'].map((bookingId) => referenceOfBooking('CHAI-1', bookingId, 50));
    expect(one).toMatch(/^CHAI-1-[0-9A-Z]{6}$/);
    expect(other).not.toBe(one);
    expect(referenceOfBooking('CHAI-1', 'b1', 50)).toBe(one);
    expect(referenceOfBooking('C'.repeat(50), 'b1', 50)).toHaveLength(50);
  });

  it('is never longer than the courier allows, and differs between bookings', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 100, unit: 'grapheme' }),
        fc.integer({ min: 20, max: 60 }),
        fc.integer({ min: 1, max: 999 }),
        (displayId, longest, attempt) => {
          const parts = { displayId, journey: 'forward', sharedBy: null } as const;
          const reference = orderReference({ ...parts, attempt }, longest);
          expect([...reference].length).toBeLessThanOrEqual(longest);
          expect(orderReference({ ...parts, attempt: attempt + 1 }, longest)).not.toBe(reference);
        },
      ),
    );
  });
});
