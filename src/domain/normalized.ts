/**
 * A run of combining marks longer than in any language. Normalization sorts marks in time quadratic in their
 * number: 64 kB of marks took 20 seconds. Half-width marks become combining marks when normalized.
 */
const LONG_RUN_OF_MARKS = /[\p{M}\uff9e\uff9f]{30}(?=[\p{M}\uff9e\uff9f])/gu;
/** Combining grapheme joiner: invisible, and marks are not reordered across it. */
const JOINER = '\u034f';

/**
 * Normalizes text in linear time: runs of more than 30 marks are split by joiners, as in the Stream-Safe Text
 * Process of Unicode Standard Annex 15.
 */
export function normalized(text: string, form: 'NFC' | 'NFKC'): string {
  return text.replace(LONG_RUN_OF_MARKS, `$&${JOINER}`).normalize(form);
}
