/** The problem of one row of an operator's file. One problem stops the import of the whole file. */
export interface RowProblem {
  /** Counts from 1 and includes the header, like a spreadsheet or an editor. */
  readonly line: number;
  /** The column's name in the header; null if the problem concerns the whole row. */
  readonly column: string | null;
  /** The problem without line and column: `"12345" is not a pincode of six digits`. */
  readonly reason: string;
}

/**
 * Returns `line 7, column pincode: "12345" is not a pincode of six digits`. Control characters of a cell are
 * replaced, because a file must not control the terminal that shows its problems.
 */
export function rowProblemSentence({ line, column, reason }: RowProblem): string {
  const visible = reason.replace(/\p{Cc}/gu, '\ufffd');
  return column === null ? `line ${line}: ${visible}` : `line ${line}, column ${column}: ${visible}`;
}
