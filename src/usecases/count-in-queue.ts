import type { AccountScope } from '../storage/account-scope.ts';
import type { ListingParts } from './long-work.ts';
import type { AccountContext } from './service.ts';

/** Up to this number of rows, each page also counts the total. */
export const COUNTED_AT_ONCE = 10_000;

/** Counts an account's rows if they are more than `COUNTED_AT_ONCE`. @throws Problem if `LongWork` is full */
export function countInQueue(
  { database, accountId, longWork }: AccountContext & ListingParts,
  signal: AbortSignal,
  count: (scope: AccountScope) => Promise<number>,
): Promise<number> {
  return longWork.run({ accountId, signal }, () => count(database.account(accountId, signal)));
}
