import { describe, expect, it } from 'vitest';
import { wantedLanguages } from './wanted-languages.ts';

describe('the languages of a reader', () => {
  it.each([
    [undefined, undefined, []],
    [undefined, 'hi-IN,hi;q=0.9,en;q=0.8', ['hi', 'hi', 'en']],
    [undefined, 'en;q=0.5, hi', ['hi', 'en']],
    [undefined, 'en;q=0, hi;q=0.1', ['hi']],
    [undefined, '*', ['*']],
    [undefined, ';;,=,q', ['=', 'q']],
    ['HI', 'en', ['hi', 'en']],
  ])('with the link %j and the header %j are %j', (asked, accepted, wanted) => {
    expect(wantedLanguages(asked, accepted)).toEqual(wanted);
  });
});
