import type { FontWeight } from './face.ts';
import { breakIntoLines, type Line, lineOf, spacedPieces } from './lines.ts';
import { splitIntoClusters, type Word, wordsOf } from './words.ts';

/** A paragraph in one weight. `scale` makes it larger than the others in the same box (default 1). */
export interface Paragraph {
  readonly text: string;
  readonly weight: FontWeight;
  readonly scale?: number;
  /** True if the paragraph is never broken over lines, as for a number or an amount. */
  readonly oneLine?: boolean;
}

export interface Box {
  readonly width: number;
  readonly height: number;
}

/** A line and its place in the box. The baseline is measured from the box's top; `size` is the font size. */
export interface FittedLine {
  readonly line: Line;
  readonly size: number;
  readonly baseline: number;
}

export interface FittedText {
  readonly lines: readonly FittedLine[];
  readonly width: number;
  readonly height: number;
}

const LEAST_SIZE = 0.25;
/** Kerning with spaces can make a full line slightly wider than its words. */
const ROUNDING = 1;
const ELLIPSIS = '...';

/**
 * Fits paragraphs into a box at the largest size up to `largest`, and breaks lines as needed. Nothing is left
 * out: a very long text is made smaller than can be read at arm's length. Sizes are whole dots, at least one,
 * because a printer's own fonts have no others.
 */
export function fitText(paragraphs: readonly Paragraph[], box: Box, largest: number): FittedText {
  const measured = paragraphs.map(
    ({ text, weight, scale = 1, oneLine = false }): MeasuredParagraph => ({
      words: wordsOf(text, weight),
      scale,
      oneLine,
    }),
  );
  const at = (size: number) => setAt(measured, box.width, size);
  const fits = (text: FittedText) => text.height <= box.height && text.width <= box.width + ROUNDING;

  let best = at(largest);
  if (fits(best)) return best;
  let tooLarge = largest;
  let size = Math.floor(largest / 2);
  let fitting = 0;
  while (size >= 1) {
    const text = at(size);
    if (fits(text)) {
      best = text;
      fitting = size;
    } else {
      tooLarge = size;
    }
    const next = Math.floor((fitting + tooLarge) / 2);
    if (next === fitting || next === size) break;
    size = next;
  }
  if (fitting > 0) return best;
  size = 0.5;
  best = at(size);
  while (!fits(best) && size > LEAST_SIZE) {
    size /= 2;
    best = at(size);
  }
  return best;
}

/** Returns one line, shortened with `...` if it is wider than `width` at `size`; null if there is no text. */
export function shortenToLine(text: string, weight: FontWeight, width: number, size: number): Line | null {
  const words = wordsOf(text, weight);
  if (words.length === 0) return null;
  const limit = (width / size) * 1000;
  const whole = lineOf(words);
  if (whole.width <= limit) return whole;
  const ellipsis = wordsOf(ELLIPSIS, weight);
  const room = limit - lineOf(ellipsis).width;
  const kept: Word[] = [];
  let used = 0;
  const clusters = splitIntoClusters({ pieces: spacedPieces(words), width: whole.width });
  for (const cluster of clusters) {
    if (used + cluster.width > room) break;
    kept.push(cluster);
    used += cluster.width;
  }
  const pieces = [...kept, ...ellipsis].flatMap((word) => word.pieces);
  return lineOf([{ pieces, width: used }]);
}

interface MeasuredParagraph {
  readonly words: readonly Word[];
  readonly scale: number;
  readonly oneLine: boolean;
}

function setAt(paragraphs: readonly MeasuredParagraph[], boxWidth: number, size: number): FittedText {
  const lines: FittedLine[] = [];
  let height = 0;
  let width = 0;
  for (const { words, scale, oneLine } of paragraphs) {
    const own = size * scale;
    for (const line of oneLine ? [lineOf(words)] : breakIntoLines(words, (boxWidth / own) * 1000)) {
      lines.push({ line, size: own, baseline: height + line.above * own });
      height += (line.above + line.below) * own;
      width = Math.max(width, (line.width * own) / 1000);
    }
  }
  return { lines, width, height };
}
