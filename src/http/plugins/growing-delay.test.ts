import { beforeEach, describe, expect, it } from 'vitest';
import { GrowingDelay } from './growing-delay.ts';

let time: number;
let waits: number[];
let delay: GrowingDelay;

beforeEach(() => {
  time = 1;
  waits = [];
  delay = new GrowingDelay({
    free: 2,
    stepMs: 10,
    longestMs: 25,
    forgottenAfterMs: 1_000,
    most: 6,
    atOnce: 3,
    monotonicMs: () => time,
    pause: async (ms) => void waits.push(ms),
  });
});

const tried = (key: string, counts = true) =>
  delay.attempt(
    key,
    async () => 'done',
    () => counts,
  );

/** Starts a try, and returns it with a function that ends it. */
function begun(key: string, counts = true) {
  let end: (error?: Error) => void = () => undefined;
  const work = new Promise<void>((resolve, reject) => {
    end = (error) => (error === undefined ? resolve() : reject(error));
  });
  return {
    end: (error?: Error) => end(error),
    attempt: delay.attempt(
      key,
      () => work,
      () => counts,
    ),
  };
}

describe('a wrong try', () => {
  it('is answered later than the one before, up to the longest delay', async () => {
    for (let tries = 0; tries < 6; tries += 1) await tried('a');
    expect(waits).toEqual([10, 20, 25, 25]);
    await tried('b');
    expect(waits).toHaveLength(4);
  });

  it('is refused above the most, until one is forgotten', async () => {
    for (let tries = 0; tries < 6; tries += 1) await tried('a');
    await expect(tried('a')).rejects.toMatchObject({ kind: 'rate_limited', retryAfterSeconds: 1 });
    time += 999;
    await expect(tried('a')).rejects.toMatchObject({ retryAfterSeconds: expect.closeTo(0.001) });
    time += 1;
    expect(await tried('a')).toBe('done');
    await expect(tried('a')).rejects.toMatchObject({ kind: 'rate_limited' });
    time += 6_000;
    waits.length = 0;
    for (let tries = 0; tries < 3; tries += 1) await tried('a');
    expect(waits).toEqual([10]);
  });

  it('counts from its start, so that simultaneous ones are not cheaper', async () => {
    for (let tries = 0; tries < 4; tries += 1) await tried('a');
    const [one, two] = [begun('a'), begun('a')];
    await expect(tried('a')).rejects.toMatchObject({ kind: 'rate_limited' });
    for (const { end } of [one, two]) end();
    await Promise.all([one.attempt, two.attempt]);
    expect(waits).toEqual([10, 20, 25, 25]);
  });
});

describe('a right or failed try', () => {
  it('costs nothing and is not delayed', async () => {
    for (let tries = 0; tries < 5; tries += 1) await tried('a');
    waits.length = 0;
    for (let tries = 0; tries < 9; tries += 1) await tried('a', false);
    const failing = begun('a');
    failing.end(new Error('broken'));
    await expect(failing.attempt).rejects.toThrow('broken');
    expect(waits).toEqual([]);
    expect(await tried('a')).toBe('done');
  });
});

it('runs no more tries of a key at once than allowed', async () => {
  const running = [begun('a', false), begun('a', false), begun('a', false)];
  await expect(tried('a')).rejects.toMatchObject({ kind: 'rate_limited', retryAfterSeconds: 1 });
  expect(await tried('b')).toBe('done');
  running[0]?.end();
  await running[0]?.attempt;
  expect(await tried('a')).toBe('done');
  for (const { end } of running) end();
  await Promise.all(running.map(({ attempt }) => attempt));
});
