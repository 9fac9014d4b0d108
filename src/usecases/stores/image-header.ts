export type ImageMediaType = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';

/** The data from an image's header, before the image is decoded. */
export interface ImageHeader {
  readonly mediaType: ImageMediaType;
  /** In pixels; null if the header is incomplete or invalid. */
  readonly size: { readonly width: number; readonly height: number } | null;
  /** The number of frames of an animation; 1 for a still image. */
  readonly frames: number;
  /** The number of passes over the whole image: the scans of a progressive JPEG; 1 for other images. */
  readonly passes: number;
  /** True if the file is complete. Decoders do not notice missing parts that they do not read. */
  readonly isWhole: boolean;
}

/**
 * Reads an image's format, size and number of frames; null for other formats. Decompresses nothing, but reads
 * the headers of all blocks, so that it finds a decompression bomb.
 */
export function readImageHeader(bytes: Uint8Array): ImageHeader | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (startsWith(bytes, 0, PNG_SIGNATURE)) return { mediaType: 'image/png', ...pngSize(view) };
  if (startsWith(bytes, 0, [0xff, 0xd8, 0xff])) return { mediaType: 'image/jpeg', ...jpegSize(view) };
  if (isText(bytes, 0, 'GIF87a') || isText(bytes, 0, 'GIF89a'))
    return { mediaType: 'image/gif', ...gifSize(view) };
  if (isText(bytes, 0, 'RIFF') && isText(bytes, 8, 'WEBP'))
    return { mediaType: 'image/webp', ...webpSize(view) };
  return null;
}

type Measured = Omit<ImageHeader, 'mediaType'>;

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const UNMEASURED: Measured = { size: null, frames: 1, passes: 1, isWhole: false };

/** A part of an image file, from `start` to before `end`, which may be after the end of a damaged file. */
export interface ImageBlock<Type> {
  readonly type: Type;
  readonly start: number;
  readonly end: number;
}

/** Returns the chunks of a PNG up to its end. A chunk has length, type, data and checksum. */
export function* pngChunks(view: DataView): Generator<ImageBlock<string>> {
  for (let start = 8; start + 12 <= view.byteLength; ) {
    const chunk = { type: textAt(view, start + 4), start, end: start + 12 + view.getUint32(start) };
    yield chunk;
    if (chunk.type === 'IEND') return;
    start = chunk.end;
  }
}

/** Measures a PNG. An animated PNG has an `fcTL` chunk for each frame. */
function pngSize(view: DataView): Measured {
  if (view.byteLength < 33 || textAt(view, 12) !== 'IHDR') return UNMEASURED;
  const types = [...pngChunks(view)].map(({ type }) => type);
  const frames = types.filter((type) => type === 'fcTL').length;
  const isWhole = types.at(-1) === 'IEND';
  return measured(view.getUint32(16), view.getUint32(20), { frames, isWhole });
}

/** Returns the segments of a JPEG: marker, length, data. After the first scan, a marker ends the data. */
export function* jpegSegments(view: DataView): Generator<ImageBlock<number>> {
  let isScanned = false;
  for (let start = 2; ; ) {
    const marker = markerAt(view, start);
    if (marker === JPEG_END) yield { type: marker, start, end: start + 2 };
    if (marker === null || marker === JPEG_END) return;
    if (marker === JPEG_FILL) {
      start += 1;
      continue;
    }
    if (start + 4 > view.byteLength) return;
    isScanned ||= marker === JPEG_SCAN;
    const end = start + 2 + view.getUint16(start + 2);
    const segment = { type: marker, start, end: isScanned ? nextJpegMarker(view, end) : end };
    yield segment;
    start = segment.end;
  }
}

function jpegSize(view: DataView): Measured {
  let width = 0;
  let height = 0;
  let passes = 0;
  let isWhole = false;
  for (const { type, start } of jpegSegments(view)) {
    if (type === JPEG_SCAN) passes += 1;
    if (type === JPEG_END) isWhole = true;
    if (isFrameHeader(type) && width === 0 && start + 9 <= view.byteLength) {
      height = view.getUint16(start + 5);
      width = view.getUint16(start + 7);
    }
  }
  return measured(width, height, { passes, isWhole });
}

const JPEG_FILL = 0xff;
const JPEG_SCAN = 0xda;
const JPEG_END = 0xd9;

function markerAt(view: DataView, at: number): number | null {
  return at + 2 <= view.byteLength && view.getUint8(at) === 0xff ? view.getUint8(at + 1) : null;
}

/** Finds the next marker: within a scan, 0xFF before 0 is data, and before D0 to D7 it marks a restart. */
function nextJpegMarker(view: DataView, start: number): number {
  for (let at = start; at + 2 <= view.byteLength; at += 1) {
    if (view.getUint8(at) !== 0xff) continue;
    const next = view.getUint8(at + 1);
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at;
  }
  return view.byteLength;
}

/** SOF0 to SOF15, without DHT, JPG and DAC, which are in the same range. */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** Measures a GIF: its logical screen, extended by frames beyond it, like in decoders. */
function gifSize(view: DataView): Measured {
  if (view.byteLength < 13) return UNMEASURED;
  let width = view.getUint16(6, true);
  let height = view.getUint16(8, true);
  let frames = 0;
  let isWhole = false;
  let at = 13 + colourTableBytes(view.getUint8(10));
  while (at < view.byteLength) {
    const block = view.getUint8(at);
    if (block === GIF_EXTENSION) {
      at = afterSubBlocks(view, at + 2);
    } else if (block === GIF_FRAME && at + 10 < view.byteLength) {
      frames += 1;
      width = Math.max(width, view.getUint16(at + 1, true) + view.getUint16(at + 5, true));
      height = Math.max(height, view.getUint16(at + 3, true) + view.getUint16(at + 7, true));
      at = afterSubBlocks(view, at + 11 + colourTableBytes(view.getUint8(at + 9)));
    } else {
      isWhole = block === GIF_END;
      break;
    }
  }
  return frames === 0 ? UNMEASURED : measured(width, height, { frames, isWhole });
}

const GIF_EXTENSION = 0x21;
const GIF_FRAME = 0x2c;
const GIF_END = 0x3b;

function colourTableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 0x07) + 1) : 0;
}

/** Skips sub-blocks: each begins with its length, and the last one has the length 0. */
function afterSubBlocks(view: DataView, start: number): number {
  let at = start;
  while (at < view.byteLength) {
    const length = view.getUint8(at);
    at += 1 + length;
    if (length === 0) break;
  }
  return at;
}

/** Returns the RIFF chunks of a WebP. A chunk has type, length and data of an even length. */
export function* webpChunks(view: DataView): Generator<ImageBlock<string>> {
  for (let start = 12; start + 8 <= view.byteLength; ) {
    const length = view.getUint32(start + 4, true);
    const chunk = { type: textAt(view, start), start, end: start + 8 + length + (length % 2) };
    yield chunk;
    start = chunk.end;
  }
}

/** Measures a WebP. The first chunk has the size; an animation has an `ANMF` chunk for each frame. */
function webpSize(view: DataView): Measured {
  if (view.byteLength < 30) return UNMEASURED;
  const size = webpCanvas(view, textAt(view, 12));
  if (size === null) return UNMEASURED;
  const frames = [...webpChunks(view)].filter(({ type }) => type === 'ANMF').length;
  const isWhole = 8 + view.getUint32(4, true) <= view.byteLength;
  return measured(size.width, size.height, { frames, isWhole });
}

function webpCanvas(view: DataView, chunk: string): { width: number; height: number } | null {
  switch (chunk) {
    case 'VP8X':
      return { width: (view.getUint32(23, true) >>> 8) + 1, height: (view.getUint32(26, true) >>> 8) + 1 };
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8 ':
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    default:
      return null;
  }
}

function measured(
  width: number,
  height: number,
  { frames = 1, passes = 1, isWhole }: { frames?: number; passes?: number; isWhole: boolean },
): Measured {
  const size = width === 0 || height === 0 ? null : { width, height };
  return { size, frames: Math.max(frames, 1), passes, isWhole };
}

function startsWith(bytes: Uint8Array, at: number, expected: readonly number[]): boolean {
  return expected.every((byte, i) => bytes[at + i] === byte);
}

function isText(bytes: Uint8Array, at: number, expected: string): boolean {
  for (let i = 0; i < expected.length; i += 1) {
    if (bytes[at + i] !== expected.charCodeAt(i)) return false;
  }
  return true;
}

function textAt(view: DataView, at: number): string {
  return String.fromCharCode(
    view.getUint8(at),
    view.getUint8(at + 1),
    view.getUint8(at + 2),
    view.getUint8(at + 3),
  );
}
