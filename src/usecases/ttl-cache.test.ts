import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TtlCache } from './ttl-cache.ts';

let now = 0;
/** Lets time pass for the library, which keeps the time of a read for a millisecond. */
function advance(milliseconds: number): void {
  now += milliseconds;
  vi.advanceTimersByTime(1);
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  advance(1);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('reads each value once a second, and again once it is forgotten', async () => {
  const cache = new TtlCache<string>();
  const read: string[] = [];
  const get = (key: string) => cache.get(key, async () => `${key}${read.push(key)}`);
  expect([await get('a'), await get('a'), await get('b')]).toEqual(['a1', 'a1', 'b2']);
  cache.forget('a');
  expect([await get('a'), await get('b')]).toEqual(['a3', 'b2']);
  cache.forget();
  expect([await get('a'), await get('b')]).toEqual(['a4', 'b5']);
  advance(999);
  expect(await get('a')).toBe('a4');
  advance(2);
  expect(await get('a')).toBe('a6');
});

it('reads again after a failed read', async () => {
  const cache = new TtlCache<string>();
  await expect(cache.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await cache.get('a', async () => 'found')).toBe('found');
});
