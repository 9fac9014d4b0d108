import type { SearchTerm } from '../../domain/listing/read-search.ts';
import type { Journey } from '../../domain/tracking/statuses.ts';

/** A position in the listing: the sort time in Unix milliseconds, and the shipment's id. */
export interface ListingPosition {
  readonly at: number;
  readonly shipmentId: string;
}

/** Conditions as SQL, and the values of their parameters. `$1` is the account. */
export class Conditions {
  readonly parameters: unknown[] = [];
  readonly #parts: string[];

  /** @param first the condition that every listed row fulfils: its account and its journey */
  constructor(first: string = ofJourney('forward')) {
    this.#parts = [first];
  }

  /** Adds a condition. `?` in it is replaced by the parameter of the value. */
  add(condition: string, value: unknown): void {
    this.#parts.push(condition.replaceAll('?', this.parameter(value)));
  }

  addPlain(condition: string): void {
    this.#parts.push(condition);
  }

  /** Adds a value, and returns its parameter: `$2`, `$3` and so on. */
  parameter(value: unknown): string {
    this.parameters.push(value);
    return `$${this.parameters.length + 1}`;
  }

  /** The conditions so far, joined with `and`. */
  get sql(): string {
    return this.#parts.join('\n    and ');
  }
}

/** The condition that every row of `shipments s` in a listing fulfils. */
export function ofJourney(journey: Journey): string {
  return `s.account_id = $1 and s.journey = '${journey}'`;
}

/** At most this many words are looked up in the index. The others are checked on the rows found. */
const INDEXED_WORDS = 6;

/** The condition for rows after a position in the listing. @param sortedBy SQL of the sort time */
export function afterPosition(
  conditions: Conditions,
  after: ListingPosition,
  order: 'asc' | 'desc',
  sortedBy = 's.created_at',
): string {
  const at = conditions.parameter(new Date(after.at));
  const shipmentId = conditions.parameter(after.shipmentId);
  const comparison = order === 'desc' ? '<' : '>';
  return `\n    and (${sortedBy}, s.shipment_id) ${comparison} (${at}::timestamptz, ${shipmentId}::uuid)`;
}

/**
 * The condition on `shipment_search`. The index starts with the account, so that names of a small account are
 * not searched among those of a large account. But for a code, the index list of a large account is longer
 * than the lists of the code's parts. So the account is checked on the few rows found, which saves 5 of 14 ms
 * for a phone.
 */
export function searchCondition(conditions: Conditions, terms: readonly SearchTerm[]): string {
  const longestFirst = [...terms].sort((a, b) => termLength(b) - termLength(a));
  const indexed = longestFirst.slice(0, INDEXED_WORDS).map((term) => {
    const spellings = term.spellings.map((spelling) => wordCondition(conditions, term, spelling));
    return spellings.length === 1 ? spellings[0] : `(${spellings.join(' or ')})`;
  });
  const rest = longestFirst.slice(INDEXED_WORDS);
  if (rest.length > 0) {
    const patterns = conditions.parameter(rest.map((term) => pattern(term, term.spellings[0] ?? '')));
    indexed.push(`words like all (${patterns}::text[])`);
  }
  const hasCode = terms.some(({ spellings }) => spellings.every((word) => selectiveParts(word).length > 0));
  // The index supports only `=`.
  const ofAccount = hasCode ? 'account_id is not distinct from $1' : 'account_id = $1';
  return [ofAccount, ...indexed].join(' and ');
}

function wordCondition(conditions: Conditions, term: SearchTerm, spelling: string): string {
  const parts = selectiveParts(spelling);
  if (parts.length === 0) return `words like ${conditions.parameter(pattern(term, spelling))}`;
  const indexed = parts.map((part) => `words like ${conditions.parameter(`%${part}%`)}`);
  // `strpos` instead of `like` keeps this condition out of the index; it is checked on the rows found.
  return `(${indexed.join(' and ')} and strpos(words, ${conditions.parameter(spelling)}) > 0)`;
}

const CODE = /(?<!\d)\d{5,}$/;
const PART = 3;
/** The positions where the searched parts end, in digits from the end of the code. The last is a fallback. */
const PLACES = [0, 3, 6, 2];
const MOST_PARTS = 3;
const FEWEST_PARTS = 2;
/** Serial numbers are padded with zeros, so a part with them is not selective. */
const COMMON = '00';
const LETTERS = /^[a-z]{3,}/;

/** As many addresses have the same pincode, its parts are not selective either. */
const PINCODE = /^[1-9]\d{5}$/;

/**
 * The parts of a code to search in the index; empty if the whole word is searched. Each part is one trigram:
 * the last digits of a tracking number, phone or order id in groups of three, which are the most selective.
 * The characters before them, such as the courier's letters and zeros, are in a large share of all rows, and
 * the index reads the list of each trigram. Overlapping trigrams add little. With 2,000,000 shipments a
 * tracking number took 2.8 ms with these parts, 5.9 ms in one piece, and 40 ms as a whole word.
 */
export function selectiveParts(word: string): readonly string[] {
  const digits = CODE.exec(word)?.[0];
  if (digits === undefined || PINCODE.test(word)) return [];
  const parts = new Set<string>();
  for (const place of PLACES) {
    const end = digits.length - place;
    const part = digits.slice(Math.max(end - PART, 0), Math.max(end, 0));
    if (part.length === PART && !part.includes(COMMON) && parts.size < MOST_PARTS) parts.add(part);
  }
  const letters = LETTERS.exec(word)?.[0];
  if (parts.size === 1 && letters !== undefined) parts.add(letters);
  return parts.size < FEWEST_PARTS ? [] : [...parts];
}

function pattern({ whole }: SearchTerm, spelling: string): string {
  const escaped = spelling.replace(/[\\%_]/g, '\\$&');
  return whole ? `% ${escaped} %` : `%${escaped}%`;
}

function termLength({ spellings }: SearchTerm): number {
  return spellings[0]?.length ?? 0;
}
