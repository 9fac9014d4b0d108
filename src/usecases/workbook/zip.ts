import { pipeline, Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';

/** Thrown for a file that is no zip, or holds more than it may. */
export class BadZip extends Error {}

export interface ZipEntry {
  readonly name: string;
  readonly packedBytes: number;
  readonly bytes: number;
  /** Inflates the entry, a part at a time. @throws BadZip if it holds more than `most` bytes */
  read(most: number): AsyncGenerator<Buffer>;
}

const END = 0x06054b50;
const LISTED = 0x02014b50;
/** The end of a zip may have a comment. */
const LONGEST_END = 22 + 65_535;
const MOST_ENTRIES = 5_000;
const PART = 16 * 1024;

/** Lists the entries of a zip by its directory, without inflating anything. @throws BadZip */
export function readZip(file: Buffer): Map<string, ZipEntry> {
  const end = findEnd(file);
  const count = file.readUInt16LE(end + 10);
  let at = file.readUInt32LE(end + 16);
  const entries = new Map<string, ZipEntry>();
  for (let index = 0; index < Math.min(count, MOST_ENTRIES); index += 1) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== LISTED) throw new BadZip();
    const method = file.readUInt16LE(at + 10);
    const packedBytes = file.readUInt32LE(at + 20);
    const bytes = file.readUInt32LE(at + 24);
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => file.readUInt16LE(at + offset));
    const local = file.readUInt32LE(at + 42);
    const name = file.toString('utf8', at + 46, at + 46 + (nameLength ?? 0)).replaceAll('\\', '/');
    entries.set(name, {
      name,
      packedBytes,
      bytes,
      read: (most) => inflated(packedPart(file, local, packedBytes), method, most),
    });
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return entries;
}

function findEnd(file: Buffer): number {
  for (let at = file.length - 22; at >= Math.max(0, file.length - LONGEST_END); at -= 1) {
    if (file.readUInt32LE(at) === END) return at;
  }
  throw new BadZip();
}

function packedPart(file: Buffer, local: number, packedBytes: number): Buffer {
  if (local + 30 > file.length) throw new BadZip();
  const from = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
  if (from + packedBytes > file.length) throw new BadZip();
  return file.subarray(from, from + packedBytes);
}

const STORED = 0;
const DEFLATED = 8;

async function* inflated(packed: Buffer, method: number, most: number): AsyncGenerator<Buffer> {
  if (method !== STORED && method !== DEFLATED) throw new BadZip();
  const parts = Readable.from(inParts(packed));
  const source = method === STORED ? parts : pipeline(parts, createInflateRaw(), () => undefined);
  let bytes = 0;
  try {
    for await (const part of source as AsyncIterable<Buffer>) {
      bytes += part.length;
      if (bytes > most) throw new BadZip();
      yield part;
    }
  } catch (error) {
    throw error instanceof BadZip || !isOfZlib(error) ? error : new BadZip();
  }
}

function isOfZlib(error: unknown): boolean {
  return String((error as { code?: unknown }).code).startsWith('Z_');
}

function* inParts(packed: Buffer): Generator<Buffer> {
  for (let at = 0; at < packed.length; at += PART) yield packed.subarray(at, at + PART);
}
