const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Waits after the first failed try, the second and so on: 27.6 hours in all. */
export const WEBHOOK_WAITS_MS: readonly number[] = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  10 * HOUR_MS,
];

/** The largest random extension of a wait, as a share, so that retries do not come together. */
const JITTER = 0.2;

/** The longest wait that an endpoint can ask for; otherwise deliveries would never be given up. */
const LONGEST_ASKED_FOR_MS = 24 * HOUR_MS;

/**
 * The wait after this number of failed tries, in milliseconds; null to give up.
 *
 * @param retryAfterMs the wait that the endpoint asked for (`Retry-After`); there is no earlier retry
 * @param chance a random number from 0 to 1, new for each wait
 */
export function webhookWaitAfter(tries: number, retryAfterMs: number | null, chance: number): number | null {
  const wait = WEBHOOK_WAITS_MS[tries - 1];
  if (wait === undefined) return null;
  return Math.max(wait * (1 + JITTER * chance), Math.min(retryAfterMs ?? 0, LONGEST_ASKED_FOR_MS));
}

/** An endpoint is switched off after it has only failed for this long. */
export const FAILING_FOR_MS = 5 * 24 * HOUR_MS;

/**
 * The wait that a `Retry-After` header asks for, in milliseconds. Its value is seconds or a date. Null if it
 * is absent or neither.
 *
 * @param now epoch milliseconds
 */
export function readRetryAfter(value: string | undefined, now: number): number | null {
  const text = value?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND_MS;
  const date = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(date - now, 0);
}
