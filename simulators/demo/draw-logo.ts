import { openSharp } from '../../src/pictures/sharp.ts';

export interface LogoDrawing {
  /** The colours of the background and of the shapes, such as `#0b7a75`. */
  readonly ground: string;
  readonly ink: string;
  /** The shapes as SVG, on a square of 100 by 100; `currentColor` is `ink`. */
  readonly shapes: string;
}

const SIDE = 256;

export async function drawLogo({ ground, ink, shapes }: LogoDrawing): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}" viewBox="0 0 100 100"
    fill="${ink}"><rect width="100" height="100" rx="18" fill="${ground}"/>${shapes.replaceAll('currentColor', ink)}</svg>`;
  const sharp = await openSharp();
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toBuffer();
}
