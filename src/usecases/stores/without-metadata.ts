import { type ImageBlock, type ImageMediaType, jpegSegments, pngChunks, webpChunks } from './image-header.ts';

/**
 * Removes the metadata that cameras and programs add to an image, such as the place where it was taken. Only
 * leaves out blocks and decodes nothing, so the pixels stay as they are.
 *
 * @param bytes a complete image, according to `readImageHeader`
 * @param orientation the rotation of a JPEG, 1 to 8 as in EXIF; it is kept
 */
export function withoutMetadata(bytes: Buffer, mediaType: ImageMediaType, orientation: number): Buffer {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const copy = ({ start, end }: Pick<ImageBlock<unknown>, 'start' | 'end'>) =>
    Buffer.from(bytes.subarray(start, end));
  switch (mediaType) {
    case 'image/png': {
      const chunks = [...pngChunks(view)].filter(({ type }) => !PNG_METADATA.has(type));
      return Buffer.concat([copy({ start: 0, end: 8 }), ...chunks.map(copy)]);
    }
    case 'image/jpeg': {
      const segments = [...jpegSegments(view)].filter(({ type }) => !isJpegMetadata(type));
      const turned = orientation === 1 ? [] : [orientationSegment(orientation)];
      return Buffer.concat([copy({ start: 0, end: 2 }), ...turned, ...segments.map(copy)]);
    }
    case 'image/webp': {
      const end = 8 + view.getUint32(4, true);
      const chunks = [...webpChunks(view)].filter(
        ({ type, start }) => start < end && !WEBP_METADATA.has(type),
      );
      return riffOf([copy({ start: 0, end: 12 }), ...chunks.map(copy)]);
    }
    case 'image/gif':
      return bytes;
  }
}

const PNG_METADATA = new Set(['tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME']);
const WEBP_METADATA = new Set(['EXIF', 'XMP ']);

/**
 * Tells whether a JPEG segment is a comment, or application data other than JFIF (APP0), colour profiles
 * (APP2) and Adobe's colour transform (APP14).
 */
function isJpegMetadata(marker: number): boolean {
  const isApplicationData = marker >= 0xe0 && marker <= 0xef;
  return marker === 0xfe || (isApplicationData && ![0xe0, 0xe2, 0xee].includes(marker));
}

/** Returns EXIF data (APP1) with only an orientation. */
function orientationSegment(orientation: number): Buffer {
  const segment = Buffer.from(
    'ffe100224578696600004d4d002a00000008000101120003000000010000000000000000',
    'hex',
  );
  segment.writeUInt16BE(orientation, 28);
  return segment;
}

/** The flags of a `VP8X` chunk that announce EXIF and XMP. */
const WEBP_METADATA_FLAGS = 0b1100;

/** Returns a WebP made of its beginning and its chunks, with the right length and flags. */
function riffOf(parts: Buffer[]): Buffer {
  for (const part of parts) {
    const isExtended = part.toString('latin1', 0, 4) === 'VP8X';
    if (isExtended && part.length > 8) part[8] = part.readUInt8(8) & ~WEBP_METADATA_FLAGS;
  }
  const image = Buffer.concat(parts);
  image.writeUInt32LE(image.length - 8, 4);
  return image;
}
