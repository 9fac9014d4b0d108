import { keptTexts } from '../../rate-files/kept-rows.ts';
import { readRatesInForce } from '../../storage/rates/rate-rows.ts';
import { DEFAULT_BOOK } from '../../storage/rates/rate-versions.ts';
import { assertAccount } from '../accounts/assert-account.ts';
import type { Service } from '../service.ts';

/** A carrier as an operator names it in other commands. */
export interface ListedCarrier {
  readonly carrierId: string;
  readonly name: string;
  readonly code: string;
  readonly serviceLevel: string;
  readonly mode: string;
  /** Tells whether the account has its own version of a default carrier. */
  readonly isOwn: boolean;
  /** False where it is switched off. */
  readonly isOffered: boolean;
}

/**
 * The carriers of the default book, or those that an account quotes from, by id: its own count before the default's.
 *
 * @param accountId null for the default book
 * @throws Problem `not_found` for an unknown account
 */
export async function listCarriers(service: Service, accountId: string | null): Promise<ListedCarrier[]> {
  if (accountId !== null) await assertAccount(service, accountId);
  const carriers = new Map<string, Omit<ListedCarrier, 'isOffered'>>();
  const offered = new Map<string, boolean>();
  for (const owner of accountId === null ? [DEFAULT_BOOK] : [DEFAULT_BOOK, accountId]) {
    const isOwn = owner !== DEFAULT_BOOK;
    await readRatesInForce(
      service.database,
      owner,
      { kinds: ['carriers', 'carrier-settings'] },
      (portion) => {
        for (const { kind, cells } of portion) {
          const [carrierId = '', ...texts] = keptTexts(kind, cells);
          if (kind === 'carrier-settings') {
            offered.set(carrierId, texts[0] !== 'no');
            continue;
          }
          const [name = '', code = '', serviceLevel = '', mode = ''] = texts;
          carriers.set(carrierId, { carrierId, name, code, serviceLevel, mode, isOwn });
        }
      },
    );
  }
  return [...carriers.values()]
    .map((carrier) => ({ ...carrier, isOffered: offered.get(carrier.carrierId) ?? true }))
    .sort((one, other) => (one.carrierId < other.carrierId ? -1 : 1));
}
