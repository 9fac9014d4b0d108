import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compileZoneOverrides,
  matchingOverride,
  overriddenZone,
  type ZoneOverride,
  zoneOverridesBytes,
} from './zone-overrides.ts';

const over = (origin: string, destination: string, zone: number): ZoneOverride => ({
  origin,
  destination,
  zone,
});

function zoneWith(overrides: readonly ZoneOverride[], origin = 560001, destination = 110001): number {
  const compiled = compileZoneOverrides(overrides);
  return compiled === null ? -1 : overriddenZone(compiled, origin, destination);
}

describe('zone overrides', () => {
  it('are null without rows', () => {
    expect(compileZoneOverrides([])).toBeNull();
  });

  it.each([
    ['a pair', over('560001', '110001', 2)],
    ['a pincode at the origin', over('560001', '', 2)],
    ['a pincode at the destination', over('', '110001', 2)],
    ['a prefix of one digit', over('5', '', 2)],
    ['a prefix of five digits', over('', '11000', 2)],
    ['a prefix at both ends', over('56', '11', 2)],
  ])('match by %s', (_, override) => {
    expect(zoneWith([override])).toBe(2);
    expect(zoneWith([override], 400001, 400002)).toBe(-1);
  });

  it('apply in one direction only', () => {
    expect(zoneWith([over('560001', '110001', 2)], 110001, 560001)).toBe(-1);
  });

  it('follow the most specific row, in any order of rows', () => {
    const fromGeneralToSpecific = [
      over('5', '', 0),
      over('', '1', 1),
      over('5', '1', 2),
      over('', '11000', 3),
      over('56000', '11000', 4),
      over('560001', '', 0),
      over('', '110001', 1),
      over('5', '110001', 2),
      over('560001', '110001', 3),
    ];
    for (let known = 1; known <= fromGeneralToSpecific.length; known += 1) {
      const overrides = fromGeneralToSpecific.slice(0, known);
      const expected = overrides.at(-1)?.zone;
      expect(zoneWith(overrides)).toBe(expected);
      expect(zoneWith(overrides.toReversed())).toBe(expected);
    }
  });

  it('follow the later of two rows with the same ends', () => {
    expect(zoneWith([over('56', '', 1), over('56', '', 4)])).toBe(4);
  });

  it('return the row that matched', () => {
    const compiled = compileZoneOverrides([over('56', '', 1), over('', '110001', 4)]);
    expect(compiled && matchingOverride(compiled, 560001, 110001)).toEqual(over('', '110001', 4));
    expect(compiled && matchingOverride(compiled, 560001, 110002)).toEqual(over('56', '', 1));
    expect(compiled && matchingOverride(compiled, 400001, 110002)).toBeNull();
  });

  it('return the zone of the row that they name, for any pincodes', () => {
    const end = fc.integer({ min: 0, max: 6 }).map((digits) => '110001'.slice(0, digits));
    const list = fc.array(fc.tuple(end, end, fc.integer({ min: 0, max: 4 })), { maxLength: 20 });
    fc.assert(
      fc.property(list, fc.integer({ min: 100_000, max: 999_999 }), (ends, destination) => {
        const compiled = compileZoneOverrides(ends.map(([from, to, zone]) => over(from, to, zone)));
        if (compiled === null) return;
        const match = matchingOverride(compiled, 110001, destination);
        expect(match?.zone ?? -1).toBe(overriddenZone(compiled, 110001, destination));
      }),
    );
  });

  it('estimate their memory', () => {
    const compiled = compileZoneOverrides([over('56', '', 1), over('57', '', 1), over('', '1', 1)]);
    expect(compiled && zoneOverridesBytes(compiled)).toBe(2 * 200 + 3 * 64);
  });
});
