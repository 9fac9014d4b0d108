import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { RequestTurns } from './request-turns.ts';

it('begins sixteen requests of a sender at once, and the others in later turns, in their order', async () => {
  const turns = new RequestTurns(() => 0);
  const begun: number[] = [];
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);
  for (const index of upTo(40)) turns.enter('greedy', () => begun.push(index));
  expect(begun).toEqual(upTo(16));
  await turn();
  expect(begun).toEqual(upTo(32));
  await turn();
  expect(begun).toEqual(upTo(40));
});

it('begins what others send at once, whoever waits', async () => {
  const turns = new RequestTurns(() => 0);
  const begun: string[] = [];
  for (let count = 0; count < 20; count += 1) turns.enter('greedy', () => begun.push('greedy'));
  turns.enter('other', () => begun.push('other'));
  expect(begun.at(-1)).toBe('other');
  await turn();
  turns.enter('other', () => begun.push('other'));
  expect(begun.filter((sender) => sender === 'greedy')).toHaveLength(20);
  expect(begun.at(-1)).toBe('other');
});

it('begins no more of a sender once its requests have taken a millisecond of the turn', async () => {
  let now = 0;
  const turns = new RequestTurns(() => now);
  const begun: string[] = [];
  const take = (sender: string, ms: number) =>
    turns.enter(sender, () => {
      now += ms;
      begun.push(sender);
    });
  for (let count = 0; count < 3; count += 1) take('greedy', 0.5);
  take('other', 0);
  expect(begun).toEqual(['greedy', 'greedy', 'other']);
  await turn();
  expect(begun).toEqual(['greedy', 'greedy', 'other', 'greedy']);
});
