import { setImmediate } from 'node:timers/promises';

/** One piece of work keeps the process to itself for so long. */
const SLICE_MS = 4;

/** Shares the process out among what it does: long work asks after each of its parts whether others are to have a turn. */
export class Slices {
  #until = performance.now() + SLICE_MS;

  /** Null while there is time; else something to wait for. */
  rest(): Promise<void> | null {
    if (performance.now() < this.#until) return null;
    return setImmediate().then(() => {
      this.#until = performance.now() + SLICE_MS;
    });
  }
}
