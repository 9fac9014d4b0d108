import { asSearched } from './search-words.ts';

/** The words of a search. Every word must be found. */
export type SearchTerms = readonly SearchTerm[];

/** A word of a search, found in any of its spellings: as a part of a word, or only as a whole word. */
export interface SearchTerm {
  readonly spellings: readonly string[];
  readonly whole: boolean;
}

/** Shorter words are found only as whole words, because trigram indexes cannot find parts of them. */
const SHORTEST_PART = 3;
const PHONE_DIGITS = 10;
const PHONE_LIKE = /^[+(]?\d[\d().-]*$/;

/**
 * Reads the words of a search. Every word must be found in the text that `searchWords` made: a word of 3 or
 * more characters as a part of the text, a shorter word as a whole word.
 *
 * A phone number may be written with blanks, dashes, brackets and `+91`, `91` or `0` in front: words that
 * form a phone number become its ten digits. A single word of digits and dashes may be an order id or a part
 * of a phone number, so both spellings count.
 */
export function readSearch(text: string): SearchTerms {
  const words = joinPhones(
    asSearched(text)
      .split(' ')
      .filter((word) => word !== ''),
  );
  return [...new Set(words)].map(termOf);
}

function termOf(word: string): SearchTerm {
  const digits = word.replace(/\D/g, '');
  const spellings = PHONE_LIKE.test(word) && digits !== word ? [word, digits] : [word];
  return { spellings, whole: lengthOf(word) < SHORTEST_PART };
}

/** Joins words that are one phone number into its ten digits. */
function joinPhones(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (let at = 0; at < words.length; ) {
    const run = phoneRun(words, at);
    joined.push(run?.phone ?? words[at] ?? '');
    at += run?.length ?? 1;
  }
  return joined;
}

/** Finds the longest run of words, starting at `at`, that forms one phone number. */
function phoneRun(words: readonly string[], at: number): { phone: string; length: number } | null {
  let digits = '';
  let found: { phone: string; length: number } | null = null;
  for (let length = 1; at + length <= words.length; length += 1) {
    const word = words[at + length - 1] ?? '';
    if (!PHONE_LIKE.test(word)) break;
    digits += word.replace(/\D/g, '');
    if (digits.length > PHONE_DIGITS + 3) break;
    const phone = tenDigits(digits, words[at]?.startsWith('+') === true);
    const isWritten = length > 1 || digits !== word || digits.length > PHONE_DIGITS;
    if (phone !== null && isWritten) found = { phone, length };
  }
  return found;
}

function tenDigits(digits: string, international: boolean): string | null {
  const national = international ? /^91([6-9]\d{9})$/ : /^(?:91|0)?([6-9]\d{9})$/;
  return national.exec(digits)?.[1] ?? null;
}

function lengthOf(word: string): number {
  return [...word].length;
}
