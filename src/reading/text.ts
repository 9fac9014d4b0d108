import { EMAIL_ADDRESS, LONGEST_EMAIL_ADDRESS } from '../domain/email-address.ts';
import { readCustomerPhone, readMobile, readPhone } from '../domain/orders/phone.ts';
import { isArmyPincode } from '../domain/pincodes/pincode-directory.ts';
import { misleadingText, withoutUnseen } from '../domain/visible-text.ts';
import { type AboutField, about, word } from '../problems/sentence.ts';
import { type Field, type FieldOptions, field, scalar } from './field.ts';

/** Rules of a text field. Lengths are in characters (code points). */
export interface TextOptions extends FieldOptions {
  /** At least 1, because blank text means "not given". */
  min?: number;
  max: number;
  /** Must have no nested or overlapping repeats, so that matching takes linear time. */
  pattern?: RegExp;
  /** Said if the pattern fails: the field may hold only letters, digits and hyphens. */
  patternSentence?: AboutField;
  /** The pattern limits the length itself: a wrong length gives only the sentence of the pattern. */
  patternBoundsLength?: boolean;
  /** A check of otherwise valid text; it must be fast and never throw. */
  check?: (value: string) => boolean;
  /** Said if `check` fails. */
  checkSentence?: AboutField;
  /** Default: true. */
  trim?: boolean;
  /** Line breaks and tabs are accepted. Other control characters never are. */
  multiline?: boolean;
  /** Accepts a whole number as its digits, for fields such as a phone, an order id or a SKU. */
  mayBeNumber?: boolean;
}

/**
 * Text. Control characters are refused, because pages and labels cannot show them and PostgreSQL refuses
 * some; misleading text is refused too. Characters that nobody sees are left out of a single line: ids and names that look the same are
 * the same.
 */
export function text(options: TextOptions): Field<string> {
  const { max, pattern, patternSentence = INVALID, check, checkSentence = INVALID } = options;
  if (pattern !== undefined && patternSentence === INVALID)
    throw new TypeError('a pattern needs its sentence');
  if (pattern !== undefined && pattern.flags !== '')
    throw new TypeError('the document can say no flags of a pattern');
  if (check !== undefined && checkSentence === INVALID) throw new TypeError('a check needs its sentence');
  const min = Math.max(options.min ?? 1, 1);
  const { trim = true, multiline = false, mayBeNumber = false, patternBoundsLength = false } = options;
  const bounds =
    min === 1
      ? about('must_be_shorter', 'must be at most {most} characters', { most: max })
      : about('must_be_long_as', 'must be {least} to {most} characters', { least: min, most: max });
  const length = patternBoundsLength ? patternSentence : bounds;
  return field(
    {
      read: (sent, at, out) => {
        const raw = mayBeNumber && Number.isSafeInteger(sent) ? String(sent) : sent;
        if (typeof raw !== 'string') return out.refuse(at, 'invalid', MUST_BE_TEXT);
        const isWhole = raw.length > LONGEST_SEARCHED * max;
        const seen = isWhole ? raw : withoutUnseen(raw);
        // A text that has nothing else is refused for that.
        const kept = trim ? seen.trim() || raw.trim() : seen || raw;
        // A character has at most two UTF-16 units, so this text is certainly too long. No pattern has to
        // match a megabyte.
        if (kept.length > 2 * max) return out.refuse(at, 'too_long', length);
        if (isUnprintable(kept, multiline)) return out.refuse(at, 'invalid', CONTROL_CHARACTERS);
        const misleading = misleadingText(kept);
        if (misleading !== null) return out.refuse(at, 'invalid', misleading);
        const before = out.count;
        const characters = kept.length > max || min > 1 ? [...kept].length : kept.length;
        if (characters > max && !patternBoundsLength) out.refuse(at, 'too_long', length);
        if (characters < min && !patternBoundsLength) out.refuse(at, 'too_short', length);
        if (pattern !== undefined && !pattern.test(kept)) out.refuse(at, 'invalid', patternSentence);
        if (out.count > before) return undefined;
        return check === undefined || check(kept) ? kept : out.refuse(at, 'invalid', checkSentence);
      },
      document: {
        type: mayBeNumber ? ['string', 'integer'] : 'string',
        minLength: min,
        maxLength: max,
        ...(pattern === undefined ? {} : { pattern: pattern.source }),
      },
    },
    options,
  );
}

/** An address for a browser. The service itself never fetches it. */
export function webAddress(options: FieldOptions = {}): Field<string> {
  return text({
    max: 2_000,
    check: (sent) => /^https?:\/\//i.test(sent) && URL.canParse(sent),
    checkSentence: about(
      'must_be_http_address',
      'must be a web address that starts with https:// or http://',
    ),
    ...options,
  });
}

/** An email address, checked only by its shape. */
export function email(options: FieldOptions = {}): Field<string> {
  return text({
    max: LONGEST_EMAIL_ADDRESS,
    pattern: EMAIL_ADDRESS,
    patternSentence: about('must_be_email', 'must be an email address'),
    ...options,
  });
}

/** An email address. An invalid one does not refuse the request; the handler uses `isEmailAddress`. */
export function emailIfAny(options: FieldOptions = {}): Field<string> {
  return field({ read: readAnything, document: { type: 'string' } }, options);
}

const ARMY_PINCODE = (pincode: string) =>
  about('army_pincode', '{pincode} is of the Army Postal Service: only India Post delivers there', {
    pincode,
  });

/** A pincode of the directory, or one that begins like those, as text or number, with or without blanks between its digits; read as text. */
export function pincode(options: FieldOptions = {}): Field<string> {
  return field(
    {
      read: (raw, at, out) => {
        const digits = readPincode(raw);
        if (digits === undefined) return out.refuse(at, 'invalid', MUST_BE_PINCODE);
        if (out.lookups.knownPincode(digits)) return digits;
        if (isArmyPincode(digits)) return out.refuse(at, 'unknown', ARMY_PINCODE(digits));
        return out.refuse(
          at,
          'unknown',
          about('unknown_pincode', '{pincode} is not in the pincode directory', { pincode: digits }),
        );
      },
      needsPincodes: true,
      document: {
        type: ['string', 'integer'],
        pattern: '^[1-9][0-9]{2} ?[0-9]{3}$',
        minimum: 100_000,
        maximum: 999_999,
        description:
          'Six digits, of which the first three are known to the pincode directory; a number is accepted too.',
      },
    },
    options,
  );
}

/** An Indian mobile number, with or without `+91`, `91` or `0`; read as its ten digits. */
export function mobile(options: FieldOptions = {}): Field<string> {
  return phoneField(
    readMobile,
    about('must_be_mobile', 'must be a valid 10-digit Indian mobile number'),
    options,
  );
}

/** Like `mobile`, or a landline number with its leading `0` or `+91`: see `readCustomerPhone`. */
export function customerPhone(options: FieldOptions = {}): Field<string> {
  return phoneField(
    readCustomerPhone,
    about(
      'must_be_customer_phone',
      'must be a valid 10-digit Indian mobile number, or a landline number with its STD code (leading 0 or +91)',
    ),
    options,
  );
}

/** An Indian mobile or landline number; read as its digits without `+91` or `0`. */
export function phone(options: FieldOptions = {}): Field<string> {
  return phoneField(
    readPhone,
    about(
      'must_be_phone',
      'must be a valid 10-digit Indian mobile number, or a landline number with its STD code',
    ),
    options,
  );
}

function phoneField(
  readIndian: (digits: string) => string | null,
  expectation: AboutField,
  options: FieldOptions,
): Field<string> {
  return scalar(
    (raw) => {
      const digits = readPhoneDigits(raw);
      return digits === undefined ? undefined : (readIndian(digits) ?? undefined);
    },
    { expectation },
    {
      type: ['string', 'integer'],
      pattern: '^\\+?[0-9 ().-]+$',
      description: `${expectation('').text.replace(' must be a valid', 'A valid')}; spaces, dashes, dots and brackets are ignored, and a number is accepted too.`,
    },
    options,
  );
}

/**
 * A UUID in any case, read in lower case. With `of` (`a warehouse`) it is an id of the account: any other
 * text gets the sentence for an unknown id.
 */
export function uuid(options: FieldOptions & { of?: string } = {}): Field<string> {
  const { of } = options;
  return field(
    {
      read: (raw, at, out) => {
        const id = readUuid(raw);
        if (id !== undefined) return id;
        if (of === undefined) return out.refuse(at, 'invalid', about('must_be_uuid', 'must be a UUID'));
        return out.refuse(
          at,
          'unknown',
          about('not_of_account', '{value} is not {thing} of this account', {
            value: echo(raw),
            thing: word(of),
          }),
        );
      },
      document: { type: 'string', format: 'uuid' },
    },
    options,
  );
}

/** No id looks like it. */
const WAREHOUSE_CODE =
  /^(?![0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$)[0-9A-Za-z._-]+$/;
const LONGEST_WAREHOUSE_CODE = 50;

/** The merchant's short name of a warehouse, which `warehouse` reads in place of the id. */
export function warehouseCode(options: FieldOptions = {}): Field<string> {
  return text({
    max: LONGEST_WAREHOUSE_CODE,
    mayBeNumber: true,
    pattern: WAREHOUSE_CODE,
    patternSentence: about(
      'must_be_warehouse_code',
      'may hold only letters, digits, hyphens, underscores and dots, and must not look like an id',
    ),
    ...options,
  });
}

/** A warehouse of the account, by its id, read in lower case, or by its code, read as it is. */
export function warehouse({ description, ...options }: FieldOptions = {}): Field<string> {
  const byId = uuid({ of: 'a warehouse' });
  return field(
    {
      read: (raw, at, out) => {
        const named = Number.isSafeInteger(raw) ? String(raw) : raw;
        const code = typeof named === 'string' ? named.trim() : '';
        const isCode = code.length <= LONGEST_WAREHOUSE_CODE && WAREHOUSE_CODE.test(code);
        return isCode ? code : byId.read(raw, at, out);
      },
      document: {
        type: 'string',
        maxLength: LONGEST_WAREHOUSE_CODE,
        pattern: '^[0-9A-Za-z._-]+$',
      },
      shown: { type: 'string', format: 'uuid' },
    },
    {
      examples: ['01936d7e-5a10-7b3c-8d42-6f0e9a1b2c3d'],
      ...options,
      description: [description, 'The id of a warehouse, or its `code`.'].filter(Boolean).join(' '),
    },
  );
}

/** A text of more than so many times the longest length is not searched for unseen characters: it is too long anyway. */
const LONGEST_SEARCHED = 10;

const PINCODE = /^[1-9][0-9]{5}$/;
/** Blanks between the digits of a pincode: `560 038`. */
const BLANKS = /\s/g;
const PHONE = /^\+?[0-9]{6,15}$/;
/** More than a UUID, with blanks and characters that nobody sees. */
const LONGEST_UUID = 200;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The most characters of a phone number, including those between its digits. */
const LONGEST_PHONE = 40;
const BETWEEN_DIGITS = /[\s\p{Pd}().\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** Control characters, and unpaired surrogates, which are no characters. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u;
/** Like `UNPRINTABLE`, but without tab, line feed and carriage return. */
const UNPRINTABLE_IN_LINES = /[^\P{Cc}\t\n\r]|\p{Cs}/u;

const CONTROL_CHARACTERS = about(
  'control_characters',
  'must not contain control characters or broken Unicode',
);
const MUST_BE_TEXT = about('must_be_text', 'must be text');
export const MUST_BE_PINCODE = about('must_be_pincode', 'must be a 6-digit pincode');
/** For a field that never says it. */
const INVALID = about('is_invalid', 'is invalid');

/** Tells whether a text has characters that the field does not accept. */
export function isUnprintable(value: string, multiline: boolean): boolean {
  return (multiline ? UNPRINTABLE_IN_LINES : UNPRINTABLE).test(value);
}

/** Enough to recognise a value; no field of one line accepts more. */
const LONGEST_ANYTHING = 1_000;
const UNPRINTABLES = new RegExp(UNPRINTABLE, 'gu');

/** Returns any input as one line of text, with a blank for each character that no field accepts. */
function readAnything(raw: unknown): string {
  const text = typeof raw === 'string' ? raw.trim() : echo(raw);
  return text.slice(0, LONGEST_ANYTHING).replace(UNPRINTABLES, ' ');
}

const LONGEST_ECHO = 60;

/** Returns a value for use in a sentence. Lists and objects are shortened: they may be nested without end. */
export function echo(raw: unknown): string {
  if (typeof raw === 'object' && raw !== null) return Array.isArray(raw) ? '[...]' : '{...}';
  return String(raw).slice(0, LONGEST_ECHO);
}

/** Returns six digits that do not start with 0, or undefined. */
export function readPincode(raw: unknown): string | undefined {
  if (typeof raw !== 'string' && typeof raw !== 'number') return undefined;
  const digits = withoutUnseen(String(raw)).replace(BLANKS, '');
  return PINCODE.test(digits) ? digits : undefined;
}

/** Returns digits with an optional `+` in front, or undefined. */
export function readPhoneDigits(raw: unknown): string | undefined {
  if (typeof raw !== 'string' && typeof raw !== 'number') return undefined;
  const written = String(raw);
  if (written.length > LONGEST_PHONE) return undefined;
  const digits = written.replace(BETWEEN_DIGITS, '');
  return PHONE.test(digits) ? digits : undefined;
}

/** Returns a UUID in lower case, or undefined. */
export function readUuid(raw: unknown): string | undefined {
  if (typeof raw !== 'string') return undefined;
  const lower = withoutUnseen(raw.slice(0, LONGEST_UUID)).trim().toLowerCase();
  return UUID.test(lower) ? lower : undefined;
}
