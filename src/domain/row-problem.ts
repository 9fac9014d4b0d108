/**
 * What is wrong with one row of a file that an operator gave us. Nothing of a file with such a row is
 * applied.
 */
export interface RowProblem {
  /** Counted from 1, the header included, as a spreadsheet or an editor counts. */
  readonly line: number;
  /** The column's name in the header; null where the row as a whole is wrong. */
  readonly column: string | null;
  /** What is wrong, without line and column: `"12345" is not a pincode of six digits`. */
  readonly reason: string;
}

/** `line 7, column pincode: "12345" is not a pincode of six digits`. */
export function rowProblemSentence({ line, column, reason }: RowProblem): string {
  return column === null ? `line ${line}: ${reason}` : `line ${line}, column ${column}: ${reason}`;
}
