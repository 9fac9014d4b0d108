import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { Problem } from '../../domain/errors.ts';

/** Where a limit says no other. */
export const WINDOW_MS = 5 * 60 * 1000;
const CALLERS_REMEMBERED = 50_000;

export interface CallerLimitOptions {
  /** How often in a window. */
  readonly limit: number;
  /** How long a window is; 5 minutes where it is not said. */
  readonly windowMs?: number;
  /** How many attempts of a caller may be under way. */
  readonly atOnce?: number;
  /** What a caller beyond the limit is told. */
  readonly sentence: string;
  /** Milliseconds since any moment, by a clock that nobody sets. */
  readonly monotonicMs: () => number;
}

/** A caller's window: from the first that counts, whatever follows. */
interface Window {
  readonly endsAt: number;
  count: number;
  /** What was counted, where the same counts once. As many as the limit at most. */
  readonly things: number[];
}

/** How a caller stands, with what was just counted. */
export interface Counted {
  readonly count: number;
  readonly secondsLeft: number;
  readonly isBeyond: boolean;
}

/**
 * How often each caller did something in its window, counted in this process: every request of a credential, or
 * only the tries of an address that guesses. Why it is no plugin of the framework:
 * docs/decisions/2026-11-22-limits.md.
 */
export class CallerLimit {
  readonly limit: number;
  readonly #options: CallerLimitOptions;
  /** By size, since by number the room of all is set aside at the start. */
  readonly #windows = new LRUCache<string, Window>({ maxSize: CALLERS_REMEMBERED, sizeCalculation: () => 1 });
  readonly #underWay = new Map<string, number>();

  constructor(options: CallerLimitOptions) {
    this.limit = options.limit;
    this.#options = options;
  }

  /**
   * Counts once more.
   *
   * @param thing what is counted, where the same thing counts once in a window
   */
  count(caller: string, thing?: string): Counted {
    const time = this.#options.monotonicMs();
    let window = this.#open(caller, time);
    if (window === undefined) {
      window = { endsAt: time + (this.#options.windowMs ?? WINDOW_MS), count: 0, things: [] };
      this.#windows.set(caller, window);
    }
    if (thing === undefined || !isAmong(window.things, thing)) {
      window.count += 1;
      if (thing !== undefined && window.count <= this.limit) window.things.push(shortHash(thing));
    }
    return {
      count: window.count,
      secondsLeft: (window.endsAt - time) / 1000,
      isBeyond: window.count > this.limit,
    };
  }

  /**
   * Does something for a caller who is not at the limit, and counts it by its result: not at all, or as the thing
   * that was looked for, of which the same counts once. A failure does not count.
   *
   * @param thing what is looked for: known from before, it is looked for past the limit too
   * @throws Problem `rate_limited` for a caller at the limit, or with too much under way
   */
  async attempt<Result>(
    caller: string,
    work: () => Promise<Result>,
    { counts, thing }: { counts: (result: Result) => boolean; thing?: string },
  ): Promise<Result> {
    const time = this.#options.monotonicMs();
    const window = this.#open(caller, time);
    const isKnown = window !== undefined && thing !== undefined && isAmong(window.things, thing);
    if (isKnown) return work();
    if (window !== undefined && window.count >= this.limit) throw this.tooMany((window.endsAt - time) / 1000);
    const underWay = this.#underWay.get(caller) ?? 0;
    if (underWay >= (this.#options.atOnce ?? this.limit)) throw this.tooMany(1);
    this.#underWay.set(caller, underWay + 1);
    try {
      const result = await work();
      if (counts(result)) this.count(caller, thing);
      return result;
    } finally {
      const left = (this.#underWay.get(caller) ?? 1) - 1;
      if (left > 0) this.#underWay.set(caller, left);
      else this.#underWay.delete(caller);
    }
  }

  /** What is told beyond the limit. */
  tooMany(retryAfterSeconds: number): Problem {
    return new Problem('rate_limited', this.#options.sentence, { retryAfterSeconds });
  }

  #open(caller: string, time: number): Window | undefined {
    const window = this.#windows.get(caller);
    return window !== undefined && window.endsAt > time ? window : undefined;
  }
}

function isAmong(things: readonly number[], thing: string): boolean {
  return things.length > 0 && things.includes(shortHash(thing));
}

/** 48 bits: what is remembered of a thing stays small, whatever its text. */
function shortHash(thing: string): number {
  return hash('sha256', thing, 'buffer').readUIntBE(0, 6);
}
