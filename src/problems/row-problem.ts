import { type Sentence, say } from './sentence.ts';

/** The problem of one row of an operator's file. One problem stops the import of the whole file. */
export interface RowProblem {
  /** Counts from 1 and includes the header, like a spreadsheet or an editor. */
  readonly line: number;
  /** The column's name in the header; null if the problem concerns the whole row. */
  readonly column: string | null;
  /** The problem without line and column: `"12345" is not a pincode of six digits`. */
  readonly reason: Sentence;
}

/**
 * Returns `line 7, column pincode: "12345" is not a pincode of six digits`. Control characters of a cell are
 * replaced in the text, because a file must not control the terminal that shows its problems.
 */
export function rowProblemSentence({ line, column, reason: { text, ...said } }: RowProblem): Sentence {
  const reason = { ...said, text: text.replace(/\p{Cc}/gu, '\ufffd') };
  return column === null
    ? say('problem_of_line', 'line {line}: {reason}', { line, reason })
    : say('problem_of_cell', 'line {line}, column {column}: {reason}', { line, column, reason });
}

/** The reason that a cell does not have the value that is expected: `a pincode of six digits`. */
export function isNot(value: string, expectation: Sentence): Sentence {
  return say('cell_is_not', '"{value}" is not {expectation}', { value, expectation });
}
