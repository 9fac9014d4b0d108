import { describe, expect, it } from 'vitest';
import { asOf, isSelected, NOTHING, type Selection, sizeOf, targetOf, toggled } from './selection.ts';

describe('a selection of rows', () => {
  it('adds and removes one row without touching the others', () => {
    const both = toggled(toggled(NOTHING, 'a'), 'b');
    expect([sizeOf(both), isSelected(both, 'a'), isSelected(both, 'c')]).toEqual([2, true, false]);
    expect(targetOf(toggled(both, 'a'), { q: 'x' })).toEqual({ shipment_ids: ['b'] });
    expect(targetOf(both, {})).toEqual({ shipment_ids: ['a', 'b'] });
  });

  it('replaces a selection of all matches', () => {
    expect(toggled({ kind: 'all', total: 7 }, 'a')).toEqual({ kind: 'some', ids: new Set(['a']) });
  });
});

describe('a selection of all matches', () => {
  const seven: Selection = { kind: 'all', total: 7 };

  it('counts the current matches', () => {
    expect(asOf(seven, 6)).toEqual({ kind: 'all', total: 6 });
    expect(asOf(seven, 8)).toEqual({ kind: 'all', total: 8 });
    expect([sizeOf(seven), isSelected(seven, 'any')]).toEqual([7, true]);
  });

  it('stays the same while the number is unknown', () => {
    expect(asOf(seven, null)).toBe(seven);
  });

  it('becomes empty when nothing matches', () => {
    expect(asOf(seven, 0)).toBe(NOTHING);
  });

  it('does not change a selection of named rows', () => {
    const named: Selection = { kind: 'some', ids: new Set(['a', 'b']) };
    expect(asOf(named, 1)).toBe(named);
  });

  it('is sent to a job as the filter with the shown total', () => {
    expect(targetOf(asOf(seven, 6), { status: ['ndr_raised'] })).toEqual({
      filter: { status: ['ndr_raised'] },
      total: 6,
    });
  });
});
