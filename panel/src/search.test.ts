import { expect, it } from 'vitest';
import { addressOf, listIn, parseSearch, stringifySearch, textIn } from './search.ts';

it('keeps every value of a repeated name, in order', () => {
  expect(parseSearch('?zone=b&q=x&zone=a&zone=c')).toEqual({ zone: ['b', 'a', 'c'], q: 'x' });
  expect(stringifySearch({ zone: ['b', 'a'], q: 'a&b=c d' })).toBe('?zone=b&zone=a&q=a%26b%3Dc+d');
});

it('omits empty values, also within a list', () => {
  expect(stringifySearch({ q: '', open: undefined, to: null, zone: ['', 'a'], weight: 0 })).toBe(
    '?zone=a&weight=0',
  );
  expect(stringifySearch({ q: '' })).toBe('');
});

it('reads one text or several, and nothing else', () => {
  expect([listIn('a'), listIn(['a', '', 'b']), listIn(undefined), listIn(5)]).toEqual([
    ['a'],
    ['a', 'b'],
    [],
    [],
  ]);
  expect([textIn(['a', 'b']), textIn(''), textIn({})]).toEqual(['a', undefined, undefined]);
});

it('reads what a page keeps in its address, and leaves out all else', () => {
  const read = addressOf({
    lists: ['zone'],
    texts: ['q', 'open'],
    words: { cod: ['yes', 'no'], sort: ['asc'] },
  });
  const view = { zone: ['a', 'b'], q: 'asha 98', cod: 'no' } as const;
  expect(read(parseSearch(stringifySearch({ ...view, sort: 'sideways', by: 'size', open: '' })))).toEqual(
    view,
  );
  expect(read({ zone: [], q: undefined, cod: 'maybe' })).toEqual({});
});
