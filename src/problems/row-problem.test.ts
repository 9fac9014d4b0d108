import { expect, it } from 'vitest';
import { rowProblemSentence } from './row-problem.ts';

it('names line, column and reason', () => {
  expect(rowProblemSentence({ line: 7, column: 'city', reason: 'must have 1 to 100 characters' })).toBe(
    'line 7, column city: must have 1 to 100 characters',
  );
  expect(rowProblemSentence({ line: 7, column: null, reason: '3 fields, where the header has 4' })).toBe(
    'line 7: 3 fields, where the header has 4',
  );
});

it('tells what stands in a cell without its control characters', () => {
  const reason = '"\u001b[2Jyes\u0000" is not yes or no';
  expect(rowProblemSentence({ line: 2, column: 'offered', reason })).toBe(
    'line 2, column offered: "\ufffd[2Jyes\ufffd" is not yes or no',
  );
});
