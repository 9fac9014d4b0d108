import { belowCaption, CAPTION_LINE, caption } from '../layout/captions.ts';
import { PADDING } from '../layout/dots.ts';
import type { Align, Mark } from '../layout/marks.ts';
import { type Area, inset, setText } from '../layout/place-text.ts';
import type { FontWeight } from '../text/face.ts';
import { shortenToLine } from '../text/fit.ts';
import type { Line } from '../text/lines.ts';
import type { LabelItem } from './label-content.ts';

const SIZE = 24;
/** The line height for the tallest script. */
const LINE_HEIGHT = 35;
const QUANTITY_WIDTH = 70;
const SKU_WIDTH = 220;
const BASELINE = Math.round(SIZE * 0.93);

export const MOST_ITEM_LINES = 4;

export function itemsHeight(items: readonly LabelItem[], most: number): number {
  return CAPTION_LINE + linesOf(items, most).length * LINE_HEIGHT + PADDING;
}

/**
 * Returns one line for each item, shortened if it is long. If there are more items than `most` lines, the
 * last line tells how many are left out; a single line has all items; without lines, only the caption counts
 * them.
 */
export function itemMarks(items: readonly LabelItem[], most: number, area: Area): Mark[] {
  const inside = inset(area, PADDING, 6);
  const units = items.reduce((sum, item) => sum + item.quantity, 0);
  const lines = belowCaption(inside);
  return [
    ...caption(`ITEMS (${units})`, inside),
    ...linesOf(items, most).flatMap((item, index) => {
      const line = { ...lines, y: lines.y + index * LINE_HEIGHT, height: LINE_HEIGHT };
      return typeof item === 'string' ? write(item, 'bold', line) : itemLine(item, line);
    }),
  ];
}

function linesOf(items: readonly LabelItem[], most: number): (LabelItem | string)[] {
  if (items.length <= most) return [...items];
  if (most === 0) return [];
  // A line with only the count would repeat the caption.
  if (most === 1) return [items.map(({ name, quantity }) => `${quantity} x ${name}`).join('; ')];
  const shown = items.slice(0, most - 1);
  return [...shown, `+${items.length - shown.length} more`];
}

function itemLine({ name, sku, quantity }: LabelItem, area: Area): Mark[] {
  const x = area.x + QUANTITY_WIDTH;
  const code = sku === null ? null : shortenToLine(sku, 'regular', SKU_WIDTH, SIZE);
  const codeWidth = code === null ? 0 : Math.ceil((code.width * SIZE) / 1000) + PADDING;
  const right = area.x + area.width;
  return [
    // The quantity is shrunk and never shortened, because packers count by it.
    ...setText(
      [{ text: `${quantity} x`, weight: 'bold', oneLine: true }],
      { ...area, width: QUANTITY_WIDTH - PADDING },
      SIZE,
    ),
    ...write(name, 'regular', { ...area, x, width: right - codeWidth - x }),
    ...mark(code, { ...area, x: right - SKU_WIDTH, width: SKU_WIDTH }, 'right'),
  ];
}

function write(text: string, weight: FontWeight, area: Area, align: Align = 'left'): Mark[] {
  return mark(shortenToLine(text, weight, area.width, SIZE), area, align);
}

function mark(line: Line | null, { x, y, width }: Area, align: Align): Mark[] {
  if (line === null) return [];
  return [
    { kind: 'text', line, size: SIZE, x, width, baseline: Math.round(y) + BASELINE, align, colour: 'black' },
  ];
}
