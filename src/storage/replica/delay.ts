import type { Position } from './positions.ts';

/** An hour of measurements, at one in each second. A longer delay is still reported as more than an hour. */
const MOST_KEPT = 3_600;

/**
 * Measures how long the replica is behind: the time since the primary passed the replayed position. The
 * replica's time of its newest transaction does not help if nobody writes.
 */
export class Delay {
  #passed: { readonly position: Position; readonly at: number }[] = [];

  /** @param primary null if it is unknown @param replayed null if the replica does not answer */
  look(at: number, primary: Position | null, replayed: Position | null): void {
    if (replayed !== null) this.#passed = this.#passed.filter(({ position }) => position > replayed);
    if (primary === null || this.#passed.length >= MOST_KEPT) return;
    if (replayed === null || primary > replayed) this.#passed.push({ position: primary, at });
  }

  seconds(at: number): number {
    const [oldest] = this.#passed;
    return oldest === undefined ? 0 : Math.max(0, at - oldest.at) / 1000;
  }
}
