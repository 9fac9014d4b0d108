import { EventEmitter } from 'node:events';
import type pg from 'pg';
import { afterEach, expect, it, vi } from 'vitest';
import { Replica, type WritesHeard } from './replica.ts';

const ACCOUNT = '01900000-0000-7000-8000-000000000001';
const OTHER = '01900000-0000-7000-8000-000000000002';

afterEach(() => {
  vi.useRealTimers();
});

/** Returns a replica that has replayed the log up to `at.replica`, with a primary at `at.primary`. */
function replicaBeside(at: At) {
  const answerOf = (position: number | null) =>
    position === null ? Promise.reject(new Error('away')) : Promise.resolve({ rows: [{ position }] });
  const asked: (() => void)[] = [];
  const hold = { asks: false };
  const held = async (position: () => number | null) => {
    if (hold.asks) await new Promise<void>((resolve) => asked.push(resolve));
    return answerOf(position());
  };
  const toPrimary = vi.fn((_query: unknown) => held(() => at.primary));
  const toReplica = vi.fn(() => answerOf(at.replica));
  const primary = { query: toPrimary } as unknown as pg.Pool;
  const pool = { query: toReplica, end: async () => undefined } as unknown as pg.Pool;
  const onChange = vi.fn();
  const replica = new Replica({ pool, primary, onChange });
  const ask = vi.fn((_query: pg.QueryConfig) => held(() => at.primary));
  const news = Object.assign(new EventEmitter(), { ask });
  replica.follow(news as unknown as WritesHeard);
  return { replica, news, hold, asked, toPrimary, toReplica, onChange };
}

interface At {
  primary: number | null;
  replica: number | null;
}

async function listening(at: At) {
  const made = replicaBeside(at);
  made.news.emit('listening');
  await expect.poll(() => made.replica.has(ACCOUNT)).toBe(true);
  return made;
}

it('is not used before notifications of writes arrive', async () => {
  const { replica } = replicaBeside({ primary: 10, replica: 10 });
  expect(await replica.has(ACCOUNT)).toBe(false);
  await replica.close();
});

it("is used for an account once it has replayed that account's last write", async () => {
  const at = { primary: 10, replica: 10 };
  const { replica, news } = await listening(at);
  news.emit('written', `20 ${ACCOUNT}`);
  expect(await replica.has(ACCOUNT)).toBe(false);
  expect(await replica.has(OTHER)).toBe(true);
  at.replica = 20;
  expect(await replica.has(ACCOUNT)).toBe(true);
  await replica.close();
});

it('is not used for an account whose write could not be announced', async () => {
  const at: At = { primary: 10, replica: 10 };
  const { replica } = await listening(at);
  at.primary = null;
  await replica.noteWritten([ACCOUNT]);
  at.primary = 30;
  at.replica = 20;
  expect(await replica.has(ACCOUNT)).toBe(false);
  expect(await replica.has(OTHER)).toBe(true);
  await replica.noteWritten([]);
  at.replica = 30;
  await expect.poll(() => replica.has(ACCOUNT)).toBe(true);
  await replica.close();
});

it('is not used if the listening connection breaks during the check', async () => {
  const { replica, news, hold, asked } = await listening({ primary: 10, replica: 10 });
  hold.asks = true;
  const has = replica.has(ACCOUNT);
  await expect.poll(() => asked.length).toBe(1);
  news.emit('deaf');
  for (const answer of asked) answer();
  expect(await has).toBe(false);
  await replica.close();
});

it('is not used for a moment after it failed', async () => {
  const { replica } = await listening({ primary: 10, replica: 10 });
  replica.rest();
  expect(await replica.has(ACCOUNT)).toBe(false);
  await replica.close();
});

it('is not used before it has replayed everything written before the notifications began', async () => {
  const at = { primary: 10, replica: 9 };
  const { replica, news } = replicaBeside(at);
  news.emit('listening');
  await replica.noteWritten([]);
  expect(await replica.has(ACCOUNT)).toBe(false);
  at.replica = 10;
  await expect.poll(() => replica.has(ACCOUNT)).toBe(true);
  await replica.close();
});

it('is not used if the listening connection breaks before the primary tells its position', async () => {
  const { replica, news, hold, asked } = replicaBeside({ primary: 10, replica: 10 });
  hold.asks = true;
  news.emit('listening');
  news.emit('deaf');
  hold.asks = false;
  for (const answer of asked) answer();
  await new Promise(setImmediate);
  expect(await replica.has(ACCOUNT)).toBe(false);
  await replica.close();
});

it('is not used for an account whose write is being announced or was not replayed', async () => {
  const at = { primary: 10, replica: 10 };
  const { replica, hold, asked } = await listening(at);
  at.primary = 20;
  hold.asks = true;
  const telling = replica.noteWritten([ACCOUNT]);
  await expect.poll(() => asked.length).toBe(1);
  hold.asks = false;
  expect([await replica.has(ACCOUNT), await replica.has(OTHER)]).toEqual([false, true]);
  for (const answer of asked) answer();
  await telling;
  expect([await replica.has(ACCOUNT), await replica.has(OTHER)]).toEqual([false, true]);
  at.replica = 20;
  expect(await replica.has(ACCOUNT)).toBe(true);
  await replica.close();
});

it('announces writes of 200 accounts in one message, over another connection if the listening one is lost', async () => {
  const { replica, news, toPrimary } = await listening({ primary: 10, replica: 10 });
  const accounts = Array.from({ length: 450 }, (_, index) => `account-${index}`);
  news.ask.mockRejectedValueOnce(new Error('lost'));
  await replica.noteWritten(accounts);
  const [query] = toPrimary.mock.calls.at(-1) ?? [];
  const { values } = query as { values: [string[]] };
  expect(values[0].map((text) => text.split(' ').length)).toEqual([200, 200, 50]);
  expect(values[0].join(' ').split(' ')).toEqual(accounts);
  expect(await replica.has(ACCOUNT)).toBe(true);
  await replica.close();
});

it('reads every account of a notification', async () => {
  const { replica, news } = await listening({ primary: 10, replica: 10 });
  news.emit('written', `20 ${ACCOUNT} ${OTHER}`);
  expect([await replica.has(ACCOUNT), await replica.has(OTHER)]).toEqual([false, false]);
  await replica.close();
});

it('is not asked again for a moment after it did not answer', async () => {
  const at: At = { primary: 10, replica: 10 };
  const { replica, toReplica } = await listening(at);
  at.replica = null;
  expect(await replica.has(ACCOUNT)).toBe(false);
  const asked = toReplica.mock.calls.length;
  at.replica = 10;
  expect(await replica.has(ACCOUNT)).toBe(false);
  expect(toReplica).toHaveBeenCalledTimes(asked);
  await replica.close();
});

it.each([
  [30, 10, 20],
  [30, 30, 0],
  [30, 40, 0],
])('with the primary at %i and itself at %i is %i bytes behind', async (primary, position, bytes) => {
  const { replica } = replicaBeside({ primary, replica: position });
  expect(await replica.behindBytes()).toBe(bytes);
  await replica.close();
});

it('cannot tell how far it is behind while it does not answer', async () => {
  const { replica } = replicaBeside({ primary: 30, replica: null });
  await expect(replica.behindBytes()).rejects.toThrow('away');
  await replica.close();
});

it('counts the reads from the replica and from the primary', async () => {
  const { replica } = await listening({ primary: 10, replica: 10 });
  const before = { ...replica.reads };
  await replica.has(ACCOUNT);
  replica.rest();
  await replica.has(ACCOUNT);
  await replica.has(OTHER);
  expect(replica.reads).toEqual({ replica: before.replica + 1, primary: before.primary + 2 });
  await replica.close();
});

it('announces missed writes each second, and reports once that it is away and once that it is back', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const at: At = { primary: null, replica: 10 };
  const { replica, news, onChange } = replicaBeside(at);
  const second = async () => {
    vi.advanceTimersByTime(1_000);
    for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
  };
  news.emit('listening');
  await replica.noteWritten([ACCOUNT]);
  expect(await replica.has(OTHER)).toBe(false);
  at.primary = 10;
  await second();
  expect([await replica.has(ACCOUNT), await replica.has(OTHER)]).toEqual([true, true]);
  at.replica = null;
  for (let times = 0; times < 3; times += 1) await second();
  at.replica = 10;
  for (let times = 0; times < 3; times += 1) await second();
  expect(onChange.mock.calls.map(([isAway]) => isAway)).toEqual([true, false]);
  await replica.close();
});
