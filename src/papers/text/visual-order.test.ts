import { describe, expect, it } from 'vitest';
import { type FontWeight, openFace } from './face.ts';
import { FACE_SOURCES } from './face-sources.ts';
import { fitText, shortenToLine } from './fit.ts';
import { breakIntoLines, type Line, lineOf } from './lines.ts';
import { wordsOf } from './words.ts';

const arabic = (weight: FontWeight) => {
  const source = FACE_SOURCES.find(({ id }) => id === 'arabic');
  if (source === undefined) throw new Error('no face');
  return openFace(source, weight);
};
/** What a line shows from left to right: each letter of a right-to-left piece is before the one that is read before it. */
const drawn = ({ pieces }: Line) =>
  pieces
    .flatMap(({ face, text }) => face.shape(text).glyphs)
    .map(({ codePoints }) => String.fromCodePoint(...codePoints))
    .join('');
const turned = (text: string) => [...text].toReversed().join('');
const line = (text: string) => lineOf(wordsOf(text, 'regular'));

describe('a line', () => {
  it.each(['14, Lajpat Nagar II', 'घर २३, गली (५)', '12 रोड தெரு'])(
    'stays as it is without Arabic letters: %s',
    (text) => {
      const pieces = line(text).pieces.map((piece) => piece.text);
      expect(pieces.join('')).toBe(text);
    },
  );

  it.each([
    ['وود دار', turned('وود دار')],
    ['وود 12 دار', `${turned('دار')} 12 ${turned('وود')}`],
    ['۴۵ دار', `${turned('دار')} ۴۵`],
    ['دار Delhi 190001', `Delhi 190001 ${turned('دار')}`],
    ['Delhi دار وود, 12', `Delhi 12 ,${turned('دار وود')}`],
    ['دار (وود) دار', `${turned('دار')} (${turned('وود')}) ${turned('دار')}`],
    ['Delhi (دار)', `Delhi (${turned('دار')})`],
  ])('with Arabic letters is drawn from the right: %s', (text, left) => {
    expect(drawn(line(text))).toBe(left);
  });

  it('joins letters by their places in a word', () => {
    const shaped = arabic('regular')
      .shape('ممم')
      .glyphs.map(({ id }) => id);
    expect(new Set([...shaped, arabic('regular').shape('م').glyphs[0]?.id]).size).toBe(4);
  });
});

describe('a paragraph in Urdu', () => {
  it('runs from the right in each of its lines, also in one that begins with Latin letters', () => {
    const words = wordsOf('دار دار Delhi وود', 'regular');
    const width = (words[0]?.width ?? 0) + (words[1]?.width ?? 0) + 400;
    const lines = breakIntoLines(words, width).map(drawn);
    expect(lines[0]).toBe(turned('دار دار'));
    expect(lines.slice(1).join(' ')).toMatch(
      new RegExp(`^(?:${turned('وود')} Delhi|Delhi ${turned('وود')})$`),
    );
    expect(lines.length).toBeLessThan(4);
  });

  it.each(['regular', 'bold'] as const)('has all letters of Urdu, Kashmiri and Sindhi in %s', (weight) => {
    const letters = 'ٹڈڑںےۓہھۂگکچپژیئؤۃ ٲٳۆۄؠۍێٟ ٻڀٿٺٽڦڄڃڇڏڌڍڊڙڳڱڻڪ ۰۱۲۳۴۵۶۷۸۹ ۔،؟';
    for (const { pieces } of wordsOf(letters, weight)) {
      for (const { face, text } of pieces) {
        expect(face.id, text).toBe(`arabic-${weight}`);
        expect(face.shape(text).glyphs.every(({ id }) => id !== 0)).toBe(true);
      }
    }
  });

  it('is between its lines, and as wide as it was measured', () => {
    for (const word of ['محمّد', 'ڈاکٹر', 'چھٹی', 'ٽڄڦڪ', 'آزاد', 'گاندھی', 'نئی', 'کٲشر', 'أحمد']) {
      const { glyphs, width } = arabic('bold').shape(word);
      expect(width).toBe(glyphs.reduce((sum, { xAdvance }) => sum + xAdvance, 0));
      for (const { id, yOffset } of glyphs) {
        const heights = Array.from(
          arabic('bold')
            .outline(id)
            .matchAll(/-?[\d.]+[ ,](-?[\d.]+)/g),
          ([, y]) => Number(y) + yOffset,
        );
        expect(Math.max(0, ...heights)).toBeLessThanOrEqual(arabic('bold').above * 1000);
        expect(Math.min(0, ...heights)).toBeGreaterThanOrEqual(-arabic('bold').below * 1000);
      }
    }
  });

  it('is shortened at its end', () => {
    const line = shortenToLine('دار وود وود وود وود', 'regular', 60, 20);
    expect(drawn(line as Line)).toMatch(new RegExp(`${turned('دار')}$`));
    expect(fitText([{ text: '😀', weight: 'regular' }], { width: 100, height: 100 }, 20).lines).toEqual([]);
  });
});
