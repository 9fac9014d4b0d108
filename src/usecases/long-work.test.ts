import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Client, LongWork } from './long-work.ts';

const LEAST_CONNECTIONS = 5;
const MINUTE_MS = 60_000;
const PIECE = Buffer.alloc(300 * 1024);

function clientOf(
  accountId: string,
): Client & { accountId: string; leave: () => void; isDismissed: boolean } {
  const left = new AbortController();
  const client = {
    accountId,
    signal: left.signal,
    leave: () => left.abort(new Error('left')),
    isDismissed: false,
    dismiss: () => {
      client.isDismissed = true;
      client.leave();
    },
  };
  return client;
}

async function* pieces(count: number): AsyncGenerator<Buffer, void, undefined> {
  for (let piece = 0; piece < count; piece += 1) yield PIECE;
}

/** Holds a turn for longer than the timeout of an answer, until the test ends it. */
async function block(work: LongWork, begun: (end: () => void) => void): Promise<void> {
  const held = work.run(clientOf('b'), () => new Promise<void>(begun));
  await expect(held).rejects.toMatchObject({ kind: 'unavailable' });
}

describe('LongWork', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    [LEAST_CONNECTIONS, 1],
    [6, 1],
    [7, 2],
    [20, 2],
  ])('with %i connections runs %i tasks at once', async (connections, atOnce) => {
    const work = new LongWork({ connections });
    let running = 0;
    let most = 0;
    const one = async () => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
    };
    await Promise.all(['a', 'b', 'c', 'd'].map((accountId) => work.run(clientOf(accountId), one)));
    expect(most).toBe(atOnce);
  });

  it('sends the whole file, and the first piece as soon as it is made', async () => {
    const work = new LongWork({ connections: LEAST_CONNECTIONS });
    const parts = work.inParts(
      clientOf('a'),
      (async function* () {
        for (const piece of ['a', 'b', Buffer.from('c')]) yield piece;
      })(),
    );
    expect(String((await parts.next()).value)).toBe('a');
    expect(String((await parts.next()).value)).toBe('bc');
    expect(await parts.next()).toEqual({ value: undefined, done: true });
  });

  it('holds no turn while a client does not read its file', async () => {
    const work = new LongWork({ connections: LEAST_CONNECTIONS });
    const unread = Array.from({ length: 4 }, () => work.inParts(clientOf('greedy'), pieces(10)));
    for (const parts of unread) await parts.next();
    expect(await work.run(clientOf('other'), async () => 'done')).toBe('done');
    let size = 0;
    for await (const part of work.inParts(clientOf('other'), pieces(10))) size += part.length;
    expect(size).toBe(10 * PIECE.length);
    for (const parts of unread) await parts.return();
  });

  it('disconnects a client that reads nothing for a minute, and accepts its next file', async () => {
    const work = new LongWork({ connections: LEAST_CONNECTIONS });
    const clients = Array.from({ length: 4 }, () => clientOf('a'));
    const files = clients.map((client) => work.inParts(client, pieces(10)));
    for (const file of files) await file.next();
    vi.advanceTimersByTime(MINUTE_MS - 1);
    expect(clients.map(({ isDismissed }) => isDismissed)).toEqual([false, false, false, false]);
    await files[0]?.next();
    const fifth = work.inParts(clientOf('a'), pieces(1)).next();
    vi.advanceTimersByTime(1);
    expect(clients.map(({ isDismissed }) => isDismissed)).toEqual([false, true, true, true]);
    await files[1]?.return();
    expect((await fifth).done).toBe(false);
    for (const file of files) await file.return();
  });

  it('gives turns to others during patient work, and ends it when its client leaves', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
    const work = new LongWork({ connections: LEAST_CONNECTIONS });
    const done: string[] = [];
    const patient = clientOf('a');
    const held = work.patiently(patient, async (rest) => {
      const other = work.run(clientOf('b'), async () => done.push('b'));
      await rest();
      expect(done).toEqual([]);
      clock.mockReturnValue(1_000);
      await rest();
      expect(done).toEqual(['b']);
      await other;
      patient.leave();
      await rest();
    });
    await expect(held).rejects.toThrow('left');
    expect(await work.run(clientOf('c'), async () => 'free')).toBe('free');
    clock.mockRestore();
  });

  it('starts only as much patient work as there are spare connections, also while it rests', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
    const work = new LongWork({ connections: LEAST_CONNECTIONS });
    const begun: string[] = [];
    let later: Promise<unknown> = Promise.resolve();
    await work.patiently(clientOf('a'), async (rest) => {
      begun.push('a');
      later = work.patiently(clientOf('b'), async () => begun.push('b'));
      const other = work.run(clientOf('c'), async () => begun.push('c'));
      clock.mockReturnValue(1_000);
      await rest();
      await other;
      expect(begun).toEqual(['a', 'c']);
    });
    await later;
    expect(begun).toEqual(['a', 'c', 'b']);
    clock.mockRestore();
  });

  it('stops making a file and frees its place when the client leaves', async () => {
    const work = new LongWork({ connections: LEAST_CONNECTIONS });
    let isEnded = false;
    const client = clientOf('a');
    const file = work.inParts(
      client,
      (async function* () {
        try {
          yield* pieces(10);
        } finally {
          isEnded = true;
        }
      })(),
    );
    await file.next();
    client.leave();
    await expect(file.next()).rejects.toThrow('left');
    expect(isEnded).toBe(true);
  });

  it.each([
    ['a page', (work: LongWork, hang: () => Promise<never>) => work.run(clientOf('a'), hang)],
    [
      'a file',
      (work: LongWork, hang: () => Promise<never>) =>
        work
          .inParts(
            clientOf('a'),
            (async function* () {
              yield await hang();
            })(),
          )
          .next(),
    ],
  ])('answers within 10 s for %s that hangs, and frees its turn when the work ends', async (_what, ask) => {
    const work = new LongWork({ connections: LEAST_CONNECTIONS });
    let end: () => void = () => undefined;
    const hang = () => new Promise<never>((_, reject) => (end = () => reject(new Error('frozen'))));
    const refused = expect(ask(work, hang)).rejects.toMatchObject({
      kind: 'unavailable',
      retryAfterSeconds: 5,
    });
    await vi.advanceTimersByTimeAsync(1_000);
    let isBegun = false;
    const next = work.run(clientOf('b'), async () => (isBegun = true));
    await vi.advanceTimersByTimeAsync(8_900);
    await refused;
    expect(isBegun).toBe(false);
    end();
    expect(await next).toBe(true);
  });

  it('answers within 10 s also if a file waits for a place and then for a turn', async () => {
    const work = new LongWork({ connections: LEAST_CONNECTIONS });
    const files = Array.from({ length: 4 }, () => work.inParts(clientOf('a'), pieces(10)));
    for (const file of files) await file.next();
    const refused = expect(work.inParts(clientOf('a'), pieces(1)).next()).rejects.toMatchObject({
      kind: 'unavailable',
    });
    let end: () => void = () => undefined;
    const blocking = block(work, (resolve) => (end = resolve));
    await vi.advanceTimersByTimeAsync(6_000);
    await files[0]?.return();
    await vi.advanceTimersByTimeAsync(3_900);
    await refused;
    end();
    await blocking;
    for (const file of files) await file.return();
  });

  it('refuses a file only before its first part', async () => {
    const work = new LongWork({ connections: LEAST_CONNECTIONS });
    let end: () => void = () => undefined;
    const begun = work.inParts(clientOf('a'), pieces(2));
    await begun.next();
    const blocking = block(work, (resolve) => (end = resolve));
    const refused = expect(work.inParts(clientOf('c'), pieces(2)).next()).rejects.toMatchObject({
      kind: 'unavailable',
    });
    const second = begun.next();
    await vi.advanceTimersByTimeAsync(10_000);
    await refused;
    end();
    await blocking;
    expect((await second).done).toBe(false);
    await begun.return();
  });
});
