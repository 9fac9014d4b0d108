import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breakIntoLines, type Line, lineOf } from './lines.ts';
import { splitIntoClusters, wordsOf } from './words.ts';

const textOf = (line: Line) => line.pieces.map(({ text }) => text).join('');
const lines = (text: string, width: number) => breakIntoLines(wordsOf(text, 'regular'), width);
const widthOf = (text: string) => lineOf(wordsOf(text, 'regular')).width;

describe('breakIntoLines', () => {
  it('breaks at a space before a word that does not fit', () => {
    const width = widthOf('Gandhi Chowk');
    expect(lines('Gandhi Chowk Sector', width).map(textOf)).toEqual(['Gandhi Chowk', 'Sector']);
    expect(lines('Gandhi Chowk', width - 1).map(textOf)).toEqual(['Gandhi', 'Chowk']);
  });

  it('breaks a word that is wider than a line after a mark in its second half', () => {
    expect(lines('Building-12,Sector', widthOf('Building-12,Se')).map(textOf)).toEqual([
      'Building-12,',
      'Sector',
    ]);
  });

  it('breaks a word without such a mark between characters', () => {
    const broken = lines('x'.repeat(25), widthOf('x'.repeat(10)));
    expect(broken.map((line) => textOf(line).length)).toEqual([10, 10, 5]);
  });

  it('never breaks within a character', () => {
    expect(lines('क्षत्रिय', 1).map(textOf)).toEqual(
      splitIntoClusters(wordsOf('क्षत्रिय', 'regular')[0] ?? { pieces: [], width: 0 }).map((word) =>
        word.pieces.map(({ text }) => text).join(''),
      ),
    );
  });

  it('breaks a letter with very many marks', () => {
    const text = `க${'ெ'.repeat(1000)}`;
    const broken = lines(text, 20_000);
    expect(broken.map(textOf).join('')).toBe(text);
    for (const line of broken) expect(line.width).toBeLessThanOrEqual(20_000);
  });

  it('is as tall as the tallest script on the line', () => {
    const latin = lineOf(wordsOf('Chowk', 'regular'));
    const mixed = lineOf(wordsOf('Chowk ಲಕ್ಷ್ಮೀ', 'regular'));
    expect(mixed.below).toBeGreaterThan(latin.below);
    expect(mixed.above).toBeGreaterThanOrEqual(latin.above);
  });

  it('keeps every character, and no line is too wide', () => {
    const text = fc.array(fc.constantFrom(...'abcXYZ019 ,-/क्षित्रதெருবাড়ি   '), { maxLength: 120 });
    fc.assert(
      fc.property(text, fc.integer({ min: 2000, max: 20_000 }), (characters, width) => {
        const words = wordsOf(characters.join(''), 'regular');
        const broken = breakIntoLines(words, width);
        const withoutSpaces = (parts: readonly string[]) => parts.join('').replaceAll(' ', '');
        expect(withoutSpaces(broken.map(textOf))).toBe(
          withoutSpaces(words.map((word) => word.pieces.map((piece) => piece.text).join(''))),
        );
        for (const line of broken) {
          const [first, ...more] = splitIntoClusters(line);
          if (first && more.length > 0) expect(line.width).toBeLessThanOrEqual(width * 1.02);
        }
      }),
    );
  });
});
