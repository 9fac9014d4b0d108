/** The problem of one row of an operator's file. None of the file's rows are applied then. */
export interface RowProblem {
  /** From 1, including the header, as a spreadsheet or an editor counts. */
  readonly line: number;
  /** The column's name in the header; null for the whole row. */
  readonly column: string | null;
  /** The problem without line and column: `"12345" is not a pincode of six digits`. */
  readonly reason: string;
}

/**
 * `line 7, column pincode: "12345" is not a pincode of six digits`. Control characters of a cell are removed,
 * because a file must not control the terminal that shows its problems.
 */
export function rowProblemSentence({ line, column, reason }: RowProblem): string {
  const visible = reason.replace(/\p{Cc}/gu, '\ufffd');
  return column === null ? `line ${line}: ${visible}` : `line ${line}, column ${column}: ${visible}`;
}
