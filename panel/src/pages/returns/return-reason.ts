import { useCallback } from 'react';
import { useWords } from '../../words/language.ts';
import { newReturnWords } from './new-return-words.ts';

/** A reason of the form in the reader's language; any other text stays as it was typed. */
export function useReturnReason(): (reason: string) => string {
  const { reasons } = useWords(newReturnWords);
  return useCallback(
    (reason) => {
      const known = [newReturnWords.en, newReturnWords.hi].map((words) => words.reasons.indexOf(reason));
      return reasons[Math.max(...known)] ?? reason;
    },
    [reasons],
  );
}
