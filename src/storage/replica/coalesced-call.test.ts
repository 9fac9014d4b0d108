import { expect, it } from 'vitest';
import { CoalescedCall } from './coalesced-call.ts';

it('makes one new call for all callers that arrive while a call runs', async () => {
  const answers: ((answer: number) => void)[] = [];
  const together = new CoalescedCall(() => new Promise<number>((resolve) => answers.push(resolve)));
  const first = together.ask();
  await Promise.resolve();
  const [second, third] = [together.ask(), together.ask()];
  expect(answers).toHaveLength(1);
  answers[0]?.(1);
  expect(await first).toBe(1);
  expect(answers).toHaveLength(2);
  answers[1]?.(2);
  expect(await Promise.all([second, third])).toEqual([2, 2]);
});

it('makes the next call after a failed one', async () => {
  let asked = 0;
  const together = new CoalescedCall(async () => {
    asked += 1;
    if (asked === 1) throw new Error('away');
    return asked;
  });
  const failed = together.ask();
  await expect(failed).rejects.toThrow('away');
  expect(await together.ask()).toBe(2);
});
