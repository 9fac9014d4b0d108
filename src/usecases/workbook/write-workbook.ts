import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/** An Excel cell takes no more. */
const LONGEST_CELL = 32_767;
const OFFICE = 'http://schemas.openxmlformats.org';
const START = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** The parts of a workbook beside its sheet. */
const PARTS: readonly (readonly [string, string])[] = [
  [
    '[Content_Types].xml',
    `${START}<Types xmlns="${OFFICE}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
  ],
  ['_rels/.rels', related('officeDocument', 'xl/workbook.xml')],
  [
    'xl/workbook.xml',
    `${START}<workbook xmlns="${OFFICE}/spreadsheetml/2006/main" xmlns:r="${OFFICE}/officeDocument/2006/relationships"><sheets><sheet name="Rows" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  ['xl/_rels/workbook.xml.rels', related('worksheet', 'worksheets/sheet1.xml')],
];

function related(type: string, target: string): string {
  return `${START}<Relationships xmlns="${OFFICE}/package/2006/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`;
}

/** Writes rows as a workbook of Excel with one sheet, while they come. All cells are texts, so that Excel changes none. */
export async function* writeWorkbook(
  rows: AsyncIterable<readonly (readonly string[])[]>,
): AsyncGenerator<Buffer, void, undefined> {
  const written: Entry[] = [];
  let offset = 0;
  for (const [name, content] of [...PARTS.map(([one, text]) => [one, only(text)] as const), sheetOf(rows)]) {
    const entry = { name: Buffer.from(name), offset, crc: 0, packed: 0, size: 0 };
    for await (const bytes of entryOf(entry, content)) {
      offset += bytes.length;
      yield bytes;
    }
    written.push(entry);
  }
  yield directoryOf(written, offset);
}

async function* only(text: string): AsyncGenerator<string> {
  yield text;
}

function sheetOf(
  rows: AsyncIterable<readonly (readonly string[])[]>,
): readonly [string, AsyncIterable<string>] {
  return ['xl/worksheets/sheet1.xml', sheetXml(rows)];
}

async function* sheetXml(rows: AsyncIterable<readonly (readonly string[])[]>): AsyncGenerator<string> {
  yield `${START}<worksheet xmlns="${OFFICE}/spreadsheetml/2006/main"><sheetData>`;
  for await (const some of rows) yield some.map(rowXml).join('');
  yield '</sheetData></worksheet>';
}

function rowXml(cells: readonly string[]): string {
  return `<row>${cells.map(cellXml).join('')}</row>`;
}

function cellXml(cell: string): string {
  if (cell === '') return '<c/>';
  return `<c t="inlineStr"><is><t xml:space="preserve">${xmlText(cell.slice(0, LONGEST_CELL))}</t></is></c>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** XML has no control characters, and no halves of a pair. */
function xmlText(text: string): string {
  return text
    .replace(/[\p{Cs}\ufffe\uffff]|(?![\t\n\r])\p{Cc}/gu, '\ufffd')
    .replace(/[&<>]/g, (letter) => ENTITIES[letter] ?? letter);
}

/** A file in a ZIP archive. */
interface Entry {
  readonly name: Buffer;
  readonly offset: number;
  crc: number;
  packed: number;
  size: number;
}

const VERSION = 20;
/** The sizes follow the content; names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
/** 1 January 1980: the first day of ZIP. */
const NO_DATE = 0x21;

function numbers(...fields: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of fields) at = buffer.writeUIntLE(value, at, bytes);
  return buffer;
}

/** @param entry is completed */
async function* entryOf(entry: Entry, content: AsyncIterable<string>): AsyncGenerator<Buffer> {
  const { name } = entry;
  yield Buffer.concat([
    numbers([4, 0x04034b50], [2, VERSION], [2, FLAGS], [2, DEFLATED], [2, 0], [2, NO_DATE]),
    numbers([4, 0], [4, 0], [4, 0], [2, name.length], [2, 0]),
    name,
  ]);
  async function* counted() {
    for await (const text of content) {
      const bytes = Buffer.from(text);
      entry.crc = crc32(bytes, entry.crc);
      entry.size += bytes.length;
      yield bytes;
    }
  }
  // An error of the content ends the packed stream with it.
  const packed = pipeline(Readable.from(counted()), createDeflateRaw(), () => undefined);
  for await (const bytes of packed) {
    entry.packed += bytes.length;
    yield bytes as Buffer;
  }
  yield numbers([4, 0x08074b50], [4, entry.crc], [4, entry.packed], [4, entry.size]);
}

function directoryOf(entries: readonly Entry[], offset: number): Buffer {
  const directory = Buffer.concat(
    entries.flatMap(({ name, crc, packed, size, offset: at }) => [
      numbers([4, 0x02014b50], [2, VERSION], [2, VERSION], [2, FLAGS], [2, DEFLATED], [2, 0], [2, NO_DATE]),
      numbers(
        [4, crc],
        [4, packed],
        [4, size],
        [2, name.length],
        [2, 0],
        [2, 0],
        [2, 0],
        [2, 0],
        [4, 0],
        [4, at],
      ),
      name,
    ]),
  );
  const count = entries.length;
  return Buffer.concat([
    directory,
    numbers(
      [4, 0x06054b50],
      [2, 0],
      [2, 0],
      [2, count],
      [2, count],
      [4, directory.length],
      [4, offset],
      [2, 0],
    ),
  ]);
}
