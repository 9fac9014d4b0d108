import { parseForeignJson } from '../problems/foreign-json.ts';
import { type Sentence, withTexts } from '../problems/sentence.ts';
import type { PartnerAnswer } from './partner.ts';

export interface PartnerCall {
  readonly call: string;
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  /** Null for a request without a body. */
  readonly request: string | null;
  /** Null if there was no answer. */
  readonly status: number | null;
  readonly answer: string | null;
  /** The reason why there was no answer; null if there was one. */
  readonly failure: Sentence | null;
  readonly milliseconds: number;
}

/** A call that was just made, with the whole answer. */
export interface NewPartnerCall extends Omit<PartnerCall, 'answer'> {
  readonly answer: PartnerAnswer | null;
}

/** The people that a request is about. */
export interface Concerned {
  /** Names, addresses and phones, which are removed from stored calls. */
  readonly words: readonly string[];
  /** Tells whether all personal data in the answer is known, so that it can be redacted. */
  readonly isKnown: boolean;
}

export const NOBODY: Concerned = { words: [], isKnown: true };
/** Stands for people of a parcel when their names are not known. */
export const SOMEBODY: Concerned = { words: [], isKnown: false };

const LONGEST_TEXT = 4_000;
const LONGEST_READ = 256 * 1024;
const HIDDEN = '[hidden]';

/** Keys of personal data. */
const PERSONAL =
  /name|phone|mobile|contact|tele|add(ress)?\d*$|address|add_|email|mail|landmark|consignee|customer|receive|recieve|lat|long|geo|otp|signature|image|instruct|comment/i;
const SECRET = /token|password|secret|auth|licen[cs]e|lickey|jwt|api_?key|login|profile/i;
const MOBILE = /(?<!\d)(?:\+?91[- ]?|0)?[6-9]\d{9}(?!\d)/g;
const SYNTAX = /[.*+?^${}()|[\]\\]/g;
const EMAIL = /[^\s<>"'(),:;@=&]{1,64}@[^\s<>"'(),:;@=&]{1,255}/g;

/** Removes secrets and personal data from a partner call, so that it can be stored for support. */
export function redactPartnerCall(
  { answer, ...exchange }: NewPartnerCall,
  { words, isKnown }: Concerned,
  secrets: readonly string[],
): PartnerCall {
  const hidden = [...words, ...secrets];
  const shown = (text: string | null) => (text === null ? null : redact(text, hidden));
  const [way = '', query] = exchange.path.split('?', 2);
  return {
    ...exchange,
    path: query === undefined ? redact(way, hidden) : `${redact(way, hidden)}?${redact(query, hidden)}`,
    request: shown(exchange.request),
    answer: answer === null ? null : redactAnswer(answer, hidden, isKnown),
    failure: exchange.failure && withTexts(exchange.failure, (text) => redact(text, hidden)),
  };
}

/** Redacts an answer. It is left out if it is too long, or if it cannot be parsed and names are unknown. */
function redactAnswer(
  { body, text, headers }: PartnerAnswer,
  hidden: readonly string[],
  isKnown: boolean,
): string {
  const isText = body.length <= LONGEST_READ && !/pdf|image|octet/.test(headers['content-type'] ?? '');
  const isShown = isText && (isKnown || body.length === 0 || redactByKeys(text) !== null);
  return isShown ? redact(text, hidden) : `[${body.length} bytes]`;
}

/**
 * Removes secrets and personal data from a text of a call: JSON, a form with JSON in it, a query, XML, or
 * anything else.
 *
 * @param hidden values to remove: the secrets of the connection, and the names and addresses of the
 * shipment
 */
export function redact(text: string, hidden: readonly string[]): string {
  return shorten(redactText(redactByKeys(text) ?? redactElements(text), hidden));
}

/** Redacts the values of personal keys; null for a text without keys. */
function redactByKeys(text: string): string | null {
  return redactJson(text) ?? redactForm(text);
}

function redactJson(text: string): string | null {
  if (!/^\s*[[{"]/.test(text)) return null;
  try {
    return JSON.stringify(redactValue(parseForeignJson(text), ''));
  } catch {
    return null;
  }
}

function redactForm(text: string): string | null {
  if (!/^[\w.[\]%-]+=[^\s]*$/.test(text)) return null;
  const shown = [...new URLSearchParams(text)].map(([name, value]) => {
    const whole = hidesOf(name) ? HIDDEN : (redactJson(value) ?? value);
    return `${name}=${whole}`;
  });
  return shown.join('&');
}

/** Redacts the text directly in XML elements with personal names, without the text of nested elements. */
function redactElements(text: string): string {
  return text.replace(/<([\w:.-]+)((?:\s[^<>]*)?)>([^<]+)/g, (whole, name: string, more: string) =>
    hidesOf(name) ? `<${name}${more}>${HIDDEN}` : whole,
  );
}

function redactValue(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map((entry) => redactValue(entry, name));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, entry]) => [key, redactValue(entry, hidesOf(name) ? name : key)]),
    );
  }
  const isShown = value === null || value === '' || typeof value === 'boolean' || !hidesOf(name);
  return isShown ? value : HIDDEN;
}

function hidesOf(name: string): boolean {
  return PERSONAL.test(name) || SECRET.test(name);
}

function redactText(text: string, hidden: readonly string[]): string {
  let shown = text;
  for (const words of hidden) {
    // Couriers may write names in capitals.
    if (words.length >= 3) shown = shown.replace(new RegExp(words.replace(SYNTAX, '\\$&'), 'gi'), HIDDEN);
  }
  return shown.replace(EMAIL, HIDDEN).replace(MOBILE, HIDDEN);
}

/** The form in which a text is stored: the database refuses NUL. */
function shorten(whole: string): string {
  const text = whole.replaceAll('\0', '\ufffd');
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)} ...` : text;
}
