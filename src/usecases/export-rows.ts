import { stringify } from 'csv-stringify/sync';
import { paiseText } from '../domain/rupees.ts';
import type { AccountScope } from '../storage/account-scope.ts';
import { csvLinesOf } from './listing/export-shipments.ts';
import type { Client, ListingParts } from './long-work.ts';
import type { AccountContext } from './service.ts';

/** A cell of an export: a text, or an amount in paise, which is written in rupees with two decimals. */
export type ExportCell = string | number | null;

export interface RowsExport<Row> {
  readonly headings: readonly string[];
  readonly cellsOf: (row: Row) => readonly ExportCell[];
  /** Reads the rows in parts. */
  readonly read: (scope: AccountScope) => AsyncGenerator<readonly Row[], void, undefined>;
}

/**
 * Returns rows as CSV, in parts as they are read. A text that a spreadsheet would read as a formula gets an
 * apostrophe in front.
 *
 * @throws Problem before the first part, if too much is in progress: as `LongWork`
 */
export function exportRows<Row>(
  { database, accountId, longWork }: AccountContext & ListingParts,
  { headings, cellsOf, read }: RowsExport<Row>,
  client: Client,
): AsyncGenerator<Buffer, void, undefined> {
  async function* pieces(scope: AccountScope) {
    for await (const rows of read(scope)) yield exportText(rows.map(cellsOf));
  }
  const lines = database.readInParts(accountId, (from) =>
    csvLinesOf(headings, pieces(from.account(accountId, client.signal))),
  );
  return longWork.inParts({ accountId, ...client }, lines);
}

export function exportText(rows: readonly (readonly ExportCell[])[]): string {
  const cast = { number: (paise: number) => paiseText(paise) };
  return stringify(rows as ExportCell[][], { escape_formulas: true, record_delimiter: 'windows', cast });
}
