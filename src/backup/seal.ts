import { createHash, type Hash } from 'node:crypto';
import zlib from 'node:zlib';

/** The header without file name, time and operating system, so that it is the same everywhere. */
const MEMBER_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const TEXT_BYTES = 'sha256 '.length + 64 + 1;

export const SEAL_BYTES = MEMBER_HEAD.length + 5 + TEXT_BYTES + 8;

/**
 * Returns the last bytes of a backup: a gzip member, stored without compression, with the SHA-256 of all
 * bytes before it. So a backup stays an ordinary gzip file, and a change of any byte is noticed.
 */
export function sealOf(hash: Hash): Buffer {
  const text = Buffer.from(`sha256 ${hash.digest('hex')}\n`);
  const block = Buffer.alloc(5);
  block.writeUInt8(1, 0);
  block.writeUInt16LE(text.length, 1);
  block.writeUInt16LE(~text.length & 0xffff, 3);
  const foot = Buffer.alloc(8);
  foot.writeUInt32LE(zlib.crc32(text), 0);
  foot.writeUInt32LE(text.length, 4);
  return Buffer.concat([MEMBER_HEAD, block, text, foot]);
}

export async function* sealed(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const part of bytes) {
    hash.update(part);
    yield part;
  }
  yield sealOf(hash);
}
