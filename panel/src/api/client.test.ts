import { describe, expect, it } from 'vitest';
import { ApiProblem, readableSentence, sentenceOf } from './client.ts';

const problem = (field: string | null, message: string) => ({ field, code: 'invalid', message });

describe('a problem of a field', () => {
  const error = new ApiProblem(
    422,
    [
      problem('billing_phone', 'billing_phone is required'),
      problem('order_items[1].price', 'order_items[1].price must be more than 0'),
      problem('billing_phone', 'No courier calls this number'),
      problem(null, 'The warehouse is closed'),
    ],
    null,
  );

  it('is told next to its label without the name that the API has for it', () => {
    expect(error.of('order_items[1].price')).toBe('must be more than 0');
    expect(error.of('phone', 'billing_phone')).toBe('is required; No courier calls this number');
    expect(error.of('city')).toBeNull();
  });

  it('begins with words where there is no label', () => {
    expect(error.problems.map(readableSentence)).toEqual([
      'Phone is required',
      'Item 2, price must be more than 0',
      'No courier calls this number',
      'The warehouse is closed',
    ]);
    expect(sentenceOf(error)).toBe(
      'Phone is required. Item 2, price must be more than 0. No courier calls this number. The warehouse is closed',
    );
  });
});
