import { asReason, fieldsOf, readJson, textOf } from '../../partners/answer-fields.ts';
import type { Refused } from '../../partners/partner.ts';
import { LostAnswerError, type PartnerAnswer } from '../../partners/partner.ts';

/**
 * The content of an answer. The courier sends JSON, but HTML or XML if the address or the token is wrong.
 *
 * @throws LostAnswerError if it is not JSON
 */
export function contentOf({ status, text }: PartnerAnswer): unknown {
  const content = readJson(text);
  if (content !== undefined) return content;
  throw new LostAnswerError(`answered with ${kindOf(text)} in place of data (${status})`);
}

function kindOf(text: string): string {
  if (/^\s*<\?xml/i.test(text)) return 'XML';
  return /^\s*</.test(text) ? 'a page' : 'something';
}

/**
 * The refusal that follows from the HTTP status; null if the body decides.
 *
 * @throws LostAnswerError if the outcome is unknown: something failed at the courier, or on the way
 */
export function delhiveryRefusal(answer: PartnerAnswer): string | null {
  const { status } = answer;
  if (status === 401) {
    return 'does not take this token: check the token, and that base_url is of the same environment';
  }
  if (status === 404) return 'has no such address: check base_url';
  if (status >= 400 && status < 500 && status !== 408) {
    return refusedWith(reasonOf(readJson(answer.text)) ?? `answered ${status}`);
  }
  if (status < 200 || status >= 300) throw new LostAnswerError(`answered ${status}`);
  return null;
}

/** A refusal in the courier's own words, used if we have no sentence that says what to do. */
export function refusedWith(words: string): string {
  const known = KNOWN.find(([pattern]) => pattern.test(words));
  return known === undefined ? asReason(words) : known[1](words);
}

export function refusedBecause(reason: string): Refused {
  return { outcome: 'refused', reason };
}

const REASON_KEYS = [
  'rmk',
  'remarks',
  'remark',
  'error',
  'Error',
  'detail',
  'message',
  'prepaid',
  'pickup_date',
];

/** The deepest place of a reason in an answer: `{"packages": [{"remarks": [...]}]}`. */
const DEEPEST = 4;

/** Finds the reason: a text or a list, under one of many names. Null if no reason is found. */
export function reasonOf(content: unknown, depth = 0): string | null {
  if (depth > DEEPEST || typeof content !== 'object' || content === null) return textOf(content);
  const parts = Array.isArray(content) ? content : REASON_KEYS.map((key) => fieldsOf(content)[key]);
  for (const part of parts) {
    const reason = reasonOf(part, depth + 1);
    if (reason !== null) return reason;
  }
  return null;
}

/** Known messages of the courier, each with a sentence that says what to do. */
const KNOWN: readonly (readonly [RegExp, (words: string) => string])[] = [
  [
    /ClientWarehouse matching query does not exist/i,
    () => 'does not know the warehouse: register it there, by its name in exactly these letters',
  ],
  [
    /Client-?Warehouse is not active|Wrong\/Inactive center/i,
    () => 'has switched the warehouse off: ask it why',
  ],
  [
    /has no attribute 'end_date'|asked to not let you see that/i,
    () => 'says that the token is of its other environment (test or live): check the token and base_url',
  ],
  [/client is not active/i, () => 'says that the account is not active: ask it why'],
  [
    /insufficient balance|wallet balance/i,
    (words) => `wants at least Rs 500 in the wallet: recharge it there${balanceIn(words)}`,
  ],
  [/(\d{6}) is non serviceable pincode/i, (words) => `does not serve ${/\d{6}/.exec(words)?.[0]}`],
  [
    /Package type (\S+) not serviceable/i,
    (words) => `does not take ${/Package type (\S+)/i.exec(words)?.[1]} for this account: ask it to`,
  ],
  [
    /exceeded the available capacity/i,
    () => 'takes no more parcels for this pincode today: book again after midnight',
  ],
  [
    /failure rate of the seller is very high/i,
    () => 'takes no parcels while too many pickups fail: ask it why',
  ],
  [/suspicious order/i, () => 'holds the order or its customer for suspicious: ask it why'],
  [/Incorrect phone number/i, () => "does not take the customer's phone number"],
  [/oid does not pass the validator/i, () => 'takes order ids of at most 50 letters and digits'],
  [/Incorrect Waybill\/OrderID|Incorrect waybill/i, () => 'does not know the parcel'],
  [/max attempt count/i, () => 'makes no further attempt: it has made as many as it makes'],
  [/part of dispatch/i, () => 'has the parcel out for delivery: ask again after 9 in the evening'],
  [
    /Package in incorrect status/i,
    () =>
      'takes no further attempt in this state: it must be back from an attempt that failed for a reason that it repeats',
  ],
  [/more than 7 days from pickup/i, () => 'takes requests for pickups within the next 7 days'],
  [/cannot be in past/i, () => 'takes no pickup in the past'],
  [/is not a valid Pincode|Pincode doesn't exist/i, () => "does not know the warehouse's pincode"],
  [/Error due to serviceability for pincode/i, () => "does not serve the warehouse's pincode"],
];

function balanceIn(words: string): string {
  const balance = /balance is (\d+(?:\.\d+)?)/i.exec(words)?.[1];
  return balance === undefined ? '' : ` (it has Rs ${balance})`;
}
