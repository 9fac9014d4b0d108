import { usePreference } from '../preferences.ts';

/** The same texts in each language. A function in English (plurals, numbers) is a function in all others. */
export interface InLanguages<Words> {
  readonly en: Words;
  readonly hi: Words;
}

/** Declares the texts of a page. A text that is missing in a language is a compile error. */
export function inLanguages<Words extends object>(words: {
  readonly en: Words;
  readonly hi: NoInfer<Words>;
}): InLanguages<Words> {
  return words;
}

/** The texts in the reader's language. */
export function useWords<Words>(words: InLanguages<Words>): Words {
  return words[usePreference('language')];
}
