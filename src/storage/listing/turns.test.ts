import { describe, expect, it } from 'vitest';
import { Turns } from './turns.ts';

describe('turns', () => {
  it('lets so many in at once, and the others in order', async () => {
    const turns = new Turns(2);
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const work = (number: number) =>
      turns.take(async () => {
        begun.push(number);
        await new Promise<void>((resolve) => ends.push(resolve));
        return number;
      });
    const all = [1, 2, 3, 4].map(work);
    await settled();
    expect(begun).toEqual([1, 2]);
    ends[1]?.();
    expect(await all[1]).toBe(2);
    await settled();
    expect(begun).toEqual([1, 2, 3]);
    ends[0]?.();
    ends[2]?.();
    await settled();
    ends[3]?.();
    expect(await Promise.all(all)).toEqual([1, 2, 3, 4]);
  });

  it('hands the turn of a failed one on', async () => {
    const turns = new Turns(1);
    const failed = turns.take(async () => {
      throw new Error('no');
    });
    const next = turns.take(async () => 'yes');
    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe('yes');
    expect(await turns.take(async () => 'again')).toBe('again');
  });
});

function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
