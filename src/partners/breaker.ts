/** The number of failures in a row that open the circuit breaker. */
const FAILURES = 5;
/** The circuit stays open for this long; then one request may try again. */
const REST_MS = 10_000;

/**
 * A circuit breaker: stops requests to a partner that fails again and again, so that callers do not wait in
 * vain and the partner can recover. Times are milliseconds of a monotonic clock.
 */
export class Breaker {
  #failures = 0;
  #openUntil = 0;

  /** @returns 0 if a request may be sent, else the milliseconds to wait */
  waitOf(now: number): number {
    if (this.#failures < FAILURES) return 0;
    if (now < this.#openUntil) return this.#openUntil - now;
    // This request tries; others wait for its result.
    this.#openUntil = now + REST_MS;
    return 0;
  }

  note(hasAnswered: boolean, now: number): void {
    this.#failures = hasAnswered ? 0 : this.#failures + 1;
    if (this.#failures >= FAILURES) this.#openUntil = now + REST_MS;
  }
}
