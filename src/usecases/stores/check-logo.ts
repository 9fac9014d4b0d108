import { createHash } from 'node:crypto';
import { type LogoLook, measureLogo } from '../../domain/brand-color.ts';
import { openSharp } from '../../pictures/sharp.ts';
import { refused } from '../../problems/problem.ts';
import { say } from '../../problems/sentence.ts';
import { type ImageMediaType, readImageHeader } from './image-header.ts';
import { withoutMetadata } from './without-metadata.ts';

export const LARGEST_LOGO_BYTES = 2_097_152;
export const LARGEST_LOGO_SIDE = 4096;
/**
 * The limit for all frames of an animation together. A decoder may hold all frames at once: an animated WebP
 * of 96 million pixels took 318 MB, so this limit keeps a check below about 150 MB.
 */
export const LARGEST_LOGO_PIXELS = 40_000_000;

/** Encoders write about ten scans. Each scan is a pass over all pixels: 883 empty scans took 2.4 seconds. */
const MOST_JPEG_SCANS = 100;

const TOO_LARGE = say('logo_too_large', 'logo must be at most 2 MB (2,097,152 bytes)');
const NO_PICTURE = say('logo_is_no_picture', 'logo must be a PNG, JPEG, WebP, GIF or SVG image');
const TOO_MANY_PIXELS = say(
  'logo_has_too_many_pixels',
  'logo must have at most {most} million pixels in all its frames together',
  { most: LARGEST_LOGO_PIXELS / 1e6 },
);
const TOO_MANY_SCANS = say(
  'logo_has_too_many_scans',
  'logo must have at most {most} scans if it is a progressive JPEG',
  { most: MOST_JPEG_SCANS },
);

export interface CheckedLogo extends LogoLook {
  /** The logo without metadata, such as the place where a picture was taken. */
  readonly bytes: Buffer;
  readonly mediaType: ImageMediaType;
  /** The file extension without the dot. */
  readonly extension: 'png' | 'jpg' | 'webp' | 'gif';
  /** In pixels, from the file's header. */
  readonly width: number;
  readonly height: number;
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly contentHash: string;
}

const FORMATS = {
  'image/png': { extension: 'png', name: 'PNG' },
  'image/jpeg': { extension: 'jpg', name: 'JPEG' },
  'image/webp': { extension: 'webp', name: 'WebP' },
  'image/gif': { extension: 'gif', name: 'GIF' },
} as const;

/**
 * Checks an uploaded logo: its size, its format by content, its dimensions by the header, and finally that it
 * can be decoded completely.
 *
 * @throws Problem `refused` with a sentence that names the limit
 */
export async function checkLogo(bytes: Buffer): Promise<CheckedLogo> {
  if (bytes.length > LARGEST_LOGO_BYTES) throw refused(TOO_LARGE);
  const header = readImageHeader(bytes);
  if (header === null) {
    throw refused(NO_PICTURE);
  }
  const { extension, name } = FORMATS[header.mediaType];
  const damaged = say('logo_damaged', 'logo is damaged or incomplete: it must be a whole {format} image', {
    format: name,
  });
  if (header.size === null || !header.isWhole) throw refused(damaged);
  const { width, height } = header.size;
  if (width > LARGEST_LOGO_SIDE || height > LARGEST_LOGO_SIDE) {
    throw refused(
      say(
        'logo_too_wide_or_high',
        'logo must be at most {most} px wide and high; this one is {width} x {height} px',
        { most: LARGEST_LOGO_SIDE, width, height },
      ),
    );
  }
  if (width * height * header.frames > LARGEST_LOGO_PIXELS) {
    throw refused(TOO_MANY_PIXELS);
  }
  if (header.passes > MOST_JPEG_SCANS) {
    throw refused(TOO_MANY_SCANS);
  }
  const picture = await decode(bytes);
  if (picture === null) throw refused(damaged);
  const kept = withoutMetadata(bytes, header.mediaType, await readOrientation(bytes));
  const contentHash = createHash('sha256').update(kept).digest('hex');
  return {
    bytes: kept,
    mediaType: header.mediaType,
    extension,
    width,
    height,
    contentHash,
    ...measureLogo(picture),
  };
}

const MOST_DECODES_AT_ONCE = 2;
/** The largest logo takes less than a second. A file that is made to be slow is refused as damaged. */
const LONGEST_DECODE_SECONDS = 10;

let running = 0;
const waiting: (() => void)[] = [];

/** Returns the orientation from EXIF; 1 if the image is not rotated. */
async function readOrientation(bytes: Buffer): Promise<number> {
  const sharp = await openSharp();
  const { orientation = 1 } = await sharp(bytes).metadata();
  return orientation;
}

/** Reads the colours of a logo that was checked when it was stored. */
export async function readLogoLook(bytes: Buffer): Promise<LogoLook> {
  return measureLogo((await decode(bytes)) ?? new Uint8Array());
}

/** In pixels, enough to see the colour of thin letters. */
const PICTURE_SIDE = 64;

/**
 * Decodes all frames completely into a small picture of red, green, blue and alpha; null for a damaged logo.
 * Because it is scaled down, the library streams the image: a 4096 px PNG takes 14 MB, a fifth of the size of
 * its pixels.
 */
async function decode(bytes: Buffer): Promise<Uint8Array | null> {
  if (running === MOST_DECODES_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    const sharp = await openSharp();
    return await sharp(bytes, { animated: true, failOn: 'warning', limitInputPixels: LARGEST_LOGO_PIXELS })
      .timeout({ seconds: LONGEST_DECODE_SECONDS })
      .resize(PICTURE_SIDE, PICTURE_SIDE, { fit: 'fill', fastShrinkOnLoad: false })
      .toColorspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer();
  } catch {
    return null;
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}
