/**
 * At most so many at once; the others wait in order. Heavy queries take turns, so that they hold few
 * connections and few of the server's cores, and a first page never waits behind them.
 */
export class Turns {
  readonly #atOnce: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Waits for a turn, does the work, and lets the next one in. */
  async take<T>(work: () => Promise<T>): Promise<T> {
    const release = await this.enter();
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Waits for a turn, and gives what ends it: call it once. */
  async enter(): Promise<() => void> {
    if (this.#running >= this.#atOnce) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    return () => this.#leave();
  }

  /** A turn that ends is handed on, so that nobody slips in before those who wait. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running -= 1;
    else next();
  }
}
