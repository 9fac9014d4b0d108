import type { StandIn, StandInClock } from './stand-in.ts';

interface Window {
  readonly startedAt: number;
  taken: number;
}

/** Counts the calls within the courier's limits, in windows that begin with their first request. */
export class CallLimits {
  /** Tells whether requests above the limit are refused. */
  isOn = true;
  readonly #limits: StandIn['limits'];
  readonly #clock: StandInClock;
  readonly #windows = new Map<string, Window>();

  constructor(limits: StandIn['limits'], clock: StandInClock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Counts a request of this call; false if the request is above the limit. */
  take(call: string): boolean {
    const name = this.#limits[call] === undefined ? 'any' : call;
    const limit = this.#limits[name];
    if (!this.isOn || limit === undefined) return true;
    const now = this.#clock.now().getTime();
    const current = this.#windows.get(name);
    const window =
      current !== undefined && now < current.startedAt + limit.perMs ? current : { startedAt: now, taken: 0 };
    this.#windows.set(name, window);
    window.taken += 1;
    return window.taken <= limit.requests;
  }
}
