/** The number of simultaneous courier calls in a round. */
export const CALLS_AT_ONCE = 20;
export const ANSWER_WITHIN_MS = 30_000;
/** The time after which a process loses its claims: longer than any courier call. */
export const TAKEN_MS = 2 * 60_000;

/** The wait after a courier could not be reached or did not answer. It doubles after each try. */
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 60 * 60_000;

/** Returns the time of the next call. @param tries the number of calls so far, at least 1 */
export function nextCallAt(now: Date, tries: number): Date {
  return new Date(now.getTime() + Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), LONGEST_WAIT_MS));
}
