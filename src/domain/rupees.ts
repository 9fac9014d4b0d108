import type { TypedValue } from '../problems/sentence.ts';

const INDIAN = new Intl.NumberFormat('en-IN');

/**
 * Paise as rupees with Indian grouping, with paise only if there are any: `Rs 1,29,900` and `Rs 49.50`.
 *
 * `Rs` instead of the rupee sign, because thermal printers and some SMS cannot show it, and labels, messages
 * and pages all use the same.
 */
export function rupees(paise: number): string {
  const fraction = paise % 100;
  return `Rs ${INDIAN.format(Math.floor(paise / 100))}${fraction === 0 ? '' : `.${fraction.toString().padStart(2, '0')}`}`;
}

/** Formats 149,950 paise as `1499.50`. */
export function paiseText(paise: number): string {
  return (paise / 100).toFixed(2);
}

/** Converts 149,950 paise to 1499.5: the API's form for amounts that are numbers. */
export function rupeesNumber(paise: number): number {
  return paise / 100;
}

/** An amount in a sentence. @param text how English writes it */
export function money(paise: number, text = rupees(paise)): TypedValue {
  return { type: 'money', value: rupeesNumber(paise), text };
}
