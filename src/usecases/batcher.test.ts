import { describe, expect, it } from 'vitest';
import { Batcher, KeyedBatcher } from './batcher.ts';

/** Returns a batcher, and its calls, which end on demand. */
function held() {
  const rounds: { things: readonly number[]; end: (error?: Error) => void }[] = [];
  const together = new Batcher<number, number>(
    (things) =>
      new Promise((resolve, reject) => {
        const end = (error?: Error) => (error ? reject(error) : resolve(things.map((thing) => thing * 10)));
        rounds.push({ things, end });
      }),
    3,
  );
  return { together, rounds };
}

describe('Batcher', () => {
  it('runs the first item at once, and then the items that arrived meanwhile, up to the limit', async () => {
    const { together, rounds } = held();
    const all = [1, 2, 3, 4, 5].map((thing) => together.do(thing));
    expect(rounds.map(({ things }) => things)).toEqual([[1]]);
    expect(together.isIdle).toBe(false);
    rounds[0]?.end();
    expect(await all[0]).toBe(10);
    expect(rounds.map(({ things }) => things)).toEqual([[1], [2, 3, 4]]);
    rounds[1]?.end();
    expect(await Promise.all(all.slice(1, 4))).toEqual([20, 30, 40]);
    rounds[2]?.end();
    expect(await all[4]).toBe(50);
    await Promise.resolve();
    expect(together.isIdle).toBe(true);
  });

  it('rejects only the items of a failed batch', async () => {
    const { together, rounds } = held();
    const [first, second] = [together.do(1), together.do(2)];
    rounds[0]?.end(new Error('away'));
    await expect(first).rejects.toThrow('away');
    rounds[1]?.end();
    expect(await second).toBe(20);
  });
});

describe('KeyedBatcher', () => {
  it('batches the items of one key, which do not wait for other keys', async () => {
    const together = new KeyedBatcher<number, number>(3);
    const rounds: (readonly number[])[] = [];
    const ends: (() => void)[] = [];
    const doAll = (things: readonly number[]) => {
      rounds.push(things);
      return new Promise<readonly number[]>((resolve) => ends.push(() => resolve(things)));
    };
    const all = [1, 2, 3].map((thing) => together.do('a', thing, doAll));
    all.push(together.do('b', 4, doAll));
    expect(rounds).toEqual([[1], [4]]);
    ends[0]?.();
    await all[0];
    expect(rounds).toEqual([[1], [4], [2, 3]]);
    for (const end of ends) end();
    expect(await Promise.all(all)).toEqual([1, 2, 3, 4]);
    // A key without work has the function of its next item.
    expect(await together.do('a', 5, async (things) => things.map((thing) => thing * 10))).toBe(50);
  });
});
