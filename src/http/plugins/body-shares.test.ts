import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BodyShares } from './body-shares.ts';

describe('shares of the bytes under way', () => {
  it('end at what one sender may have, and at what all may', () => {
    const shares = new BodyShares({ all: 30, each: 20 });
    const first = shares.take('a', 20);
    expect(first).not.toBeNull();
    expect(shares.take('a', 1)).toBeNull();
    expect(shares.take('b', 11)).toBeNull();
    expect(shares.take('b', 10)).not.toBeNull();
    expect(shares.take('c', 1)).toBeNull();
    first?.();
    first?.();
    expect(shares.total).toBe(10);
    expect(shares.take('a', 20)).not.toBeNull();
  });

  it('are never more than there is, and all free when all are given back', () => {
    const takes = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.nat(15), fc.boolean()));
    fc.assert(
      fc.property(takes, (list) => {
        const shares = new BodyShares({ all: 30, each: 20 });
        const held: (() => void)[] = [];
        for (const [sender, bytes, ends] of list) {
          const giveBack = shares.take(sender, bytes);
          if (giveBack !== null) held.push(giveBack);
          expect(shares.total).toBeLessThanOrEqual(30);
          if (ends) held.shift()?.();
        }
        for (const giveBack of held) giveBack();
        expect(shares.total).toBe(0);
      }),
    );
  });
});
