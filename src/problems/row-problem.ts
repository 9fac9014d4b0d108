/**
 * The problem of one row of an operator's file. Nothing of such a file is applied.
 */
export interface RowProblem {
  /** Counted from 1, the header included, as a spreadsheet or an editor counts. */
  readonly line: number;
  /** The column's name in the header; null where the row as a whole is wrong. */
  readonly column: string | null;
  /** The problem without line and column: `"12345" is not a pincode of six digits`. */
  readonly reason: string;
}

/**
 * `line 7, column pincode: "12345" is not a pincode of six digits`. What a cell holds is told without its
 * control characters: a file must not drive the terminal that shows what is wrong with it.
 */
export function rowProblemSentence({ line, column, reason }: RowProblem): string {
  const told = reason.replace(/\p{Cc}/gu, '\ufffd');
  return column === null ? `line ${line}: ${told}` : `line ${line}, column ${column}: ${told}`;
}
