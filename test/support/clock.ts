import type { StandInClock } from '../../simulators/kit/stand-in.ts';
import type { Timer } from '../../src/partners/timer.ts';

/** When the clocks of tests begin. */
export const START = new Date('2026-11-16T06:30:00.000Z');

/** A timer on which nobody waits: each sleep puts it forward, together with the clocks of the partners' stand-ins. */
export class PassingTimer implements Timer {
  readonly #clocks: Pick<StandInClock, 'forward'>[];
  #ms = 1;

  constructor(...clocks: Pick<StandInClock, 'forward'>[]) {
    this.#clocks = clocks;
  }

  readonly ms = () => this.#ms;

  readonly sleep = async (milliseconds: number, signal: AbortSignal) => {
    const until = this.#ms + milliseconds;
    await new Promise((resolve) => setImmediate(resolve));
    signal.throwIfAborted();
    // Others may have slept at the same time.
    const left = until - this.#ms;
    if (left > 0) this.forward(left, ...this.#clocks);
  };

  forward(milliseconds: number, ...clocks: Pick<StandInClock, 'forward'>[]): void {
    this.#ms += milliseconds;
    for (const clock of clocks) clock.forward(milliseconds);
  }

  /** Lets this clock go on with each sleep from now on. */
  takeAlong(clock: Pick<StandInClock, 'forward'>): void {
    this.#clocks.push(clock);
  }
}
