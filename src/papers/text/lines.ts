import type { Direction } from './direction.ts';
import { directionOf, inVisualOrder } from './visual-order.ts';
import { appendPieces, joinWords, type Piece, splitIntoClusters, type Word, widthOf } from './words.ts';

/** The words of one line. Lengths are in thousandths of the font size. */
export interface Line {
  readonly pieces: readonly Piece[];
  readonly width: number;
  readonly above: number;
  readonly below: number;
}

/** A break after one of these characters is easier to read than a break inside a name or a number. */
const BREAKS_AFTER = /[-/,;:.)&|]$/;
const EASIER_BREAK_FROM = 0.5;
/** The height of an empty line. Other lines are as tall as their tallest script. */
const LEAST_ABOVE = 0.8;
const LEAST_BELOW = 0.2;

/**
 * Breaks a paragraph at spaces into lines of at most `width` thousandths of the font size. A word that is
 * wider than a line is broken after a punctuation mark in its second half, or else between characters. No
 * character is lost.
 */
export function breakIntoLines(words: readonly Word[], width: number): Line[] {
  const lines: Line[] = [];
  const direction = directionOf(words.flatMap(({ pieces }) => pieces));
  let current: Word[] = [];
  let used = 0;
  const finish = () => {
    if (current.length > 0) lines.push(lineOf(current, direction));
    current = [];
    used = 0;
  };
  for (const word of words) {
    const space = current.length === 0 ? 0 : spaceAfter(current.at(-1));
    if (used + space + word.width <= width) {
      current.push(word);
      used += space + word.width;
      continue;
    }
    finish();
    const parts = word.width <= width ? [word] : breakWord(word, width);
    for (const part of parts.slice(0, -1)) lines.push(lineOf([part], direction));
    const last = parts.at(-1);
    if (last) {
      current = [last];
      used = last.width;
    }
  }
  finish();
  return lines;
}

/** @param direction that of the paragraph; default: that of its first letter */
export function lineOf(words: readonly Word[], direction?: Direction): Line {
  const read = spacedPieces(words);
  const pieces = inVisualOrder(read, direction ?? directionOf(read));
  return {
    pieces,
    width: pieces.reduce((sum, piece) => sum + widthOf(piece), 0),
    above: Math.max(LEAST_ABOVE, ...pieces.map(({ face }) => face.above)),
    below: Math.max(LEAST_BELOW, ...pieces.map(({ face }) => face.below)),
  };
}

/** The pieces of words with the spaces between them, in the order in which they are read. */
export function spacedPieces(words: readonly Word[]): Piece[] {
  const pieces: Piece[] = [];
  words.forEach((word, index) => {
    appendPieces(pieces, word.pieces);
    const last = pieces.at(-1);
    if (last && index < words.length - 1) {
      pieces[pieces.length - 1] = { face: last.face, text: `${last.text} ` };
    }
  });
  return pieces;
}

function breakWord(word: Word, width: number): Word[] {
  const parts: Word[] = [];
  let rest = splitIntoClusters(word);
  while (rest.length > 0) {
    let count = 0;
    let used = 0;
    for (const cluster of rest) {
      if (count > 0 && used + cluster.width > width) break;
      used += cluster.width;
      count += 1;
    }
    if (count < rest.length) count = easierBreak(rest, count);
    parts.push(joinWords(rest.slice(0, count)));
    rest = rest.slice(count);
  }
  return parts;
}

function easierBreak(clusters: readonly Word[], fitting: number): number {
  for (let count = fitting; count > fitting * EASIER_BREAK_FROM; count--) {
    const text = clusters[count - 1]?.pieces.at(-1)?.text ?? '';
    if (BREAKS_AFTER.test(text)) return count;
  }
  return fitting;
}

function spaceAfter(word: Word | undefined): number {
  return word?.pieces.at(-1)?.face.shape(' ').width ?? 0;
}
