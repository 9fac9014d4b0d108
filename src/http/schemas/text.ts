import { type Field, type FieldOptions, field } from './field.ts';

/** Rules of a text field. Lengths are in characters (code points). */
export interface TextOptions extends FieldOptions {
  /** Blank text is "not given", so the least is 1 without saying so. */
  min?: number;
  max: number;
  /** Without nested or overlapping repeats, so that it takes time in proportion to the text. */
  pattern?: RegExp;
  /** What follows the name when the pattern fails: `may hold only letters, digits and hyphens`. */
  patternSentence?: string;
  /** A named check of `Formats.others`. */
  format?: string;
  /** What follows the name when that check fails; `{value}` stands for the value. */
  formatSentence?: string;
  /** The ends are trimmed unless this is false. */
  trim?: boolean;
  /** Line breaks and tabs are taken. Other control characters never are. */
  multiline?: boolean;
  /** A whole number is taken for its digits, where the text may be a phone. */
  mayBeNumber?: boolean;
}

/** Text. Control characters, which no page or label can show and PostgreSQL partly refuses, are refused. */
export function text(options: TextOptions): Field<string> {
  const { min, max, pattern, patternSentence, format, formatSentence } = options;
  if (pattern !== undefined && patternSentence === undefined)
    throw new TypeError('a pattern needs its sentence');
  if (format !== undefined && formatSentence === undefined)
    throw new TypeError('a format needs its sentence');
  const length =
    min === undefined || min <= 1
      ? `must be at most ${max} characters`
      : `must be ${min} to ${max} characters`;
  const keywords = {
    type: 'string',
    minLength: Math.max(min ?? 1, 1),
    maxLength: max,
    ...(pattern === undefined ? {} : { pattern: pattern.source }),
  };
  return field(
    { ...keywords, ...(format === undefined ? {} : { format }) },
    {
      kind: 'text',
      expectation: 'must be text',
      failures: {
        minLength: length,
        maxLength: length,
        ...(patternSentence === undefined ? {} : { pattern: patternSentence }),
        ...(formatSentence === undefined ? {} : { format: formatSentence }),
      },
      ...(options.trim === false ? { untrimmed: true } : {}),
      ...(options.multiline === true ? { multiline: true } : {}),
      ...(options.mayBeNumber === true ? { mayBeNumber: true } : {}),
    },
    options.mayBeNumber === true ? { ...keywords, type: ['string', 'integer'] } : keywords,
    options,
  );
}

/** An email address, by its shape alone: only a message that arrives proves one. */
export function email(options: FieldOptions = {}): Field<string> {
  return text({
    max: 254,
    pattern: /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/,
    patternSentence: 'must be an email address',
    ...options,
  });
}

/** A pincode of the directory, as text or number; read as text. */
export function pincode(options: FieldOptions = {}): Field<string> {
  const pattern = PINCODE.source;
  return field(
    { type: 'string', pattern, format: 'known-pincode' },
    {
      kind: 'pincode',
      expectation: 'must be a 6-digit pincode',
      failures: { format: '{value} is not in the pincode directory' },
    },
    {
      type: ['string', 'integer'],
      pattern,
      description: 'A 6-digit pincode of the directory, as text or as a number.',
    },
    options,
  );
}

/** An Indian mobile number, with or without `+91`, `91` or `0`; read as digits with the `+` if there was one. */
export function mobile(options: FieldOptions = {}): Field<string> {
  return phoneField('mobile', 'must be a valid Indian mobile number', options);
}

/** An Indian mobile or landline number; read as digits with the `+` if there was one. */
export function phone(options: FieldOptions = {}): Field<string> {
  return phoneField('phone', 'must be a valid Indian mobile or landline number', options);
}

function phoneField(format: string, expectation: string, options: FieldOptions): Field<string> {
  return field(
    { type: 'string', pattern: PHONE.source, format },
    { kind: 'phone', expectation },
    {
      type: ['string', 'integer'],
      description: `${expectation.replace('must be a valid', 'A valid')}; spaces, dashes, dots and brackets are ignored.`,
    },
    options,
  );
}

/** A UUID in any case; read in lower case. */
export function uuid(options: FieldOptions = {}): Field<string> {
  return field(
    { type: 'string', pattern: UUID.source },
    { kind: 'uuid', expectation: 'must be a UUID' },
    { type: 'string', format: 'uuid' },
    options,
  );
}

const PINCODE = /^[1-9][0-9]{5}$/;
const PHONE = /^\+?[0-9]{6,15}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Longer than this no phone number is written, whatever stands between the digits. */
const LONGEST_PHONE = 40;
const BETWEEN_DIGITS = /[\s\p{Pd}().\u200b-\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Control characters, and halves of surrogate pairs, which are no characters at all. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u;
/** The same less tab, line feed and carriage return. */
const UNPRINTABLE_IN_LINES = /[^\P{Cc}\t\n\r]|\p{Cs}/u;

/** Why text was not read, as what follows the field's name. */
export const CONTROL_CHARACTERS = 'must not contain control characters or broken Unicode';

/** Whether text holds what no field takes. */
export function isUnprintable(value: string, multiline: boolean): boolean {
  return (multiline ? UNPRINTABLE_IN_LINES : UNPRINTABLE).test(value);
}

/** Six digits that do not start with 0, or undefined. */
export function readPincode(raw: unknown): string | undefined {
  if (typeof raw !== 'string' && typeof raw !== 'number') return undefined;
  const digits = String(raw).trim();
  return PINCODE.test(digits) ? digits : undefined;
}

/** Digits with an optional `+` in front, or undefined. */
export function readPhone(raw: unknown): string | undefined {
  if (typeof raw !== 'string' && typeof raw !== 'number') return undefined;
  const written = String(raw);
  if (written.length > LONGEST_PHONE) return undefined;
  const digits = written.replace(BETWEEN_DIGITS, '');
  return PHONE.test(digits) ? digits : undefined;
}

/** A UUID in lower case, or undefined. */
export function readUuid(raw: unknown): string | undefined {
  if (typeof raw !== 'string') return undefined;
  const lower = raw.trim().toLowerCase();
  return UUID.test(lower) ? lower : undefined;
}
