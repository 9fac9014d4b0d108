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

/**
 * Lists the account's ledger entries, newest first.
 *
 * @throws Problem if too much is in progress: see `LongWork`
 */
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
