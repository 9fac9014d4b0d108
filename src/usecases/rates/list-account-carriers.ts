import { type AccountCarrier, listAccountCarriers } from '../../domain/rates/account-carriers.ts';
import type { AccountContext } from '../service.ts';
import type { RateBooks } from './rate-books.ts';

/** The carriers that the account's quotes are made of, by name. */
export async function listCarriersOfAccount(
  account: AccountContext,
  rateBooks: RateBooks,
): Promise<AccountCarrier[]> {
  return listAccountCarriers(await rateBooks.bookOf(account.accountId));
}
