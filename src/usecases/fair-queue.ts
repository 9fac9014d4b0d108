import { Problem } from '../problems/problem.ts';
import { say } from '../problems/sentence.ts';

export interface QueueLimits {
  /** The number of tasks that may run at once. */
  readonly atOnce: number;
  /** The number of tasks of one account that may run, even if no other account waits. */
  readonly perSharer: number;
  /** The number of tasks of one account that may wait; more are refused. */
  readonly waitingPerSharer: number;
  /** The number of tasks of all accounts that may wait; no limit if missing. */
  readonly waiting?: number;
}

export interface QueueClient {
  /** The id of an account or an address; tasks with the same id share their turns. */
  readonly sharer: string;
  /** Marks a trusted sharer: if trusted and other sharers wait, they alternate. */
  readonly isTrusted?: boolean;
  /** Aborted when the client has left or the answer takes too long. */
  readonly signal: AbortSignal;
}

interface Share {
  readonly isTrusted: boolean;
  running: number;
  /** In the order of arrival; each function begins its task. */
  readonly waiting: (() => void)[];
}

const RETRY_AFTER_SECONDS = 5;

/**
 * A fair queue: limits the number of tasks that run at once, in total and for each account. When a task ends,
 * the next waiting account gets a turn, in rotation: an account with two hundred waiting tasks gets one turn,
 * then each other account gets one. If trusted and other accounts wait, they alternate.
 */
export class FairQueue {
  readonly #limits: QueueLimits;
  /** In the order in which they get the next free turn. */
  readonly #shares = new Map<string, Share>();
  #running = 0;
  #waiting = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  /**
   * Waits for a turn.
   *
   * @param patient set for work that has already begun, such as a half-received file: it is not refused
   * @returns a function that ends the turn: call it once
   * @throws the signal's reason when it is aborted before the turn; Problem `rate_limited` if too many tasks
   * of the account wait, `unavailable` if too many of all accounts wait
   */
  async enter({ sharer, signal, isTrusted = false }: QueueClient, patient = false): Promise<() => void> {
    signal.throwIfAborted();
    const share = this.#shares.get(sharer) ?? { isTrusted, running: 0, waiting: [] };
    if (this.#running < this.#limits.atOnce && share.running < this.#limits.perSharer) {
      this.#shares.set(sharer, share);
      this.#begin(share);
    } else {
      if (!patient && share.waiting.length >= this.#limits.waitingPerSharer) throw tooMany();
      if (!patient && this.#waiting >= (this.#limits.waiting ?? Number.POSITIVE_INFINITY))
        throw tooManyOfAll();
      await this.#turnOf(sharer, share, signal);
    }
    return () => this.#end(sharer, share);
  }

  /** Waits for a turn, does the work, and ends the turn. Otherwise like `enter`. */
  async take<T>(taker: QueueClient, work: () => Promise<T>, patient = false): Promise<T> {
    const end = await this.enter(taker, patient);
    try {
      return await work();
    } finally {
      end();
    }
  }

  #turnOf(sharer: string, share: Share, signal: AbortSignal): Promise<void> {
    this.#shares.set(sharer, share);
    return new Promise((resolve, reject) => {
      const begin = () => {
        signal.removeEventListener('abort', giveUp);
        this.#waiting -= 1;
        this.#begin(share);
        resolve();
      };
      const giveUp = () => {
        share.waiting.splice(share.waiting.indexOf(begin), 1);
        this.#waiting -= 1;
        if (share.running === 0 && share.waiting.length === 0) this.#shares.delete(sharer);
        reject(signal.reason);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      share.waiting.push(begin);
      this.#waiting += 1;
    });
  }

  #begin(share: Share): void {
    share.running += 1;
    this.#running += 1;
  }

  #end(sharer: string, share: Share): void {
    share.running -= 1;
    this.#running -= 1;
    // After its turn, an account moves behind all others.
    this.#shares.delete(sharer);
    if (share.running > 0 || share.waiting.length > 0) this.#shares.set(sharer, share);
    this.#beginNext(!share.isTrusted);
    this.#beginNext(share.isTrusted);
  }

  #beginNext(areTrusted: boolean): void {
    for (const { isTrusted, running, waiting } of this.#shares.values()) {
      if (this.#running >= this.#limits.atOnce) return;
      if (isTrusted === areTrusted && running < this.#limits.perSharer) waiting.shift()?.();
    }
  }
}

function tooMany(): Problem {
  return new Problem('rate_limited', TOO_MANY_WAIT, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

const TOO_MANY_WAIT = say(
  'too_many_long_requests_wait',
  'Too many long requests of this account are waiting; please try again shortly',
);

export function tooManyOfAll(): Problem {
  return new Problem('unavailable', TOO_MANY_RUN, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

const TOO_MANY_RUN = say(
  'too_many_long_requests',
  'Too many long requests are running; please try again shortly',
);
