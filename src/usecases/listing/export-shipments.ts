import { EXPORT_HEADINGS, exportLines } from '../../storage/listing/export.ts';
import type { ListingFilters } from '../../storage/listing/filters.ts';
import type { Client, ListingParts } from '../long-work.ts';
import type { AccountContext } from '../service.ts';

/** Spreadsheets recognise UTF-8 only by this mark. */
const BYTE_ORDER_MARK = '\ufeff';

/**
 * Returns the matching shipments as CSV, in parts as they are read, so that any size needs little memory. A
 * cell that a spreadsheet would read as a formula gets an apostrophe in front.
 *
 * @throws Problem before the first part, if too much is in progress: as `LongWork`
 */
export function exportShipments(
  { database, accountId, longWork }: AccountContext & ListingParts,
  filters: ListingFilters,
  client: Client,
): AsyncGenerator<Buffer, void, undefined> {
  const lines = database.readInParts(accountId, (from) =>
    csvLinesOf(EXPORT_HEADINGS, exportLines(from.account(accountId, client.signal), filters)),
  );
  return longWork.inParts({ accountId, ...client }, lines);
}

/** Returns the lines of a CSV, the header with the first rows, so that a failure before them is an error. */
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
