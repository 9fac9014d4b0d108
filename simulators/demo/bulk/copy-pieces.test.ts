import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CopyPieces } from './copy-pieces.ts';

const MEGABYTE = 1024 * 1024;

describe('the pieces of a text', () => {
  it('contain the whole text in order, whatever the length of its parts', () => {
    const part = fc
      .tuple(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.constantFrom(1, 1, 1, 300, 9_000))
      .map(([text, times]) => text.repeat(times));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const pieces = new CopyPieces();
        for (const one of parts) pieces.append(one);
        expect(Buffer.concat(pieces.pieces()).equals(Buffer.from(parts.join('')))).toBe(true);
      }),
    );
  });

  it('are few, and can be read again after more text was appended', () => {
    const pieces = new CopyPieces();
    for (let row = 0; row < MEGABYTE / 16; row += 1) pieces.append('0123456789 नमस्ते\n');
    const first = Buffer.concat(pieces.pieces());
    expect(pieces.pieces().length).toBeLessThan(12);
    pieces.append('more');
    expect(Buffer.concat(pieces.pieces()).toString()).toBe(`${first}more`);
  });
});
