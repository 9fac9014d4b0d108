import { LRUCache } from 'lru-cache';

const WINDOW_MS = 5 * 60 * 1000;
const MISSES_ALLOWED = 20;
const ADDRESSES_REMEMBERED = 50_000;

/**
 * Slows whoever guesses: an address that missed too often gets nothing more for a while. Customers who find
 * their parcel are never counted, however many share an address.
 */
export class MissLimit {
  readonly #misses: LRUCache<string, number>;

  constructor(now: () => Date) {
    this.#misses = new LRUCache({
      max: ADDRESSES_REMEMBERED,
      ttl: WINDOW_MS,
      noUpdateTTL: true,
      ttlResolution: 0,
      perf: { now: () => now().getTime() },
    });
  }

  /** Seconds to wait; 0 where the address may ask. */
  secondsToWait(address: string): number {
    if ((this.#misses.get(address) ?? 0) < MISSES_ALLOWED) return 0;
    return Math.max(1, Math.ceil(this.#misses.getRemainingTTL(address) / 1000));
  }

  /** Counts a miss of an address. */
  miss(address: string): void {
    this.#misses.set(address, (this.#misses.get(address) ?? 0) + 1);
  }
}
