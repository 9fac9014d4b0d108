/** The fields of an object that a partner sent; their types are unknown. */
export type AnswerFields = Readonly<Record<string, unknown>>;

/** Parses JSON; undefined for anything else, such as the HTML of a gateway. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the fields of an object; an empty object for anything else. */
export function fieldsOf(value: unknown): AnswerFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as AnswerFields) : {};
}

/** Returns the entries of a list; a single value becomes a list of one entry, and nothing an empty list. */
export function itemsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null || value === '' ? [] : [value];
}

/** A trimmed text, or a number as text; null for an empty text and anything else. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return text === '' ? null : text;
}

/** A number, or a number written as text; null for anything else. */
export function numberOf(value: unknown): number | null {
  const text = textOf(value);
  if (text === null) return null;
  const number = Number(text);
  return Number.isFinite(number) ? number : null;
}

/** An amount in rupees, as partners write them, in paise; null if it is not an amount. */
export function paiseOf(value: unknown): number | null {
  const rupees = numberOf(value);
  if (rupees === null || rupees < 0) return null;
  // Decimal, so that 1.005 is rounded up; in binary it is less.
  const paise = Number(`${rupees}e2`);
  return Math.round(Number.isNaN(paise) ? rupees * 100 : paise);
}

/** A partner's message for use after its name in a sentence: one short line without the full stop. */
export function asReason(said: string): string {
  const line = said.slice(0, LONGEST_READ).split(/\s+/).join(' ').trim().slice(0, LONGEST_REASON);
  return `says: ${line.endsWith('.') ? line.slice(0, -1) : line}`;
}

const LONGEST_READ = 3_000;
const LONGEST_REASON = 300;
