import type { SearchTerm } from '../../domain/listing/read-search.ts';
import type { Journey } from '../../domain/tracking/statuses.ts';

/** A place in the listing's order: the time that it is sorted by, in Unix milliseconds, and the shipment's id. */
export interface ListingPosition {
  readonly at: number;
  readonly shipmentId: string;
}

/** Conditions as SQL, with the values they stand for. `$1` is the account. */
export class Conditions {
  readonly parameters: unknown[] = [];
  readonly #parts: string[];

  /** @param first what holds of every row that is listed: of its account, and its kind */
  constructor(first: string = ofJourney('forward')) {
    this.#parts = [first];
  }

  /** Adds a condition; `?` in it stands for the value. */
  add(condition: string, value: unknown): void {
    this.#parts.push(condition.replaceAll('?', this.parameter(value)));
  }

  /** A condition without a value of its own. */
  addPlain(condition: string): void {
    this.#parts.push(condition);
  }

  /** A place for a value: `$2`, `$3` ... */
  parameter(value: unknown): string {
    this.parameters.push(value);
    return `$${this.parameters.length + 1}`;
  }

  /** The conditions so far, joined. */
  get sql(): string {
    return this.#parts.join('\n    and ');
  }
}

/** The condition on every `shipments s` of a listing. */
export function ofJourney(journey: Journey): string {
  return `s.account_id = $1 and s.journey = '${journey}'`;
}

/** At most this many words are looked up in the index; the rest are checked on what it finds. */
const INDEXED_WORDS = 6;

/** A further condition: what follows a place in the listing. @param sortedBy the SQL of what it is sorted by */
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
 * The condition on `shipment_search`. The index starts with the account, so that a name of a small account is not searched
 * among a large one's. But its list of a million rows is longer than those of a code, whose few rows are checked instead,
 * whoever's they are: 5 ms of a phone's 14.
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
  // The index knows `=` only.
  const ofAccount = hasCode ? 'account_id is not distinct from $1' : 'account_id = $1';
  return [ofAccount, ...indexed].join(' and ');
}

function wordCondition(conditions: Conditions, term: SearchTerm, spelling: string): string {
  const parts = selectiveParts(spelling);
  if (parts.length === 0) return `words like ${conditions.parameter(pattern(term, spelling))}`;
  const indexed = parts.map((part) => `words like ${conditions.parameter(`%${part}%`)}`);
  // `strpos` and not `like`: what the index cannot look for is left to the rows that it finds.
  return `(${indexed.join(' and ')} and strpos(words, ${conditions.parameter(spelling)}) > 0)`;
}

const CODE = /(?<!\d)\d{5,}$/;
const PART = 3;
/** Where parts end, in digits before the code's end; the last one is read where another tells nothing. */
const PLACES = [0, 3, 6, 2];
const MOST_PARTS = 3;
const FEWEST_PARTS = 2;
/** Serial numbers are filled up with zeros. */
const COMMON = '00';
const LETTERS = /^[a-z]{3,}/;

/**
 * The parts of a code that are worth looking for in the index, each of one trigram: the last digits of a tracking
 * number, a phone or an order id in threes, which tell one from another; none where the whole word is looked
 * for. What stands before them is in a large part of all rows, as the courier's letters and zeros are, and the
 * index reads the list of each trigram; of trigrams that overlap, the second says little that the first did not.
 * With 2,000,000 shipments a tracking number took 2.8 ms by them, in one piece 5.9, and whole 40.
 */
export function selectiveParts(word: string): readonly string[] {
  const digits = CODE.exec(word)?.[0];
  if (digits === undefined) return [];
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
