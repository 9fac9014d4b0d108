import { EXPORT_HEADINGS, exportLines } from '../../storage/listing/export.ts';
import type { ListingFilters } from '../../storage/listing/filters.ts';
import type { Client } from '../long-work.ts';
import type { AccountContext } from '../service.ts';

/** Spreadsheets recognise UTF-8 only with this mark. */
const BYTE_ORDER_MARK = '\ufeff';

/**
 * The matching shipments as CSV, in parts as they are read: bounded memory for any size. A cell that a
 * spreadsheet would take for a formula gets an apostrophe in front.
 *
 * @throws Problem before the first part, if too much is in progress: see `LongWork`
 */
export function exportShipments(
  { database, accountId, longWork }: AccountContext,
  filters: ListingFilters,
  client: Client,
): AsyncGenerator<Buffer, void, undefined> {
  const lines = database.readInParts(accountId, (from) =>
    csvLinesOf(EXPORT_HEADINGS, exportLines(from.account(accountId, client.signal), filters)),
  );
  return longWork.inParts({ accountId, ...client }, lines);
}

/** The lines of a CSV. The header comes with the first lines, so that an early failure is an error. */
export async function* csvLinesOf(
  headings: readonly string[],
  pieces: AsyncGenerator<string, void, undefined>,
): AsyncGenerator<string, void, undefined> {
  let heading = `${BYTE_ORDER_MARK}${headings.join(',')}\r\n`;
  for await (const lines of pieces) {
    yield heading + lines;
    heading = '';
  }
  if (heading !== '') yield heading;
}
