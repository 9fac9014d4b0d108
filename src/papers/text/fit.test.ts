import { describe, expect, it } from 'vitest';
import { fitText, shortenToLine } from './fit.ts';
import { lineOf } from './lines.ts';
import { wordsOf } from './words.ts';

const regular = (text: string) => ({ text, weight: 'regular' }) as const;
const textOf = (line: { pieces: readonly { text: string }[] } | null) =>
  line?.pieces.map(({ text }) => text).join('');

describe('fitText', () => {
  it('uses the largest size if the text fits', () => {
    const { lines } = fitText([regular('Short')], { width: 500, height: 100 }, 30);
    expect(lines.map(({ size }) => size)).toEqual([30]);
  });

  it('finds the largest whole size that fits', () => {
    const box = { width: 300, height: 60 };
    const text = 'Flat 302, Sunrise Apartments, 12th Cross, near Gandhi Chowk';
    const fitted = fitText([regular(text)], box, 40);
    const size = fitted.lines[0]?.size ?? 0;
    expect(size).toBeGreaterThan(10);
    expect(fitted.height).toBeLessThanOrEqual(box.height);
    expect(fitText([regular(text)], { ...box, height: 1000 }, size + 1).height).toBeGreaterThan(box.height);
  });

  it('begins each paragraph on a new line, and keeps its scale', () => {
    const { lines } = fitText(
      [{ text: 'Name', weight: 'bold', scale: 2 }, regular('Street')],
      { width: 500, height: 200 },
      20,
    );
    expect(lines.map(({ line, size }) => [textOf(line), size])).toEqual([
      ['Name', 40],
      ['Street', 20],
    ]);
    expect(lines[1]?.baseline).toBeGreaterThan(lines[0]?.baseline ?? Number.POSITIVE_INFINITY);
  });

  it('shrinks a text that must stay on one line', () => {
    const { lines } = fitText(
      [{ text: 'Rs 12,34,56,789', weight: 'bold', oneLine: true }],
      { width: 120, height: 100 },
      46,
    );
    expect(lines).toHaveLength(1);
    expect(((lines[0]?.line.width ?? 0) * (lines[0]?.size ?? 0)) / 1000).toBeLessThanOrEqual(121);
  });

  it('keeps every character of 10 kB, with and without spaces', () => {
    for (const text of ['word '.repeat(2000).trim(), 'x'.repeat(10_000), 'गली '.repeat(1000).trim()]) {
      const fitted = fitText([regular(text)], { width: 740, height: 300 }, 36);
      expect(fitted.height).toBeLessThanOrEqual(300);
      expect(
        fitted.lines
          .map(({ line }) => textOf(line))
          .join('')
          .replaceAll(' ', ''),
      ).toBe(text.replaceAll(' ', ''));
    }
  });

  it('returns no lines for an empty text', () => {
    expect(fitText([regular(''), regular(' \n')], { width: 100, height: 100 }, 20)).toEqual({
      lines: [],
      width: 0,
      height: 0,
    });
  });
});

describe('shortenToLine', () => {
  const full = lineOf(wordsOf('Cotton kurta', 'regular')).width / 1000;

  it('keeps a text that fits exactly', () => {
    expect(textOf(shortenToLine('Cotton kurta', 'regular', full * 20, 20))).toBe('Cotton kurta');
  });

  it('cuts a wider text, with an ellipsis', () => {
    const line = shortenToLine('Cotton kurta', 'regular', full * 20 - 1, 20);
    expect(textOf(line)).toMatch(/^Cotton k?u?r?\.\.\.$/);
    expect(((line?.width ?? 0) * 20) / 1000).toBeLessThanOrEqual(full * 20);
  });

  it('returns an empty text for an empty text', () => {
    expect(shortenToLine(' ', 'regular', 100, 20)).toBeNull();
  });
});
