import { LABEL_HEIGHT, LABEL_WIDTH } from '../layout/dots.ts';
import { type Align, type Bars, type Mark, startOfLine, type TextLine } from '../layout/marks.ts';
import { pictureTexts, type TextPicture } from './text-picture.ts';
import { graphicField } from './zpl-graphic.ts';

/** The smallest size of the printer's own font. */
const LEAST_FONT_SIZE = 10;
const JUSTIFICATION: Record<Align, string> = { left: 'L', centre: 'C', right: 'R' };
const PRINTER_TEXT = /^[\x20-\x7e]*$/;

/**
 * Writes one label in ZPL II for a 203 dpi printer. Lines of plain ASCII use the printer's own font, which is
 * sharp and fast (2 kB for a label). Other lines are sent as pictures, because many printers do not have
 * Indian scripts or do not join their letters.
 *
 * Lines were broken for Noto Sans. The printer's font 0 is narrower, so every line fits. Settings that jobs
 * change are set at the top. Offsets that an operator set for the printer (`^LS`, `^LT`, `^PO`) are not
 * changed.
 */
export async function writeZpl(marks: readonly Mark[]): Promise<string> {
  const texts = marks.filter((mark) => mark.kind === 'text');
  const pictured = texts.filter((text) => !isPrinterText(text));
  const pictures = await pictureTexts(pictured);
  const pictureOf = new Map(pictured.map((text, index) => [text, pictures[index]]));
  const fields = marks.map((mark) => field(mark, pictureOf));
  return `^XA^CI28^PW${LABEL_WIDTH}^LL${LABEL_HEIGHT}^LH0,0^FWN\n${fields.join('\n')}\n^XZ\n`;
}

function field(mark: Mark, pictureOf: ReadonlyMap<Mark, TextPicture | undefined>): string {
  switch (mark.kind) {
    case 'fill':
      return `^FO${mark.x},${mark.y}^GB${mark.width},${mark.height},${Math.min(mark.width, mark.height)}^FS`;
    case 'logo':
      return `^FO${mark.x},${mark.y}${graphicField(mark.logo)}^FS`;
    case 'bars':
      return barsField(mark);
    case 'text': {
      const picture = pictureOf.get(mark);
      return picture ? pictureField(mark, picture) : textField(mark);
    }
  }
}

/**
 * Writes the barcode. Mode A accepts any ASCII and changes code sets as we do. But `>`, `^` and `~` are safer
 * in mode N, where each of them has a code that every printer knows.
 */
function barsField({ barcode, x, y, height, moduleWidth }: Bars): string {
  const needsCodes = /[>^~]/.test(barcode.text);
  const data = needsCodes
    ? `>:${barcode.text.replace(/[>^~]/g, (character) => INVOCATIONS[character] ?? character)}`
    : barcode.text;
  const mode = needsCodes ? 'N' : 'A';
  return `^FO${x},${y}^BY${moduleWidth}^BCN,${height},N,N,N,${mode}^FH^FD${escapeData(data)}^FS`;
}

const INVOCATIONS: Readonly<Record<string, string>> = { '>': '>0', '^': '><', '~': '>=' };

function textField(mark: TextLine): string {
  const { size, x, width, baseline, align, colour } = mark;
  const block = align === 'left' ? '' : `^FB${Math.round(width)},1,0,${JUSTIFICATION[align]}`;
  const reverse = colour === 'white' ? '^FR' : '';
  return `^FT${Math.round(x)},${baseline}^A0N,${Math.round(size)}${block}${reverse}^FH^FD${escapeData(textOf(mark))}^FS`;
}

function pictureField(mark: TextLine, picture: TextPicture): string {
  const x = Math.max(0, Math.round(startOfLine(mark)) + picture.left);
  const y = Math.max(0, mark.baseline + picture.top);
  return `^FO${x},${y}${mark.colour === 'white' ? '^FR' : ''}${graphicField(picture)}^FS`;
}

/** Tells whether the printer's font can write a line. A backslash has a meaning in a justified block. */
function isPrinterText(mark: TextLine): boolean {
  const text = textOf(mark);
  if (mark.size < LEAST_FONT_SIZE || !PRINTER_TEXT.test(text)) return false;
  return mark.align === 'left' || !text.includes('\\');
}

function textOf({ line }: TextLine): string {
  return line.pieces.map(({ text }) => text).join('');
}

/** Replaces characters that would begin a command with their hexadecimal codes. */
function escapeData(text: string): string {
  return text.replace(/[\^~_]/g, (character) => `_${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
