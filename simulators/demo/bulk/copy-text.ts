/** Values in the text format of COPY. Columns are separated by tabs, and a row ends with a newline. */

const SPECIAL = /[\\\t\n\r]/;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** Escapes a text; null for no value. */
export function copyText(text: string | null): string {
  if (text === null) return '\\N';
  return SPECIAL.test(text) ? text.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? '') : text;
}

export function copyTexts(texts: readonly string[]): string {
  if (texts.length === 0) return '{}';
  const quoted = texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`);
  return copyText(`{${quoted.join(',')}}`);
}

export function copyBoolean(value: boolean): string {
  return value ? 't' : 'f';
}

/** Writes a number, or a text that needs no escaping, such as an id; null for no value. */
export function copyPlain(value: string | number | null | undefined): string {
  return value === null || value === undefined ? '\\N' : String(value);
}

const DAY_MS = 86_400_000;
const TWO_DIGITS = Array.from({ length: 100 }, (_, value) => String(value).padStart(2, '0'));
const dates = new Map<number, string>();

/**
 * Writes a time in epoch milliseconds; null for no value. Dates repeat and are cached: calling `toISOString`
 * for each time took a fifth of the time of making rows.
 */
export function copyMoment(moment: number | null | undefined): string {
  if (moment === null || moment === undefined) return '\\N';
  const day = Math.floor(moment / DAY_MS);
  const rest = moment - day * DAY_MS;
  const seconds = Math.floor(rest / 1000);
  const minutes = Math.floor(seconds / 60);
  const milliseconds = rest - seconds * 1000;
  const clock = `${TWO_DIGITS[Math.floor(minutes / 60)]}:${TWO_DIGITS[minutes % 60]}:${TWO_DIGITS[seconds % 60]}`;
  return milliseconds === 0
    ? `${dateOf(day)} ${clock}+00`
    : `${dateOf(day)} ${clock}.${String(milliseconds).padStart(3, '0')}+00`;
}

function dateOf(day: number): string {
  let date = dates.get(day);
  if (date === undefined) {
    if (dates.size > 10_000) dates.clear();
    date = new Date(day * DAY_MS).toISOString().slice(0, 10);
    dates.set(day, date);
  }
  return date;
}
