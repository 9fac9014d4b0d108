import { say } from '../problems/sentence.ts';
import { type CsvLine, readCsv } from './csv-file.ts';
import {
  type CountKnown,
  type FileForm,
  isBetter,
  MOST_TITLES,
  newFileForm,
  SEPARATORS,
  type Separator,
  unreadableFrom,
} from './file-form.ts';
import { decodeText, NotUtf8 } from './file-text.ts';

/**
 * Reads the rows of a table line by line, its header first: text with any of the separators, or a workbook of Excel, which is told by
 * its first bytes. Ends after the first unreadable line.
 *
 * @param form is filled in with what was recognised
 */
export async function* readTable(
  content: AsyncIterable<Buffer>,
  known: CountKnown,
  form: FileForm = newFileForm(),
): AsyncGenerator<CsvLine> {
  const pieces = content[Symbol.asyncIterator]();
  const first = await pieces.next();
  const start = first.done === true ? Buffer.alloc(0) : first.value;
  const whole = continued(first.done === true ? [] : [first.value], pieces);
  if (start.subarray(0, 4).equals(ZIP)) {
    form.form = 'xlsx';
    form.encoding = null;
    form.separator = null;
    const { readWorkbook } = await import('./workbook/read-workbook.ts');
    yield* readWorkbook(whole, known, form);
    return;
  }
  const foreign = start.subarray(0, 4).equals(OLD_OFFICE)
    ? OLD_EXCEL
    : WEB_PAGE.test(start.subarray(0, 500).toString('latin1'))
      ? IS_WEB_PAGE
      : null;
  if (foreign !== null) yield unreadableFrom(1, foreign);
  else yield* readText(whole, known, form);
}

const ZIP = Buffer.from('PK\u0003\u0004');
const OLD_OFFICE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const WEB_PAGE = /^[^\w<]{0,20}<(?:!doctype|html|table|\?xml|meta)/i;
const OLD_EXCEL = say(
  'file_is_old_excel',
  'the file is an old Excel file (.xls), or has a password: save it as .xlsx without a password',
);
const IS_WEB_PAGE = say(
  'file_is_web_page',
  'the file is a web page, although its name says Excel: open it in a spreadsheet and save it as .xlsx or CSV',
);

/** Continues an iteration, beginning with parts that were taken from it already. */
async function* continued<T>(taken: readonly T[], rest: AsyncIterator<T>): AsyncGenerator<T> {
  try {
    yield* taken;
    for (;;) {
      const next = await rest.next();
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await rest.return?.();
  }
}

/** The characters at the start of a text in which its header is. */
const SEARCHED = 64 * 1024;

async function* readText(
  content: AsyncIterable<Buffer>,
  known: CountKnown,
  form: FileForm,
): AsyncGenerator<CsvLine> {
  const texts = decodeText(content, (encoding) => {
    form.encoding = encoding;
  });
  let start = '';
  try {
    while (start.length < SEARCHED) {
      const next = await texts.next();
      if (next.done === true) break;
      start += next.value;
    }
  } catch (error) {
    if (!(error instanceof NotUtf8)) throw error;
    // The reader of lines says where.
    const found = findHeader(start, known);
    yield* readCsv(failing(start.slice(found.at), error), {
      separator: found.separator,
      linesBefore: found.line - 1,
    });
    return;
  }
  const { at, line, separator } = findHeader(start, known);
  form.separator = separator;
  form.headerLine = line;
  yield* readCsv(continued([start.slice(at)], texts), { separator, linesBefore: line - 1 });
}

async function* failing(start: string, error: Error): AsyncGenerator<string> {
  yield start;
  throw error;
}

interface HeaderFound {
  /** The index of its first character. */
  readonly at: number;
  /** The number of its line. */
  readonly line: number;
  readonly separator: Separator;
}

/** The separator that the first line names, as Excel writes it. */
const SEPARATOR_LINE = /^\ufeff?"?sep=([,;\t|])"?\s*$/i;

/**
 * Finds the header and the separator of a text: the line with most known names, if it has at least two more than the lines above it;
 * else the first line, with the separator that cuts it into most cells.
 */
function findHeader(text: string, known: CountKnown): HeaderFound {
  const lines = firstLines(text);
  const [first] = lines;
  const named = SEPARATOR_LINE.exec(first?.text ?? '')?.[1] as Separator | undefined;
  const candidates = (named === undefined ? lines : lines.slice(1)).filter(
    ({ text: one }) => one.trim() !== '',
  );
  const separators = named === undefined ? SEPARATORS : [named];
  let best: (HeaderFound & { readonly score: number; readonly cells: number }) | null = null;
  for (const { at, line } of candidates) {
    for (const separator of separators) {
      const cells = cellsOfRecord(text, at, separator);
      const score = known(cells);
      const found = { at, line, separator, score, cells: cells.length };
      if (best === null || isBetter(found, best)) best = found;
    }
  }
  return best ?? { at: 0, line: 1, separator: named ?? ',' };
}

interface LineFound {
  readonly at: number;
  readonly line: number;
  readonly text: string;
}

function firstLines(text: string): LineFound[] {
  const lines: LineFound[] = [];
  const end = /\r\n|\n|\r/g;
  let at = 0;
  for (let line = 1; line <= MOST_TITLES && at < text.length; line += 1) {
    const match = end.exec(text);
    lines.push({ at, line, text: text.slice(at, match?.index ?? text.length) });
    if (match === null) break;
    at = end.lastIndex;
  }
  return lines;
}

/** No header is longer. */
const LONGEST_HEADER = 20_000;

/** Returns the cells of the record that begins at an index; those in quotes may have separators and line ends. */
function cellsOfRecord(text: string, from: number, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  const to = Math.min(text.length, from + LONGEST_HEADER);
  for (let at = from; at < to; at += 1) {
    const one = text[at] ?? '';
    if (one === '"') {
      if (isQuoted || cell === '') isQuoted = !isQuoted;
    } else if (isQuoted) cell += one;
    else if (one === '\n' || one === '\r') break;
    else if (one === separator) {
      cells.push(cell);
      cell = '';
    } else cell += one;
  }
  return [...cells, cell];
}
