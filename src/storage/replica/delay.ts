import type { Position } from './positions.ts';

/** Looked at each second, this is an hour; what is behind for longer is behind for more than an hour all the same. */
const MOST_KEPT = 3_600;

/**
 * For how long the replica is behind: since when the primary has been past what it has replayed. The time that the replica
 * tells of its newest transaction says nothing where nobody writes.
 */
export class Delay {
  #passed: { readonly position: Position; readonly at: number }[] = [];

  /** @param primary null where it is not known; @param replayed null where the replica does not say */
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
