import type { PincodeDirectory, PincodeEntry } from '../../domain/pincodes/pincode-directory.ts';
import { type AccountCarrier, listAccountCarriers } from '../../domain/rates/account-carriers.ts';
import { explainServiceability, type LeftOutCarrier } from '../../domain/rates/explain-quote.ts';
import {
  listServiceable,
  type ServiceabilityAnswer,
  type ServiceabilityRequest,
} from '../../domain/rates/list-serviceable.ts';
import { notFound } from '../../problems/problem.ts';
import { storedTexts } from '../../rate-files/stored-rows.ts';
import { readRatesInForce } from '../../storage/rates/rate-rows.ts';
import { DEFAULT_BOOK } from '../../storage/rates/rate-versions.ts';
import { assertAccount } from '../accounts/accounts.ts';
import type { AccountContext, Service } from '../service.ts';
import type { RateBooks } from './rate-books.ts';

export interface ListedCarrier {
  readonly carrierId: string;
  readonly name: string;
  readonly code: string;
  readonly serviceLevel: string;
  readonly mode: string;
  /** True if the account has a separate version of a default carrier. */
  readonly isOwn: boolean;
  readonly isOffered: boolean;
}

/**
 * Returns the carriers of the default book, or of an account's quotes, by id. The account's rows override the
 * default rows.
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
          const [carrierId = '', ...texts] = storedTexts(kind, cells);
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

export async function listCarriersOfAccount(
  account: AccountContext,
  rateBooks: RateBooks,
): Promise<AccountCarrier[]> {
  return listAccountCarriers(await rateBooks.bookOf(account.accountId));
}

/**
 * Returns the account's carriers that serve a route, for any parcel. If there are none, also returns the
 * reason for each carrier.
 *
 * @throws Problem `refused` for an unknown pincode
 */
export async function checkServiceability(
  account: AccountContext,
  rateBooks: RateBooks,
  request: ServiceabilityRequest,
): Promise<ServiceabilityAnswer & { readonly leftOut: readonly LeftOutCarrier[] | null }> {
  const book = await rateBooks.bookOf(account.accountId);
  const answer = listServiceable(book, request);
  return { ...answer, leftOut: answer.carriers.length > 0 ? null : explainServiceability(book, request) };
}

/** Returns city, district and state of a pincode. @throws Problem `not_found` */
export function findPincode(directory: PincodeDirectory, pincode: string): PincodeEntry {
  const entry = directory.find(pincode);
  if (entry === null) throw notFound('Pincode');
  return entry;
}
