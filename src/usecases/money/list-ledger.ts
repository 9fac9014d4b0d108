import { readTrackingNumber } from '../../domain/orders/tracking-number.ts';
import {
  type LedgerEntry,
  type LedgerFilters,
  type LedgerSums,
  listLedger,
} from '../../storage/money/ledger.ts';
import type { Newest } from '../../storage/newest-page.ts';
import type { Client } from '../long-work.ts';
import type { AccountContext } from '../service.ts';

/** Returns a page of the account's ledger, newest first. @throws Problem if `LongWork` is full */
export function listAccountLedger(
  { database, accountId, longWork }: AccountContext,
  { trackingNumber, ...filters }: LedgerFilters,
  { signal }: Pick<Client, 'signal'>,
): Promise<Newest<LedgerEntry, LedgerSums>> {
  const named = trackingNumber === null ? null : readTrackingNumber(trackingNumber);
  return longWork.run({ accountId, signal }, () =>
    listLedger(database.account(accountId, signal), { ...filters, trackingNumber: named }),
  );
}
