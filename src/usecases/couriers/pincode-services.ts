import { LRUCache } from 'lru-cache';
import type { PincodeService } from '../../carriers/carrier-adapter.ts';
import type { CourierAccount } from '../../storage/couriers/courier-accounts.ts';

/** The time in which a courier that gave no answer is not asked again. */
const LEFT_ALONE_MS = 30_000;
/** A pincode with all services is cached for longer than one that lacks some. */
const SERVED_MS = 6 * 60 * 60_000;
const NOT_SERVED_MS = 10 * 60_000;
const MOST_PINCODES = 50_000;
const MOST_COURIERS = 5_000;

interface Known {
  readonly answer: Promise<PincodeService | null>;
  until: number;
}

/** The services of couriers at pincodes, cached in this process. */
export class PincodeServices {
  readonly #now: () => Date;
  /** Limited by a total size, because a limit by number allocates all memory at the start. */
  readonly #known = new LRUCache<string, Known>({ maxSize: MOST_PINCODES, sizeCalculation: () => 1 });
  readonly #leftAloneUntil = new LRUCache<string, number>({
    maxSize: MOST_COURIERS,
    sizeCalculation: () => 1,
  });

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** @returns null if the services are unknown */
  async get(
    { courierAccountId, updatedAt }: Pick<CourierAccount, 'courierAccountId' | 'updatedAt'>,
    pincode: string,
    ask: () => Promise<PincodeService | null>,
  ): Promise<PincodeService | null> {
    // After a change of address or token, it may be another account at the courier.
    const settings = `${courierAccountId} ${updatedAt.getTime()}`;
    const key = `${settings} ${pincode}`;
    const now = this.#now().getTime();
    const kept = this.#known.get(key);
    if (kept !== undefined && kept.until > now) return kept.answer;
    if ((this.#leftAloneUntil.get(settings) ?? 0) > now) return null;
    const known: Known = {
      until: now + NOT_SERVED_MS,
      answer: ask().catch(() => {
        this.#known.delete(key);
        this.#leftAloneUntil.set(settings, this.#now().getTime() + LEFT_ALONE_MS);
        return null;
      }),
    };
    this.#known.set(key, known);
    const answer = await known.answer;
    if (answer !== null && Object.values(answer).every((reason) => reason === null)) {
      known.until = now + SERVED_MS;
    }
    return answer;
  }
}
