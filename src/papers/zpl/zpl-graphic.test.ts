import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DotPicture, graphicField } from './zpl-graphic.ts';

const REPEATS: Readonly<Record<string, number>> = Object.fromEntries([
  ...Array.from('GHIJKLMNOPQRSTUVWXY', (letter, index) => [letter, index + 1]),
  ...Array.from('ghijklmnopqrstuvwxyz', (letter, index) => [letter, (index + 1) * 20]),
]);

/** Decodes a compressed `^GFA` field as the ZPL manual describes it. */
function readGraphic(field: string, width: number): DotPicture {
  const match = /^\^GFA,(\d+),(\d+),(\d+),(.*)$/.exec(field);
  if (!match) throw new Error(`no graphic: ${field}`);
  const [, sent, total, bytesPerRow, data = ''] = match;
  expect(sent).toBe(total);
  const rowDigits = Number(bytesPerRow) * 2;
  const rows: string[] = [];
  let row = '';
  let repeat = 0;
  const endRow = () => {
    if (row.length === rowDigits) {
      rows.push(row);
      row = '';
    }
  };
  for (const letter of data) {
    if (letter === ',') row = row.padEnd(rowDigits, '0');
    else if (letter === ':') row = rows.at(-1) ?? '';
    else if (letter in REPEATS) {
      repeat += REPEATS[letter] ?? 0;
      continue;
    } else {
      row += letter.repeat(Math.max(1, repeat));
      repeat = 0;
    }
    endRow();
  }
  expect(row).toBe('');
  expect(rows.length * Number(bytesPerRow)).toBe(Number(total));
  const bits = rows.map((hex) =>
    Array.from(hex, (digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0'))
      .join('')
      .slice(0, width),
  );
  return { width, height: rows.length, dots: Uint8Array.from(bits.join(''), Number) };
}

describe('graphicField', () => {
  it('decodes to the same dots', () => {
    const picture = fc
      .tuple(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 1, max: 12 }))
      .chain(([width, height]) =>
        fc
          .array(fc.constantFrom(0, 0, 0, 1), { minLength: width * height, maxLength: width * height })
          .map((dots): DotPicture => ({ width, height, dots: Uint8Array.from(dots) })),
      );
    fc.assert(
      fc.property(picture, (drawn) => {
        expect(readGraphic(graphicField(drawn), drawn.width)).toEqual(drawn);
      }),
    );
  });

  it.each([8, 160, 1600, 3200])('compresses a row of %d black dots', (width) => {
    const drawn = { width, height: 2, dots: new Uint8Array(width * 2).fill(1) };
    expect(readGraphic(graphicField(drawn), width)).toEqual(drawn);
    expect(graphicField(drawn).length).toBeLessThan(40);
  });

  it('compresses each white row to one character', () => {
    expect(graphicField({ width: 16, height: 3, dots: new Uint8Array(48) })).toBe('^GFA,6,6,2,,::');
  });
});
