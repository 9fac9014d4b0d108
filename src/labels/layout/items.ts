import type { LabelItem } from '../label-content.ts';
import type { FontWeight } from '../text/face.ts';
import { shortenToLine } from '../text/fit.ts';
import { belowCaption, CAPTION_LINE, caption } from './captions.ts';
import { PADDING } from './dots.ts';
import type { Align, Mark } from './marks.ts';
import { type Area, inset, setText } from './place-text.ts';

const MOST_LINES = 4;
const SIZE = 24;
/** Room for the tallest script. */
const LINE_HEIGHT = 35;
const QUANTITY_WIDTH = 70;
const SKU_WIDTH = 220;
const BASELINE = Math.round(SIZE * 0.93);

/** How much of the label the items take. */
export function itemsHeight(items: readonly LabelItem[]): number {
  return CAPTION_LINE + linesOf(items).length * LINE_HEIGHT + PADDING;
}

/** A line for each item, cut short where it is long, and the number of those that got none. */
export function itemMarks(items: readonly LabelItem[], area: Area): Mark[] {
  const inside = inset(area, PADDING, 6);
  const units = items.reduce((sum, item) => sum + item.quantity, 0);
  const lines = belowCaption(inside);
  return [
    ...caption(`ITEMS (${units})`, inside),
    ...linesOf(items).flatMap((item, index) => {
      const line = { ...lines, y: lines.y + index * LINE_HEIGHT, height: LINE_HEIGHT };
      return typeof item === 'string' ? write(item, 'bold', line) : itemLine(item, line);
    }),
  ];
}

function linesOf(items: readonly LabelItem[]): (LabelItem | string)[] {
  if (items.length <= MOST_LINES) return [...items];
  const shown = items.slice(0, MOST_LINES - 1);
  return [...shown, `+${items.length - shown.length} more`];
}

function itemLine({ name, sku, quantity }: LabelItem, area: Area): Mark[] {
  const x = area.x + QUANTITY_WIDTH;
  const right = area.x + area.width - (sku === null ? 0 : SKU_WIDTH);
  return [
    // Shrunk and never cut: a packer counts by it.
    ...setText(
      [{ text: `${quantity} x`, weight: 'bold', oneLine: true }],
      { ...area, width: QUANTITY_WIDTH - PADDING },
      SIZE,
    ),
    ...write(name, 'regular', { ...area, x, width: right - x - (sku === null ? 0 : PADDING) }),
    ...(sku === null ? [] : write(sku, 'regular', { ...area, x: right, width: SKU_WIDTH }, 'right')),
  ];
}

function write(text: string, weight: FontWeight, { x, y, width }: Area, align: Align = 'left'): Mark[] {
  const line = shortenToLine(text, weight, width, SIZE);
  if (!line) return [];
  return [
    { kind: 'text', line, size: SIZE, x, width, baseline: Math.round(y) + BASELINE, align, colour: 'black' },
  ];
}
