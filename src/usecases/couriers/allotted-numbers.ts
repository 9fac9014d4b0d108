import type { AllottedNumbers, AllottedNumbersTerms } from '../../carriers/courier.ts';
import {
  addNumbers,
  closeReferences,
  countFreeNumbers,
  findReference,
  type NumbersOwner,
  takeNumber,
} from '../../storage/couriers/allotted-numbers.ts';
import type { Service } from '../service.ts';

/** Calls in progress in this process, indexed by courier account. Other bookings wait for their numbers. */
const asking = new Map<string, Promise<void>>();

/** The tracking numbers of a courier account in the database, which gives out no number twice. */
export class DatabaseNumbers implements AllottedNumbers {
  readonly #service: Service;
  readonly #owner: NumbersOwner;
  readonly #terms: AllottedNumbersTerms;

  constructor(service: Service, owner: NumbersOwner, terms: AllottedNumbersTerms) {
    this.#service = service;
    this.#owner = owner;
    this.#terms = terms;
  }

  async take(
    reference: string,
    fetch: (count: number) => Promise<readonly string[]>,
  ): Promise<string | null> {
    const { database, now } = this.#service;
    for (let isFirst = true; ; isFirst = false) {
      const taken = await takeNumber(database, this.#owner, reference, now());
      if (taken === null && isFirst) await this.#ask(fetch);
      else if (taken !== null && taken !== 'in_use') return taken;
      else {
        const found = await findReference(database, this.#owner, reference);
        return found === null || found.isClosed ? null : found.number;
      }
    }
  }

  async of(reference: string): Promise<string | null> {
    return (await findReference(this.#service.database, this.#owner, reference))?.number ?? null;
  }

  close(references: readonly string[]): Promise<readonly (string | null)[]> {
    return closeReferences(this.#service.database, this.#owner, references, this.#service.now());
  }

  /** Fetches more numbers if fewer are free than should be in stock. */
  async refill(fetch: (count: number) => Promise<readonly string[]>): Promise<void> {
    const { keep } = this.#terms;
    if ((await countFreeNumbers(this.#service.database, this.#owner, keep)) < keep) await this.#ask(fetch);
  }

  #ask(fetch: (count: number) => Promise<readonly string[]>): Promise<void> {
    const { courierAccountId } = this.#owner;
    const running = asking.get(courierAccountId);
    if (running !== undefined) return running;
    const begun = this.#fetchAndAdd(fetch).finally(() => asking.delete(courierAccountId));
    asking.set(courierAccountId, begun);
    return begun;
  }

  async #fetchAndAdd(fetch: (count: number) => Promise<readonly string[]>): Promise<void> {
    const { database, now } = this.#service;
    await addNumbers(database, this.#owner, await fetch(this.#terms.batch), now());
  }
}
