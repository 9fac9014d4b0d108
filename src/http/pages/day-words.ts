import type { CustomerLanguage } from '../../domain/languages/language.ts';

const DAY_MS = 86_400_000;

/** `today`, `tomorrow`, `yesterday`, else `Friday 27 November`. @param day in India, `2026-11-27` */
export function dayWords(day: string, today: string, language: CustomerLanguage): string {
  const { page: words } = language;
  const days = (Date.parse(day) - Date.parse(today)) / DAY_MS;
  if (days === 0) return words.today;
  if (days === 1) return words.tomorrow;
  if (days === -1) return words.yesterday;
  return dateWords(day, language);
}

/** `Friday 27 November`. @param day in India, `2026-11-27` */
export function dateWords(day: string, { tag }: CustomerLanguage): string {
  return formatOf(tag, 'day')
    .format(new Date(`${day}T00:00:00Z`))
    .replace(',', '');
}

/** `4:12 pm`, in India. */
export function timeWords(at: Date, { tag }: CustomerLanguage): string {
  return formatOf(tag, 'time').format(at);
}

/** In the digits of amounts and numbers beside them. */
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

/** Making one takes longer than the page. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(tag: string, kind: keyof typeof FORMATS): Intl.DateTimeFormat {
  const name = `${tag} ${kind}`;
  const format = formats.get(name) ?? new Intl.DateTimeFormat(tag, FORMATS[kind]);
  formats.set(name, format);
  return format;
}

/** With its first letter large, where its script has such. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
