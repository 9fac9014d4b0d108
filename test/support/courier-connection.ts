import { v7 as newId } from 'uuid';
import type { AllottedNumbers, Courier, CourierConnection } from '../../src/carriers/courier.ts';
import { connectPartner, type TestPartnerConnection } from './partner-connection.ts';

/** A courier account at a stand-in on this machine. */
export interface TestConnection extends CourierConnection, TestPartnerConnection {
  readonly requests: TestPartnerConnection['requests'];
}

/**
 * @param settings those without a default, including `base_url`
 * @param numbers those of another connection of the same courier account
 */
export function connect(
  courier: Courier,
  settings: Readonly<Record<string, string>>,
  numbers: AllottedNumbers = numbersInMemory(courier),
): TestConnection {
  const connection = connectPartner(courier, settings);
  return { ...connection, courierAccountId: connection.connectionId, accountId: newId(), numbers };
}

/** A courier's allotted tracking numbers, in memory for a test. */
export function numbersInMemory({ can }: Courier): AllottedNumbers {
  return new NumbersInMemory(can.allottedNumbers?.batch ?? 0);
}

/** The same as those in the database, in memory for a test. */
class NumbersInMemory implements AllottedNumbers {
  readonly #batch: number;
  readonly #free: string[] = [];
  readonly #taken = new Map<string, string | null>();
  readonly #closed = new Set<string>();
  #fetching: Promise<void> | null = null;

  constructor(batch: number) {
    this.#batch = batch;
  }

  async take(
    reference: string,
    fetch: (count: number) => Promise<readonly string[]>,
  ): Promise<string | null> {
    if (this.#closed.has(reference)) return null;
    const has = this.#taken.get(reference);
    if (has !== undefined) return has;
    if (this.#free.length === 0) {
      this.#fetching ??= fetch(this.#batch)
        .then((numbers) => void this.#free.push(...numbers))
        .finally(() => {
          this.#fetching = null;
        });
      await this.#fetching;
      return this.#taken.has(reference) ? this.take(reference, fetch) : this.#assign(reference);
    }
    return this.#assign(reference);
  }

  async of(reference: string): Promise<string | null> {
    return this.#taken.get(reference) ?? null;
  }

  async close(references: readonly string[]): Promise<(string | null)[]> {
    for (const reference of references) this.#closed.add(reference);
    return Promise.all(references.map((reference) => this.of(reference)));
  }

  #assign(reference: string): string | null {
    const number = this.#free.shift() ?? null;
    if (number !== null) this.#taken.set(reference, number);
    return number;
  }
}
