import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gstOf, withoutGst } from './gst.ts';

describe('an amount without its GST', () => {
  it.each([
    [0, 0],
    [1, 1],
    [118, 100],
    [119, 101],
    [23_600, 20_000],
  ])('of %i paise is %i', (paise, rest) => expect(withoutGst(paise)).toBe(rest));

  it('plus its GST is the amount again', () => {
    fc.assert(
      fc.property(fc.nat(100_000_000), (paise) => {
        expect(withoutGst(paise + gstOf(paise))).toBe(paise);
      }),
    );
  });
});
