import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rateCardOf } from '../../../test/support/rates.ts';
import { forwardCharges, returnCharges } from './charges.ts';
import { readRupees } from './rate-amounts.ts';
import { markUp, slabsFor } from './rate-card.ts';

const A = 0;
const E = 4;

describe('slabs of 500 g and then 250 g', () => {
  const card = rateCardOf({ carrierId: 'x', firstSlabGrams: 500, furtherSlabGrams: 250 });

  it.each([
    [1, 1],
    [499, 1],
    [500, 1],
    [501, 2],
    [749, 2],
    [750, 2],
    [751, 3],
    [1_000, 3],
    [1_001, 4],
    [10_000, 39],
  ])('for %i g are %i', (grams, slabs) => {
    expect(slabsFor(card, grams)).toBe(slabs);
  });

  it('are as few as can hold the weight', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), (grams) => {
        const slabs = slabsFor(card, grams);
        expect(500 + (slabs - 1) * 250).toBeGreaterThanOrEqual(grams);
        if (slabs > 1) expect(500 + (slabs - 2) * 250).toBeLessThan(grams);
      }),
    );
  });
});

describe('forward charges', () => {
  const card = rateCardOf({ carrierId: 'x' });

  it('are the price of the first slab and of each further slab, by zone', () => {
    expect(forwardCharges(markUp(card, 0), A, 1, null)).toEqual({
      freight: 3000,
      cod: 0,
      rto: 2700,
      total: 3000,
    });
    expect(forwardCharges(markUp(card, 0), A, 3, null).freight).toBe(5000);
    expect(forwardCharges(markUp(card, 0), E, 3, null).freight).toBe(17_000);
  });

  it.each([
    // 1.8 % is more than Rs 35 for values above Rs 1,944.44.
    ['1', 3500],
    ['1944.44', 3500],
    ['1944.72', 3500],
    ['1944.73', 3501],
    ['1945', 3501],
    ['10000', 18_000],
    ['1944.7222222', 3500],
    ['1944.7222223', 3501],
  ])('have a COD charge by the larger of flat fee and percentage, for Rs %s: %i', (value, cod) => {
    const charges = forwardCharges(markUp(card, 0), A, 1, readRupees(value));
    expect(charges.cod).toBe(cod);
    expect(charges.total).toBe(3000 + cod);
  });

  it('have a markup only on freight, and RTO of the marked-up freight before rounding', () => {
    const odd = rateCardOf({
      carrierId: 'x',
      forward: { first: [10, 10, 10, 10, 10], further: [0, 0, 0, 0, 0] },
      codFlatPaise: 10,
      codShare: 0,
    });
    // 10.5 paise of freight are shown as 11; 0.9 of 10.5 is 9.45, not 0.9 of 11.
    expect(forwardCharges(markUp(odd, 50_000), A, 1, readRupees('1'))).toEqual({
      freight: 11,
      cod: 10,
      rto: 9,
      total: 21,
    });
  });

  it('have a discount by a negative markup, down to nothing', () => {
    expect(forwardCharges(markUp(card, -125_000), A, 1, null)).toEqual({
      freight: 2625,
      cod: 0,
      rto: 2363,
      total: 2625,
    });
    expect(forwardCharges(markUp(card, -1_000_000), A, 1, null).freight).toBe(0);
  });

  it('have RTO by its own table, without markup', () => {
    const table = { first: [100, 200, 300, 400, 500], further: [10, 20, 30, 40, 50] };
    const own = rateCardOf({ carrierId: 'x', rto: { table } });
    expect(forwardCharges(markUp(own, 100_000), E, 3, null)).toEqual({
      freight: 18_700,
      cod: 0,
      rto: 600,
      total: 18_700,
    });
  });
});

describe('return charges', () => {
  const card = rateCardOf({ carrierId: 'x' });

  it('are the price of the reverse table and the fee of a quality check', () => {
    expect(returnCharges(markUp(card, 0), A, 2, true)).toEqual({ freight: 6000, qc: 1500, total: 7500 });
    expect(returnCharges(markUp(card, 0), A, 2, false)).toEqual({ freight: 6000, qc: 0, total: 6000 });
  });

  it('have a markup only on freight', () => {
    expect(returnCharges(markUp(card, 100_000), A, 1, true)).toEqual({
      freight: 4400,
      qc: 1500,
      total: 5900,
    });
  });

  it('throw for a carrier that takes no returns or makes no quality check', () => {
    const none = markUp(rateCardOf({ carrierId: 'x', reverse: null }), 0);
    const noCheck = markUp(rateCardOf({ carrierId: 'x', qcFeePaise: null }), 0);
    expect(() => returnCharges(none, A, 1, false)).toThrow();
    expect(() => returnCharges(noCheck, A, 1, true)).toThrow();
    expect(returnCharges(noCheck, A, 1, false).qc).toBe(0);
  });
});
