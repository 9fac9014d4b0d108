import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { Problem } from '../../problems/problem.ts';
import type { Sentence } from '../../problems/sentence.ts';

export const WINDOW_MS = 5 * 60 * 1000;
const CALLERS_REMEMBERED = 50_000;

export interface CallerLimitOptions {
  readonly limit: number;
  /** The length of a window; 5 minutes by default. */
  readonly windowMs?: number;
  /** The most simultaneous attempts of a caller. Default: the limit. */
  readonly atOnce?: number;
  /** True if counts are shared with other processes: see `shareCounts`. */
  readonly isShared?: boolean;
  readonly sentence: Sentence;
  /** A monotonic clock in milliseconds. */
  readonly monotonicMs: () => number;
}

/** A caller's window: it starts with the first counted action. */
interface Window {
  readonly endsAt: number;
  count: number;
  /** The caller's hash for other processes, so that the address itself is not shared. */
  readonly callerHash: string;
  /** Hashes of the counted things, if each thing counts only once; at most as many as the limit. */
  readonly things: number[];
}

/** A caller's counts since the last exchange, and the milliseconds for which they are valid. */
export type CallerNews = readonly [told: string, count: number, msLeft: number];

interface CountedElsewhere {
  readonly endsAt: number;
  count: number;
}

/** A caller's attempts in progress. They take room below the limit until it is known which of them count. */
interface UnderWay {
  running: number;
  readonly waiting: { readonly begin: () => void; readonly refuse: (problem: Problem) => void }[];
}

export interface Counted {
  readonly count: number;
  readonly secondsLeft: number;
  readonly isBeyond: boolean;
}

/**
 * Counts the actions of each caller in a time window, in this process and in others: every request of a
 * credential, or only the attempts of an address. docs/explanation/decisions/2026-11-22-limits.md tells why
 * no plugin of the framework does this.
 */
export class CallerLimit {
  readonly limit: number;
  readonly #options: CallerLimitOptions;
  /** Limited by size, because a limit by number allocates all the memory at the start. */
  readonly #windows = new LRUCache<string, Window>({ maxSize: CALLERS_REMEMBERED, sizeCalculation: () => 1 });
  readonly #elsewhere = new LRUCache<string, CountedElsewhere>({
    maxSize: CALLERS_REMEMBERED,
    sizeCalculation: () => 1,
  });
  #news = new Map<Window, number>();
  readonly #underWay = new Map<string, UnderWay>();

  constructor(options: CallerLimitOptions) {
    this.limit = options.limit;
    this.#options = options;
  }

  /** Counts one more action. @param thing counts only once in each window */
  count(caller: string, thing?: string): Counted {
    const time = this.#options.monotonicMs();
    let window = this.#open(caller, time);
    if (window === undefined) {
      const callerHash = hash('sha256', caller, 'base64url').slice(0, 16);
      const endsAt =
        this.#openElsewhere(callerHash, time)?.endsAt ?? time + (this.#options.windowMs ?? WINDOW_MS);
      window = { endsAt, count: 0, callerHash: callerHash, things: [] };
      this.#windows.set(caller, window);
    }
    if (thing === undefined || !isAmong(window.things, thing)) {
      window.count += 1;
      if (this.#options.isShared === true) this.#news.set(window, (this.#news.get(window) ?? 0) + 1);
      if (thing !== undefined && window.count <= this.limit) window.things.push(shortHash(thing));
    }
    const count = window.count + (this.#openElsewhere(window.callerHash, time)?.count ?? 0);
    return { count, secondsLeft: (window.endsAt - time) / 1000, isBeyond: count > this.limit };
  }

  /** Returns the counts since the last call. */
  takeNews(): CallerNews[] {
    const time = this.#options.monotonicMs();
    const news = this.#news;
    this.#news = new Map();
    return [...news]
      .filter(([{ endsAt }]) => endsAt > time)
      .map(([{ callerHash: told, endsAt }, count]) => [told, count, Math.ceil(endsAt - time)]);
  }

  /** Adds the counts of another process. */
  learn([callerHash, count, msLeft]: CallerNews): void {
    const time = this.#options.monotonicMs();
    const known = this.#openElsewhere(callerHash, time);
    if (known === undefined) this.#elsewhere.set(callerHash, { endsAt: time + msLeft, count });
    else known.count += count;
  }

  /**
   * Makes an attempt for a caller below the limit. Its result decides whether it counts; a failure does not
   * count. An attempt that might exceed the limit waits for the results of those in progress.
   *
   * @param thing what is tried, such as an order id; trying it again does not count again
   * @throws Problem `rate_limited` for a caller at the limit, or with too many attempts in progress
   */
  async attempt<Result>(
    caller: string,
    work: () => Promise<Result>,
    { counts, thing }: { counts: (result: Result) => boolean; thing?: string | undefined },
  ): Promise<Result> {
    const underWay = this.#underWay.get(caller) ?? { running: 0, waiting: [] };
    await this.#roomFor(caller, underWay);
    try {
      const result = await work();
      if (counts(result)) this.count(caller, thing);
      return result;
    } finally {
      underWay.running -= 1;
      this.#giveRoom(caller, underWay);
    }
  }

  #roomFor(caller: string, underWay: UnderWay): Promise<void> | undefined {
    const { running, waiting } = underWay;
    const { left, refusal } = this.#standing(caller);
    if (refusal !== null) throw refusal;
    if (running + waiting.length >= (this.#options.atOnce ?? this.limit)) throw this.tooMany(1);
    this.#underWay.set(caller, underWay);
    if (running < left) {
      underWay.running += 1;
      return undefined;
    }
    return new Promise((resolve, reject) => {
      const begin = () => {
        underWay.running += 1;
        resolve();
      };
      waiting.push({ begin, refuse: reject });
    });
  }

  #giveRoom(caller: string, underWay: UnderWay): void {
    const { waiting } = underWay;
    const { left, refusal } = this.#standing(caller);
    if (refusal !== null) for (const { refuse } of waiting.splice(0)) refuse(refusal);
    while (underWay.running < left && waiting.length > 0) waiting.shift()?.begin();
    if (underWay.running === 0 && waiting.length === 0) this.#underWay.delete(caller);
  }

  /** Returns the number of further attempts, or the problem if no attempt is left. */
  #standing(caller: string): { left: number; refusal: Problem | null } {
    const time = this.#options.monotonicMs();
    const window = this.#open(caller, time);
    if (window === undefined) return { left: this.limit, refusal: null };
    const left = this.limit - window.count;
    return { left, refusal: left > 0 ? null : this.tooMany((window.endsAt - time) / 1000) };
  }

  tooMany(retryAfterSeconds: number, sentence = this.#options.sentence): Problem {
    return new Problem('rate_limited', sentence, { retryAfterSeconds });
  }

  #openElsewhere(callerHash: string, time: number): CountedElsewhere | undefined {
    const known = this.#elsewhere.get(callerHash);
    return known !== undefined && known.endsAt > time ? known : undefined;
  }

  #open(caller: string, time: number): Window | undefined {
    const window = this.#windows.get(caller);
    return window !== undefined && window.endsAt > time ? window : undefined;
  }
}

function isAmong(things: readonly number[], thing: string): boolean {
  return things.length > 0 && things.includes(shortHash(thing));
}

/** Returns 48 bits of a hash, so that a thing needs little memory, whatever its text. */
function shortHash(thing: string): number {
  return hash('sha256', thing, 'buffer').readUIntBE(0, 6);
}
