import { describe, expect, it } from 'vitest';
import { Batcher } from './batcher.ts';

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

describe('what is done together', () => {
  it('is the first at once, and then what came in meanwhile, so many at a time', async () => {
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

  it('fails for those alone that were in it', async () => {
    const { together, rounds } = held();
    const [first, second] = [together.do(1), together.do(2)];
    rounds[0]?.end(new Error('away'));
    await expect(first).rejects.toThrow('away');
    rounds[1]?.end();
    expect(await second).toBe(20);
  });
});
