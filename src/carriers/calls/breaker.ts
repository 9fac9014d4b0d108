/** The number of failures in a row that open the circuit breaker. */
const FAILURES = 5;
/** For so long; then one request may try. */
const REST_MS = 10_000;

/**
 * Leaves a courier alone that fails again and again, so that nobody waits for what will not come, and it can get up
 * again. Time is in milliseconds, of any clock that only goes forward.
 */
export class Breaker {
  #failures = 0;
  #openUntil = 0;

  /** @returns 0 where a request may go, else for how many milliseconds none may */
  waitOf(now: number): number {
    if (this.#failures < FAILURES) return 0;
    if (now < this.#openUntil) return this.#openUntil - now;
    // This one tries; whoever comes meanwhile waits for what comes of it.
    this.#openUntil = now + REST_MS;
    return 0;
  }

  note(hasAnswered: boolean, now: number): void {
    this.#failures = hasAnswered ? 0 : this.#failures + 1;
    if (this.#failures >= FAILURES) this.#openUntil = now + REST_MS;
  }
}
