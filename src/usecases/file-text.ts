import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';

/** Thrown for a file that is not UTF-8; `line` is the first unreadable line. */
export class NotUtf8 extends Error {
  readonly line: number;

  constructor(line: number) {
    super(`line ${line} is not UTF-8`);
    this.line = line;
  }
}

/** An encoding of text files that is recognised. */
export type Encoding = 'UTF-8' | 'UTF-16' | 'Windows-1252';

/**
 * Decodes UTF-8, UTF-16 and Windows-1252, by the first bytes and by the first that is not UTF-8. Refuses other encodings, so that no
 * letters are replaced. Refuses NUL too: no text contains it.
 *
 * @param onEncoding called when the encoding turns out not to be UTF-8
 * @throws NotUtf8
 */
export async function* decodeText(
  content: AsyncIterable<Buffer>,
  onEncoding: (encoding: Encoding) => void = () => undefined,
): AsyncGenerator<string> {
  let wide: TextDecoder | null | undefined;
  let western: TextDecoder | null = null;
  /** True once a letter was read that only UTF-8 writes so. */
  let isSurelyUtf8 = false;
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let newlines = 0;
  let tail: Buffer = Buffer.alloc(0);
  const decoded = (chunk: Buffer, stream: boolean): string => {
    if (western !== null) return western.decode(chunk, { stream });
    try {
      const text = decoder.decode(chunk, { stream });
      isSurelyUtf8 ||= text.length !== chunk.length && /[^\p{ASCII}\ufeff]/u.test(text);
      return text;
    } catch {
      const all = Buffer.concat([tail, chunk]);
      if (isSurelyUtf8 || hasUtf8Letter(all) || !isWestern(all)) {
        throw new NotUtf8(1 + newlines + newlinesBeforeBadLine(all));
      }
      western = new TextDecoder('windows-1252');
      onEncoding('Windows-1252');
      return western.decode(all, { stream });
    }
  };
  for await (const chunk of content) {
    if (wide === undefined) {
      wide = wideDecoder(chunk);
      if (wide !== null) onEncoding('UTF-16');
    }
    if (wide !== null) {
      yield wideText(wide, chunk);
      continue;
    }
    const nul = chunk.indexOf(0);
    if (nul >= 0) throw new NotUtf8(1 + newlines + newlinesIn(chunk.subarray(0, nul)));
    yield decoded(chunk, true);
    newlines += newlinesIn(chunk);
    tail = unfinishedLetter(chunk);
  }
  yield wide === undefined || wide === null ? decoded(Buffer.alloc(0), false) : wideText(wide, null);
}

function wideText(decoder: TextDecoder, chunk: Buffer | null): string {
  try {
    return chunk === null ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch {
    throw new NotUtf8(1);
  }
}

/** Returns the decoder of UTF-16 for a file that begins with its mark, or has a NUL in most letters; null for any other file. */
function wideDecoder(start: Buffer): TextDecoder | null {
  const encoding =
    start[0] === 0xff && start[1] === 0xfe
      ? 'utf-16le'
      : start[0] === 0xfe && start[1] === 0xff
        ? 'utf-16be'
        : unmarked(start.subarray(0, 1_000));
  return encoding === null ? null : new TextDecoder(encoding, { fatal: true });
}

function unmarked(start: Buffer): string | null {
  const nuls = [0, 0];
  for (const [at, byte] of start.entries()) if (byte === 0) nuls[at % 2] = (nuls[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = nuls;
  const most = start.length / 4;
  if (odd > most && even === 0) return 'utf-16le';
  return even > most && odd === 0 ? 'utf-16be' : null;
}

/** Five bytes have no letter in Windows-1252. */
function isWestern(bytes: Buffer): boolean {
  return ![0x81, 0x8d, 0x8f, 0x90, 0x9d].some((byte) => bytes.includes(byte));
}

/** Tells whether a letter of several bytes is UTF-8. The letters of Windows-1252 hardly ever follow each other like that. */
function hasUtf8Letter(bytes: Buffer): boolean {
  const text = new TextDecoder('utf-8').decode(bytes);
  return /[^\p{ASCII}\ufffd\ufeff]/u.test(text);
}

const NEWLINE = 0x0a;

function newlinesIn(bytes: Buffer): number {
  let newlines = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) newlines += 1;
  return newlines;
}

/** Returns the bytes after the last ASCII character, at most the three that can begin a character. */
function unfinishedLetter(chunk: Buffer): Buffer {
  let from = chunk.length;
  while (from > 0 && chunk.length - from < 3 && (chunk[from - 1] ?? 0) >= 0x80) {
    from -= 1;
    if ((chunk[from] ?? 0) >= 0xc0) break;
  }
  return chunk.subarray(from);
}

/** Returns the number of lines before the first unreadable line. */
function newlinesBeforeBadLine(bytes: Buffer): number {
  let from = 0;
  for (let newlines = 0; ; newlines += 1) {
    const end = bytes.indexOf(NEWLINE, from);
    if (end < 0 || !isUtf8(bytes.subarray(from, end))) return newlines;
    from = end + 1;
  }
}
