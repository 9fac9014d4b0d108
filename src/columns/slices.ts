import { setImmediate } from 'node:timers/promises';

/** One piece of work keeps the process to itself for so long, where nothing else is said. */
const SLICE_MS = 4;

/** A number of loop steps that takes well below a millisecond. */
const PART = 16_384;

/** Shares the process out among what it does: long work asks after each of its parts whether others are to have a turn. */
export class Slices {
  readonly #sliceMs: number;
  #until: number;

  constructor(sliceMs: number = SLICE_MS) {
    this.#sliceMs = sliceMs;
    this.#until = performance.now() + sliceMs;
  }

  /** Null while there is time; else something to wait for. */
  rest(): Promise<void> | null {
    if (performance.now() < this.#until) return null;
    return setImmediate().then(() => {
      this.#until = performance.now() + this.#sliceMs;
    });
  }

  /** Takes one after the other, with turns of others between. */
  async inTurns<T>(all: Iterable<T>, take: (one: T) => void): Promise<void> {
    let taken = 0;
    for (const one of all) {
      take(one);
      taken += 1;
      const rest = taken % PART === 0 ? this.rest() : null;
      if (rest !== null) await rest;
    }
  }

  /** Does a loop's steps, from one to below another at a time, with turns of others between. */
  async inParts(steps: number, work: (from: number, to: number) => void): Promise<void> {
    for (let from = 0; from < steps; from += PART) {
      work(from, Math.min(from + PART, steps));
      const rest = this.rest();
      if (rest !== null) await rest;
    }
  }
}
