import { usePreference } from '../preferences.ts';

/**
 * The same texts in each language; a function in English (plurals, numbers) is a function in the others too.
 */
export interface InLanguages<Words> {
  readonly en: Words;
  readonly hi: Words;
}

/** The texts of a page, next to it. A language that lacks one is a compile error. */
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
