import { LRUCache } from 'lru-cache';
import { Problem } from '../../problems/problem.ts';
import { say } from '../../problems/sentence.ts';

const KEYS_REMEMBERED = 50_000;

export interface GrowingDelayOptions {
  /** Tries that count and are answered without a delay. */
  readonly free: number;
  /** The delay of the next one; each further one is delayed by as much more. */
  readonly stepMs: number;
  readonly longestMs: number;
  /** One try is forgotten after each such time. */
  readonly forgottenAfterMs: number;
  /** Tries that are answered at all until one is forgotten; no limit if missing. */
  readonly most?: number;
  /** The tries of one key that may run or wait at once. */
  readonly atOnce: number;
  /** A monotonic clock in milliseconds. */
  readonly monotonicMs: () => number;
  /** Waits. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

interface Kept {
  readonly tries: number;
  readonly at: number;
}

/**
 * Answers wrong tries of a key later and later, and right ones at once: people who share a key with somebody who guesses are not
 * locked out. The delay holds a timer and the connection, nothing else.
 */
export class GrowingDelay {
  readonly #options: GrowingDelayOptions;
  /** Limited by size, because a limit by number allocates all the memory at the start. */
  readonly #kept = new LRUCache<string, Kept>({ maxSize: KEYS_REMEMBERED, sizeCalculation: () => 1 });
  readonly #running = new Map<string, number>();

  constructor(options: GrowingDelayOptions) {
    this.#options = options;
  }

  /**
   * Makes a try. It counts from its start, so that tries at the same time are not cheaper; it is taken back if it turns out not to
   * count, or fails.
   *
   * @throws Problem `rate_limited` with the seconds until the next try is allowed
   */
  async attempt<Result>(
    key: string,
    work: () => Promise<Result>,
    counts: (result: Result) => boolean,
  ): Promise<Result> {
    const { atOnce, most = Number.POSITIVE_INFINITY, forgottenAfterMs } = this.#options;
    const running = this.#running.get(key) ?? 0;
    if (running >= atOnce) throw tooMany(1);
    const tries = this.#tries(key) + 1;
    if (tries > most) throw tooMany(((tries - most) * forgottenAfterMs) / 1000);
    this.#keep(key, tries);
    this.#running.set(key, running + 1);
    let isCounted = false;
    try {
      const result = await work();
      isCounted = counts(result);
      if (isCounted) await this.#delay(tries);
      return result;
    } finally {
      if (!isCounted) this.#keep(key, this.#tries(key) - 1);
      const left = (this.#running.get(key) ?? 1) - 1;
      if (left > 0) this.#running.set(key, left);
      else this.#running.delete(key);
    }
  }

  async #delay(tries: number): Promise<void> {
    const { free, stepMs, longestMs, pause } = this.#options;
    // Parts of a try that are not forgotten yet do not delay.
    const ms = Math.min((Math.floor(tries) - free) * stepMs, longestMs);
    if (ms > 0) await pause(ms);
  }

  /** The tries that are not forgotten yet. */
  #tries(key: string): number {
    const kept = this.#kept.get(key);
    if (kept === undefined) return 0;
    return Math.max(0, kept.tries - (this.#options.monotonicMs() - kept.at) / this.#options.forgottenAfterMs);
  }

  #keep(key: string, tries: number): void {
    if (tries <= 0) this.#kept.delete(key);
    else this.#kept.set(key, { tries, at: this.#options.monotonicMs() });
  }
}

function tooMany(retryAfterSeconds: number): Problem {
  return new Problem('rate_limited', say('too_many_tries', 'Too many tries; please try again later'), {
    retryAfterSeconds,
  });
}
