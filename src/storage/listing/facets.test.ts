import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shownCounts } from './facets.ts';

const shape = { sql: '', own: [], shown: (kept: string) => (kept === '' ? null : kept.toLowerCase()) };

describe('the counts of a facet', () => {
  it('are the most frequent values, with equal words added up, and in order of words if counts are equal', async () => {
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

  it('are found among very many without blocking the process', async () => {
    const many = new Map(Array.from({ length: 300_000 }, (_, n) => [`sku ${n}`, n % 1_000]));
    let others = 0;
    // biome-ignore lint/plugin: counts the turns of others
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
