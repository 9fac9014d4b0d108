import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shownCounts } from './facets.ts';

const shape = { sql: '', own: [], shown: (kept: string) => (kept === '' ? null : kept.toLowerCase()) };

describe('the counts of a facet as they are shown', () => {
  it('are the most frequent of all, words that are shown alike added up, and of the same number in the order of words', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.string({ maxLength: 2 }), fc.nat(4)),
        fc.integer({ min: 1, max: 5 }),
        async (counts, most) => {
          const sums = new Map<string, number>();
          for (const [kept, count] of Object.entries(counts)) {
            const value = shape.shown(kept);
            if (value !== null) sums.set(value, (sums.get(value) ?? 0) + count);
          }
          const all = [...sums].map(([value, count]) => ({ value, count }));
          all.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
          expect(await shownCounts(shape, new Map(Object.entries(counts)), most)).toEqual(all.slice(0, most));
        },
      ),
    );
  });

  it('keep nothing else waiting while they are found among very many', async () => {
    const many = new Map(Array.from({ length: 300_000 }, (_, n) => [`sku ${n}`, n % 1_000]));
    let others = 0;
    const watch = setInterval(() => {
      others += 1;
    });
    try {
      expect((await shownCounts(shape, many, 2)).map(({ value }) => value)).toEqual([
        'sku 100999',
        'sku 101999',
      ]);
    } finally {
      clearInterval(watch);
    }
    expect(others).toBeGreaterThan(0);
  });
});
