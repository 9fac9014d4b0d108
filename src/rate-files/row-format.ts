import type { PincodeDirectory } from '../domain/pincodes/pincode-directory.ts';

/** The cells of a row as text, by column. A column that the file does not have counts as empty. */
export type CellTexts = Readonly<Record<string, string | undefined>>;

/** The problem of one cell; the reader of the file adds the line. */
export interface CellProblem {
  readonly column: string;
  readonly reason: string;
}

/** Names that a row may refer to. */
export interface KnownNames {
  readonly directory: PincodeDirectory;
  /** Tells whether the book has a carrier with this id. */
  hasCarrier(carrierId: string): boolean;
}

export type RowReading<Row> =
  | { readonly row: Row; readonly problems: null }
  | { readonly row: null; readonly problems: readonly CellProblem[] };

/**
 * The CSV format of one kind of row. Reading the output of `write` gives an equal row, so that a file can be
 * exported, edited and imported. Amounts are rupees with at most two decimals and percentages percent; in
 * memory they are paise and millionths.
 */
export interface RowFormat<Row> {
  /** In the order of the header. */
  readonly columns: readonly string[];
  /** Columns of later releases, which a file may lack; their values then stay unchanged. */
  readonly addedColumns?: readonly string[];
  /** No two rows of a file (or of a table, with its account) have the same key. */
  keyOf(row: Row): string;
  read(cells: CellTexts, known: KnownNames): RowReading<Row>;
  write(row: Row): Record<string, string>;
}
