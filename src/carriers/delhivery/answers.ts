import { money } from '../../domain/rupees.ts';
import { asReason, fieldsOf, paiseOf, readJson, textOf } from '../../partners/answer-fields.ts';
import { LostAnswerError, type PartnerAnswer, type Refused } from '../../partners/partner.ts';
import { answeredStatus } from '../../partners/refusal.ts';
import { type Sentence, say } from '../../problems/sentence.ts';

/**
 * The content of an answer. The courier sends JSON, but HTML or XML if the address or the token is wrong.
 *
 * @throws LostAnswerError if it is not JSON
 */
export function contentOf({ status, text }: PartnerAnswer): unknown {
  const content = readJson(text);
  if (content !== undefined) return content;
  throw new LostAnswerError(withoutData(text, status));
}

function withoutData(text: string, status: number): Sentence {
  if (/^\s*<\?xml/i.test(text)) {
    return say('answered_with_xml', 'answered with XML in place of data ({status})', { status });
  }
  return /^\s*</.test(text)
    ? say('answered_with_page', 'answered with a page in place of data ({status})', { status })
    : say('answered_with_something', 'answered with something in place of data ({status})', { status });
}

/**
 * The refusal that follows from the HTTP status; null if the body decides.
 *
 * @throws LostAnswerError if the outcome is unknown: something failed at the courier, or on the way
 */
export function delhiveryRefusal(answer: PartnerAnswer): Sentence | null {
  const { status } = answer;
  if (status === 401) {
    return say(
      'does_not_take_token',
      'does not take this token: check the token, and whether base_url is the address that it is for',
    );
  }
  if (status === 404) return say('has_no_such_address', 'has no such address: check base_url');
  if (status >= 400 && status < 500 && status !== 408) {
    const only = say('says_it_answered', 'says: answered {status}', { status });
    return refusalIn(readJson(answer.text), only);
  }
  if (status < 200 || status >= 300) throw new LostAnswerError(answeredStatus(status));
  return null;
}

/** The refusal in an answer. @param otherwise if the answer has no reason */
export function refusalIn(content: unknown, otherwise: Sentence): Sentence {
  const words = reasonOf(content);
  return words === null ? otherwise : refusedWith(words);
}

/** A refusal in the courier's own words, used if we have no sentence that says what to do. */
export function refusedWith(words: string): Sentence {
  const known = KNOWN.find(([pattern]) => pattern.test(words));
  return known === undefined ? asReason(words) : known[1](words);
}

export function refusedBecause(reason: Sentence): Refused {
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
const KNOWN: readonly (readonly [RegExp, (words: string) => Sentence])[] = [
  [
    /ClientWarehouse matching query does not exist/i,
    () =>
      say(
        'does_not_know_warehouse',
        'does not know the warehouse: register it there, by its name in exactly these letters',
      ),
  ],
  [
    /Client-?Warehouse is not active|Wrong\/Inactive center/i,
    () => say('has_switched_warehouse_off', 'has switched the warehouse off: ask it why'),
  ],
  [
    /has no attribute 'end_date'|asked to not let you see that/i,
    () =>
      say(
        'token_of_other_environment',
        'says that the token is of its other environment (test or live): check the token and base_url',
      ),
  ],
  [
    /client is not active/i,
    () => say('says_account_not_active', 'says that the account is not active: ask it why'),
  ],
  [/insufficient balance|wallet balance/i, (words) => lowBalance(words)],
  [/(\d{6}) is non serviceable pincode/i, (words) => doesNotServe(/\d{6}/.exec(words)?.[0] ?? '')],
  [
    /Package type (\S+) not serviceable/i,
    (words) =>
      say('does_not_take_kind', 'does not take {kind} for this account: ask it to', {
        kind: /Package type (\S+)/i.exec(words)?.[1] ?? '',
      }),
  ],
  [
    /exceeded the available capacity/i,
    () =>
      say('takes_no_more_today', 'takes no more parcels for this pincode today: book again after midnight'),
  ],
  [
    /failure rate of the seller is very high/i,
    () => say('too_many_pickups_fail', 'takes no parcels while too many pickups fail: ask it why'),
  ],
  [
    /suspicious order/i,
    () => say('holds_order_suspicious', 'holds the order or its customer for suspicious: ask it why'),
  ],
  [/Incorrect phone number/i, () => say('does_not_take_phone', "does not take the customer's phone number")],
  [
    /oid does not pass the validator/i,
    () => say('takes_order_ids_of', 'takes order ids of at most {most} letters and digits', { most: 50 }),
  ],
  [
    /Incorrect Waybill\/OrderID|Incorrect waybill/i,
    () => say('does_not_know_parcel', 'does not know the parcel'),
  ],
  [
    /max attempt count/i,
    () => say('makes_no_further_attempt', 'makes no further attempt: it has made as many as it makes'),
  ],
  [
    /part of dispatch/i,
    () =>
      say('has_parcel_out_for_delivery', 'has the parcel out for delivery: ask again after 9 in the evening'),
  ],
  [
    /Package in incorrect status/i,
    () =>
      say(
        'takes_no_attempt_in_this_state',
        'takes no further attempt in this state: it must be back from an attempt that failed for a reason that it repeats',
      ),
  ],
  [
    /more than 7 days from pickup/i,
    () => say('takes_pickups_within', 'takes requests for pickups within the next {days} days', { days: 7 }),
  ],
  [/cannot be in past/i, () => say('takes_no_past_pickup', 'takes no pickup in the past')],
  [
    /is not a valid Pincode|Pincode doesn't exist/i,
    () => say('does_not_know_pincode', "does not know the warehouse's pincode"),
  ],
  [
    /Error due to serviceability for pincode/i,
    () => say('does_not_serve_warehouse', "does not serve the warehouse's pincode"),
  ],
];

export function doesNotServe(pincode: string): Sentence {
  return say('does_not_serve', 'does not serve {pincode}', { pincode });
}

const LEAST_IN_WALLET = money(500_00);

function lowBalance(words: string): Sentence {
  const balance = /balance is (\d+(?:\.\d+)?)/i.exec(words)?.[1];
  return balance === undefined
    ? say('wants_more_in_wallet', 'wants at least {least} in the wallet: recharge it there', {
        least: LEAST_IN_WALLET,
      })
    : say(
        'wallet_has_too_little',
        'wants at least {least} in the wallet: recharge it there (it has {balance})',
        { least: LEAST_IN_WALLET, balance: money(paiseOf(balance) ?? 0, `Rs ${balance}`) },
      );
}
