import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import sharp from 'sharp';

/** A logo made ready for labels: upright, on white, no larger than a label can show. */
export interface PreparedLogo {
  /** In dots, within `LOGO_BOX`. */
  readonly width: number;
  readonly height: number;
  /**
   * For the PDF, as a data URI, by which pdfkit knows it again on the next page: two pixels to a dot
   * (400 dpi), and no transparency, so that pdfkit copies it without unpacking.
   */
  readonly pngUri: string;
  /** For thermal printers: a byte a dot, 1 for black, dithered. */
  readonly dots: Uint8Array;
}

/** The largest logo, in dots: 30 x 11 mm. */
export const LOGO_BOX = { width: 240, height: 88 } as const;

const PIXELS_PER_DOT = 2;
/** What may be uploaded is 4096 a side; more than that is a bomb. */
const MOST_PIXELS = 4096 * 4096;
/** A few megabytes; 17 MB if all of them were noise. */
const REMEMBERED_LOGOS = 50;

const hashes = new WeakMap<Uint8Array, string>();
const prepared = new LRUCache<string, Promise<PreparedLogo | null>>({ max: REMEMBERED_LOGOS });

/**
 * The logo as labels print it, or null where it cannot be read: a parcel does not wait for a logo. The
 * same bytes are converted once (some 15 ms) and remembered by their hash.
 */
export function prepareLogo(bytes: Uint8Array): Promise<PreparedLogo | null> {
  const hash = hashOf(bytes);
  const known = prepared.get(hash);
  if (known) return known;
  const preparing = convert(bytes).catch(() => null);
  prepared.set(hash, preparing);
  return preparing;
}

/** Labels of one store share the logo's bytes, which may be 2 MB: 200 of them are hashed once. */
function hashOf(bytes: Uint8Array): string {
  const known = hashes.get(bytes);
  if (known) return known;
  const hash = createHash('sha256').update(bytes).digest('base64');
  hashes.set(bytes, hash);
  return hash;
}

async function convert(bytes: Uint8Array): Promise<PreparedLogo> {
  const upright = await sharp(bytes, { limitInputPixels: MOST_PIXELS })
    .autoOrient()
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .resize({
      width: LOGO_BOX.width * PIXELS_PER_DOT,
      height: LOGO_BOX.height * PIXELS_PER_DOT,
      fit: 'inside',
    })
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

/** Floyd and Steinberg's error diffusion: lettering stays solid, and shades become a fine grain. */
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
