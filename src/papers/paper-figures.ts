import { indiaDate, indiaDateTime } from '../domain/india-time.ts';
import type { LabelContent, LabelParty } from './labels/label-content.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `480 g`, and from one kilogram on `1.25 kg`, exactly. */
export function weight(grams: number): string {
  return grams < 1000 ? `${plain(grams)} g` : `${plain(grams / 1000)} kg`;
}

/** `30 x 20 x 10.5 cm`. */
export function dimensions({ length, breadth, height }: LabelContent['dimensions']): string {
  return `${plain(length)} x ${plain(breadth)} x ${plain(height)} cm`;
}

/** The day in India: `15 Nov 2026`. */
export function dayInWords(moment: number): string {
  const [year, month, day] = indiaDate(moment).split('-').map(Number);
  return `${day} ${MONTHS[(month ?? 1) - 1]} ${year}`;
}

/** Day and time in India: `15 Nov 2026, 09:05`. */
export function minuteInWords(moment: number): string {
  return `${dayInWords(moment)}, ${indiaDateTime(moment).slice(11, 16)}`;
}

/** City and state with a comma, or only the one that is known. */
export function cityAndState({ city, state }: LabelParty): string {
  return [city, state].filter((part) => part !== '').join(', ');
}

/** Ten digits in two groups, as Indian numbers are read out; any other text unchanged. */
export function phoneInGroups(number: string): string {
  return number.replace(/^(\d{5})(\d{5})$/, '$1 $2');
}

/** At most five decimals, which is enough for a weight in kilograms, without trailing zeros. */
function plain(value: number): string {
  return Number(value.toFixed(5)).toString();
}
