import { indiaDate } from '../india-time.ts';
import type { InvoiceKind } from './invoice.ts';

/** CGST Rules, rule 46 (b): at most this many letters, digits, hyphens and slashes. */
export const LONGEST_NUMBER = 16;
const FIRST_MONTH = 4;

/** The financial year in India: `2627` for a time from April 2026 to March 2027. */
export function financialYear(moment: number): string {
  const [year = 0, month = 0] = indiaDate(moment).split('-').map(Number);
  const first = month >= FIRST_MONTH ? year : year - 1;
  return [first, first + 1].map((one) => String(one % 100).padStart(2, '0')).join('');
}

/**
 * An invoice number: `KH2627/42`, or `KH2627C/42` for a credit note. The part before the slash names the
 * series, so that no two series have the same number. Null if the number is longer than the law allows.
 */
export function invoiceNumber(series: {
  readonly kind: InvoiceKind;
  readonly prefix: string;
  readonly financialYear: string;
  readonly serial: number;
}): string | null {
  const mark = series.kind === 'credit_note' ? 'C' : '';
  const number = `${series.prefix}${series.financialYear}${mark}/${series.serial}`;
  return number.length > LONGEST_NUMBER ? null : number;
}
