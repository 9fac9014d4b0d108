import {
  listServiceable,
  type ServiceabilityAnswer,
  type ServiceabilityRequest,
} from '../../domain/rates/list-serviceable.ts';
import type { AccountContext } from '../service.ts';
import type { RateBooks } from './rate-books.ts';

/**
 * Which of the account's carriers serve a route, whatever the parcel.
 *
 * @throws Problem `refused` where a pincode is unknown
 */
export async function checkServiceability(
  account: AccountContext,
  rateBooks: RateBooks,
  request: ServiceabilityRequest,
): Promise<ServiceabilityAnswer> {
  return listServiceable(await rateBooks.bookOf(account.accountId), request);
}
