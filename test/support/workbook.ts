import { strToU8, zipSync } from 'fflate';

/** A cell of a workbook: text, a number, a day number with the format of a day, a share, a formula with its value, or an error. */
export type WorkbookCell =
  | string
  | number
  | null
  | { readonly day: number }
  | { readonly share: number }
  | { readonly formula: string; readonly value: string | number }
  | { readonly error: string }
  | { readonly inline: string };

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

function column(index: number): string {
  const more = Math.floor(index / 26);
  return (more > 0 ? column(more - 1) : '') + String.fromCharCode(65 + (index % 26));
}

/** Makes a workbook of Excel with one sheet. */
export function workbook(
  rows: readonly (readonly WorkbookCell[])[],
  { sheet = 'Orders', more = {} }: { sheet?: string; more?: Record<string, string> } = {},
): Buffer {
  const texts: string[] = [];
  const cellOf = (cell: WorkbookCell, place: string): string => {
    if (cell === null) return `<c r="${place}" s="1"/>`;
    if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
    if (typeof cell === 'string') return `<c r="${place}" t="s"><v>${texts.push(cell) - 1}</v></c>`;
    if ('day' in cell) return `<c r="${place}" s="1"><v>${cell.day}</v></c>`;
    if ('share' in cell) return `<c r="${place}" s="2"><v>${cell.share}</v></c>`;
    if ('error' in cell) return `<c r="${place}" t="e"><v>${cell.error}</v></c>`;
    if ('inline' in cell)
      return `<c r="${place}" t="inlineStr"><is><r><t>${escaped(cell.inline)}</t></r></is></c>`;
    const kind = typeof cell.value === 'string' ? ' t="str"' : '';
    return `<c r="${place}"${kind}><f>${escaped(cell.formula)}</f><v>${escaped(String(cell.value))}</v></c>`;
  };
  const data = rows
    .map(
      (cells, at) =>
        `<row r="${at + 1}">${cells.map((one, index) => cellOf(one, `${column(index)}${at + 1}`)).join('')}</row>`,
    )
    .join('');
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const parts: Record<string, string> = {
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${data}</sheetData><mergeCells><mergeCell ref="A1:F1"/></mergeCells></worksheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${texts.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts><numFmt numFmtId="164" formatCode="dd\\-mm\\-yyyy\\ hh:mm"/></numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="9"/></cellXfs></styleSheet>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="r"><sheets><sheet name="${escaped(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ...more,
  };
  return Buffer.from(
    zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))),
  );
}
