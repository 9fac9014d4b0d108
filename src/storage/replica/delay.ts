import type { Position } from './positions.ts';

/** At one measurement per second, this is an hour; a longer delay is more than an hour in any case. */
const MOST_KEPT = 3_600;

/**
 * Measures how long the replica is behind: since when the primary has been ahead of the replayed position.
 * The replica's own time of its newest transaction says nothing if nobody writes.
 */
export class Delay {
  #passed: { readonly position: Position; readonly at: number }[] = [];

  /** @param primary null if unknown; @param replayed null if the replica does not answer */
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
