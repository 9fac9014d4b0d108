interface Waiting<Thing, Result> {
  readonly thing: Thing;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Does at once what comes alone, and together what came in while the last was being done: the busier the database is, the
 * more one statement carries, and nobody waits who need not.
 */
export class Batcher<Thing, Result> {
  readonly #doAll: (things: readonly Thing[]) => Promise<readonly Result[]>;
  readonly #most: number;
  readonly #waiting: Waiting<Thing, Result>[] = [];
  #isBusy = false;

  /** @param doAll answers for each, in their order. @param most of them at once */
  constructor(doAll: (things: readonly Thing[]) => Promise<readonly Result[]>, most: number) {
    this.#doAll = doAll;
    this.#most = most;
  }

  /** Tells whether nothing is running. */
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

/** A batcher for each key: items of one key wait for each other, those of others do not. */
export class KeyedBatcher<Thing, Result> {
  readonly #most: number;
  readonly #byKey = new Map<string, Batcher<Thing, Result>>();

  /** @param most of one key at once */
  constructor(most: number) {
    this.#most = most;
  }

  /** @param doAll answers for each, in their order; that of whoever finds nothing of the key under way does it for all */
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
