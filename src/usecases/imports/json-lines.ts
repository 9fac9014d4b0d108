import type { CsvLine } from '../csv-file.ts';

/** Longer than any order there is. */
const LONGEST_LINE = 256 * 1024;
/** What such a file's one column is called. */
export const JSON_HEADER = ['order'];

/** Reads lines of JSON as rows of one cell, under a header of their own. Ends after the first that cannot be read. */
export async function* readJsonLines(content: AsyncIterable<Buffer>): AsyncGenerator<CsvLine> {
  yield { line: 0, cells: JSON_HEADER, problem: null };
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  let line = 0;
  const unreadable = (reason: string): CsvLine => {
    return { line: line + 1, cells: null, problem: { line: line + 1, column: null, reason } };
  };
  for await (const part of content) {
    try {
      rest += decoder.decode(part, { stream: true });
    } catch {
      yield unreadable('the file is not UTF-8');
      return;
    }
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) {
      line += 1;
      if (text.trim() !== '') yield { line, cells: [text.trim()], problem: null };
    }
    if (rest.length > LONGEST_LINE) {
      yield unreadable('the line is too long');
      return;
    }
  }
  if (rest.trim() !== '') yield { line: line + 1, cells: [rest.trim()], problem: null };
}
