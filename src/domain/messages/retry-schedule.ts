const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Waits after each failed try, for short and long outages: 23 hours in all. */
const WAITS_MS = [
  15 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  40 * MINUTE_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  8 * HOUR_MS,
  8 * HOUR_MS,
];

/** The wait after this number of failed tries, in milliseconds; null to give up. */
export function waitAfter(tries: number): number | null {
  return WAITS_MS[tries - 1] ?? null;
}
