import type { Language } from '../store.ts';
import { BENGALI } from './bn.ts';
import { ENGLISH } from './en.ts';
import { HINDI } from './hi.ts';
import type { CustomerLanguage } from './language.ts';
import { MARATHI } from './mr.ts';
import { TAMIL } from './ta.ts';

export const CUSTOMER_LANGUAGES: Readonly<Record<Language, CustomerLanguage>> = {
  en: ENGLISH,
  hi: HINDI,
  bn: BENGALI,
  mr: MARATHI,
  ta: TAMIL,
};

/** The language for a reader, and the other available languages. */
export interface ReadLanguage {
  readonly language: CustomerLanguage;
  readonly otherLanguages: readonly { readonly code: Language; readonly name: string }[];
}

/** Chooses the first wanted language that is available, else the first available language. */
export function readLanguage(languages: readonly Language[], wanted: readonly string[]): ReadLanguage {
  const chosen =
    wanted.flatMap((code) => languages.filter((language) => language === code))[0] ?? languages[0] ?? 'en';
  return {
    language: CUSTOMER_LANGUAGES[chosen],
    otherLanguages: languages
      .filter((code) => code !== chosen)
      .map((code) => ({ code, name: CUSTOMER_LANGUAGES[code].name })),
  };
}
