import { type Decimal, decimalToInteger, parseDecimal } from '../domain/decimal.ts';
import { rupeesNumber } from '../domain/rupees.ts';
import { ZONES } from '../domain/zones/zone.ts';
import { isNot } from '../problems/row-problem.ts';
import { type Sentence, say, word } from '../problems/sentence.ts';
import { madeDateCell, readRupeesCell, readYesNoCell } from '../reading/cells.ts';
import type { CellProblem, CellTexts, KnownNames, RowReading } from './row-format.ts';

/** Rs 1,00,000. With this and the other limits, every charge stays exact in a float. */
const LARGEST_PRICE_PAISE = 10_000_000;

/** Returns the columns of a table with zones: `forward_first_a` to `forward_first_e`. */
export function zoneColumns(name: string): string[] {
  return ZONES.map((zone) => `${name}_${zone.toLowerCase()}`);
}

/**
 * Reads the cells of one row and collects their problems, so that all are reported at once. A bad cell gives
 * some value of its type, and `finish` then gives no row.
 */
export class Cells {
  readonly #texts: CellTexts;
  readonly #problems: CellProblem[] = [];

  constructor(texts: CellTexts) {
    this.#texts = texts;
  }

  finish<Row>(row: Row): RowReading<Row> {
    return this.#problems.length > 0 ? { row: null, problems: this.#problems } : { row, problems: null };
  }

  refuse(column: string, reason: Sentence): void {
    this.#problems.push({ column, reason });
  }

  /** Returns the trimmed text; `''` for an empty cell. */
  text(column: string): string {
    return (this.#texts[column] ?? '').trim();
  }

  isEmpty(column: string): boolean {
    return this.text(column) === '';
  }

  /** Reads text of 1 to `longest` characters that matches `pattern`. */
  matching(column: string, pattern: RegExp, expectation: Sentence): string {
    const text = this.text(column);
    if (!pattern.test(text)) this.refuse(column, isNot(text, expectation));
    return text;
  }

  carrierId(column: string, known: KnownNames): string {
    const id = this.text(column);
    if (!known.hasCarrier(id))
      this.refuse(column, say('no_such_carrier', 'there is no carrier "{carrier_id}"', { carrier_id: id }));
    return id;
  }

  whole(column: string, least: number, most: number): number {
    const value = this.#decimal(column);
    if (value === 'changed') return least;
    const integer = value === null ? null : decimalToInteger(value, 0);
    if (integer !== null && integer >= least && integer <= most) return integer;
    const expectation = say('whole_number_from_to', 'a whole number from {least} to {most}', { least, most });
    this.refuse(column, isNot(this.text(column), expectation));
    return least;
  }

  wholeOrNone(column: string, least: number, most: number): number | null {
    return this.isEmpty(column) ? null : this.whole(column, least, most);
  }

  /** Reads an amount in rupees; returns paise. */
  paise(column: string, most: number = LARGEST_PRICE_PAISE): number {
    const value = this.#decimal(column);
    if (value === 'changed') return 0;
    const paise = value === null ? null : decimalToInteger(value, 2);
    if (paise !== null && paise >= 0 && paise <= most) return paise;
    const expectation = say('amount_to', 'an amount from 0 to {most} rupees with at most two decimals', {
      most: rupeesNumber(most),
    });
    this.refuse(column, isNot(this.text(column), expectation));
    return 0;
  }

  paiseOrNone(column: string, most?: number): number | null {
    return this.isEmpty(column) ? null : this.paise(column, most);
  }

  paiseByZone(name: string): number[] {
    return zoneColumns(name).map((column) => this.paise(column));
  }

  /** Reads a percentage or a factor. `read` converts the text. */
  share(
    column: string,
    read: (text: string) => number | null,
    bounds: { readonly least: number; readonly most: number; readonly expectation: Sentence },
  ): number {
    if (this.#decimal(column) === 'changed') return 0;
    const share = read(this.text(column));
    if (share !== null && share >= bounds.least && share <= bounds.most) return share;
    this.refuse(column, isNot(this.text(column), bounds.expectation));
    return 0;
  }

  yesOrNo(column: string): boolean {
    const answer = readYesNoCell(this.text(column));
    if (answer === null) this.refuse(column, isNot(this.text(column), YES_OR_NO));
    return answer ?? false;
  }

  yesNoOrNone(column: string): boolean | null {
    return this.isEmpty(column) ? null : this.yesOrNo(column);
  }

  oneOf<Word extends string>(column: string, words: readonly Word[]): Word | null {
    const text = this.text(column).toLowerCase();
    const found = words.find((candidate) => candidate.toLowerCase() === text);
    if (found !== undefined) return found;
    const expectation = say('one_of', 'one of {words}', { words: words.map((one) => word(one)) });
    this.refuse(column, isNot(this.text(column), expectation));
    return null;
  }

  /**
   * Reads the number in a cell; null if the cell has no number. Spreadsheets save the displayed value:
   * 1.1E+05 may have been 110000 or 114999, so it is refused.
   */
  #decimal(column: string): Decimal | null | 'changed' {
    const text = this.text(column);
    const value = parseDecimal(text) ?? parseDecimal(readRupeesCell(text) ?? '');
    const madeDate = value === null ? madeDateCell(text) : null;
    if (madeDate !== null) {
      this.refuse(column, madeDate);
      return 'changed';
    }
    if (value === null || !/\de/i.test(text)) return value;
    this.refuse(
      column,
      say(
        'shortened_number',
        '"{value}" is a number that a spreadsheet has shortened: write out its digits',
        { value: text },
      ),
    );
    return 'changed';
  }
}

const YES_OR_NO = say('yes_or_no', 'yes or no');

/** Returns `yes`, `no` or empty text. */
export function yesNoText(answer: boolean | null): string {
  return answer === null ? '' : answer ? 'yes' : 'no';
}

/** Formats an amount for `paise`; `''` for null. */
export function rupeesCell(paise: number | null): string {
  return paise === null ? '' : String(rupeesNumber(paise));
}

export function zoneCells(name: string, values: readonly number[] | null): Record<string, string> {
  return Object.fromEntries(
    zoneColumns(name).map((column, zone) => [column, rupeesCell(values?.[zone] ?? null)]),
  );
}
