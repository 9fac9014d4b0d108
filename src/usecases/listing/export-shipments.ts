import { stringify } from 'csv-stringify/sync';
import { EXPORT_HEADINGS, type ExportRow, exportRows } from '../../storage/listing/export.ts';
import type { ListingFilters } from '../../storage/listing/filters.ts';
import type { Client } from '../long-work.ts';
import type { AccountContext } from '../service.ts';

/** Spreadsheets read UTF-8 as such only after this. */
const BYTE_ORDER_MARK = '\ufeff';

/**
 * The shipments that match the filters as CSV, in parts as they are read: bounded memory, any size. A cell
 * that a spreadsheet would take for a formula gets an apostrophe in front.
 *
 * @throws Problem before the first part, where too much is under way: see `LongWork`
 */
export function exportShipments(
  { database, accountId, longWork }: AccountContext,
  filters: ListingFilters,
  client: Client,
): AsyncGenerator<Buffer, void, undefined> {
  const lines = database.readInParts(accountId, (from) =>
    csvLinesOf(EXPORT_HEADINGS, exportRows(from.account(accountId, client.signal), filters)),
  );
  return longWork.inParts({ accountId, ...client }, lines);
}

/** Rows as the lines of a CSV file, its headings first: with the first rows, so that nothing is told before something is read. */
export async function* csvLinesOf(
  headings: readonly string[],
  pieces: AsyncGenerator<ExportRow[], void, undefined>,
): AsyncGenerator<string, void, undefined> {
  let heading = BYTE_ORDER_MARK + csv([headings]);
  for await (const rows of pieces) {
    yield heading + csv(rows);
    heading = '';
  }
  if (heading !== '') yield heading;
}

function csv(rows: readonly ExportRow[]): string {
  return stringify(rows as (string | null)[][], { escape_formulas: true, record_delimiter: 'windows' });
}
