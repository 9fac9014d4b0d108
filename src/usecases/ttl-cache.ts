import { LRUCache } from 'lru-cache';

/** What was read is not read again for so long, in which what was changed counts in every process. */
const FRESH_MS = 1_000;

/** What was read a moment ago, so that not every booking reads it. */
export class TtlCache<Value> {
  readonly #read = new LRUCache<string, Promise<Value>>({ max: 5_000, ttl: FRESH_MS });

  get(key: string, read: () => Promise<Value>): Promise<Value> {
    const kept = this.#read.get(key);
    if (kept !== undefined) return kept;
    const reading = read();
    this.#read.set(key, reading);
    reading.catch(() => this.#read.delete(key));
    return reading;
  }

  /** What this process has changed counts here at once. @param key of it; without one, all is forgotten */
  forget(key?: string): void {
    if (key === undefined) this.#read.clear();
    else this.#read.delete(key);
  }
}
