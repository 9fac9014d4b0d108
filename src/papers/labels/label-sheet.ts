import { A4_HEIGHT, A4_PAGE, A4_WIDTH, LABEL_HEIGHT, LABEL_PAGE, LABEL_WIDTH } from '../layout/dots.ts';
import { blackArea, type Fill } from '../layout/marks.ts';
import type { LabelPaper } from './label-content.ts';

/** The place of a label on a page. `scale` is the number of page dots for one dot of the label. */
export interface LabelPlace {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/** A page for labels, with the lines for cutting it. Lengths are in dots. */
export interface LabelSheet {
  /** Width and height in points. */
  readonly page: readonly [width: number, height: number];
  readonly places: readonly LabelPlace[];
  readonly cuts: readonly Fill[];
}

/** The margin around each part of an A4 page, which office printers need. */
const LEAST_MARGIN = 46;
/** The largest scale of a 4 x 6 inch label: half an A4 page is A5. */
const MOST_SCALE = 1.25;
const CUT_LENGTH = 48;

/**
 * The pages on which labels are printed: a roll of 4 x 6 inch, or A4 with one label, with two side by side in
 * landscape, or with four, which are a tenth smaller.
 */
export const LABEL_SHEETS: Readonly<Record<LabelPaper, LabelSheet>> = {
  '4x6': { page: LABEL_PAGE, places: [{ x: 0, y: 0, scale: 1 }], cuts: [] },
  // The label is at the top, and the rest of the page is folded behind it.
  'a4-1': {
    page: A4_PAGE,
    places: [{ x: (A4_WIDTH - LABEL_WIDTH) / 2, y: 80, scale: 1 }],
    cuts: [],
  },
  'a4-2': dividedSheet(A4_HEIGHT, A4_WIDTH, 2, 1),
  'a4-4': dividedSheet(A4_WIDTH, A4_HEIGHT, 2, 2),
};

function dividedSheet(width: number, height: number, columns: number, rows: number): LabelSheet {
  const part = { width: width / columns, height: height / rows };
  const scale = Math.min(
    MOST_SCALE,
    (part.width - 2 * LEAST_MARGIN) / LABEL_WIDTH,
    (part.height - 2 * LEAST_MARGIN) / LABEL_HEIGHT,
  );
  const places = Array.from({ length: columns * rows }, (_, index) => ({
    x: (index % columns) * part.width + (part.width - LABEL_WIDTH * scale) / 2,
    y: Math.floor(index / columns) * part.height + (part.height - LABEL_HEIGHT * scale) / 2,
    scale,
  }));
  const [short, long] = A4_PAGE;
  return {
    page: width > height ? [long, short] : A4_PAGE,
    places,
    cuts: cutMarks(width, height, columns, rows),
  };
}

/** Returns short lines at the edges, where the page is cut. */
function cutMarks(width: number, height: number, columns: number, rows: number): Fill[] {
  const marks: Fill[] = [];
  for (let column = 1; column < columns; column += 1) {
    const x = (width / columns) * column;
    marks.push(blackArea(x, 0, 1, CUT_LENGTH), blackArea(x, height - CUT_LENGTH, 1, CUT_LENGTH));
  }
  for (let row = 1; row < rows; row += 1) {
    const y = (height / rows) * row;
    marks.push(blackArea(0, y, CUT_LENGTH, 1), blackArea(width - CUT_LENGTH, y, CUT_LENGTH, 1));
  }
  return marks;
}
