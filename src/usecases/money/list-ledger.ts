import { readTrackingNumber } from '../../domain/orders/tracking-number.ts';
import {
  type LedgerEntry,
  type LedgerFilters,
  type LedgerSums,
  listLedger,
} from '../../storage/money/ledger.ts';
import type { Newest } from '../../storage/newest-page.ts';
import type { AccountContext } from '../service.ts';

/** What the account was charged, entry by entry, newest first (contract: money). */
export function listAccountLedger(
  account: AccountContext,
  { trackingNumber, ...filters }: LedgerFilters,
): Promise<Newest<LedgerEntry, LedgerSums>> {
  const scope = account.database.account(account.accountId);
  const named = trackingNumber === null ? null : readTrackingNumber(trackingNumber);
  return listLedger(scope, { ...filters, trackingNumber: named });
}
