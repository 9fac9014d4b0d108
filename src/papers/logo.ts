import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { measureLogo } from '../domain/brand-color.ts';
import { openSharp, type Picture } from '../pictures/sharp.ts';

/** A logo prepared for papers: upright, on white or on a dark plate, and not larger than a label shows it. */
export interface PreparedLogo {
  /** In dots, not more than `LOGO_BOX`. */
  readonly width: number;
  readonly height: number;
  /**
   * A data URI for the PDF, so that pdfkit recognises the logo on the next page. It has two pixels per dot
   * (400 dpi) and no transparency, so that pdfkit copies it without decoding.
   */
  readonly pngUri: string;
  /** For thermal printers: one byte per dot, 1 for black, dithered. */
  readonly dots: Uint8Array;
}

/** The largest logo, in dots: 30 x 11 mm. */
export const LOGO_BOX = { width: 240, height: 88 } as const;

const PIXELS_PER_DOT = 2;
const PLATE = '#17191C';
const PLATE_EDGE = 14;
/** The largest picture. Uploads have at most 4096 pixels on each side, and more would use too much memory. */
const MOST_PIXELS = 4096 * 4096;
/** Uses a few megabytes; 17 MB if all logos were noise. */
const REMEMBERED_LOGOS = 50;

/** The least ratio of width to height for a logo that usually contains the brand's name. */
const WORD_MARK = 1.8;

/** True if the logo contains the name, which is then not written next to it. */
export function isWordMark({ width, height }: Pick<PreparedLogo, 'width' | 'height'>): boolean {
  return width >= height * WORD_MARK;
}

const hashes = new WeakMap<Uint8Array, string>();
const prepared = new LRUCache<string, Promise<PreparedLogo | null>>({ max: REMEMBERED_LOGOS });

/**
 * Prepares a logo for labels. Returns null if it cannot be read, because a parcel does not wait for a logo.
 * The same bytes are converted once (about 15 ms) and cached by their hash.
 */
export function prepareLogo(bytes: Uint8Array): Promise<PreparedLogo | null> {
  const hash = hashOf(bytes);
  const known = prepared.get(hash);
  if (known) return known;
  const preparing = convert(bytes).catch(() => null);
  prepared.set(hash, preparing);
  return preparing;
}

/** Caches hashes. Labels of one store share the logo's bytes (up to 2 MB): 200 labels need one hash. */
function hashOf(bytes: Uint8Array): string {
  const known = hashes.get(bytes);
  if (known) return known;
  const hash = createHash('sha256').update(bytes).digest('base64');
  hashes.set(bytes, hash);
  return hash;
}

async function convert(bytes: Uint8Array): Promise<PreparedLogo> {
  const sharp = await openSharp();
  const box = { width: LOGO_BOX.width * PIXELS_PER_DOT, height: LOGO_BOX.height * PIXELS_PER_DOT };
  const drawn = await sharp(bytes, { limitInputPixels: MOST_PIXELS })
    .autoOrient()
    .toColourspace('srgb')
    .resize({ ...box, fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width: pixelsWide, height: pixelsHigh } = drawn.info;
  const picture = sharp(drawn.data, { raw: { width: pixelsWide, height: pixelsHigh, channels: 4 } });
  const upright = await (measureLogo(drawn.data).isLight
    ? onDarkGround(picture, box)
    : picture.flatten({ background: 'white' })
  )
    .png({ compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true });
  const width = Math.max(1, Math.round(upright.info.width / PIXELS_PER_DOT));
  const height = Math.max(1, Math.round(upright.info.height / PIXELS_PER_DOT));
  const grey = await sharp(upright.data).resize({ width, height, fit: 'fill' }).greyscale().raw().toBuffer();
  return {
    width,
    height,
    pngUri: `data:image/png;base64,${upright.data.toString('base64')}`,
    dots: dither(grey, width, height),
  };
}

/** Puts a white logo, which would be invisible on paper, onto a dark plate in the same box. */
function onDarkGround(picture: Picture, box: { readonly width: number; readonly height: number }) {
  const room = { ...box, width: box.width - 2 * PLATE_EDGE, height: box.height - 2 * PLATE_EDGE };
  return picture
    .flatten({ background: PLATE })
    .resize({ ...room, fit: 'inside' })
    .extend({ top: PLATE_EDGE, bottom: PLATE_EDGE, left: PLATE_EDGE, right: PLATE_EDGE, background: PLATE })
    .removeAlpha();
}

/** Does Floyd-Steinberg dithering: letters stay solid, and shades become a fine grain. */
function dither(grey: Buffer, width: number, height: number): Uint8Array {
  const shades = Float32Array.from(grey);
  const dots = new Uint8Array(width * height);
  const spread = (x: number, y: number, error: number) => {
    if (x < 0 || x >= width || y >= height) return;
    const at = y * width + x;
    shades[at] = (shades[at] ?? 0) + error;
  };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const shade = shades[at] ?? 255;
      const black = shade < 128;
      dots[at] = black ? 1 : 0;
      const error = shade - (black ? 0 : 255);
      spread(x + 1, y, (error * 7) / 16);
      spread(x - 1, y + 1, (error * 3) / 16);
      spread(x, y + 1, (error * 5) / 16);
      spread(x + 1, y + 1, error / 16);
    }
  }
  return dots;
}
