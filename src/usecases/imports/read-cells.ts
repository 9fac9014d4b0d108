import { decimalToInteger, parseDecimal, roundDecimalToInteger } from '../../domain/decimal.ts';
import { isInYears } from '../../domain/india-time.ts';
import { withoutUnseen } from '../../domain/visible-text.ts';

/** Rs 1 crore. A larger amount for one parcel is a mistake. */
const LARGEST_PAISE = 1_000_000_000;
const CURRENCY = /^(?:rs\.?|inr|₹)\s*/i;
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].{0,40})?$/;
const DAY_FIRST = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?:[T ].{0,40})?$/;
const MONTH_NAMED = /^(\d{1,2})[- ]([a-z]{3})[a-z]{0,6}[- ,]{1,2}(\d{4})$/i;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** What a spreadsheet would take for a formula: files of rejected rows have an apostrophe before it. */
const ESCAPED = /^'(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/;

/** Returns a trimmed cell without characters that nobody sees, also if it comes from a file of rejected rows. */
export function textOfCell(cell: string | undefined): string {
  return withoutUnseen(cell ?? '')
    .trim()
    .replace(ESCAPED, '');
}

/** Reads rupees in the formats of files, such as `₹1,499.00`, as paise; null if invalid or negative. */
export function readAmountCell(cell: string): number | null {
  const text = cell.trim().replace(CURRENCY, '').replaceAll(',', '');
  const exact = text.length <= 40 ? parseDecimal(text) : null;
  const paise = exact === null ? null : decimalToInteger(exact, 2);
  return paise !== null && paise >= 0 && paise <= LARGEST_PAISE ? paise : null;
}

/**
 * Reads a day in the formats of files (`15-11-2026`, `15/11/2026`, `2026-11-15`, `15 Nov 2026`) as
 * `2026-11-15`; null for anything else.
 */
export function readDateCell(cell: string): string | null {
  const text = cell.trim();
  const yearFirst = YEAR_FIRST.exec(text);
  if (yearFirst !== null) return dayOf(yearFirst[1], Number(yearFirst[2]), yearFirst[3]);
  const dayFirst = DAY_FIRST.exec(text);
  if (dayFirst !== null) return dayOf(dayFirst[3], Number(dayFirst[2]), dayFirst[1]);
  const named = MONTH_NAMED.exec(text);
  if (named === null) return null;
  return dayOf(named[3], MONTHS.indexOf(named[2]?.toLowerCase() ?? '') + 1, named[1]);
}

function dayOf(year: string | undefined, month: number, day: string | undefined): string | null {
  const date = new Date(Date.UTC(Number(year), month - 1, Number(day)));
  const exists = date.getUTCMonth() === month - 1 && date.getUTCFullYear() === Number(year);
  return exists && isInYears(date.getTime()) && month > 0 ? date.toISOString().slice(0, 10) : null;
}

const WEIGHT = /^(\d{1,9}(?:\.\d{1,9})?|\.\d{1,9}) ?(kgs?|gms?|grams?|g)?\.?$/i;
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
  const match = WEIGHT.exec(cell.trim().replaceAll(',', ''));
  if (match === null) return null;
  const said = match[2]?.toLowerCase();
  const isKilograms = said === undefined ? unit === 'kg' : said.startsWith('k');
  const exact = parseDecimal(match[1] ?? '');
  const weight = exact === null ? Number.NaN : Number(roundDecimalToInteger(exact, isKilograms ? 5 : 2));
  return weight <= LARGEST_WEIGHT ? weight : null;
}
