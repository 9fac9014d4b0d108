import { describe, expect, it } from 'vitest';
import { asOf, NOTHING, type Selection, targetOf } from './selection.ts';

describe('all that match', () => {
  const seven: Selection = { kind: 'all', total: 7 };

  it('are as many as match by now', () => {
    expect(asOf(seven, 6)).toEqual({ kind: 'all', total: 6 });
    expect(asOf(seven, 8)).toEqual({ kind: 'all', total: 8 });
  });

  it('stay as they are while nobody knows how many there are', () => {
    expect(asOf(seven, null)).toBe(seven);
  });

  it('are nothing once none matches', () => {
    expect(asOf(seven, 0)).toBe(NOTHING);
  });

  it('leave what was named alone, whether it still matches or not', () => {
    const named: Selection = { kind: 'some', ids: new Set(['a', 'b']) };
    expect(asOf(named, 1)).toBe(named);
  });

  it('are told to a job as the filter with the total that was seen', () => {
    expect(targetOf(asOf(seven, 6), { status: ['ndr_raised'] })).toEqual({
      filter: { status: ['ndr_raised'] },
      total: 6,
    });
  });
});
