import { explainServiceability, type LeftOutCarrier } from '../../domain/rates/explain-quote.ts';
import {
  listServiceable,
  type ServiceabilityAnswer,
  type ServiceabilityRequest,
} from '../../domain/rates/list-serviceable.ts';
import type { AccountContext } from '../service.ts';
import type { RateBooks } from './rate-books.ts';

/**
 * The account's carriers that serve a route, whatever the parcel; where there is none, also why each of them does not.
 *
 * @throws Problem `refused` where a pincode is unknown
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
