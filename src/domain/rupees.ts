const INDIAN = new Intl.NumberFormat('en-IN');

/**
 * Paise as rupees with Indian grouping, paise only where there are any: `Rs 1,29,900` and `Rs 49.50`.
 *
 * `Rs` and not the rupee sign: thermal printers and some SMS have no such sign, and labels, messages and pages all
 * say the same.
 */
export function rupees(paise: number): string {
  const fraction = paise % 100;
  return `Rs ${INDIAN.format(Math.floor(paise / 100))}${fraction === 0 ? '' : `.${fraction.toString().padStart(2, '0')}`}`;
}

/** `1499.50` for 149,950 paise. */
export function paiseText(paise: number): string {
  return (paise / 100).toFixed(2);
}

/** 1499.5 for 149,950 paise: as the API shows amounts that are no text. */
export function rupeesNumber(paise: number): number {
  return paise / 100;
}
