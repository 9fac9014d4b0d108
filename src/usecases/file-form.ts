import type { RowProblem } from '../problems/row-problem.ts';
import type { Sentence } from '../problems/sentence.ts';
import type { FileReading } from '../storage/imports/imports.ts';
import type { CsvLine } from './csv-file.ts';

/** Counts the names in a line that a kind of files knows as columns. */
export type CountKnown = (cells: readonly string[]) => number;

export const SEPARATORS = [',', ';', '\t', '|'] as const;
export type Separator = (typeof SEPARATORS)[number];

/** How a file is written. It is complete once all lines are read. */
export type FileForm = {
  -readonly [Part in keyof Pick<
    FileReading,
    'form' | 'encoding' | 'separator' | 'sheet' | 'headerLine'
  >]: FileReading[Part];
};

export function newFileForm(): FileForm {
  return { form: 'csv', encoding: 'UTF-8', separator: ',', sheet: null, headerLine: 1 };
}

export function unreadableFrom(line: number, reason: Sentence): CsvLine {
  const problem: RowProblem = { line, column: null, reason };
  return { line, cells: null, problem };
}

/** Titles are above the header, and rarely more than a few. */
export const MOST_TITLES = 20;
interface Scored {
  readonly line: number;
  readonly score: number;
  readonly cells: number;
}

/** Tells whether a line is the header rather than the best one so far, which is above it or the same line. */
export function isBetter(one: Scored, best: Scored): boolean {
  if (one.line === best.line) {
    return one.score > best.score || (one.score === best.score && one.cells > best.cells);
  }
  return one.score >= best.score + 2;
}
