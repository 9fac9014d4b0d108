import type { RequestRate } from './partner.ts';

const SLOTS = 10;
/** The share of the rate limit that low-priority requests leave for others. */
const KEPT_SHARE = 0.1;

/**
 * Counts requests in the time window of a partner's rate limit. It never sends more than the partner allows,
 * whichever window the partner uses; therefore some requests wait up to a tenth of the window longer.
 */
export class RequestWindow {
  readonly #rate: RequestRate;
  readonly #slotMs: number;
  /** Indexed by the number of the time slot. */
  readonly #counts = new Map<number, number>();

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
    let taken = 0;
    for (const [slot, count] of this.#counts) {
      if (slot < current - SLOTS) this.#counts.delete(slot);
      else taken += count;
    }
    const room = givesWay
      ? this.#rate.requests - Math.ceil(this.#rate.requests * KEPT_SHARE)
      : this.#rate.requests;
    if (taken < room) {
      this.#counts.set(current, (this.#counts.get(current) ?? 0) + 1);
      return 0;
    }
    const oldest = Math.min(...this.#counts.keys());
    return Math.ceil((oldest + SLOTS + 1) * this.#slotMs - now);
  }
}
