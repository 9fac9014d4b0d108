import { compareBooks, type RateEffect } from '../../domain/rates/compare-books.ts';
import type { QuoteRequest } from '../../domain/rates/quote.ts';
import { rupeesOf } from '../../domain/rates/rate-amounts.ts';
import { listRecentParcels, type RecentParcel } from '../../storage/rates/recent-parcels.ts';
import type { AccountContext } from '../service.ts';
import type { RateBooks, RowsInstead } from './rate-books.ts';

export type { RateEffect };

const SAMPLE_MS = 30 * 24 * 60 * 60 * 1000;
const MOST_PARCELS = 200;

/** Compares the newest 200 parcels of the last 30 days, with the account's rates and with other rows. */
export async function effectOnRecentParcels(
  account: AccountContext,
  rateBooks: RateBooks,
  instead: RowsInstead,
): Promise<RateEffect> {
  const { accountId, database } = account;
  const now = account.now().getTime();
  const parcels = await listRecentParcels(
    database.account(accountId),
    new Date(now - SAMPLE_MS),
    MOST_PARCELS,
  );
  const { directory } = rateBooks.ground;
  const isKnown = (pincode: string) => directory.placeNear(pincode) >= 0;
  const requests = parcels
    .filter((parcel) => isKnown(parcel.originPincode) && isKnown(parcel.destinationPincode))
    .map(requestOf);
  const before = await rateBooks.bookOf(accountId);
  return compareBooks(before, await rateBooks.bookWith(accountId, instead), requests, now);
}

function requestOf({ journey, codPaise, ...parcel }: RecentParcel): QuoteRequest {
  return journey === 'return'
    ? { journey, ...parcel, qcApplicable: false }
    : { journey, ...parcel, codValue: codPaise === null ? null : rupeesOf(codPaise) };
}
