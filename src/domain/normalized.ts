/**
 * A run of marks longer than any writing has. Marks are put in order one by one, which takes time in proportion to
 * the square of their number: 64 kB of them took 20 seconds. The half-width marks are marks once they are normalized.
 */
const LONG_RUN_OF_MARKS = /[\p{M}\uff9e\uff9f]{30}(?=[\p{M}\uff9e\uff9f])/gu;
/** Combining grapheme joiner: invisible, and nothing is put in order across it. */
const JOINER = '\u034f';

/**
 * Text in a Unicode normalization form, in time in proportion to its length: runs of more than 30 marks are parted
 * by joiners, as the Stream-Safe Text Process of Unicode Standard Annex 15 does it.
 */
export function normalized(text: string, form: 'NFC' | 'NFKC'): string {
  return text.replace(LONG_RUN_OF_MARKS, `$&${JOINER}`).normalize(form);
}
