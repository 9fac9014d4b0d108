import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { sfntOfWoff } from './sfnt-of-woff.ts';

const require = createRequire(import.meta.url);
const woff = readFileSync(require.resolve('@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff'));

/** Returns a table's checksum as OpenType defines it: the sum of its big-endian words. */
function checksum(table: Buffer): number {
  let sum = 0;
  for (let at = 0; at < table.length; at += 4) {
    sum = (sum + Buffer.concat([table.subarray(at, at + 4), Buffer.alloc(4)]).readUInt32BE(0)) >>> 0;
  }
  return sum;
}

describe('sfntOfWoff', () => {
  it('returns a TrueType font with correct checksums of its tables', () => {
    const sfnt = sfntOfWoff(woff);
    expect(sfnt.readUInt32BE(0)).toBe(0x00010000);
    const tables = Array.from({ length: sfnt.readUInt16BE(4) }, (_, index) => {
      const entry = 12 + index * 16;
      const offset = sfnt.readUInt32BE(entry + 8);
      return {
        tag: sfnt.toString('latin1', entry, entry + 4),
        named: sfnt.readUInt32BE(entry + 4),
        offset,
        table: sfnt.subarray(offset, offset + sfnt.readUInt32BE(entry + 12)),
      };
    });
    expect(tables.map(({ tag }) => tag)).toEqual(expect.arrayContaining(['cmap', 'glyf', 'head', 'loca']));
    for (const { tag, named, offset, table } of tables) {
      expect(offset % 4).toBe(0);
      // The checksum of the head table does not include the field for the checksum of the whole file.
      const counted =
        tag === 'head' ? Buffer.concat([table.subarray(0, 8), Buffer.alloc(4), table.subarray(12)]) : table;
      expect(checksum(counted)).toBe(named);
    }
  });

  it('refuses a file that is not WOFF 1.0', () => {
    expect(() => sfntOfWoff(Buffer.from('wOF2, and more than enough of it to hold a header'))).toThrow(
      'WOFF 1.0',
    );
  });
});
