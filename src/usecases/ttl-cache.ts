import { LRUCache } from 'lru-cache';

/** The time that a value is used without a new read. After it, a change takes effect in every process. */
const FRESH_MS = 1_000;

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

  /** Drops a value that this process has changed; without a key, drops all values. */
  forget(key?: string): void {
    if (key === undefined) this.#read.clear();
    else this.#read.delete(key);
  }
}
