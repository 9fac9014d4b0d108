import { LRUCache } from 'lru-cache';
import type { CustomerLanguage } from '../../domain/languages/language.ts';

const DAY_MS = 86_400_000;

/** Returns `today`, `tomorrow`, `yesterday` or `Friday 27 November`. @param day in India, `2026-11-27` */
export function dayWords(day: string, today: string, language: CustomerLanguage): string {
  const { page: words } = language;
  const days = (Date.parse(day) - Date.parse(today)) / DAY_MS;
  if (days === 0) return words.today;
  if (days === 1) return words.tomorrow;
  if (days === -1) return words.yesterday;
  return dateWords(day, language);
}

const MOST_DAYS = 1_000;
/** A cache indexed by language and day: formatting five days takes 5 % of a page's time. */
const dates = new LRUCache<string, string>({ max: MOST_DAYS });

/** Returns `Friday 27 November`. @param day in India, `2026-11-27` */
export function dateWords(day: string, { tag }: CustomerLanguage): string {
  const name = `${tag} ${day}`;
  const known = dates.get(name);
  if (known !== undefined) return known;
  const words = formatOf(tag, 'day')
    .format(new Date(`${day}T00:00:00Z`))
    .replace(',', '');
  dates.set(name, words);
  return words;
}

const MINUTE_MS = 60_000;
const MINUTES_OF_DAY = 1_440;
/** A cache indexed by language: the text of each minute of a day. */
const times = new Map<string, string[]>();

/** Returns `4:12 pm` in India, which has no daylight saving time. */
export function timeWords(at: Date, { tag }: CustomerLanguage): string {
  const known = times.get(tag) ?? [];
  times.set(tag, known);
  const minute = Math.floor(at.getTime() / MINUTE_MS) % MINUTES_OF_DAY;
  known[minute] ??= formatOf(tag, 'time').format(at);
  return known[minute];
}

/** The digits are the same as in amounts and numbers. */
const FORMATS = {
  day: { numberingSystem: 'latn', timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long' },
  time: {
    numberingSystem: 'latn',
    timeZone: 'Asia/Kolkata',
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
  },
} as const;

/** A cache, because making a formatter takes longer than making the page. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(tag: string, kind: keyof typeof FORMATS): Intl.DateTimeFormat {
  const name = `${tag} ${kind}`;
  const format = formats.get(name) ?? new Intl.DateTimeFormat(tag, FORMATS[kind]);
  formats.set(name, format);
  return format;
}

/** Makes the first letter a capital, if the script has capitals. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
