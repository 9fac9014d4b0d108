import { type Language, usePreference } from '../preferences.ts';
import { inLanguages, useWords } from './language.ts';

const ZONE = 'Asia/Kolkata';
const LOCALES: Record<Language, string> = { en: 'en-IN', hi: 'hi-IN' };
/** Hindi has the whole name, because nobody writes `दिस॰`. */
const MONTHS: Record<Language, 'short' | 'long'> = { en: 'short', hi: 'long' };
/** India has one time zone and no daylight saving time. */
const AHEAD_OF_UTC_MS = 19_800_000;
const DAY_MS = 86_400_000;

/** Hindi has no word for tomorrow alone: `कल` is yesterday too, so a coming day is a date. */
const words = inLanguages({
  en: { today: 'today', yesterday: 'yesterday', tomorrow: 'tomorrow' },
  hi: { today: 'आज', yesterday: 'कल', tomorrow: '' },
});

const formats = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();

function kept<Format extends Intl.NumberFormat | Intl.DateTimeFormat>(
  key: string,
  make: () => Format,
): Format {
  let format = formats.get(key) as Format | undefined;
  if (format === undefined) {
    format = make();
    formats.set(key, format);
  }
  return format;
}

/** Formats a number as `1,23,456`: digits are grouped in the Indian way in every language. */
export function grouped(value: number): string {
  return kept('number', () => new Intl.NumberFormat('en-IN')).format(value);
}

/** Formats rupees as `₹1,23,456`, with paise only if there are any. In columns, all have the same `digits`. */
export function rupees(value: number, digits = Number.isInteger(value) ? 0 : 2): string {
  const make = () =>
    new Intl.NumberFormat('en-IN', {
      style: 'currency',
      currency: 'INR',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  return kept(`rupees ${digits}`, make).format(value);
}

/** Formats grams as `450 g` or `1.25 kg`. */
export function weight(grams: number): string {
  return grams < 1000 ? `${grouped(grams)} g` : `${grouped(grams / 1000)} kg`;
}

function dates(language: Language, name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const make = () => new Intl.DateTimeFormat(LOCALES[language], { timeZone: ZONE, ...options });
  return kept(`${name} ${language}`, make);
}

/** The day in India, `2026-11-22`. */
export function indianDay(at: Date): string {
  return new Date(at.getTime() + AHEAD_OF_UTC_MS).toISOString().slice(0, 10);
}

/** The number of the day in India, counted from 1970. */
function dayNumber(at: Date): number {
  return Math.floor((at.getTime() + AHEAD_OF_UTC_MS) / DAY_MS);
}

/** A cache of formatted dates, because a table formats the same dates at each step of scrolling. */
const said = new Map<string, string>();
const MOST_SAID = 5_000;

function sayOnce(key: string, say: () => string): string {
  let text = said.get(key);
  if (text === undefined) {
    text = say();
    if (said.size >= MOST_SAID) said.clear();
    said.set(key, text);
  }
  return text;
}

/** Formats a time as `4:12 pm`, or `दोपहर 4:12`: in Hindi, the part of the day is a word before the hour. */
export function timeOfDay(at: Date, language: Language): string {
  const minute = Math.floor((at.getTime() + AHEAD_OF_UTC_MS) / 60_000) % 1_440;
  return sayOnce(`${language} ${minute}`, () =>
    dates(language, 'time', {
      hour: 'numeric',
      minute: '2-digit',
      ...(language === 'hi' && { dayPeriod: 'short' }),
    }).format(at),
  );
}

/** A day in words: `today`, `yesterday`, `12 Nov`, `12 Nov 2025`. */
export function dayInWords(at: Date, now: Date, language: Language): string {
  const [day, today] = [dayNumber(at), dayNumber(now)];
  if (day === today) return words[language].today;
  if (day === today - 1) return words[language].yesterday;
  if (day === today + 1 && words[language].tomorrow !== '') return words[language].tomorrow;
  return sayOnce(`${language} day ${day} ${today}`, () => {
    const ofThisYear = indianDay(at).slice(0, 4) === indianDay(now).slice(0, 4);
    return ofThisYear
      ? dates(language, 'date', { day: 'numeric', month: MONTHS[language] }).format(at)
      : dates(language, 'old date', { day: 'numeric', month: MONTHS[language], year: 'numeric' }).format(at);
  });
}

/** Formats `01-26` as `26 January`. */
export function dayAndMonth(day: string, language: Language): string {
  return dates(language, 'day and month', { day: 'numeric', month: 'long' }).format(
    new Date(`2024-${day}T12:00:00+05:30`),
  );
}

/** Formats `2027-03-22` as `Mon, 22 March 2027`. */
export function exactDay(day: string, language: Language): string {
  return dates(language, 'exact day', {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  }).format(new Date(`${day}T12:00:00+05:30`));
}

/** Formats `2027-03-22` as `22 Mar 2027`. */
export function shortDay(day: string, language: Language): string {
  return dates(language, 'old date', { day: 'numeric', month: MONTHS[language], year: 'numeric' }).format(
    new Date(`${day}T12:00:00+05:30`),
  );
}

/** Formats the month of `2027-03-22` as `March 2027`. */
export function monthInWords(day: string, language: Language): string {
  return dates(language, 'month', { month: 'long', year: 'numeric' }).format(
    new Date(`${day}T12:00:00+05:30`),
  );
}

/** Formats the weekday of `2027-03-22` as `Mon`. */
export function weekdayInWords(day: string, language: Language): string {
  return dates(language, 'weekday', { weekday: 'short' }).format(new Date(`${day}T12:00:00+05:30`));
}

/** The complete time, for a tooltip. */
export function exactly(at: Date, language: Language): string {
  return `${dates(language, 'exact', { dateStyle: 'full', timeStyle: 'medium' }).format(at)} IST`;
}

/** A time in words, with the exact time on hover and for screen readers. */
export function Moment({ at, time = true }: { at: string | null | undefined; time?: boolean }) {
  const language = usePreference('language');
  if (!at) return <span className="quiet none">–</span>;
  const date = new Date(at);
  const day = dayInWords(date, new Date(), language);
  return (
    <time dateTime={at} title={exactly(date, language)}>
      {time ? `${day}, ${timeOfDay(date, language)}` : day}
    </time>
  );
}

/** A date without a time of day, `2026-11-22`. */
export function Day({ on }: { on: string | null | undefined }) {
  return <Moment at={on ? `${on.slice(0, 10)}T12:00:00+05:30` : null} time={false} />;
}

export function Rupees({ value }: { value: number | null | undefined }) {
  return value === null || value === undefined ? (
    <span className="quiet none">–</span>
  ) : (
    <span className="mono">{rupees(value, 2)}</span>
  );
}

const many = inLanguages({
  en: {
    shipments: (n: number) => (n === 1 ? '1 shipment' : `${grouped(n)} shipments`),
    returns: (n: number) => (n === 1 ? '1 return' : `${grouped(n)} returns`),
    orders: (n: number) => (n === 1 ? '1 order' : `${grouped(n)} orders`),
    rows: (n: number) => (n === 1 ? '1 row' : `${grouped(n)} rows`),
    days: (n: number) => (n === 1 ? '1 day' : `${grouped(n)} days`),
    attempts: (n: number) => (n === 1 ? '1 attempt' : `${grouped(n)} attempts`),
  },
  hi: {
    shipments: (n: number) => `${grouped(n)} शिपमेंट`,
    returns: (n: number) => (n === 1 ? '1 वापसी' : `${grouped(n)} वापसियाँ`),
    orders: (n: number) => `${grouped(n)} ऑर्डर`,
    rows: (n: number) => (n === 1 ? '1 लाइन' : `${grouped(n)} लाइनें`),
    days: (n: number) => `${grouped(n)} दिन`,
    attempts: (n: number) => `${grouped(n)} बार कोशिश`,
  },
});

export function useCounts() {
  return useWords(many);
}
