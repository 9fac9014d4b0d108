/**
 * Paise as rupees with Indian grouping, paise only where there are any: `Rs 1,29,900` and `Rs 49.50`.
 *
 * `Rs` and not the rupee sign: thermal printers and some SMS have no such sign, and labels, messages and pages all
 * say the same.
 */
export function rupees(paise: number): string {
  const whole = Math.floor(paise / 100).toString();
  const fraction = paise % 100;
  const thousands = whole.slice(-3);
  const lakhs = whole.slice(0, -3).replace(/\B(?=(\d\d)+$)/g, ',');
  const grouped = lakhs === '' ? thousands : `${lakhs},${thousands}`;
  return `Rs ${grouped}${fraction === 0 ? '' : `.${fraction.toString().padStart(2, '0')}`}`;
}
