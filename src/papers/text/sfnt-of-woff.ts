import { inflateSync } from 'node:zlib';

const WOFF_SIGNATURE = 0x774f4646;
const WOFF_HEADER_BYTES = 44;
const WOFF_ENTRY_BYTES = 20;
const SFNT_HEADER_BYTES = 12;
const SFNT_ENTRY_BYTES = 16;

/**
 * Returns the TrueType font inside a WOFF 1.0 file. The shaper reads only TrueType, and unpacking once avoids
 * inflating the tables for every document.
 *
 * @throws Error if the file is not WOFF 1.0
 */
export function sfntOfWoff(woff: Buffer): Buffer {
  if (woff.readUInt32BE(0) !== WOFF_SIGNATURE) throw new Error('not a WOFF 1.0 file');
  const tableCount = woff.readUInt16BE(12);
  const header = Buffer.alloc(SFNT_HEADER_BYTES + tableCount * SFNT_ENTRY_BYTES);
  const largestPower = 2 ** Math.floor(Math.log2(tableCount));
  header.writeUInt32BE(woff.readUInt32BE(4), 0);
  header.writeUInt16BE(tableCount, 4);
  header.writeUInt16BE(largestPower * SFNT_ENTRY_BYTES, 6);
  header.writeUInt16BE(Math.log2(largestPower), 8);
  header.writeUInt16BE((tableCount - largestPower) * SFNT_ENTRY_BYTES, 10);

  const parts: Buffer[] = [header];
  let offset = header.length;
  for (let index = 0; index < tableCount; index++) {
    const entry = WOFF_HEADER_BYTES + index * WOFF_ENTRY_BYTES;
    const start = woff.readUInt32BE(entry + 4);
    const packedLength = woff.readUInt32BE(entry + 8);
    const length = woff.readUInt32BE(entry + 12);
    const packed = woff.subarray(start, start + packedLength);
    const table = packedLength < length ? inflateSync(packed) : packed;

    const target = SFNT_HEADER_BYTES + index * SFNT_ENTRY_BYTES;
    woff.copy(header, target, entry, entry + 4);
    header.writeUInt32BE(woff.readUInt32BE(entry + 16), target + 4);
    header.writeUInt32BE(offset, target + 8);
    header.writeUInt32BE(length, target + 12);

    const padding = Buffer.alloc(-length & 3);
    parts.push(table, padding);
    offset += length + padding.length;
  }
  return Buffer.concat(parts);
}
