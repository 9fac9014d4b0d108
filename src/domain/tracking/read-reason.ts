import { normalized } from '../normalized.ts';
import { NDR_PHRASES } from './ndr-phrases.ts';
import { NDR_REASONS, type NdrReason, RTO_REASONS, type RtoReason, rtoReasonOfNdr } from './reasons.ts';
import { RTO_PHRASES } from './rto-phrases.ts';

/**
 * Finds the NDR reason in a carrier's text or a client's filter. A text that equals a reason or a known
 * phrase gives that reason; else the longest known phrase that the text contains as whole words counts. Case,
 * punctuation and small words do not count.
 *
 * Null if no reason is found. A carrier that says "other" gets `other`, so that a filter can distinguish the
 * two; for a scan, use `readNdrReason`.
 */
export function findNdrReason(text: string): NdrReason | null {
  return find(text, NDR_LEXICON);
}

/** Like `findNdrReason`, for RTO reasons. */
export function findRtoReason(text: string): RtoReason | null {
  return find(text, RTO_LEXICON);
}

/** The NDR reason of a scan's text, or `other` if no reason is found. The caller keeps the carrier's text. */
export function readNdrReason(text: string): NdrReason {
  return findNdrReason(text) ?? 'other';
}

/** The RTO reason of a scan's text, or `other` if no reason is found. The caller keeps the carrier's text. */
export function readRtoReason(text: string): RtoReason {
  return findRtoReason(text) ?? 'other';
}

interface Lexicon<Reason extends string> {
  /** Every phrase in compared form, with its meaning. */
  readonly meanings: ReadonlyMap<string, Reason>;
  /** Phrases that count if a text contains them, indexed by their first words. */
  readonly beginnings: ReadonlyMap<string, Contained<Reason> | null>;
}

/** A phrase that counts if a text contains it. */
interface Contained<Reason extends string> {
  readonly reason: Reason;
  /** 0 for the longest phrase. */
  readonly rank: number;
}

/** Only this length of the text is read, because normalization expands some characters to 18. */
const LONGEST_COMPARED = 1_000;

/** Alone, these mean `other`; inside a longer text they mean nothing. */
const OTHER_WORDS = ['other', 'others', 'other reason', 'other reasons', 'any other reason', 'miscellaneous'];

/** Synonyms in couriers' texts. A word on the left is compared as the word on its right. */
const SAME_WORD = new Map(
  Object.entries({
    consignee: 'customer',
    consignees: 'customer',
    cnee: 'customer',
    customers: 'customer',
    cust: 'customer',
    receiver: 'customer',
    recipient: 'customer',
    addressee: 'customer',
    buyer: 'customer',
    shipper: 'seller',
    merchant: 'seller',
    vendor: 'seller',
    sender: 'seller',
    consignor: 'seller',
    mobile: 'phone',
    ph: 'phone',
    cx: 'customer',
    addr: 'address',
    add: 'address',
    cancelation: 'cancellation',
    telephone: 'phone',
    addres: 'address',
    adress: 'address',
    num: 'number',
    canceled: 'cancelled',
    authorized: 'authorised',
    unavailable: 'not available',
    unreachable: 'not reachable',
    insufficient: 'incomplete',
    incorrect: 'wrong',
    didnt: 'did not',
    doesnt: 'does not',
    dont: 'do not',
    couldnt: 'could not',
    cant: 'cannot',
    isnt: 'not',
    wasnt: 'not',
    hasnt: 'not',
  }),
);

const SMALL_WORDS = new Set(
  'a an the is was were are be been being has have had by of at to for his her their its'.split(' '),
);

const NDR_LEXICON = lexicon<NdrReason>(NDR_REASONS, [NDR_PHRASES]);

const RTO_LEXICON = lexicon<RtoReason>(RTO_REASONS, [asReturnPhrases(), RTO_PHRASES]);

function asReturnPhrases(): Readonly<Partial<Record<RtoReason, readonly string[]>>> {
  const phrases: Partial<Record<RtoReason, string[]>> = {};
  for (const reason of NDR_REASONS) {
    if (reason === 'other') continue;
    const list = phrases[rtoReasonOfNdr(reason)] ?? [];
    list.push(reason, ...NDR_PHRASES[reason]);
    phrases[rtoReasonOfNdr(reason)] = list;
  }
  return phrases;
}

/** Later tables override earlier ones, and the vocabulary's own words override all tables. */
function lexicon<Reason extends string>(
  vocabulary: readonly (Reason | 'other')[],
  tables: readonly Readonly<Partial<Record<Reason, readonly string[]>>>[],
): Lexicon<Reason | 'other'> {
  const meanings = new Map<string, Reason | 'other'>();
  for (const table of tables) {
    for (const reason of vocabulary) {
      for (const phrase of table[reason as Reason] ?? []) meanings.set(asCompared(phrase), reason);
    }
  }
  for (const reason of vocabulary) meanings.set(asCompared(reason), reason);
  for (const word of OTHER_WORDS) meanings.set(asCompared(word), 'other');
  const contained = [...meanings]
    .filter(([, reason]) => reason !== 'other')
    .sort(([a], [b]) => b.length - a.length);
  const beginnings = new Map<string, Contained<Reason | 'other'> | null>();
  for (const [rank, [phrase, reason]] of contained.entries()) {
    for (let end = phrase.indexOf(' '); end >= 0; end = phrase.indexOf(' ', end + 1)) {
      const beginning = phrase.slice(0, end);
      if (!beginnings.has(beginning)) beginnings.set(beginning, null);
    }
    beginnings.set(phrase, { reason, rank });
  }
  return { meanings, beginnings };
}

/** Finds a reason. From each word on, it reads only as far as a phrase goes, however long the text is. */
function find<Reason extends string>(text: string, { meanings, beginnings }: Lexicon<Reason>): Reason | null {
  const compared = asCompared(text);
  const exact = meanings.get(compared);
  if (exact !== undefined) return exact;
  const words = compared.split(' ');
  let found: Contained<Reason> | null = null;
  for (const [from, first] of words.entries()) {
    let phrase = first;
    let contained = beginnings.get(phrase);
    for (let at = from + 1; contained !== undefined; at += 1) {
      if (contained !== null && contained.rank < (found?.rank ?? Number.POSITIVE_INFINITY)) found = contained;
      phrase = `${phrase} ${words[at] ?? ''}`;
      contained = beginnings.get(phrase);
    }
  }
  return found?.reason ?? null;
}

function asCompared(text: string): string {
  return (
    normalized(text, 'NFKC')
      .slice(0, LONGEST_COMPARED)
      .toLowerCase()
      .replace(/['\u2018\u2019`]/g, '')
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
      .replace(/\bpin code\b/g, 'pincode')
      .replace(/\bcash on delivery\b/g, 'cod')
      .replace(/\bnot able\b/g, 'unable')
      .replace(/\bre (?=schedul|attempt)/g, 're')
      // "Phone no. not reachable", but not "phone no answer".
      .replace(
        /\b(?<=mobile |phone |ph |contact |house |flat |door |plot )no(?= (?:busy|incorrect|invalid|is|missing|not|out|switched|wrong)\b)/g,
        'number',
      )
      .split(' ')
      .filter((word) => word !== '' && !SMALL_WORDS.has(word))
      .map((word) => SAME_WORD.get(word) ?? word)
      .join(' ')
  );
}
