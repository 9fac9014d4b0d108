import sharp from 'sharp';
import { openFace } from '../../src/papers/text/face.ts';
import { FACE_SOURCES } from '../../src/papers/text/face-sources.ts';

/**
 * Three brands that pages and papers must render well: a red word mark on white, a white logo on a
 * transparent background, none.
 */
export const BRANDS = [
  { store_name: 'kavi', brand_name: 'Kavi Handlooms', logo: () => wordMark('KAVI', '#B3261E', '#FFFFFF') },
  {
    store_name: 'chai',
    brand_name: 'Chai & Co',
    brand_color: '#1F6F43',
    logo: () => wordMark('chai', '#FFFFFF', null),
  },
  { store_name: 'ghar-bazaar', logo: null },
] as const;

/** Letters as a logo, drawn from outlines, so that it needs no font of the machine. */
function wordMark(text: string, ink: string, ground: string | null): Promise<Buffer> {
  const [latin] = FACE_SOURCES;
  if (latin === undefined) throw new Error('no fonts are listed');
  const face = openFace(latin, 'bold');
  let pen = 60;
  const letters = face.shape(text).glyphs.map((glyph) => {
    const at = pen;
    pen += glyph.xAdvance;
    return `<path transform="translate(${at} 800) scale(1 -1)" d="${face.outline(glyph.id)}"/>`;
  });
  const width = pen + 60;
  const paper = ground === null ? '' : `<rect width="${width}" height="1000" fill="${ground}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width / 4}" height="250" viewBox="0 0 ${width} 1000">${paper}<g fill="${ink}">${letters.join('')}</g></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
