import { createHash } from 'node:crypto';
import { type Sentence, saidByPartner, say } from '../problems/sentence.ts';

/** The fields of an object that a partner sent; their types are unknown. */
export type AnswerFields = Readonly<Record<string, unknown>>;

/** Parses the text of an answer, which `PartnerTraffic` has judged; undefined if it is not JSON, such as the HTML of a gateway. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the fields of an object; an empty object for anything else. */
export function fieldsOf(value: unknown): AnswerFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as AnswerFields) : {};
}

/** Returns the entries of a list; a single value becomes a list of one entry, and nothing an empty list. */
export function itemsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null || value === '' ? [] : [value];
}

/**
 * A text on one line, or a number as text; null for an empty text and anything else. Whoever buys in a shop may write anything, and
 * the database refuses some of these characters.
 */
export function textOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') return null;
  const text = onOneLine(value);
  return text === '' ? null : text;
}

/**
 * Puts a text on one trimmed line: a space replaces line breaks, other control characters and lone surrogates. Signs for the direction
 * of text and tags are left out: messengers put them around names that people copy, and orders are refused with them.
 */
export function onOneLine(text: string): string {
  return text.replace(NOT_SEEN, '').replace(NOT_KEPT, ' ').trim();
}

const NOT_KEPT = /[\p{Cc}\p{Cs}]+/gu;
const NOT_SEEN = /[\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]+/gu;
const LONGEST_ID = 200;
/** Stands in every text that is not the partner's id itself. */
const NO_ID = '\ufffd';

/**
 * An id. One that cannot be kept becomes a text of its own, so that two of them never look like one thing, and `isOwnId` tells it: one
 * with more than 200 characters, control characters or lone surrogates.
 *
 * @returns null for an empty text and anything else
 */
export function idOf(value: unknown): string | null {
  const text = textOf(value);
  if (text === null || typeof value !== 'string') return text;
  const isKept = text === value.trim() && text.length <= LONGEST_ID && !text.includes(NO_ID);
  return isKept ? text : `${NO_ID}${createHash('sha256').update(value, 'utf16le').digest('hex')}`;
}

/** Tells whether an id from `idOf` is the partner's own, so that the partner can be asked for it. */
export function isOwnId(id: string): boolean {
  return id !== '' && !id.includes(NO_ID);
}

/** A number, or a number written as text; null for anything else. */
export function numberOf(value: unknown): number | null {
  const text = textOf(value);
  if (text === null) return null;
  const number = Number(text);
  return Number.isFinite(number) ? number : null;
}

/** An amount: 0 for nothing, and NaN for what is no number. */
export function amountOf(value: unknown): number {
  return value === undefined || value === null || value === '' ? 0 : (numberOf(value) ?? Number.NaN);
}

/** An amount in rupees, as partners write them, in paise; null if it is not an amount. */
export function paiseOf(value: unknown): number | null {
  const rupees = numberOf(value);
  if (rupees === null || rupees < 0) return null;
  // Decimal, so that 1.005 is rounded up; in binary it is less.
  const paise = Number(`${rupees}e2`);
  return Math.round(Number.isNaN(paise) ? rupees * 100 : paise);
}

/** A partner's message for use after its name in a sentence: one short line without the full stop. */
export function asReason(said: string): Sentence {
  const line = onOneLine(said.slice(0, LONGEST_READ).split(/\s+/).join(' ').trim().slice(0, LONGEST_REASON));
  const words = saidByPartner(line.endsWith('.') ? line.slice(0, -1) : line);
  return say('says', 'says: {words}', { words });
}

const LONGEST_READ = 3_000;
const LONGEST_REASON = 300;
