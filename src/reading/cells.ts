import { decimalToInteger, formatDecimal, parseDecimal, roundDecimalToInteger } from '../domain/decimal.ts';
import { isInYears } from '../domain/india-time.ts';
import { withoutUnseen } from '../domain/visible-text.ts';
import { type Sentence, say } from '../problems/sentence.ts';

/**
 * Cells of files, as spreadsheets and other programs write them: `1,299.00`, `27/11/2026`, `0.8 kg`. Each reader returns null for what
 * it does not know: nothing is guessed.
 */

/** Rs 1 crore. A larger amount for one parcel is a mistake. */
const LARGEST_PAISE = 1_000_000_000;
const CURRENCY_BEFORE = /^(?:rs\.?|inr|₹)/i;
const CURRENCY_AFTER = /(?:rs\.?|inr|₹|\/-)$/i;
/** `1,299.00` and `1,00,000`. A comma in another place may be a decimal point. */
const GROUPED = /^\d{1,3}(?:,\d{2,3}){0,9},\d{3}(?:\.\d{0,9})?$/;

/** What a spreadsheet would take for a formula has an apostrophe in front in files of rejected rows; Excel and shops put one before digits. */
const APOSTROPHE = /^['\u2018\u2019](?=[=+\-@\d\uff1d\uff1b\uff0b\uff0d\uff20])/;
/** Text that a spreadsheet must not change: `="110024"`. */
const QUOTED = /^="(.*)"$/;

/** Returns a trimmed cell without characters that nobody sees, and without what only keeps spreadsheets from changing it. */
export function textOfCell(cell: string | undefined): string {
  const text = withoutUnseen(cell ?? '')
    .trim()
    .replace(APOSTROPHE, '');
  return text.startsWith('="') ? text.replace(QUOTED, '$1') : text;
}

const SHORTENED = say(
  'cell_is_shortened',
  'Excel has shortened this number: format the column as text, and export again',
);
const HIDDEN = say(
  'cell_is_hidden',
  'Excel has shown # in place of the value: make the column wider, and export again',
);
const FAILED = say(
  'cell_is_an_error',
  'a spreadsheet or a program has put an error in place of the value: write the value, and export again',
);

const SCIENTIFIC = /^[+-]?(\d)(?:\.(\d{1,20}))?e([+-]?)(\d{1,3})$/i;
const ERROR_WORD = /^#(?:NAME\?|N\/A|REF!|VALUE!|DIV\/0!|NULL!|NUM!|SPILL!|CALC!)$/i;
/** Excel keeps no more digits of a number. */
const MOST_DIGITS = 15;

/** Returns why a cell is not what somebody wrote, with the cure: a spreadsheet has destroyed it. Null for any other cell. */
export function destroyedCell(text: string): Sentence | null {
  if (text.length > 40) return null;
  if (text.startsWith('#')) {
    if (/^#{2,}$/.test(text)) return HIDDEN;
    return ERROR_WORD.test(text) ? FAILED : null;
  }
  if (text === 'nan' || text === 'NaN') return FAILED;
  const match = SCIENTIFIC.exec(text);
  if (match === null) return null;
  const [, , fraction = '', sign, exponent = ''] = match;
  // `1E5` without a sign or a point is a word, such as a SKU.
  if (fraction === '' && sign === '') return null;
  return sign === '-' || fraction.length < Number(exponent) || fraction.length >= MOST_DIGITS
    ? SHORTENED
    : null;
}

const MADE_DATE = say(
  'cell_is_made_a_date',
  'Excel has made a date of this cell: format the column as text, write the value again, and export again',
);
const DAY_AND_MONTH = /^(?:\d{1,2}-([a-z]{3})|([a-z]{3})-\d{1,2})(?:-\d{2,4})?$/i;

/** Returns why a cell of numbers is a date: Excel makes 1 February of `1-2`. Null for any other cell. */
export function madeDateCell(text: string): Sentence | null {
  const [, after, before] = DAY_AND_MONTH.exec(text) ?? [];
  const month = (after ?? before ?? '').toLowerCase();
  const isDate = MONTHS.includes(month) || /^\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2}(?::\d{2})?)?$/.test(text);
  return isDate ? MADE_DATE : null;
}

/** Returns the digits of a number that a spreadsheet wrote as a number: `110024.0`, `9.876543213E9` with all digits there. Else null. */
export function readDigitsCell(text: string): string | null {
  if (/^\d{1,20}$/.test(text)) return text;
  const whole = /^(\d{4,20})\.0{1,4}$/.exec(text)?.[1];
  if (whole !== undefined) return whole;
  if (!SCIENTIFIC.test(text) || destroyedCell(text) !== null) return null;
  const exact = parseDecimal(text);
  return exact === null || exact.scale > 0 ? null : formatDecimal(exact);
}

/** Reads a number in the formats of files, such as `1,000` or `2.0`, as plain text; null for anything else. */
export function readNumberCell(cell: string): string | null {
  const text = cell.trim();
  if (text.length > 40) return null;
  const plain = GROUPED.test(text) ? text.replaceAll(',', '') : text;
  const exact = /e/i.test(plain) ? null : parseDecimal(plain);
  return exact === null ? null : formatDecimal(exact);
}

/** Reads a number with a unit that says nothing new, such as `10 cm` or `18%`. */
export function readNumberWithUnit(cell: string, unit: RegExp): string | null {
  return readNumberCell(cell.trim().replace(unit, ''));
}

export const CENTIMETRES = /(?:cms?|centimet(?:re|er)s?)\.?$/i;
export const PERCENT = /%$/;

/** Reads rupees in the formats of files, such as `₹1,499.00`, as decimal text; null if it is no number. */
export function readRupeesCell(cell: string): string | null {
  const text = cell.trim();
  return text.length > 60
    ? null
    : readNumberCell(text.replace(CURRENCY_BEFORE, '').replace(CURRENCY_AFTER, ''));
}

/** Reads rupees in the formats of files, such as `₹1,499.00`, as paise; null if invalid or negative. */
export function readAmountCell(cell: string): number | null {
  const text = readRupeesCell(cell);
  const exact = text === null ? null : parseDecimal(text);
  const paise = exact === null ? null : decimalToInteger(exact, 2);
  return paise !== null && paise >= 0 && paise <= LARGEST_PAISE ? paise : null;
}

/** Which part of `03/04/2026` is the day. */
export type DateOrder = 'day first' | 'month first';

const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/;
const YEAR_LAST = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?!\d)/;
const MONTH_NAMED = /^(\d{1,2})(?:st|nd|rd|th)?[-/ ]([a-z]{3})[a-z]{0,6}[-/ ,]{1,2}(\d{4}|\d{2})(?!\d)/i;
const MONTH_NAMED_FIRST = /^([a-z]{3})[a-z]{0,6} (\d{1,2})(?:st|nd|rd|th)?[ ,]{1,2}(\d{4})(?!\d)/i;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const TIME =
  /^(?:T|[ ,]{1,2}(?:at )?)(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)? ?([ap]\.?m\.?)? ?(Z|UTC|GMT|IST|[+-]\d{2}:?\d{2})?$/i;
/** Longer than any date. */
const LONGEST_DATE = 60;

interface DayFound {
  /** `2026-11-15` */
  readonly day: string;
  /** What follows the day. */
  readonly rest: string;
}

function findDay(text: string, order: DateOrder): DayFound | null {
  if (text.length > LONGEST_DATE) return null;
  const found = (match: RegExpExecArray, year: string, month: number, day: string): DayFound | null => {
    const date = dayOf(year.length === 2 ? `20${year}` : year, month, day);
    return date === null ? null : { day: date, rest: text.slice(match[0].length) };
  };
  const yearFirst = YEAR_FIRST.exec(text);
  if (yearFirst !== null) {
    const [, year = '', month, day = ''] = yearFirst;
    return found(yearFirst, year, Number(month), day);
  }
  const yearLast = YEAR_LAST.exec(text);
  if (yearLast !== null) {
    const [, one = '', other = '', year = ''] = yearLast;
    return order === 'day first'
      ? found(yearLast, year, Number(other), one)
      : found(yearLast, year, Number(one), other);
  }
  const named = MONTH_NAMED.exec(text);
  if (named !== null) {
    const [, day = '', month = '', year = ''] = named;
    return found(named, year, monthOf(month), day);
  }
  const monthFirst = MONTH_NAMED_FIRST.exec(text);
  if (monthFirst === null) return null;
  const [, month = '', day = '', year = ''] = monthFirst;
  return found(monthFirst, year, monthOf(month), day);
}

function monthOf(name: string): number {
  return MONTHS.indexOf(name.toLowerCase()) + 1;
}

/**
 * Reads a day in the formats of files (`15-11-2026`, `15/11/2026`, `2026-11-15`, `15 Nov 2026`, `15-Nov-26`) as `2026-11-15`; null
 * for anything else.
 */
export function readDateCell(cell: string, order: DateOrder = 'day first'): string | null {
  const found = findDay(cell.trim(), order);
  return found === null || !/^(?:[T ,].{0,40})?$/.test(found.rest) ? null : found.day;
}

/** Reads a time in the formats of files, or a day, as text that `timestamp` reads; null for anything else. Without an offset it is in India. */
export function readTimeCell(cell: string, order: DateOrder = 'day first'): string | null {
  const found = findDay(cell.trim(), order);
  if (found === null) return null;
  if (found.rest === '') return found.day;
  const match = TIME.exec(found.rest);
  if (match === null) return null;
  const [, hourText, minute, second = '00', half = '', zone = ''] = match;
  const said = Number(hourText);
  const hour = half === '' ? said : /^p/i.test(half) ? (said % 12) + 12 : said % 12;
  if (half !== '' && (said < 1 || said > 12)) return null;
  const offset = /^(?:UTC|GMT|Z)$/i.test(zone) ? 'Z' : /^IST$/i.test(zone) ? '' : zone;
  return `${found.day}T${String(hour).padStart(2, '0')}:${minute}:${second}${offset}`;
}

/** What a cell says about the order of day and month in its column; `either` could be both. Null if it has no such date. */
export function dateOrderOf(cell: string): DateOrder | 'either' | null {
  const [, one = '', other = ''] = YEAR_LAST.exec(cell.trim().slice(0, LONGEST_DATE)) ?? [];
  if (one === '') return null;
  if (Number(other) > 12 && Number(one) <= 12) return 'month first';
  if (Number(one) > 12) return 'day first';
  return one === other ? null : 'either';
}

function dayOf(year: string, month: number, day: string): string | null {
  const date = new Date(Date.UTC(Number(year), month - 1, Number(day)));
  const exists = date.getUTCMonth() === month - 1 && date.getUTCFullYear() === Number(year);
  return exists && isInYears(date.getTime()) && month > 0 ? date.toISOString().slice(0, 10) : null;
}

const WEIGHT = /^([\d,]{1,12}(?:\.\d{1,9})?|\.\d{1,9}) ?(kgs?|kilograms?|gms?|grams?|gr?)?\.?$/i;
const IN_KILOGRAMS = /\b(?:kg|kgs|kilograms?)\b/;
const IN_GRAMS = /\b(?:g|gm|gms|grams?)\b/;
/** A tonne, which is more than any courier accepts as a parcel. */
const LARGEST_WEIGHT = 100_000_000;

export type WeightUnit = 'kg' | 'g';

/** Returns the unit in a column's name, which is in the form of `columnKey`; null without a unit. */
export function weightUnitOf(columnKey: string): WeightUnit | null {
  if (IN_KILOGRAMS.test(columnKey)) return 'kg';
  return IN_GRAMS.test(columnKey) ? 'g' : null;
}

/**
 * Reads a weight in the formats of files (`1.5`, `1.5 kg`, `1500 gms`) in units of 0.01 g; null for anything
 * else. A unit in the cell has priority.
 */
export function readWeightCell(cell: string, unit: WeightUnit): number | null {
  const match = WEIGHT.exec(cell.trim());
  if (match === null) return null;
  const said = match[2]?.toLowerCase();
  const isKilograms = said === undefined ? unit === 'kg' : said.startsWith('k');
  const exact = parseDecimal(readNumberCell(match[1] ?? '') ?? '');
  const weight = exact === null ? Number.NaN : Number(roundDecimalToInteger(exact, isKilograms ? 5 : 2));
  return weight <= LARGEST_WEIGHT ? weight : null;
}

/** Reads a weight in the formats of files as kilograms in decimal text; null for one with zeros in front, as `kilograms` refuses it. */
export function readKilogramsCell(cell: string, unit: WeightUnit): string | null {
  const weight = /^\s*0\d/.test(cell) ? null : readWeightCell(cell, unit);
  const kilograms = weight === null ? null : parseDecimal(formatDecimal({ units: BigInt(weight), scale: 5 }));
  return kilograms === null ? null : formatDecimal(kilograms);
}

const COD_WORDS = /\b(?:cod|c o d|cash|pay on delivery|postpaid)\b/;
const PREPAID_WORDS = /^(?:ppd|pre ?paid|paid|online|online payment|paid online|non ?cod)$/;
/** `Cash (paid)`, `not COD`: words that take back what the others say. */
const CONTRARY_WORDS = /\b(?:non|not|no|without|paid|prepaid)\b/;

/** Reads how an order is paid, as files write it: `Cash on Delivery`, `PPD`. Null for an unknown word. */
export function readPaymentCell(cell: string): 'COD' | 'PREPAID' | null {
  const words = cell
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim();
  if (PREPAID_WORDS.test(words)) return 'PREPAID';
  return COD_WORDS.test(words) && !CONTRARY_WORDS.test(words) ? 'COD' : null;
}

/** Reads `yes`, `Y`, `TRUE`, `1` and their opposites; null for anything else. */
export function readYesNoCell(cell: string): boolean | null {
  const answer = cell.trim().toLowerCase();
  if (['yes', 'y', 'true', '1'].includes(answer)) return true;
  return ['no', 'n', 'false', '0'].includes(answer) ? false : null;
}
