import { A4_HEIGHT, A4_WIDTH } from '../layout/dots.ts';
import type { Align, Mark, TextLine } from '../layout/marks.ts';
import { type Area, placeText, setText } from '../layout/place-text.ts';
import { type FittedText, fitText, type Paragraph } from '../text/fit.ts';
import { GREY, HEAD_END, headMarks, MARGIN, PALE, type PaperTheme } from './theme.ts';

export const CONTENT_WIDTH = A4_WIDTH - 2 * MARGIN;
const FOOT_HEIGHT = 44;
const PAGE_NUMBER_WIDTH = 260;
const BOTTOM = A4_HEIGHT - MARGIN - FOOT_HEIGHT;
/** The space between the edge of a column or box and its text. */
export const CELL = 10;
const TABLE_HEAD = 48;
/** The tallest row. A longer text is shrunk, so that even a text of a thousand lines fits on its page. */
const TALLEST_ROW = 900;
export const TEXT_SIZE = 26;
const SMALL = 20;

/** A column of a table. The widths are shares of the page's width. */
export interface Column {
  readonly title: string;
  readonly width: number;
  readonly align?: Align;
}

/** A cell of a table: text in paragraphs, or a tick box. */
export type Cell = string | readonly Paragraph[] | 'tick-box';
export const TICK_BOX = 'tick-box';

/** A document of A4 pages, filled from the top. If a page is full, a new page with the same head begins. */
export class PageFlow {
  readonly #pages: Mark[][] = [];
  readonly #dress: PaperTheme;
  readonly #title: string;
  /** The text on the left side of each page's foot. */
  readonly #foot: string;
  #y = 0;

  constructor(dress: PaperTheme, title: string, foot: string) {
    this.#dress = dress;
    this.#title = title;
    this.#foot = foot;
    this.turnPage();
  }

  get y(): number {
    return this.#y;
  }

  turnPage(): void {
    this.#pages.push(headMarks(this.#dress, this.#title));
    this.#y = HEAD_END;
  }

  /** Begins a new page if less than this height is left. */
  keep(height: number): void {
    if (this.#y + height > BOTTOM) this.turnPage();
  }

  skip(height: number): void {
    this.#y += height;
  }

  /** Adds marks of this height at the current position. */
  add(height: number, marks: (y: number) => readonly Mark[]): void {
    this.keep(height);
    this.#page.push(...marks(this.#y));
    this.#y += height;
  }

  /** Adds text boxes side by side, all as tall as the tallest one. */
  row(
    boxes: readonly {
      readonly width: number;
      readonly title?: string;
      readonly text: readonly Paragraph[];
    }[],
  ): void {
    const fitted = boxes.map(({ width, title, text }) => {
      const all: Paragraph[] =
        title === undefined ? [...text] : [{ text: title, weight: 'bold', scale: 0.72 }, ...text];
      return { width, text: fitText(all, { width: width - 2 * CELL, height: TALLEST_ROW }, TEXT_SIZE) };
    });
    const height = Math.max(0, ...fitted.map(({ text }) => text.height)) + 2 * CELL;
    let x = MARGIN;
    this.add(height, (y) =>
      fitted.flatMap(({ width, text }) => {
        const area = { x: x + CELL, y: y + CELL, width: width - 2 * CELL, height: height - 2 * CELL };
        x += width;
        return placeText(text, area);
      }),
    );
  }

  /**
   * Adds a table. Its head is repeated on each page.
   *
   * @param below the height of content after the table that must not begin a page alone: the last two rows of
   * the table move to the new page with it
   */
  table(columns: readonly Column[], rows: readonly (readonly Cell[])[], below = 0): void {
    const fitted = rows.map((row) => {
      const cells = columns.map(({ width }, index) => cellText(row[index] ?? '', width));
      const height = Math.max(52, ...cells.map((cell) => (cell === null ? 0 : cell.height + 2 * CELL)));
      return { cells, height };
    });
    const together = fitted.slice(-2).reduce((sum, { height }) => sum + height, below);
    const isKept = below > 0 && HEAD_END + TABLE_HEAD + together <= BOTTOM;
    const roomFor = (index: number) =>
      isKept && index === Math.max(0, fitted.length - 2) ? together : (fitted[index]?.height ?? 0);
    this.keep(Math.max(200, TABLE_HEAD + roomFor(0)));
    this.#tableHead(columns);
    for (const [index, { cells, height }] of fitted.entries()) {
      if (this.#y + roomFor(index) > BOTTOM) {
        this.turnPage();
        this.#tableHead(columns);
      }
      this.add(height, (y) => [...rowMarks(columns, cells, y, height), line(y + height)]);
    }
  }

  #tableHead(columns: readonly Column[]): void {
    const { fill, onFill } = this.#dress;
    this.add(TABLE_HEAD, (y) => [
      { kind: 'fill', x: MARGIN, y, width: CONTENT_WIDTH, height: TABLE_HEAD, color: fill },
      ...rowMarks(
        columns,
        columns.map(({ title, width }) => textOf([{ text: title, weight: 'bold' }], width - 2 * CELL, SMALL)),
        y,
        TABLE_HEAD,
        onFill,
      ),
    ]);
  }

  get #page(): Mark[] {
    const page = this.#pages.at(-1);
    if (page === undefined) throw new Error('A paper without a page');
    return page;
  }

  finish(): Mark[][] {
    const area = {
      x: MARGIN,
      y: A4_HEIGHT - MARGIN - FOOT_HEIGHT,
      width: CONTENT_WIDTH,
      height: FOOT_HEIGHT,
    };
    const left = { ...area, width: CONTENT_WIDTH - PAGE_NUMBER_WIDTH };
    return this.#pages.map((marks, index) => [
      ...marks,
      ...footText(this.#foot, left, 'left'),
      ...footText(`Page ${index + 1} of ${this.#pages.length}`, area, 'right'),
    ]);
  }
}

function textOf(paragraphs: readonly Paragraph[], width: number, size: number): FittedText {
  return fitText(paragraphs, { width, height: Number.POSITIVE_INFINITY }, size);
}

export function line(y: number): Mark {
  return { kind: 'fill', x: MARGIN, y, width: CONTENT_WIDTH, height: 2, color: PALE };
}

function cellText(cell: Cell, width: number): FittedText | null {
  if (cell === TICK_BOX) return null;
  const paragraphs: readonly Paragraph[] =
    typeof cell === 'string' ? [{ text: cell, weight: 'regular' }] : cell;
  return fitText(paragraphs, { width: width - 2 * CELL, height: TALLEST_ROW }, 24);
}

function rowMarks(
  columns: readonly Column[],
  cells: readonly (FittedText | null)[],
  y: number,
  height: number,
  colour: TextLine['colour'] = 'black',
): Mark[] {
  let x = MARGIN;
  return columns.flatMap(({ width, align = 'left' }, index) => {
    const area: Area = { x: x + CELL, y, width: width - 2 * CELL, height };
    x += width;
    const text = cells[index];
    if (text) return placeText(text, area, { align, upright: 'middle', colour });
    return tickBox(area.x, y + (height - BOX) / 2);
  });
}

const BOX = 30;

function tickBox(x: number, y: number): Mark[] {
  const side = (dx: number, dy: number, width: number, height: number): Mark => ({
    kind: 'fill',
    x: x + dx,
    y: y + dy,
    width,
    height,
    color: GREY,
  });
  return [side(0, 0, BOX, 3), side(0, BOX - 3, BOX, 3), side(0, 0, 3, BOX), side(BOX - 3, 0, 3, BOX)];
}

function footText(text: string, area: Area, align: Align): TextLine[] {
  return setText([{ text, weight: 'regular', oneLine: true }], area, SMALL, {
    align,
    upright: 'bottom',
    colour: GREY,
  });
}
