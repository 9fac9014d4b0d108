interface Waiting<Thing, Result> {
  readonly thing: Thing;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Runs a single item at once. Items that arrive while others run are run together next: the busier the
 * database is, the more items each statement has, and no item waits longer than needed.
 */
export class Batcher<Thing, Result> {
  readonly #doAll: (things: readonly Thing[]) => Promise<readonly Result[]>;
  readonly #most: number;
  readonly #waiting: Waiting<Thing, Result>[] = [];
  #isBusy = false;

  /**
   * @param doAll returns a result for each item, in order
   * @param most the largest batch
   */
  constructor(doAll: (things: readonly Thing[]) => Promise<readonly Result[]>, most: number) {
    this.#doAll = doAll;
    this.#most = most;
  }

  get isIdle(): boolean {
    return !this.#isBusy;
  }

  async do(thing: Thing): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ thing, resolve, reject });
      if (!this.#isBusy) void this.#work();
    });
  }

  async #work(): Promise<void> {
    this.#isBusy = true;
    while (this.#waiting.length > 0) {
      const some = this.#waiting.splice(0, this.#most);
      try {
        const results = await this.#doAll(some.map(({ thing }) => thing));
        for (const [place, { resolve }] of some.entries()) resolve(results[place] as Result);
      } catch (error) {
        for (const { reject } of some) reject(error);
      }
    }
    this.#isBusy = false;
  }
}

/** A batcher for each key: only items with the same key wait for each other. */
export class KeyedBatcher<Thing, Result> {
  readonly #most: number;
  readonly #byKey = new Map<string, Batcher<Thing, Result>>();

  /** @param most the largest batch of one key */
  constructor(most: number) {
    this.#most = most;
  }

  /** @param doAll returns a result for each item, in order; the first caller's function runs all items */
  async do(
    key: string,
    thing: Thing,
    doAll: (things: readonly Thing[]) => Promise<readonly Result[]>,
  ): Promise<Result> {
    const together = this.#byKey.get(key) ?? new Batcher(doAll, this.#most);
    this.#byKey.set(key, together);
    return together.do(thing).finally(() => {
      if (together.isIdle) this.#byKey.delete(key);
    });
  }
}
