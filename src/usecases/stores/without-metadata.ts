import type { ImageMediaType } from './image-header.ts';

/**
 * An image without what cameras and programs write beside its pixels, such as the place where it was taken. Nothing is
 * decoded: the blocks that hold it are left out, and the pixels stay as they are.
 *
 * @param bytes a whole image, as `readImageHeader` judges it
 * @param orientation by which a JPEG is turned when it is shown, 1 to 8 as in EXIF; it stays
 */
export function withoutMetadata(bytes: Buffer, mediaType: ImageMediaType, orientation: number): Buffer {
  if (mediaType === 'image/png') return pngWithout(bytes);
  if (mediaType === 'image/jpeg') return jpegWithout(bytes, orientation);
  if (mediaType === 'image/webp') return webpWithout(bytes);
  return bytes;
}

const PNG_METADATA = new Set(['tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME']);

function pngWithout(bytes: Buffer): Buffer {
  const kept = [bytes.subarray(0, 8)];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    const end = at + 12 + bytes.readUInt32BE(at);
    if (!PNG_METADATA.has(type)) kept.push(bytes.subarray(at, end));
    if (type === 'IEND') break;
    at = end;
  }
  return Buffer.concat(kept);
}

const SCAN = 0xda;
const END = 0xd9;
/** Comments, and application data other than JFIF (APP0), colour profiles (APP2) and what Adobe says of colours (APP14). */
const isJpegMetadata = (marker: number) =>
  marker === 0xfe || (marker >= 0xe0 && marker <= 0xef && ![0xe0, 0xe2, 0xee].includes(marker));

function jpegWithout(bytes: Buffer, orientation: number): Buffer {
  const kept = [bytes.subarray(0, 2)];
  if (orientation !== 1) kept.push(orientationSegment(orientation));
  let at = 2;
  let isScanned = false;
  for (let marker = 0; marker !== END && at + 2 <= bytes.length; ) {
    const start = at;
    marker = bytes.readUInt8(at + 1);
    // 0xFF may fill the room before a marker.
    if (marker === 0xff) at += 1;
    else if (marker === END) at += 2;
    else at += 2 + bytes.readUInt16BE(at + 2);
    isScanned ||= marker === SCAN;
    if (isScanned && marker !== END) at = nextMarker(bytes, at);
    if (marker !== 0xff && !isJpegMetadata(marker)) kept.push(bytes.subarray(start, at));
  }
  return Buffer.concat(kept);
}

/** From the first scan on, data stands between markers: there 0xFF is followed by 0, or by D0 to D7 for a restart. */
function nextMarker(bytes: Buffer, start: number): number {
  for (
    let at = bytes.indexOf(0xff, start);
    at >= 0 && at + 1 < bytes.length;
    at = bytes.indexOf(0xff, at + 1)
  ) {
    const next = bytes.readUInt8(at + 1);
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
}

/** EXIF data (APP1) that holds an orientation and nothing else. */
function orientationSegment(orientation: number): Buffer {
  const segment = Buffer.from(
    'ffe100224578696600004d4d002a00000008000101120003000000010000000000000000',
    'hex',
  );
  segment.writeUInt16BE(orientation, 28);
  return segment;
}

const WEBP_METADATA = new Set(['EXIF', 'XMP ']);
/** The flags of `VP8X` that announce EXIF and XMP. */
const WEBP_METADATA_FLAGS = 0b1100;

function webpWithout(bytes: Buffer): Buffer {
  const kept = [Buffer.from(bytes.subarray(0, 12))];
  const whole = Math.min(bytes.length, 8 + bytes.readUInt32LE(4));
  for (let at = 12; at + 8 <= whole; ) {
    const type = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const chunk = Buffer.from(bytes.subarray(at, at + 8 + length + (length % 2)));
    if (type === 'VP8X' && chunk.length > 8) chunk[8] = chunk.readUInt8(8) & ~WEBP_METADATA_FLAGS;
    if (!WEBP_METADATA.has(type)) kept.push(chunk);
    at += chunk.length;
  }
  const image = Buffer.concat(kept);
  image.writeUInt32LE(image.length - 8, 4);
  return image;
}
