/** India Standard Time is UTC+05:30 all year, so arithmetic is enough. Instants are epoch milliseconds. */
const OFFSET_MS = 330 * 60_000;
const DAY_MS = 86_400_000;

/** The years of times that others send. Any other year is a mistake, and no report could show it. */
export const YEARS = { first: 2000, last: 2100 };
const FIRST_MOMENT = Date.UTC(YEARS.first, 0);
const END_OF_MOMENTS = Date.UTC(YEARS.last + 1, 0);

/** Tells whether a time is in one of the `YEARS`, by UTC. */
export function isInYears(moment: number): boolean {
  return moment >= FIRST_MOMENT && moment < END_OF_MOMENTS;
}

const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})(?:(?:T|\s+)(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/**
 * Reads a time in the formats of clients: `2026-11-15 10:30`, with seconds or fractions, `T` in the middle,
 * `Z` or an offset at the end, or a bare date. Without an offset it is India Standard Time; a bare date is
 * its first moment there. Precise to the millisecond.
 *
 * Null for anything else, and for times that do not exist: `2026-02-30`, `24:00`, `10:60`.
 */
export function parseMoment(text: string): number | null {
  const match = DATE_TIME.exec(text.trim());
  if (!match) return null;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', offset] = match;
  const wall = new Date(0);
  wall.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  wall.setUTCHours(Number(hour), Number(minute), Number(second), Number(fraction.slice(0, 3).padEnd(3, '0')));
  const exists = wall.toISOString().startsWith(`${year}-${month}-${day}T${hour}:${minute}:${second}`);
  const offsetMs = offset === undefined ? OFFSET_MS : parseOffset(offset);
  return exists && offsetMs !== null ? wall.getTime() - offsetMs : null;
}

/** Caches the last day, because the times of a parcel's scans are on few days. */
let lastDay = Number.NaN;
let lastDate = '';

/** Formats the date in India: `2026-11-15`. */
export function indiaDate(moment: number): string {
  const day = indiaDay(moment);
  if (day !== lastDay) {
    lastDate = inIndia(moment).slice(0, 10);
    lastDay = day;
  }
  return lastDate;
}

/** Formats the time in India: `2026-11-15 10:30:00`. */
export function indiaDateTime(moment: number): string {
  return inIndia(moment).slice(0, 19).replace('T', ' ');
}

/** Formats the time in India as ISO 8601: `2026-11-15T10:30:00.000+05:30`. */
export function indiaIso(moment: number): string {
  return inIndia(moment).replace('Z', '+05:30');
}

/** The number of the day in India, counted from 1970-01-01; equal for two times on the same day. */
export function indiaDay(moment: number): number {
  return Math.floor((moment + OFFSET_MS) / DAY_MS);
}

function inIndia(moment: number): string {
  return new Date(moment + OFFSET_MS).toISOString();
}

function parseOffset(text: string): number | null {
  if (text.toUpperCase() === 'Z') return 0;
  const hours = Number(text.slice(1, 3));
  const minutes = Number(text.slice(-2)) * (text.length > 3 ? 1 : 0);
  if (hours > 23 || minutes > 59) return null;
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}
