import type { Language } from '../preferences.ts';
import { monthInWords } from '../words/format.tsx';

/**
 * Reads a day as people type it: `22/3/2027`, `22-3`, `22 Mar`, `22 मार्च 2027`, `2027-03-22`, `today`.
 *
 * @param today the day in India; a date without a year is of its year
 * @returns `2027-03-22`, or null if the text is no day
 */
export function typedDay(text: string, today: string): string | null {
  const typed = text.trim().toLowerCase().replaceAll(',', ' ');
  if (typed === 'today' || typed === 'आज') return today;
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed);
  if (iso) return existing(iso[1], iso[2], iso[3]);
  const [day, month, year = today.slice(0, 4)] = typed.split(/[\s/.-]+/);
  if (day === undefined || month === undefined) return null;
  const number = /^\d+$/.test(month) ? Number(month) : monthNumber(month);
  return existing(year.length === 2 ? `20${year}` : year, String(number), day);
}

const MONTHS = Array.from({ length: 12 }, (_, at) => `2027-${String(at + 1).padStart(2, '0')}-01`);

/** The number of a month by the first letters of its name in any language; 0 if there is none. */
function monthNumber(name: string): number {
  const languages: readonly Language[] = ['en', 'hi'];
  const starts = (month: string) =>
    languages.some((language) => monthInWords(month, language).toLowerCase().startsWith(name));
  return name.length < 3 ? 0 : MONTHS.findIndex(starts) + 1;
}

function existing(year = '', month = '', day = ''): string | null {
  const [written, number] = [`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`, Number(day)];
  if (!/^\d{4}-\d{2}-\d{2}$/.test(written)) return null;
  const at = new Date(`${written}T00:00:00Z`);
  return Number.isNaN(at.getTime()) || at.getUTCDate() !== number ? null : written;
}
