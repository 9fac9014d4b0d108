import { stringify } from 'csv-stringify/sync';
import type { ListingFilters } from '../domain/listing/filters.ts';
import { EXPORT_HEADINGS, exportRows } from '../storage/listing/export.ts';
import type { AccountContext } from './service.ts';

/** Spreadsheets read UTF-8 as such only after this. */
const BYTE_ORDER_MARK = '\ufeff';

/**
 * The shipments that match the filters as CSV, in pieces as they are read: bounded memory, any size. A cell
 * that a spreadsheet would take for a formula gets an apostrophe in front. Exports take turns.
 */
export async function* exportShipments(
  account: AccountContext,
  filters: ListingFilters,
  signal: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  yield BYTE_ORDER_MARK + csv([EXPORT_HEADINGS]);
  const { database, accountId } = account;
  const leave = await database.exports.enter();
  try {
    if (signal.aborted) return;
    for await (const rows of exportRows(database.account(accountId), filters, signal)) yield csv(rows);
  } finally {
    leave();
  }
}

function csv(rows: readonly (readonly (string | null)[])[]): string {
  return stringify(rows as (string | null)[][], { escape_formulas: true, record_delimiter: 'windows' });
}
