import { setImmediate } from 'node:timers/promises';

/** The default time in milliseconds for which work may block the process without a break. */
const SLICE_MS = 4;

/** A number of loop steps that takes clearly less than a millisecond. */
const PART = 16_384;

/** Splits long work into slices: after each part, the work asks whether other tasks should run first. */
export class Slices {
  readonly #sliceMs: number;
  #until: number;

  constructor(sliceMs: number = SLICE_MS) {
    this.#sliceMs = sliceMs;
    this.#until = performance.now() + sliceMs;
  }

  /** Returns null while there is time, or a promise to await. */
  rest(): Promise<void> | null {
    if (performance.now() < this.#until) return null;
    return setImmediate().then(() => {
      this.#until = performance.now() + this.#sliceMs;
    });
  }

  /** Calls `take` for each item, and lets other tasks run in between. */
  async inTurns<T>(all: Iterable<T>, take: (one: T) => void): Promise<void> {
    let taken = 0;
    for (const one of all) {
      take(one);
      taken += 1;
      const rest = taken % PART === 0 ? this.rest() : null;
      if (rest !== null) await rest;
    }
  }

  /** Runs a loop in ranges of steps, and lets other tasks run in between. */
  async inParts(steps: number, work: (from: number, to: number) => void): Promise<void> {
    for (let from = 0; from < steps; from += PART) {
      work(from, Math.min(from + PART, steps));
      const rest = this.rest();
      if (rest !== null) await rest;
    }
  }
}
