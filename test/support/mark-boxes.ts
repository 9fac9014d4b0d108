import { expect } from 'vitest';
import { QUIET_ZONE_MODULES } from '../../src/papers/barcode.ts';
import { type Mark, startOfLine } from '../../src/papers/layout/marks.ts';

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The area of a mark, including a barcode's quiet zones. */
export function boxOf(mark: Mark): Box {
  switch (mark.kind) {
    case 'text': {
      const left = startOfLine(mark);
      return {
        left,
        top: mark.baseline - mark.line.above * mark.size,
        right: left + (mark.line.width * mark.size) / 1000,
        bottom: mark.baseline + mark.line.below * mark.size,
      };
    }
    case 'bars': {
      const quiet = QUIET_ZONE_MODULES * mark.moduleWidth;
      const width = mark.barcode.modules * mark.moduleWidth;
      return {
        left: mark.x - quiet,
        top: mark.y,
        right: mark.x + width + quiet,
        bottom: mark.y + mark.height,
      };
    }
    case 'logo':
      return {
        left: mark.x,
        top: mark.y,
        right: mark.x + mark.logo.width,
        bottom: mark.y + mark.logo.height,
      };
    case 'fill':
      return { left: mark.x, top: mark.y, right: mark.x + mark.width, bottom: mark.y + mark.height };
  }
}

/** A baseline is rounded to a dot, and a full line may be slightly wider than its words. */
const SLACK = 2;

/** Tells whether two areas overlap. */
export function overlap(a: Box, b: Box): boolean {
  return (
    a.left < b.right - SLACK &&
    b.left < a.right - SLACK &&
    a.top < b.bottom - SLACK &&
    b.top < a.bottom - SLACK
  );
}

/** Nothing leaves the page, and nothing overlaps except white letters on a filled area. */
export function expectTidy(
  marks: readonly Mark[],
  page: { readonly width: number; readonly height: number },
  mayStandOn: (text: Mark, fill: Mark) => boolean = ({ kind }) => kind === 'text',
): void {
  const boxes = marks.map(boxOf);
  const isOutside = ({ left, top, right, bottom }: Box) =>
    !(left >= 0 && top >= 0 && right <= page.width && bottom <= page.height);
  // All in one assertion: the property tests draw some hundred thousand marks.
  expect(boxes.filter(isOutside)).toEqual([]);
  marks.forEach((mark, index) => {
    for (let after = index + 1; after < marks.length; after += 1) {
      const other = marks[after];
      const [box, otherBox] = [boxes[index], boxes[after]];
      if (other === undefined || box === undefined || otherBox === undefined || !overlap(box, otherBox))
        continue;
      const fills = [mark, other].filter(({ kind }) => kind === 'fill').length;
      if (fills === 2) continue;
      const [text, fill] = mark.kind === 'fill' ? [other, mark] : [mark, other];
      if (fills === 1 && text.kind === 'text' && text.colour !== 'black' && mayStandOn(text, fill)) continue;
      expect.fail(`${JSON.stringify(box)} ${mark.kind} overlaps ${JSON.stringify(otherBox)} ${other.kind}`);
    }
  });
}
