import { EventEmitter } from 'node:events';
import type pg from 'pg';
import { expect, it } from 'vitest';
import { Replica, type WritesHeard } from './replica.ts';

const ACCOUNT = '01900000-0000-7000-8000-000000000001';

/** A replica that has replayed the log up to `at.replica`, beside a primary that is at `at.primary`. */
function replicaBeside(at: { primary: number | null; replica: number }) {
  const answerOf = (position: number | null) =>
    position === null ? Promise.reject(new Error('away')) : Promise.resolve({ rows: [{ position }] });
  const primary = { query: () => answerOf(at.primary) } as unknown as pg.Pool;
  const pool = { query: () => answerOf(at.replica), end: async () => undefined } as unknown as pg.Pool;
  const replica = new Replica({ pool, primary, onChange: () => undefined });
  const asked: (() => void)[] = [];
  const hold = { asks: false };
  const news = Object.assign(new EventEmitter(), {
    ask: async () => {
      if (hold.asks) await new Promise<void>((resolve) => asked.push(resolve));
      return answerOf(at.primary);
    },
  });
  replica.follow(news as unknown as WritesHeard);
  return { replica, news, hold, asked };
}

async function listening(at: { primary: number | null; replica: number }) {
  const made = replicaBeside(at);
  made.news.emit('listening');
  await expect.poll(() => made.replica.has(ACCOUNT)).toBe(true);
  return made;
}

it('has nothing before the service hears of writes', async () => {
  const { replica } = replicaBeside({ primary: 10, replica: 10 });
  expect(await replica.has(ACCOUNT)).toBe(false);
  await replica.close();
});

it('has what an account wrote once it has replayed that, and what others wrote does not matter', async () => {
  const at = { primary: 10, replica: 10 };
  const { replica, news } = await listening(at);
  news.emit('written', `20 ${ACCOUNT}`);
  expect(await replica.has(ACCOUNT)).toBe(false);
  expect(await replica.has('01900000-0000-7000-8000-000000000002')).toBe(true);
  at.replica = 20;
  expect(await replica.has(ACCOUNT)).toBe(true);
  await replica.close();
});

it('does not have what an account wrote and nobody could be told of', async () => {
  const at: { primary: number | null; replica: number } = { primary: 10, replica: 10 };
  const { replica } = await listening(at);
  at.primary = null;
  await replica.noteWritten([ACCOUNT]);
  at.primary = 30;
  at.replica = 20;
  expect(await replica.has(ACCOUNT)).toBe(false);
  expect(await replica.has('01900000-0000-7000-8000-000000000002')).toBe(true);
  await replica.noteWritten([]);
  at.replica = 30;
  await expect.poll(() => replica.has(ACCOUNT)).toBe(true);
  await replica.close();
});

it('does not have what was written while the service turned deaf during the question', async () => {
  const { replica, news, hold, asked } = await listening({ primary: 10, replica: 10 });
  hold.asks = true;
  const has = replica.has(ACCOUNT);
  await expect.poll(() => asked.length).toBe(1);
  news.emit('deaf');
  for (const answer of asked) answer();
  expect(await has).toBe(false);
  await replica.close();
});

it('is left alone for a moment after it failed', async () => {
  const { replica } = await listening({ primary: 10, replica: 10 });
  replica.rest();
  expect(await replica.has(ACCOUNT)).toBe(false);
  await replica.close();
});
