import { indiaDay } from '../india-time.ts';

/**
 * Days as integers, counted from 1970-01-01 in India (`indiaDay`), and their calendar dates. India Standard
 * Time has a fixed offset, so a day is a division; Luxon took 20 microseconds for each date of a quote, while
 * the whole quote of eight carriers takes 2.
 */
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const OFFSET_MINUTES = 330;
const MINUTES_A_DAY = 1_440;

/** 1970-01-01 was a Thursday. */
const WEEKDAY_OF_DAY_0 = 4;

/** The minute of the day in India, 0 to 1439, of a time in epoch milliseconds. */
export function indiaMinute(moment: number): number {
  return Math.floor(moment / MINUTE_MS) + OFFSET_MINUTES - indiaDay(moment) * MINUTES_A_DAY;
}

export function dayStart(day: number): number {
  return day * DAY_MS - OFFSET_MINUTES * MINUTE_MS;
}

/** The day of a date. Month and day of the month are counted from 1. */
export function dayOfDate(year: number, month: number, dayOfMonth: number): number {
  return Math.floor(Date.UTC(year, month - 1, dayOfMonth) / DAY_MS);
}

/** The day of a date written as `2026-11-15`. */
export function dayOfText(date: string): number {
  return Math.floor(Date.parse(`${date}T00:00:00Z`) / DAY_MS);
}

/** Formats a day as `2026-11-15`. */
export function textOfDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

export function yearOfDay(day: number): number {
  return new Date(day * DAY_MS).getUTCFullYear();
}

/** Returns the weekday, 0 for Sunday. */
export function weekdayOfDay(day: number): number {
  return (((day + WEEKDAY_OF_DAY_0) % 7) + 7) % 7;
}
