import { beforeEach, describe, expect, it } from 'vitest';
import { say } from '../../problems/sentence.ts';
import { CallerLimit, WINDOW_MS } from './caller-limit.ts';

const TOO_MANY = say('too_many', 'Too many');

let time: number;
let limit: CallerLimit;

beforeEach(() => {
  time = 1;
  limit = new CallerLimit({ limit: 3, atOnce: 2, sentence: TOO_MANY, monotonicMs: () => time });
});

/** Starts an attempt, and returns it with a function that ends it. */
function begun(caller: string, counts = true) {
  let end: (error?: Error) => void = () => undefined;
  const work = new Promise<void>((resolve, reject) => {
    end = (error) => (error === undefined ? resolve() : reject(error));
  });
  const attempt = limit.attempt(caller, () => work, { counts: () => counts });
  return { end, attempt };
}

function tried(caller: string, { counts = true, thing }: { counts?: boolean; thing?: string } = {}) {
  return limit.attempt(caller, async () => 'done', {
    counts: () => counts,
    ...(thing === undefined ? {} : { thing }),
  });
}

describe('a count', () => {
  it('exceeds the limit with the next request of the same caller until the window ends', () => {
    const counted = [1, 2, 3, 4].map(() => limit.count('a').isBeyond);
    expect(counted).toEqual([false, false, false, true]);
    expect(limit.count('b')).toEqual({ count: 1, secondsLeft: 300, isBeyond: false });
    time += WINDOW_MS - 1;
    expect(limit.count('a')).toEqual({ count: 5, secondsLeft: 0.001, isBeyond: true });
    time += 1;
    expect(limit.count('a')).toEqual({ count: 1, secondsLeft: 300, isBeyond: false });
  });

  it('includes each thing once', () => {
    for (const thing of ['x', 'y', 'x', 'y', 'x']) limit.count('a', thing);
    expect(limit.count('a', 'x').count).toBe(2);
  });
});

describe('a limit', () => {
  const limited = (most: number) =>
    new CallerLimit({ limit: most, sentence: TOO_MANY, monotonicMs: () => time });
  const miss = (limit: CallerLimit) => limit.attempt('a', async () => 'missed', { counts: () => true });

  it('of two allows two attempts, one after the other or at once, and no third', async () => {
    const [inTurn, together] = [limited(2), limited(2)];
    expect([await miss(inTurn), await miss(inTurn)]).toEqual(['missed', 'missed']);
    await expect(miss(inTurn)).rejects.toMatchObject({ kind: 'rate_limited' });
    const results = await Promise.allSettled([miss(together), miss(together), miss(together)]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  });

  it('of six is never reached by one attempt a minute', async () => {
    const limit = limited(6);
    for (let minute = 0; minute < 30; minute += 1) {
      expect(await miss(limit)).toBe('missed');
      time += WINDOW_MS / 5;
    }
  });
});

describe('an attempt', () => {
  it('counts if it should count, and not if it throws', async () => {
    await tried('a', { counts: false });
    const failing = begun('a');
    failing.end(new Error('broken'));
    await expect(failing.attempt).rejects.toThrow('broken');
    for (let time = 0; time < 3; time += 1) expect(await tried('a')).toBe('done');
    await expect(tried('a')).rejects.toMatchObject({
      kind: 'rate_limited',
      sentences: ['Too many'],
      retryAfterSeconds: 300,
    });
    expect(await tried('b')).toBe('done');
  });

  it('counts from its start: further ones wait, and continue if it does not count', async () => {
    const waiting = new CallerLimit({ limit: 2, atOnce: 9, sentence: TOO_MANY, monotonicMs: () => time });
    const looked: string[] = [];
    const look = (thing: string, isWrong: boolean) =>
      waiting.attempt(
        'a',
        async () => {
          looked.push(thing);
          return isWrong;
        },
        { counts: (result) => result, thing },
      );
    expect(await Promise.all(['r', 's', 't', 'u'].map((thing) => look(thing, false)))).toHaveLength(4);
    const results = await Promise.allSettled(['v', 'w', 'x', 'y', 'z'].map((thing) => look(thing, true)));
    expect(results.map(({ status }) => status)).toEqual([
      ...['fulfilled', 'fulfilled'],
      ...['rejected', 'rejected', 'rejected'],
    ]);
    expect(looked).toEqual(['r', 's', 't', 'u', 'v', 'w']);
  });

  it('at a thing counts once, and is refused at the limit like any other', async () => {
    for (const thing of ['x', 'y', 'x', 'z']) expect(await tried('a', { thing })).toBe('done');
    await expect(tried('a', { thing: 'x' })).rejects.toMatchObject({
      kind: 'rate_limited',
      retryAfterSeconds: 300,
    });
  });

  it('waits while the most allowed attempts run, until one of them ends or throws', async () => {
    const [one, two] = [begun('a', false), begun('a', false)];
    await expect(tried('a')).rejects.toMatchObject({ kind: 'rate_limited', retryAfterSeconds: 1 });
    expect(await tried('b')).toBe('done');
    one.end();
    await one.attempt;
    expect(await tried('a')).toBe('done');
    const three = begun('a');
    two.end(new Error('broken'));
    await expect(two.attempt).rejects.toThrow('broken');
    expect(await tried('a')).toBe('done');
    three.end();
    await three.attempt;
  });
});

describe('a limit that processes share', () => {
  it('includes the counts of other processes, and reports only its own', () => {
    const options = { limit: 5, sentence: TOO_MANY, monotonicMs: () => time, isShared: true };
    const [here, there] = [new CallerLimit(options), new CallerLimit(options)];
    for (let requests = 0; requests < 3; requests += 1) here.count('a');
    time += 1_000;
    for (const news of here.takeNews()) there.learn(news);
    expect(here.takeNews()).toEqual([]);
    expect(there.takeNews()).toEqual([]);
    expect(there.count('a')).toEqual({ count: 4, secondsLeft: 299, isBeyond: false });
    for (const news of there.takeNews()) here.learn(news);
    expect(here.count('a').count).toBe(5);
    expect(here.count('a').isBeyond).toBe(true);
    expect(here.count('b').count).toBe(1);
    time += WINDOW_MS;
    expect(here.count('a').count).toBe(1);
  });

  it('reports no addresses', () => {
    const shared = new CallerLimit({ limit: 5, sentence: TOO_MANY, monotonicMs: () => time, isShared: true });
    shared.count('198.51.100.7');
    expect(JSON.stringify(shared.takeNews())).not.toContain('198');
  });
});
