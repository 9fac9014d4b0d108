import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { RequestScheduler } from './request-scheduler.ts';

it('starts 32 requests of a sender in one turn, and the others in order in later turns', async () => {
  const turns = new RequestScheduler();
  const begun: number[] = [];
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);
  for (const index of upTo(80)) turns.enter('greedy', () => begun.push(index));
  expect(begun).toEqual([]);
  await turn();
  expect(begun).toEqual(upTo(32));
  await turn();
  expect(begun).toEqual(upTo(64));
  await turn();
  expect(begun).toEqual(upTo(80));
});

it('starts requests of other senders in the next turn', async () => {
  const turns = new RequestScheduler();
  const begun: string[] = [];
  for (let count = 0; count < 80; count += 1) turns.enter('greedy', () => begun.push('greedy'));
  turns.enter('other', () => begun.push('other'));
  await turn();
  expect(begun.filter((sender) => sender === 'greedy')).toHaveLength(32);
  expect(begun.at(-1)).toBe('other');
  turns.enter('other', () => begun.push('other'));
  await turn();
  expect(begun.filter((sender) => sender === 'greedy')).toHaveLength(64);
  expect(begun.at(-1)).toBe('other');
});
