import { isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';

const WINDOW_MS = 5 * 60 * 1000;
const MISSES_ALLOWED = 20;
/** Looks that have no answer yet may all turn out to be misses; an address of many customers has a few at a time. */
const LOOKS_AT_ONCE = 50;
const ADDRESSES_REMEMBERED = 50_000;

/** What was found, or how long to wait where nothing was looked for. */
export interface Look<Found> {
  readonly found: Found | null;
  /** 0 where it was looked for. */
  readonly secondsToWait: number;
}

/**
 * Slows whoever guesses: an address that missed too often gets nothing more for a while. Customers who find
 * their parcel are never counted, however many share an address.
 */
export class MissLimit {
  readonly #misses: LRUCache<string, number>;
  readonly #underWay = new Map<string, number>();

  constructor(now: () => Date) {
    this.#misses = new LRUCache({
      max: ADDRESSES_REMEMBERED,
      ttl: WINDOW_MS,
      noUpdateTTL: true,
      ttlResolution: 0,
      perf: { now: () => now().getTime() },
    });
  }

  /** Looks for something where the address may, and counts a miss where it is not found. */
  async look<Found>(ip: string, find: () => Promise<Found | null>): Promise<Look<Found>> {
    const address = subscriberOf(ip);
    if ((this.#misses.get(address) ?? 0) >= MISSES_ALLOWED) {
      const seconds = Math.ceil(this.#misses.getRemainingTTL(address) / 1000);
      return { found: null, secondsToWait: Math.max(1, seconds) };
    }
    const underWay = this.#underWay.get(address) ?? 0;
    if (underWay >= LOOKS_AT_ONCE) return { found: null, secondsToWait: 1 };
    this.#underWay.set(address, underWay + 1);
    try {
      const found = await find();
      if (found === null) this.#misses.set(address, (this.#misses.get(address) ?? 0) + 1);
      return { found, secondsToWait: 0 };
    } finally {
      const left = (this.#underWay.get(address) ?? 1) - 1;
      if (left > 0) this.#underWay.set(address, left);
      else this.#underWay.delete(address);
    }
  }
}

/** An IPv6 subscriber has a /64 to choose addresses from at least, so that all of it counts as one. */
function subscriberOf(ip: string): string {
  if (!isIPv6(ip) || ip.includes('.')) return ip;
  const [head = '', tail] = ip.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array<string>(zeros).fill('0'), ...after].slice(0, 4).join(':');
}
