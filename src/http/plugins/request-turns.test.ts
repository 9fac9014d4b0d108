import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { RequestTurns } from './request-turns.ts';

it('begins five requests of a sender at once, and the others in later turns, in their order', async () => {
  const turns = new RequestTurns();
  const begun: number[] = [];
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);
  for (const index of upTo(12)) turns.enter('greedy', () => begun.push(index));
  expect(begun).toEqual(upTo(5));
  await turn();
  expect(begun).toEqual(upTo(10));
  await turn();
  expect(begun).toEqual(upTo(12));
});

it('begins what others send at once, whoever waits', async () => {
  const turns = new RequestTurns();
  const begun: string[] = [];
  for (let count = 0; count < 9; count += 1) turns.enter('greedy', () => begun.push('greedy'));
  turns.enter('other', () => begun.push('other'));
  expect(begun.at(-1)).toBe('other');
  await turn();
  turns.enter('other', () => begun.push('other'));
  expect(begun.filter((sender) => sender === 'greedy')).toHaveLength(9);
  expect(begun.at(-1)).toBe('other');
});
