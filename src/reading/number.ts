import {
  compareDecimals,
  type Decimal,
  decimalToInteger,
  formatDecimal,
  multiplyDecimals,
  parseDecimal,
  roundDecimalToInteger,
} from '../domain/decimal.ts';
import { type Rupees, readRupees } from '../domain/rates/rate-amounts.ts';
import type { ProblemCode } from '../problems/problem.ts';
import { about, type Sentence, say, word } from '../problems/sentence.ts';
import { type Field, type FieldOptions, field, mapped, scalar } from './field.ts';

/**
 * An exact decimal in canonical text: plain digits, no exponent, no trailing zeros (`12.5`). It is text
 * because a binary float would lose what the client wrote; `parseDecimal` reads it.
 */
export type DecimalText = `${number}`;

/** Bounds of a decimal field. They are text or integers, so that they are exact. */
export interface DecimalOptions extends FieldOptions {
  greaterThan?: number | DecimalText;
  atLeast?: number | DecimalText;
  atMost?: number | DecimalText;
  maxDecimals?: number;
  /** The unit in the plural, for sentences: `grams`. */
  unit?: string;
}

interface DecimalBounds {
  readonly greaterThan?: DecimalText;
  readonly atLeast?: DecimalText;
  readonly atMost?: DecimalText;
  readonly maxDecimals?: number;
}

/**
 * The largest amount of money in one field, Rs 100 crore: far above the value of any parcel, and small enough
 * that sums of hundreds of amounts stay exact in integer paise.
 */
const LARGEST_AMOUNT = 1_000_000_000;

const A_NUMBER = say('a_number', 'a number');

/** An exact number, sent as a JSON number or as numeric text; read as canonical text. */
export function decimal(options: DecimalOptions = {}): Field<DecimalText> {
  return decimalField(options.unit === undefined ? A_NUMBER : numberOf(options.unit), options);
}

/** An amount in rupees with at most two decimals; read as canonical text. */
export function decimalRupees(
  options: Omit<DecimalOptions, 'maxDecimals' | 'unit'> = {},
): Field<DecimalText> {
  const bounds = { atMost: LARGEST_AMOUNT, ...options, maxDecimals: 2 };
  return decimalField(AMOUNT, bounds, wholePaisa);
}

const AMOUNT = say('amount_in_rupees', 'an amount in rupees');

/** Like `decimalRupees`, read as paise. */
export function paise(options: Parameters<typeof decimalRupees>[0] = {}): Field<number> {
  return asPaise(decimalRupees(options));
}

/** The price of one unit in rupees, rounded to paise: programs divide the price of a line by its units. */
export function unitPrice(options: Parameters<typeof decimalRupees>[0] = {}): Field<number> {
  return asPaise(decimalField(AMOUNT, { atMost: LARGEST_AMOUNT, ...options }, roundedToPaisa));
}

function asPaise(of: Field<DecimalText>): Field<number> {
  return mapped(of, (text) => decimalToInteger(exactly(text), 2) as number, { show: (paise) => paise / 100 });
}

/** Like `decimal`, read as a number, for what is only compared and multiplied: a weight, a percentage. */
export function number(options: DecimalOptions = {}): Field<number> {
  return mapped(decimal(options), Number);
}

/** An amount in rupees with any number of decimals. */
export function exactRupees(options: Omit<DecimalOptions, 'unit'> = {}): Field<Rupees> {
  return mapped(decimalField(numberOf('rupees'), options, wholePaisa), readRupees);
}

function numberOf(unit: string): Sentence {
  return say('a_number_of', 'a number of {unit}', { unit: word(unit) });
}

/** Less than a millionth of a rupee beside a whole paisa comes from binary floats: 5 × 36.49 is 182.45000000000002. */
function wholePaisa(text: DecimalText): DecimalText {
  if (decimalsOf(text) <= 2) return text;
  const { units, scale } = exactly(text);
  const rounded = roundDecimalToInteger({ units, scale }, 2);
  const difference = units - rounded * 10n ** BigInt(scale - 2);
  const isFloat = (difference < 0n ? -difference : difference) * 1_000_000n < 10n ** BigInt(scale);
  return isFloat ? canonical(formatDecimal({ units: rounded, scale: 2 })) : text;
}

function roundedToPaisa(text: DecimalText): DecimalText {
  if (decimalsOf(text) <= 2) return text;
  return canonical(formatDecimal({ units: roundDecimalToInteger(exactly(text), 2), scale: 2 }));
}

/** A weight in kilograms, read as exact decimal text of grams. */
export function kilograms(options: Omit<DecimalOptions, 'unit'> = {}): Field<string> {
  const grams = mapped(decimal({ ...options, unit: 'kilograms' }), (text) =>
    formatDecimal(multiplyDecimals(exactly(text), GRAMS_PER_KILOGRAM)),
  );
  return {
    ...grams,
    // `0002` may be 2 kg, 2 g or 0.002 kg without its point: nothing is guessed about a weight.
    read: (raw, at, out) =>
      typeof raw === 'string' && LEADING_ZEROS.test(raw)
        ? out.refuse(at, 'invalid', NO_LEADING_ZEROS)
        : grams.read(raw, at, out),
  };
}

const LEADING_ZEROS = /^\s*0\d/;
const NO_LEADING_ZEROS = about(
  'has_leading_zeros',
  'must be kilograms without zeros in front, such as 0.5 or 2',
);

const GRAMS_PER_KILOGRAM: Decimal = { units: 1000n, scale: 0 };

/** @param rounded gives the number that is meant; it counts if it is within the bounds */
function decimalField(
  noun: Sentence,
  options: DecimalOptions,
  rounded: (text: DecimalText) => DecimalText = (text) => text,
): Field<DecimalText> {
  const { greaterThan, atLeast, atMost, maxDecimals } = options;
  const bounds: DecimalBounds = {
    ...(greaterThan === undefined ? {} : { greaterThan: canonical(greaterThan) }),
    ...(atLeast === undefined ? {} : { atLeast: canonical(atLeast) }),
    ...(atMost === undefined ? {} : { atMost: canonical(atMost) }),
    ...(maxDecimals === undefined ? {} : { maxDecimals }),
  };
  const decimals =
    maxDecimals === undefined
      ? ''
      : say('with_decimals', ' with at most {most} decimals', { most: maxDecimals });
  const limits = range(bounds);
  const expectation = about('must_be_number', 'must be {number}{limits}{decimals}', {
    number: noun,
    limits,
    decimals,
  });
  const isWithin = withinBounds(bounds);
  return field(
    {
      read: (raw, at, out) => {
        const text = readDecimal(raw);
        const meant = text === undefined ? undefined : rounded(text);
        if (meant !== undefined && isWithin(meant)) return meant;
        if (text !== undefined && isWithin(text)) return text;
        return out.refuse(at, text === undefined ? 'invalid' : brokenBound(bounds, text), expectation);
      },
      document: {
        type: ['number', 'string'],
        pattern: NUMERIC.source,
        ...(bounds.greaterThan === undefined ? {} : { exclusiveMinimum: Number(bounds.greaterThan) }),
        ...(bounds.atLeast === undefined ? {} : { minimum: Number(bounds.atLeast) }),
        ...(bounds.atMost === undefined ? {} : { maximum: Number(bounds.atMost) }),
        // Not `multipleOf`: most validators use floats, in which 44.41 is not a multiple of 0.01.
        ...(maxDecimals === undefined ? {} : { 'x-max-decimals': maxDecimals }),
        description: `${capitalised(expectation('').text.slice(' must be '.length))}; numeric text is accepted too.`,
      },
      show: Number,
    },
    options,
  );
}

/** The inclusive bounds of a whole number. */
export interface WholeNumberOptions extends FieldOptions {
  atLeast?: number;
  atMost?: number;
}

/** A whole number, sent as a JSON number or as numeric text; read as a number. */
export function wholeNumber(options: WholeNumberOptions = {}): Field<number> {
  const { atLeast, atMost } = options;
  const limits = range({
    ...(atLeast === undefined ? {} : { atLeast: `${atLeast}` }),
    ...(atMost === undefined ? {} : { atMost: `${atMost}` }),
  });
  return field(
    {
      read: (raw, at, out) => {
        const number = readWholeNumber(raw);
        const code =
          number === undefined
            ? 'invalid'
            : atLeast !== undefined && number < atLeast
              ? 'too_small'
              : atMost !== undefined && number > atMost
                ? 'too_large'
                : null;
        return code === null
          ? number
          : out.refuse(at, code, about('must_be_whole_number', 'must be a whole number{limits}', { limits }));
      },
      document: {
        type: ['integer', 'string'],
        pattern: WHOLE.source,
        ...(atLeast === undefined ? {} : { minimum: atLeast }),
        ...(atMost === undefined ? {} : { maximum: atMost }),
        description: `A whole number${limits === '' ? '' : limits.text}; numeric text is accepted too.`,
      },
    },
    options,
  );
}

/* The pattern of numeric text in the document. A pattern cannot express the bounds, which also apply. */
const NUMERIC = /^-?[0-9]+(?:\.[0-9]+)?$/;
const WHOLE = /^-?[0-9]+$/;
const DIGITS = /^[0-9]+$/;

/** The last second of the year 9999. */
export const LAST_SECOND = 253_402_300_799;

/** A time as Unix seconds; read as a number. */
export function unixSeconds(options: FieldOptions = {}): Field<number> {
  return scalar(
    (raw) => {
      const seconds = readWholeNumber(raw);
      return seconds !== undefined && seconds >= 0 && seconds <= LAST_SECOND ? seconds : undefined;
    },
    { expectation: about('must_be_unix_seconds', 'must be a time in whole Unix seconds') },
    {
      type: ['integer', 'string'],
      pattern: DIGITS.source,
      minimum: 0,
      maximum: LAST_SECOND,
      description: 'A time in whole Unix seconds; numeric text is accepted too.',
    },
    options,
  );
}

/** Text that is already canonical, as in nearly every request. It needs no big-integer arithmetic. */
const PLAIN = /^(?:0|[1-9]\d{0,14})(?:\.\d{0,13}[1-9])?$/;

/** Returns the canonical text of a number or of numeric text; undefined for anything else. */
export function readDecimal(raw: unknown): DecimalText | undefined {
  if (typeof raw !== 'number' && typeof raw !== 'string') return undefined;
  const text = String(raw);
  if (PLAIN.test(text)) return text as DecimalText;
  const exact = parseDecimal(text);
  if (exact === null) return undefined;
  const canonicalText = formatDecimal(exact);
  return CANONICAL.test(canonicalText) ? (canonicalText as DecimalText) : undefined;
}

/** Limits the length, because an exponent can make text longer than `parseDecimal` accepts. */
const CANONICAL = /^-?\d{1,40}(?:\.\d{1,40})?$/;

/** Returns a safe integer for a number or numeric text; undefined for anything else. */
export function readWholeNumber(raw: unknown): number | undefined {
  if (Number.isSafeInteger(raw)) return (raw as number) + 0;
  if (typeof raw !== 'number' && typeof raw !== 'string') return undefined;
  const exact = parseDecimal(raw);
  if (exact === null) return undefined;
  return decimalToInteger(exact, 0) ?? undefined;
}

/**
 * Compares a canonical decimal text with bounds, exactly.
 *
 * Rounding to floats can make two different numbers equal, but never swaps their order. So floats decide if
 * they differ, and the exact comparison is needed only if they are equal.
 */
export function withinBounds(bounds: DecimalBounds): (text: string) => boolean {
  const greaterThan = bound(bounds.greaterThan);
  const atLeast = bound(bounds.atLeast);
  const atMost = bound(bounds.atMost);
  const maxDecimals = bounds.maxDecimals;
  return (text) => {
    if (maxDecimals !== undefined && decimalsOf(text) > maxDecimals) return false;
    const float = Number(text);
    if (greaterThan !== null && compare(text, float, greaterThan) <= 0) return false;
    if (atLeast !== null && compare(text, float, atLeast) < 0) return false;
    return atMost === null || compare(text, float, atMost) <= 0;
  };
}

/** Returns the problem code for the bound that a text breaks. */
function brokenBound({ greaterThan, atLeast, atMost }: DecimalBounds, text: string): ProblemCode {
  const isAbove = greaterThan === undefined || compareDecimalTexts(text, greaterThan) > 0;
  if (!isAbove || (atLeast !== undefined && compareDecimalTexts(text, atLeast) < 0)) return 'too_small';
  return atMost !== undefined && compareDecimalTexts(text, atMost) > 0 ? 'too_large' : 'invalid';
}

/** Returns a negative number, zero or a positive number if `a` is below, equal to or above `b`. */
export function compareDecimalTexts(a: string, b: string): number {
  return compareDecimals(exactly(a), exactly(b));
}

interface Bound {
  readonly float: number;
  readonly exact: Decimal;
}

function bound(text: DecimalText | undefined): Bound | null {
  return text === undefined ? null : { float: Number(text), exact: exactly(text) };
}

function compare(text: string, float: number, limit: Bound): number {
  return float === limit.float ? compareDecimals(exactly(text), limit.exact) : float - limit.float;
}

function exactly(text: string): Decimal {
  const exact = parseDecimal(text);
  if (exact === null) throw new TypeError(`not a decimal: ${text}`);
  return exact;
}

function canonical(value: number | string): DecimalText {
  return formatDecimal(exactly(String(value))) as DecimalText;
}

function decimalsOf(text: string): number {
  const point = text.indexOf('.');
  return point === -1 ? 0 : text.length - point - 1;
}

function range({ greaterThan, atLeast, atMost }: DecimalBounds): Sentence | '' {
  if (greaterThan !== undefined && atMost !== undefined)
    return say('above_to', ' greater than {least} and at most {most}', { least: greaterThan, most: atMost });
  if (greaterThan !== undefined) return say('above', ' greater than {least}', { least: greaterThan });
  if (atLeast !== undefined && atMost !== undefined)
    return say('from_to', ' from {least} to {most}', { least: atLeast, most: atMost });
  if (atLeast !== undefined) return say('at_least', ' of at least {least}', { least: atLeast });
  return atMost === undefined ? '' : say('at_most', ' of at most {most}', { most: atMost });
}

function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
