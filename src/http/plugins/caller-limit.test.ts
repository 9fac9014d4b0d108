import { beforeEach, describe, expect, it } from 'vitest';
import { CallerLimit, WINDOW_MS } from './caller-limit.ts';

let time: number;
let limit: CallerLimit;

beforeEach(() => {
  time = 1;
  limit = new CallerLimit({ limit: 3, atOnce: 2, sentence: 'Too many', monotonicMs: () => time });
});

/** An attempt in progress, and a function that ends it. */
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

describe('what is counted', () => {
  it('is beyond the limit with the next after it, for that caller alone, until its window ends', () => {
    const counted = [1, 2, 3, 4].map(() => limit.count('a').isBeyond);
    expect(counted).toEqual([false, false, false, true]);
    expect(limit.count('b')).toEqual({ count: 1, secondsLeft: 300, isBeyond: false });
    time += WINDOW_MS - 1;
    expect(limit.count('a')).toEqual({ count: 5, secondsLeft: 0.001, isBeyond: true });
    time += 1;
    expect(limit.count('a')).toEqual({ count: 1, secondsLeft: 300, isBeyond: false });
  });

  it('is each thing once', () => {
    for (const thing of ['x', 'y', 'x', 'y', 'x']) limit.count('a', thing);
    expect(limit.count('a', 'x').count).toBe(2);
  });
});

describe('a limit', () => {
  const limited = (most: number) =>
    new CallerLimit({ limit: most, sentence: 'Too many', monotonicMs: () => time });
  const miss = (limit: CallerLimit) => limit.attempt('a', async () => 'missed', { counts: () => true });

  it('of two lets two through, one after the other or at once, and no third', async () => {
    const [inTurn, together] = [limited(2), limited(2)];
    expect([await miss(inTurn), await miss(inTurn)]).toEqual(['missed', 'missed']);
    await expect(miss(inTurn)).rejects.toMatchObject({ kind: 'rate_limited' });
    const results = await Promise.allSettled([miss(together), miss(together), miss(together)]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  });

  it('of six is not reached by one a minute, however long', async () => {
    const limit = limited(6);
    for (let minute = 0; minute < 30; minute += 1) {
      expect(await miss(limit)).toBe('missed');
      time += WINDOW_MS / 5;
    }
  });
});

describe('an attempt', () => {
  it('counts where it is to count, and not where it fails', async () => {
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

  it('at the same thing is let through past the limit, and counts once', async () => {
    for (const thing of ['x', 'y', 'x', 'z', 'x']) expect(await tried('a', { thing })).toBe('done');
    await expect(tried('a', { thing: 'new' })).rejects.toMatchObject({ kind: 'rate_limited' });
    expect(await tried('a', { thing: 'y' })).toBe('done');
    time += WINDOW_MS;
    expect(await tried('a', { thing: 'new' })).toBe('done');
  });

  it('takes its room when it begins: those beyond wait, and go on where it turns out not to count', async () => {
    const waiting = new CallerLimit({ limit: 2, atOnce: 9, sentence: 'Too many', monotonicMs: () => time });
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
    expect(await look('v', true)).toBe(true);
  });

  it('at a thing that was counted is let through past the limit only where that is said', async () => {
    const held = (thing: string) =>
      limit.attempt('a', async () => 'done', { counts: () => true, thing, passes: false });
    for (const thing of ['x', 'y', 'x', 'z']) expect(await held(thing)).toBe('done');
    await expect(held('x')).rejects.toMatchObject({ kind: 'rate_limited', retryAfterSeconds: 300 });
  });

  it('waits where as many are under way as may be, until one of them ends or fails', async () => {
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
  it('counts what others have counted, in one window, and tells only its own', () => {
    const options = { limit: 5, sentence: 'Too many', monotonicMs: () => time, isShared: true };
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

  it('tells of no address', () => {
    const shared = new CallerLimit({ limit: 5, sentence: '', monotonicMs: () => time, isShared: true });
    shared.count('198.51.100.7');
    expect(JSON.stringify(shared.takeNews())).not.toContain('198');
  });
});
