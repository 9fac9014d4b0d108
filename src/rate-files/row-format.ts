import type { PincodeDirectory } from '../domain/pincodes/pincode-directory.ts';
import type { Sentence } from '../problems/sentence.ts';

/** The text of each cell of a row, indexed by column. A column that is not in the file counts as empty. */
export type CellTexts = Readonly<Record<string, string | undefined>>;

/** The problem of one cell; the reader of the file adds the line. */
export interface CellProblem {
  readonly column: string;
  readonly reason: Sentence;
}

/** The names that rows may refer to. */
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
 * exported, edited and imported. In a file, amounts are rupees with at most two decimals, and percentages are
 * percent; in memory, they are paise and millionths.
 */
export interface RowFormat<Row> {
  /** The columns in the order of the header. */
  readonly columns: readonly string[];
  /** Columns that later releases added. A file may lack them; their values then stay unchanged. */
  readonly addedColumns?: readonly string[];
  /** Returns the key of a row, which is unique in a file and, together with the account, in a table. */
  keyOf(row: Row): string;
  read(cells: CellTexts, known: KnownNames): RowReading<Row>;
  write(row: Row): Record<string, string>;
}
