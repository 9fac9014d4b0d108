import { indiaDate, indiaDateTime } from '../domain/india-time.ts';
import type { LabelContent, LabelParty } from './labels/label-content.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Returns the exact weight: `480 g`, or `1.25 kg` from one kilogram on. */
export function weight(grams: number): string {
  return grams < 1000 ? `${plain(grams)} g` : `${plain(grams / 1000)} kg`;
}

/** `30 x 20 x 10.5 cm`. */
export function dimensions({ length, breadth, height }: LabelContent['dimensions']): string {
  return `${plain(length)} x ${plain(breadth)} x ${plain(height)} cm`;
}

/** Returns the day in India: `15 Nov 2026`. */
export function dayInWords(moment: number): string {
  const [year, month, day] = indiaDate(moment).split('-').map(Number);
  return `${day} ${MONTHS[(month ?? 1) - 1]} ${year}`;
}

/** Returns the day and time in India: `15 Nov 2026, 09:05`. */
export function minuteInWords(moment: number): string {
  return `${dayInWords(moment)}, ${indiaDateTime(moment).slice(11, 16)}`;
}

/** Joins city and state with a comma; if one is unknown, returns the other. */
export function cityAndState({ city, state }: LabelParty): string {
  return [city, state].filter((part) => part !== '').join(', ');
}

/** Splits ten digits into two groups, as Indian numbers are read out. Other text stays unchanged. */
export function phoneInGroups(number: string): string {
  return number.replace(/^(\d{5})(\d{5})$/, '$1 $2');
}

/** Returns at most five decimals, enough for a weight in kilograms, without trailing zeros. */
function plain(value: number): string {
  return Number(value.toFixed(5)).toString();
}
