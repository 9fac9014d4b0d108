/**
 * Makes one call for all callers that arrive while the previous call runs. Each caller gets the result of a
 * call that began after the caller arrived.
 */
export class CoalescedCall<T> {
  readonly #ask: () => Promise<T>;
  #underWay: Promise<unknown> = Promise.resolve();
  #next: Promise<T> | null = null;

  constructor(ask: () => Promise<T>) {
    this.#ask = ask;
  }

  ask(): Promise<T> {
    if (this.#next !== null) return this.#next;
    const begin = () => {
      this.#next = null;
      return this.#ask();
    };
    const asking = this.#underWay.then(begin, begin);
    this.#next = asking;
    this.#underWay = asking;
    return asking;
  }
}
