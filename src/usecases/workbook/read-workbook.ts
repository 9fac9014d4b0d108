import { say } from '../../problems/sentence.ts';
import type { CsvLine } from '../csv-file.ts';
import { type CountKnown, type FileForm, isBetter, MOST_TITLES, unreadableFrom } from '../file-form.ts';
import { CellFormats } from './cell-formats.ts';
import { attributeOf, BadXml, readXml, type XmlPart } from './xml.ts';
import { BadZip, readZip, type ZipEntry } from './zip.ts';

/** The inflated bytes of a sheet: 100,000 rows of 145 columns have less. */
const MOST_SHEET_BYTES = 800 * 1024 * 1024;
/** The inflated bytes of the texts of a workbook, which are kept in memory. */
const MOST_TEXT_BYTES = 64 * 1024 * 1024;
const MOST_SMALL_BYTES = 8 * 1024 * 1024;
/** Real sheets are 5 to 50 times as large as their zip. */
const MOST_TIMES = 200;
const MOST_COLUMNS = 1_000;
const MOST_SHEETS = 20;

const NOT_EXCEL = say(
  'file_is_no_workbook',
  'the file is no Excel workbook that can be read: open it in a spreadsheet, and save it as .xlsx or CSV',
);
const TOO_MUCH = say(
  'workbook_holds_too_much',
  'the workbook holds too much: copy the rows into a new sheet, and save that one',
);

/** A row of a sheet. */
interface SheetRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * Reads the rows of a workbook's first sheet with a header: texts as they are, numbers in plain digits, days as `2026-11-27`, the
 * stored values of formulas. Links to other files are not followed. Only the texts of the workbook and one row are in memory.
 */
export async function* readWorkbook(
  content: AsyncIterable<Buffer>,
  known: CountKnown,
  form: FileForm,
): AsyncGenerator<CsvLine> {
  let line = 1;
  try {
    const book = await openWorkbook(content);
    const found = await findHeader(book, known);
    if (found === null) return;
    form.sheet = found.sheet.name;
    form.headerLine = found.line;
    for await (const row of rowsOf(book, found.sheet)) {
      if (row.line < found.line) continue;
      line = row.line;
      yield { ...row, problem: null };
    }
  } catch (error) {
    if (error instanceof TooMuch) yield unreadableFrom(line, TOO_MUCH);
    else if (error instanceof BadZip || error instanceof BadXml) yield unreadableFrom(line, NOT_EXCEL);
    else throw error;
  }
}

class TooMuch extends Error {}

interface Sheet {
  readonly name: string;
  readonly entry: ZipEntry;
}

interface Workbook {
  readonly sheets: readonly Sheet[];
  readonly formats: CellFormats;
  readonly texts: readonly string[];
}

async function openWorkbook(content: AsyncIterable<Buffer>): Promise<Workbook> {
  const parts: Buffer[] = [];
  for await (const part of content) parts.push(part);
  const entries = readZip(Buffer.concat(parts));
  const small = async (name: string) => {
    const all: XmlPart[] = [];
    const entry = entries.get(name);
    if (entry !== undefined)
      for await (const some of readXml(limited(entry, MOST_SMALL_BYTES))) all.push(...some);
    return all;
  };
  const targets = new Map<string, string>();
  for (const part of await small('xl/_rels/workbook.xml.rels')) {
    if (part.kind !== 'open' || part.name !== 'Relationship') continue;
    const target = attributeOf(part.attributes, 'Target') ?? '';
    const path = target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`;
    targets.set(attributeOf(part.attributes, 'Id') ?? '', path);
  }
  const sheets: Sheet[] = [];
  let isFrom1904 = false;
  for (const part of await small('xl/workbook.xml')) {
    if (part.kind !== 'open') continue;
    if (part.name === 'workbookPr')
      isFrom1904 = /^(?:1|true)$/.test(attributeOf(part.attributes, 'date1904') ?? '');
    if (part.name !== 'sheet' || attributeOf(part.attributes, 'state')?.includes('idden')) continue;
    const entry = entries.get(targets.get(attributeOf(part.attributes, 'id') ?? '') ?? '');
    if (entry !== undefined) sheets.push({ name: attributeOf(part.attributes, 'name') ?? '', entry });
  }
  if (sheets.length === 0) throw new BadZip();
  const formats = new CellFormats(await small('xl/styles.xml'), isFrom1904);
  return { sheets, formats, texts: await readTexts(entries.get('xl/sharedStrings.xml')) };
}

/** Inflates an entry; a workbook that holds far more than its size is made to fill the memory. */
async function* limited(entry: ZipEntry, most: number): AsyncGenerator<Buffer> {
  const limit = Math.min(most, MOST_SMALL_BYTES + entry.packedBytes * MOST_TIMES);
  if (entry.bytes > limit) throw new TooMuch();
  yield* entry.read(limit);
}

async function readTexts(entry: ZipEntry | undefined): Promise<string[]> {
  const texts: string[] = [];
  if (entry === undefined) return texts;
  let text = '';
  let isShown = false;
  let isSpoken = false;
  for await (const parts of readXml(limited(entry, MOST_TEXT_BYTES))) {
    for (const part of parts) {
      if (part.kind === 'text') {
        if (isShown && !isSpoken) text += part.text;
      } else if (part.name === 'si') {
        if (part.kind === 'close' || part.isEmpty) texts.push(text);
        text = '';
      } else if (part.name === 't') isShown = part.kind === 'open' && !part.isEmpty;
      else if (part.name === 'rPh') isSpoken = part.kind === 'open' && !part.isEmpty;
    }
  }
  return texts;
}

interface HeaderOfSheet {
  readonly sheet: Sheet;
  readonly line: number;
  readonly score: number;
  readonly cells: number;
}

async function findHeader(book: Workbook, known: CountKnown): Promise<HeaderOfSheet | null> {
  let best: HeaderOfSheet | null = null;
  for (const sheet of book.sheets.slice(0, MOST_SHEETS)) {
    let rows = 0;
    let ofSheet: HeaderOfSheet | null = null;
    for await (const { line, cells } of rowsOf(book, sheet)) {
      const found = { sheet, line, score: known(cells), cells: cells.filter((cell) => cell !== '').length };
      if (ofSheet === null || isBetter(found, ofSheet)) ofSheet = found;
      rows += 1;
      if (rows === MOST_TITLES) break;
    }
    if (ofSheet !== null && (best === null || ofSheet.score >= best.score + 2)) best = ofSheet;
  }
  return best;
}

/** Reads the rows of a sheet that have a value. */
async function* rowsOf({ texts, formats }: Workbook, { entry }: Sheet): AsyncGenerator<SheetRow> {
  let line = 0;
  let cells: string[] = [];
  let column = 0;
  let kind = '';
  let style = 0;
  let value = '';
  let isValue = false;
  let isText = false;
  for await (const parts of readXml(limited(entry, MOST_SHEET_BYTES))) {
    for (const part of parts) {
      if (part.kind === 'text') {
        if (isValue || isText) value += part.text;
        continue;
      }
      const { name } = part;
      const isOpen = part.kind === 'open';
      if (name === 'v') isValue = isOpen && !part.isEmpty;
      else if (name === 't') isText = isOpen && !part.isEmpty;
      else if (name === 'c') {
        if (isOpen) {
          const place = attributeOf(part.attributes, 'r');
          column = place === null ? column + 1 : columnOf(place);
          kind = attributeOf(part.attributes, 't') ?? 'n';
          style = Number(attributeOf(part.attributes, 's') ?? 0);
          value = '';
        }
        if ((!isOpen || part.isEmpty) && value !== '' && column <= MOST_COLUMNS) {
          while (cells.length < column) cells.push('');
          cells[column - 1] = textOfValue(value, kind, style);
        }
      } else if (name === 'row') {
        if (isOpen) {
          const number = attributeOf(part.attributes, 'r');
          line = number === null ? line + 1 : Number(number);
          cells = [];
          column = 0;
        }
        if ((!isOpen || part.isEmpty) && cells.some((cell) => cell.trim() !== '')) yield { line, cells };
      }
    }
  }

  function textOfValue(stored: string, type: string, ofStyle: number): string {
    switch (type) {
      case 's':
        return texts[Number(stored)] ?? '';
      case 'n':
        return formats.textOf(stored, ofStyle);
      case 'b':
        return stored === '1' ? 'TRUE' : 'FALSE';
      case 'd':
        return stored;
      default:
        return stored;
    }
  }
}

/** Returns the number of a column, from 1: 28 of `AB12`. */
function columnOf(place: string): number {
  let column = 0;
  for (const letter of place) {
    const value = letter.charCodeAt(0) - 64;
    if (value < 1 || value > 26) break;
    column = column * 26 + value;
  }
  return column;
}
