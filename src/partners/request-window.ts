import type { RequestRate } from './partner.ts';

const SLOTS = 10;
/** The shares of the rate limit that requests of low priority leave to others: at any time, and while there are others. */
const KEPT_SHARE = 0.1;
const KEPT_SHARE_WHILE_BUSY = 0.7;

/**
 * Counts requests in the time window of a partner's rate limit. It never sends more than the partner allows,
 * whichever window the partner uses; therefore some requests wait up to a tenth of the window longer.
 */
export class RequestWindow {
  readonly #rate: RequestRate;
  readonly #slotMs: number;
  /** Indexed by the number of the time slot; `low` counts requests of low priority. */
  readonly #counts = new Map<number, { all: number; low: number }>();
  /** The time of the last request of normal priority. */
  #urgentAt = Number.NEGATIVE_INFINITY;

  constructor(rate: RequestRate) {
    this.#rate = rate;
    this.#slotMs = rate.perMs / SLOTS;
  }

  /**
   * Counts one more request if there is room for it.
   *
   * @param now milliseconds of a monotonic clock
   * @param givesWay true to leave a share of the room to other requests
   * @returns 0 if the request may be sent, else the milliseconds until there may be room
   */
  take(now: number, givesWay = false): number {
    const current = Math.floor(now / this.#slotMs);
    const taken = { all: 0, low: 0 };
    for (const [slot, { all, low }] of this.#counts) {
      if (slot < current - SLOTS) this.#counts.delete(slot);
      else {
        taken.all += all;
        taken.low += low;
      }
    }
    const { requests, perMs } = this.#rate;
    if (!givesWay) this.#urgentAt = now;
    const keptShare = now - this.#urgentAt < perMs ? KEPT_SHARE_WHILE_BUSY : KEPT_SHARE;
    const lowRoom = Math.max(requests - Math.ceil(requests * keptShare), 1);
    if (taken.all < requests && !(givesWay && taken.low >= lowRoom)) {
      const counts = this.#counts.get(current) ?? { all: 0, low: 0 };
      counts.all += 1;
      if (givesWay) counts.low += 1;
      this.#counts.set(current, counts);
      return 0;
    }
    const oldest = Math.min(...this.#counts.keys());
    return Math.ceil((oldest + SLOTS + 1) * this.#slotMs - now);
  }
}
