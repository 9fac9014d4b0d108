import { expect, it } from 'vitest';
import { isNot, rowProblemSentence } from './row-problem.ts';
import { say } from './sentence.ts';

it('names the line, the column and the reason', () => {
  const reason = say('cell_length', 'must have 1 to {most} characters', { most: 100 });
  const sentence = rowProblemSentence({ line: 7, column: 'city', reason });
  expect(sentence.text).toBe('line 7, column city: must have 1 to 100 characters');
  expect(sentence.values).toEqual({ line: 7, column: 'city', reason });
  expect(rowProblemSentence({ line: 7, column: null, reason }).text).toBe(
    'line 7: must have 1 to 100 characters',
  );
});

it('quotes a cell without its control characters', () => {
  const reason = isNot('\u001b[2Jyes\u0000', say('yes_or_no', 'yes or no'));
  expect(rowProblemSentence({ line: 2, column: 'offered', reason }).text).toBe(
    'line 2, column offered: "\ufffd[2Jyes\ufffd" is not yes or no',
  );
});
