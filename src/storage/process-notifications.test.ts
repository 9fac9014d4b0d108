import { EventEmitter } from 'node:events';
import type pg from 'pg';
import { expect, it, vi } from 'vitest';
import { ProcessNotifications } from './process-notifications.ts';

/** Returns notifications over a fake connection. */
async function opened() {
  const query = vi.fn(async (_text: unknown): Promise<unknown> => ({ rows: [] }));
  const release = vi.fn();
  const client = Object.assign(new EventEmitter(), { query, release });
  const onError = vi.fn();
  const listening = { connect: async () => client, end: async () => undefined } as unknown as pg.Pool;
  const news = new ProcessNotifications({ listening, sender: listening, onError });
  const heard: string[] = [];
  for (const event of ['listening', 'deaf'] as const) news.on(event, () => heard.push(event));
  for (const event of ['counts', 'written'] as const)
    news.on(event, (text) => heard.push(`${event} ${text}`));
  news.start();
  await expect.poll(() => heard).toEqual(['listening']);
  return { news, client, query, release, heard, onError };
}

it('emits the notifications of each channel, and "deaf" when the connection breaks', async () => {
  const { news, client, release, heard, onError } = await opened();
  client.emit('notification', { channel: 'dakiya_written', payload: '20 account' });
  client.emit('notification', { channel: 'dakiya_news', payload: 'limit' });
  client.emit('notification', { channel: 'dakiya_news' });
  client.emit('error', new Error('broken'));
  await expect.poll(() => heard.at(-1)).toBe('deaf');
  expect(heard).toEqual(['listening', 'written 20 account', 'counts limit', 'counts ', 'deaf']);
  await expect.poll(() => onError.mock.calls).toEqual([[new Error('broken')]]);
  // A broken connection is not returned to the pool.
  expect(release).toHaveBeenCalledWith(true);
  await expect(news.ask({ text: 'select' })).rejects.toThrow('Other processes are not heard for now');
  await news.stop();
});

it('runs queries one after the other, also after a failed one', async () => {
  const { news, query } = await opened();
  const answers: ((answer: unknown) => void)[] = [];
  query.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
  const first = news.ask({ text: 'first' });
  const second = news.ask({ text: 'second' });
  await expect.poll(() => answers).toHaveLength(1);
  await new Promise(setImmediate);
  expect(answers).toHaveLength(1);
  answers[0]?.(Promise.reject(new Error('refused')));
  await expect(first).rejects.toThrow('refused');
  await expect.poll(() => answers).toHaveLength(2);
  answers[1]?.({ rows: [2] });
  expect(await second).toEqual({ rows: [2] });
  await news.stop();
});
