import { type Sentence, say } from '../../problems/sentence.ts';
import type { CsvLine } from '../csv-file.ts';
import { decodeText, NotUtf8 } from '../file-text.ts';

/** Longer than any real order. */
const LONGEST_LINE = 256 * 1024;
/** The header of files with JSON lines: they have one column. */
export const JSON_HEADER = ['order'];

/** Reads lines of JSON as rows with one cell, after a header. Ends after the first unreadable line. */
export async function* readJsonLines(content: AsyncIterable<Buffer>): AsyncGenerator<CsvLine> {
  yield { line: 0, cells: JSON_HEADER, problem: null };
  let rest = '';
  let line = 0;
  const unreadable = (at: number, reason: Sentence): CsvLine => {
    return { line: at, cells: null, problem: { line: at, column: null, reason } };
  };
  try {
    for await (const text of decodeText(content)) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const one of lines) {
        line += 1;
        if (one.trim() !== '') yield { line, cells: [one.trim()], problem: null };
      }
      if (rest.length > LONGEST_LINE) {
        yield unreadable(line + 1, say('line_is_too_long', 'the line is too long'));
        return;
      }
    }
  } catch (error) {
    if (!(error instanceof NotUtf8)) throw error;
    yield unreadable(error.line, say('file_is_not_utf8', 'the file is not UTF-8'));
    return;
  }
  if (rest.trim() !== '') yield { line: line + 1, cells: [rest.trim()], problem: null };
}
