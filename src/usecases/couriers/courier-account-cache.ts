import { LRUCache } from 'lru-cache';
import type { CourierAccount } from '../../storage/couriers/courier-accounts.ts';

/** A courier account is not read again for so long, in which a changed one counts in every process. */
const FRESH_MS = 1_000;

/** Courier accounts as they were read a moment ago, so that not every booking reads them. */
export class CourierAccountCache {
  readonly #read = new LRUCache<string, Promise<CourierAccount | null>>({ max: 5_000, ttl: FRESH_MS });

  get(key: string, read: () => Promise<CourierAccount | null>): Promise<CourierAccount | null> {
    const kept = this.#read.get(key);
    if (kept !== undefined) return kept;
    const reading = read();
    this.#read.set(key, reading);
    reading.catch(() => this.#read.delete(key));
    return reading;
  }

  /** What this process has changed counts here at once. */
  forget(): void {
    this.#read.clear();
  }
}
