import { describe, expect, it } from 'vitest';
import { ahead } from './ahead.ts';

describe('ahead', () => {
  it('asks for the next value before its reader is done with one, in order', async () => {
    const seen: string[] = [];
    async function* values() {
      for (const value of [1, 2, 3]) {
        seen.push(`made ${value}`);
        yield value;
      }
    }
    for await (const value of ahead(values())) {
      seen.push(`read ${value}`);
    }
    expect(seen).toEqual(['made 1', 'made 2', 'read 1', 'made 3', 'read 2', 'read 3']);
  });

  it('throws an error of the values after those before it', async () => {
    const seen: number[] = [];
    async function* values() {
      yield 1;
      throw new Error('no second');
    }
    const read = async () => {
      for await (const value of ahead(values())) seen.push(value);
    };
    await expect(read()).rejects.toThrow('no second');
    expect(seen).toEqual([1]);
  });

  it('ends the values when its reader stops, after what they were asked for', async () => {
    const seen: string[] = [];
    async function* values() {
      try {
        for (let value = 1; ; value += 1) {
          await Promise.resolve();
          seen.push(`made ${value}`);
          yield value;
        }
      } finally {
        seen.push('ended');
      }
    }
    for await (const value of ahead(values())) if (value === 2) break;
    expect(seen).toEqual(['made 1', 'made 2', 'made 3', 'ended']);
  });
});
