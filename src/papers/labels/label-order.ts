import { belowCaption, caption } from '../layout/captions.ts';
import { PADDING, RULE } from '../layout/dots.ts';
import { blackArea, type Mark } from '../layout/marks.ts';
import { type Area, inset, setText } from '../layout/place-text.ts';
import { dayInWords, dimensions, weight } from '../paper-figures.ts';
import type { LabelContent } from './label-content.ts';

/** Returns the order id, its date, weight and size, side by side. */
export function orderMarks(content: LabelContent, area: Area): Mark[] {
  const cells: [string, string, number][] = [
    ['ORDER', content.orderDisplayId, 310],
    ['ORDER DATE', dayInWords(content.orderDate), 160],
    ['WEIGHT', weight(content.appliedWeightGrams), 108],
    ['DIMENSIONS', dimensions(content.dimensions), 194],
  ];
  const marks: Mark[] = [];
  let x = area.x;
  for (const [title, text, width] of cells) {
    const inside = inset({ ...area, x, width }, PADDING, 6);
    if (x > area.x) marks.push(blackArea(x, area.y, RULE, area.height));
    marks.push(...caption(title, inside));
    marks.push(...setText([{ text, weight: 'bold' }], belowCaption(inside), 28, { upright: 'middle' }));
    x += width;
  }
  return marks;
}
