import { indiaDateTime } from '../../domain/india-time.ts';
import {
  type LedgerEntry,
  type LedgerFilters,
  type LedgerSums,
  listLedger,
  readLedger,
} from '../../storage/money/ledger.ts';
import type { Newest, NewestPage } from '../../storage/newest-page.ts';
import { exportRows } from '../export-rows.ts';
import type { Client, ListingParts } from '../long-work.ts';
import type { AccountContext } from '../service.ts';
import { withReadNumber } from './with-read-number.ts';

/** Returns a page of the account's ledger, newest first. @throws Problem if `LongWork` is full */
export function listAccountLedger(
  { database, accountId, longWork }: AccountContext & ListingParts,
  filters: LedgerFilters,
  page: NewestPage,
  { signal }: Pick<Client, 'signal'>,
): Promise<Newest<LedgerEntry, LedgerSums>> {
  return longWork.run({ accountId, signal }, () =>
    listLedger(database.account(accountId, signal), withReadNumber(filters), page),
  );
}

const HEADINGS = [
  'recorded_at',
  'event_type',
  'transaction_type',
  'carrier',
  'order_id',
  'tracking_number',
  'amount_without_gst',
  'gst',
  'amount_with_gst',
  'happened_at',
];

/** Exports all matching entries as CSV; amounts of credits are below 0, so that a column can be summed. */
export function exportLedger(account: AccountContext & ListingParts, filters: LedgerFilters, client: Client) {
  const rows = {
    headings: HEADINGS,
    read: (scope: Parameters<typeof readLedger>[0]) => readLedger(scope, withReadNumber(filters)),
    cellsOf: (entry: LedgerEntry) => {
      const sign = entry.side === 'debit' ? 1 : -1;
      return [
        indiaDateTime(Date.parse(entry.recordedAt)),
        entry.event,
        entry.side,
        entry.carrierName,
        entry.orderId,
        entry.trackingNumber,
        sign * entry.paise,
        sign * entry.gstPaise,
        sign * (entry.paise + entry.gstPaise),
        indiaDateTime(Date.parse(entry.happenedAt)),
      ];
    },
  };
  return exportRows(account, rows, client);
}
