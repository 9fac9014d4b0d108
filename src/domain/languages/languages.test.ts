import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../store.ts';
import { ENGLISH } from './en.ts';
import { CUSTOMER_LANGUAGES } from './languages.ts';

/** Every phrase of a language, by its path. */
function phrasesOf(value: unknown, at = ''): (readonly [string, string])[] {
  if (typeof value === 'string') return [[at, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => phrasesOf(inner, `${at}.${name}`));
}

const placeholders = (phrase: string) =>
  [...new Set([...phrase.matchAll(/\{\w+\}/g)].map(([name]) => name))].toSorted();

describe.each(LANGUAGES)('the language %s', (language) => {
  const words = CUSTOMER_LANGUAGES[language];
  const english = new Map(phrasesOf(ENGLISH));

  it('has every text of English, with the same placeholders', () => {
    const mine = new Map(phrasesOf(words));
    for (const [at, phrase] of english) {
      expect(mine.get(at)?.trim(), at).toBeTruthy();
      expect(placeholders(mine.get(at) ?? ''), at).toEqual(placeholders(phrase));
    }
    expect([...mine.keys()].filter((at) => !english.has(at))).toEqual([]);
  });

  it('writes days and times', () => {
    expect(Intl.DateTimeFormat.supportedLocalesOf(words.tag)).toEqual([words.tag]);
  });

  it('has no text left in English', () => {
    if (language === 'en') return;
    const same = phrasesOf(words).filter(
      ([at, phrase]) => english.get(at) === phrase && /[a-z]{3}/i.test(phrase.replace(/\{\w+\}/g, '')),
    );
    expect(same.map(([at]) => at)).toEqual(['.page.message']);
  });
});
