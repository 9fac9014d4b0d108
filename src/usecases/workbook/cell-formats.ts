import { formatDecimal, parseDecimal } from '../../domain/decimal.ts';
import { attributeOf, type XmlPart } from './xml.ts';

/** What the format of a number says that it is. */
type FormatKind = 'number' | 'day' | 'share';

/** The formats of a workbook's cells: which numbers are days or shares. */
export class CellFormats {
  readonly #kinds: readonly FormatKind[];
  readonly #dayZero: number;

  /** @param styles the parts of `xl/styles.xml` */
  constructor(styles: readonly XmlPart[], isFrom1904: boolean) {
    const codes = new Map<number, string>();
    const kinds: FormatKind[] = [];
    let isOfCells = false;
    for (const part of styles) {
      if (part.kind === 'text') continue;
      if (part.name === 'cellXfs') isOfCells = part.kind === 'open';
      if (part.kind !== 'open') continue;
      if (part.name === 'numFmt') {
        const code = attributeOf(part.attributes, 'formatCode') ?? '';
        codes.set(Number(attributeOf(part.attributes, 'numFmtId')), code);
      } else if (part.name === 'xf' && isOfCells) {
        const id = Number(attributeOf(part.attributes, 'numFmtId') ?? 0);
        kinds.push(kindOf(id, codes.get(id)));
      }
    }
    this.#kinds = kinds;
    this.#dayZero = isFrom1904 ? FIRST_DAY_1904 : FIRST_DAY_1900;
  }

  /** Returns a number as text: without an exponent, a day as `2026-11-27 14:05:00`, a share as `18%`. */
  textOf(stored: string, style: number): string {
    const number = Number(stored);
    if (stored.trim() === '' || !Number.isFinite(number)) return stored;
    const kind = this.#kinds[style] ?? 'number';
    if (kind === 'day' && number >= 1) return dayText(number + this.#dayZero);
    // An empty day that a program wrote as 0.
    if (kind === 'day') return number === 0 ? '' : plain(number);
    return kind === 'share' ? `${plain(number * 100)}%` : plain(number);
  }
}

/** Days from 1970 to the day before day 1, with the leap day that 1900 did not have. */
const FIRST_DAY_1900 = -25_569;
const FIRST_DAY_1904 = -24_107;
const DAY_MS = 86_400_000;

/** Returns the time of a day number as Excel counts: `2026-11-27 14:05:00`. */
export function dayText(daysSince1970: number): string {
  const seconds = Math.round((daysSince1970 * DAY_MS) / 1000);
  const moment = new Date(seconds * 1000);
  if (Number.isNaN(moment.getTime())) return String(daysSince1970);
  const [day = '', time = ''] = moment.toISOString().split('T');
  return seconds % (DAY_MS / 1000) === 0 ? day : `${day} ${time.slice(0, 8)}`;
}

/** Returns the day of a number in a date column that no format marks as a day; null if it can be none. */
export function dayOfNumber(text: string): string | null {
  if (!/^\d{5}(?:\.\d{1,15})?$/.test(text)) return null;
  return dayText(Number(text) + FIRST_DAY_1900);
}

/** Excel keeps 15 digits; more come from binary floats. A larger number has lost digits, and keeps its exponent. */
function plain(number: number): string {
  const text = String(Number(number.toPrecision(15)));
  if (Math.abs(number) >= 1e15) return number.toExponential().replace('e+', 'E+');
  const exact = text.includes('e') ? parseDecimal(number.toFixed(15)) : null;
  return exact === null ? text : formatDecimal(exact);
}

const DAY_FORMATS = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 36, 45, 46, 47, 50, 57]);
const SHARE_FORMATS = new Set([9, 10]);

function kindOf(id: number, code: string | undefined): FormatKind {
  if (code === undefined) return DAY_FORMATS.has(id) ? 'day' : SHARE_FORMATS.has(id) ? 'share' : 'number';
  // Without texts in quotes, letters after a backslash, and colours and languages in brackets.
  const bare = code.replace(/"[^"]{0,200}"|\\.|\[[^\]]{0,60}\]/g, '');
  if (/[ymdhs]/i.test(bare) && !/[0#?]/.test(bare.replace(/s\.0+/gi, ''))) return 'day';
  return bare.includes('%') ? 'share' : 'number';
}
