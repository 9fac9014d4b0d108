import type { Language } from '../store.ts';
import { BENGALI } from './bn.ts';
import { ENGLISH } from './en.ts';
import { HINDI } from './hi.ts';
import type { CustomerLanguage } from './language.ts';
import { MARATHI } from './mr.ts';
import { TAMIL } from './ta.ts';

/** Every language that customers can be written to in. */
export const CUSTOMER_LANGUAGES: Readonly<Record<Language, CustomerLanguage>> = {
  en: ENGLISH,
  hi: HINDI,
  bn: BENGALI,
  mr: MARATHI,
  ta: TAMIL,
};
