import { useCallback } from 'react';
import { useWords } from '../words/language.ts';
import { reasonWords } from '../words/reasons.ts';
import { spelledOut } from './status.tsx';

export const NDR_REASONS: readonly string[] = Object.keys(reasonWords.en.ndr);

export function useReasonWords(): (reason: string) => string {
  const { ndr, rto } = useWords(reasonWords);
  return useCallback(
    (reason) => ({ ...rto, ...ndr })[reason as keyof typeof ndr] ?? spelledOut(reason),
    [ndr, rto],
  );
}

/** The reasons as filter options, with their names. */
export function useReasons(
  kind: 'ndr' | 'rto',
): readonly { readonly value: string; readonly text: string }[] {
  return Object.entries(useWords(reasonWords)[kind]).map(([value, text]) => ({ value, text }));
}
