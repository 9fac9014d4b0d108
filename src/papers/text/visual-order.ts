import bidiFactory from 'bidi-js';
import { type Direction, isRightToLeft } from './direction.ts';
import { drawnParts, type Piece } from './words.ts';

// Its types say that the function is a member, but Node.js imports the function itself.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();

/** A paragraph's first letter gives its direction; digits have none. */
const FIRST_LETTER = /\p{L}/u;

/** The direction of a paragraph: that of its first letter. */
export function directionOf(pieces: readonly Piece[]): Direction {
  const letter = pieces.map(({ text }) => FIRST_LETTER.exec(text)?.[0]).find((found) => found !== undefined);
  return letter !== undefined && isRightToLeft(letter) ? 'rtl' : 'ltr';
}

/** Some characters of a line, all of one level of direction, in one face and word. */
interface Run {
  readonly piece: Piece;
  readonly level: number;
}

/**
 * Puts the pieces of a line into the order in which they are drawn from left to right, by the Unicode Bidirectional Algorithm: Urdu is
 * read from the right, numbers in it from the left.
 */
export function inVisualOrder(pieces: readonly Piece[], direction: Direction): readonly Piece[] {
  if (direction === 'ltr' && !pieces.some(({ text }) => isRightToLeft(text))) return pieces;
  const text = pieces.map((piece) => piece.text).join('');
  const { levels } = bidi.getEmbeddingLevels(text, direction);
  const runs: Run[] = [];
  let at = 0;
  for (const { face, text } of pieces) {
    for (const part of drawnParts(text)) {
      let start = 0;
      for (let end = 1; end <= part.length; end += 1) {
        const level = levels[at + start] ?? 0;
        if (end < part.length && levels[at + end] === level) continue;
        runs.push({ piece: { face, text: drawn(part.slice(start, end), level) }, level });
        start = end;
      }
      at += part.length;
    }
  }
  return reordered(runs).map(({ piece }) => piece);
}

/** The shaper turns letters; signs alone, and blanks, are turned here. */
function drawn(text: string, level: number): string {
  if (level % 2 === 0 || isRightToLeft(text)) return text;
  return [...text]
    .toReversed()
    .map((character) => bidi.getMirroredCharacter(character) ?? character)
    .join('');
}

/** Turns each sequence of runs at or above a level, the highest level first. */
function reordered(runs: readonly Run[]): readonly Run[] {
  const order = [...runs];
  for (let least = Math.max(...order.map(({ level }) => level)); least > 0; least -= 1) {
    let start = 0;
    while (start < order.length) {
      if ((order[start]?.level ?? 0) < least) {
        start += 1;
        continue;
      }
      let end = start;
      while ((order[end]?.level ?? 0) >= least) end += 1;
      order.splice(start, end - start, ...order.slice(start, end).toReversed());
      start = end;
    }
  }
  return order;
}
