import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Problem } from '../../problems/problem.ts';
import { exactWeights, gramsShown, measureParcel } from './parcel.ts';

const size = (deadWeight: string, length: string, width: string, height: string) => ({
  deadWeight,
  length,
  width,
  height,
});

describe('a parcel', () => {
  it('has the larger of its dead weight and length x width x height / 5', () => {
    expect(measureParcel(size('500', '20', '15', '10'))).toEqual({
      deadCentigrams: 50_000,
      volumetricCentigrams: 60_000,
      applicableCentigrams: 60_000,
      applicableCeilGrams: 600,
      longestSideCeilCm: 20,
      sidesCeilCm: 45,
    });
  });

  it.each([
    ['599.99', 59_999, 60_000, 600],
    ['600', 60_000, 60_000, 600],
    ['600.01', 60_001, 60_001, 601],
  ])(
    'of %s g dead and 600 g volumetric weight is charged by the larger',
    (dead, shown, applicable, counted) => {
      const parcel = measureParcel(size(dead, '20', '15', '10'));
      expect(parcel.deadCentigrams).toBe(shown);
      expect(parcel.applicableCentigrams).toBe(applicable);
      expect(parcel.applicableCeilGrams).toBe(counted);
    },
  );

  it.each([
    ['0.004', 0],
    ['0.005', 1],
    ['1.004999999', 100],
    ['1.005', 101],
    ['500.50', 50_050],
    ['10000000', 1_000_000_000],
  ])('of %s g is shown as %i hundredths of a gram', (dead, hundredths) => {
    expect(measureParcel(size(dead, '1', '1', '1')).deadCentigrams).toBe(hundredths);
  });

  it('has slabs by its exact weight, not by the shown weight', () => {
    const parcel = measureParcel(size('500.000001', '1', '1', '1'));
    expect(gramsShown(parcel.applicableCentigrams)).toBe(500);
    expect(parcel.applicableCeilGrams).toBe(501);
  });

  it('is measured exactly at the largest sizes', () => {
    const parcel = measureParcel(size('10000000', '10000', '10000', '10000'));
    expect(parcel.volumetricCentigrams).toBe(20_000_000_000_000);
    expect(parcel.applicableCeilGrams).toBe(200_000_000_000);
  });

  it.each([
    // Values for which floats alone would give a hundredth more.
    ['9653.368', '7276.945', '8685.458', 12_202_552_226_508],
    ['8199.377', '9230.596', '7726.881', 11_696_200_870_064],
    ['9371.392', '9033.743', '7625.201', 12_910_799_227_401],
  ])('of %s x %s x %s cm weighs exactly %i hundredths of a gram', (length, width, height, hundredths) => {
    expect(measureParcel(size('1', length, width, height)).volumetricCentigrams).toBe(hundredths);
  });

  it.each([
    ['30', '30', '30', 30, 90],
    ['30.01', '30', '29.99', 31, 90],
    ['30', '30.01', '30', 31, 91],
    ['0.1', '0.2', '0.3', 1, 1],
  ])(
    'of %s x %s x %s cm has a longest side of %i cm and a sum of sides of %i cm',
    (length, width, height, longest, all) => {
      const parcel = measureParcel(size('1', length, width, height));
      expect(parcel.longestSideCeilCm).toBe(longest);
      expect(parcel.sidesCeilCm).toBe(all);
    },
  );

  it('is read only from decimal texts', () => {
    expect(measureParcel(size('5e2', ' 20 ', '+15', '10.'))).toEqual(
      measureParcel(size('500', '20', '15', '10')),
    );
    for (const text of ['', '.', 'x', '1,000', '0x10', 'Infinity']) {
      expect(() => measureParcel(size(text, '1', '1', '1'))).toThrow(Problem);
    }
  });
});

describe('for any parcel', () => {
  const decimal = (largest: number) =>
    fc
      .tuple(fc.integer({ min: 1, max: largest }), fc.integer({ min: 0, max: 6 }), fc.nat(999_999))
      .map(([whole, digits, fraction]) =>
        digits === 0
          ? String(whole)
          : `${whole - 1}.${String(fraction + 1)
              .padStart(6, '0')
              .slice(-digits)}`,
      );
  const anySize = fc.record({
    deadWeight: decimal(9_999_999),
    length: decimal(9_999),
    width: decimal(9_999),
    height: decimal(9_999),
  });
  it('the volumetric weight is exactly a fifth of the volume, and the applicable weight the larger', () => {
    fc.assert(
      fc.property(anySize, (parcel) => {
        const { dead, volumetric } = exactWeights(parcel);
        const scaled = (text: string) => {
          const [whole = '', fraction = ''] = text.split('.');
          return BigInt(whole + fraction.padEnd(6, '0'));
        };
        const volume = scaled(parcel.length) * scaled(parcel.width) * scaled(parcel.height);
        expect(volumetric.units * 5n * 10n ** BigInt(19 - volumetric.scale)).toBe(volume * 10n);
        expect(dead.units * 10n ** BigInt(6 - dead.scale)).toBe(scaled(parcel.deadWeight));
        const measured = measureParcel(parcel);
        expect(measured.applicableCentigrams).toBe(
          Math.max(measured.deadCentigrams, measured.volumetricCentigrams),
        );
      }),
    );
  });
});
