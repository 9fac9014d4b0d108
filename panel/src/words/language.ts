import { usePreference } from '../preferences.ts';

/** The same words in each language; what English says as a function (plurals, numbers), the others say as one too. */
export interface InLanguages<Words> {
  readonly en: Words;
  readonly hi: Words;
}

/** Words stand beside the page that says them. TypeScript refuses a language that lacks one. */
export function inLanguages<Words extends object>(words: {
  readonly en: Words;
  readonly hi: NoInfer<Words>;
}): InLanguages<Words> {
  return words;
}

/** The words in the language of whoever looks. */
export function useWords<Words>(words: InLanguages<Words>): Words {
  return words[usePreference('language')];
}
