import { openSharp } from '../../pictures/sharp.ts';
import type { TextLine } from '../layout/marks.ts';
import { drawnParts } from '../text/words.ts';
import type { DotPicture } from './zpl-graphic.ts';

/** A line of text as dots. The offsets are from the line's start and baseline. */
export interface TextPicture extends DotPicture {
  readonly left: number;
  readonly top: number;
}

/** The room around a line, as a share of its size, because marks can extend above and below the line. */
const ROOM_ABOVE = 1.1;
const ROOM_BELOW = 0.6;
const ROOM_BESIDE = 4;
/** Greys darker than this are printed: a little more than half, so that thin lines do not break. */
const BLACK_BELOW = 150;
/** The most glyphs in one SVG: more come near the limits of the renderer's parser. */
const MOST_GLYPHS = 2_000;

/**
 * Draws lines of text as pictures, for printers that do not have the script. All lines are drawn on one
 * sheet, one below the other, from the same shaped outlines as in a PDF. A label's lines take about 10 ms,
 * mostly off the event loop; a call for each line would take several times as long.
 */
export async function pictureTexts(lines: readonly TextLine[]): Promise<TextPicture[]> {
  const pictures: TextPicture[] = [];
  for (const sheet of sheetsOf(lines)) pictures.push(...(await drawSheet(sheet)));
  return pictures;
}

interface Slot {
  readonly line: TextLine;
  readonly glyphs: string;
  readonly glyphCount: number;
  readonly width: number;
  readonly height: number;
  readonly baseline: number;
}

function sheetsOf(lines: readonly TextLine[]): Slot[][] {
  const sheets: Slot[][] = [];
  let current: Slot[] = [];
  let glyphs = 0;
  for (const line of lines) {
    const slot = slotOf(line);
    if (current.length > 0 && glyphs + slot.glyphCount > MOST_GLYPHS) {
      sheets.push(current);
      current = [];
      glyphs = 0;
    }
    current.push(slot);
    glyphs += slot.glyphCount;
  }
  if (current.length > 0) sheets.push(current);
  return sheets;
}

function slotOf(line: TextLine): Slot {
  const glyphs: string[] = [];
  let pen = 0;
  for (const { face, text } of line.line.pieces) {
    for (const part of drawnParts(text)) {
      for (const glyph of face.shape(part).glyphs) {
        const path = face.outline(glyph.id);
        if (path !== '') {
          glyphs.push(`<path transform="translate(${pen + glyph.xOffset} ${glyph.yOffset})" d="${path}"/>`);
        }
        pen += glyph.xAdvance;
      }
    }
  }
  const above = Math.ceil(line.size * ROOM_ABOVE);
  return {
    line,
    glyphs: glyphs.join(''),
    glyphCount: glyphs.length,
    width: Math.ceil((pen * line.size) / 1000) + 2 * ROOM_BESIDE,
    height: above + Math.ceil(line.size * ROOM_BELOW),
    baseline: above,
  };
}

async function drawSheet(slots: readonly Slot[]): Promise<TextPicture[]> {
  const width = Math.max(...slots.map((slot) => slot.width));
  let height = 0;
  const drawn = slots.map(({ line, glyphs, baseline, height: own }) => {
    const scale = line.size / 1000;
    const text = `<g transform="translate(${ROOM_BESIDE} ${height + baseline}) scale(${scale} ${-scale})">${glyphs}</g>`;
    height += own;
    return text;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawn.join('')}</svg>`;
  const sharp = await openSharp();
  const grey = await sharp(Buffer.from(svg)).flatten({ background: 'white' }).greyscale().raw().toBuffer();

  let top = 0;
  return slots.map((slot) => {
    const first = top * width;
    top += slot.height;
    return inkOf(grey.subarray(first, top * width), width, slot);
  });
}

/** Returns the part of a line's picture that has ink; one white dot if there is no ink. */
function inkOf(grey: Uint8Array, stride: number, { width, height, baseline }: Slot): TextPicture {
  // Plain loops over the dots, because callbacks took longer than the drawing.
  let firstX = width;
  let lastX = -1;
  let firstY = height;
  let lastY = -1;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if ((grey[y * stride + x] ?? 255) >= BLACK_BELOW) continue;
      if (x < firstX) firstX = x;
      if (x > lastX) lastX = x;
      if (y < firstY) firstY = y;
      lastY = y;
    }
  }
  const left = -ROOM_BESIDE;
  const top = -baseline;
  if (lastX < 0) return { left, top, width: 1, height: 1, dots: new Uint8Array(1) };
  const inkWidth = lastX - firstX + 1;
  const inkHeight = lastY - firstY + 1;
  const dots = new Uint8Array(inkWidth * inkHeight);
  for (let y = 0; y < inkHeight; y++) {
    for (let x = 0; x < inkWidth; x++) {
      if ((grey[(firstY + y) * stride + firstX + x] ?? 255) < BLACK_BELOW) dots[y * inkWidth + x] = 1;
    }
  }
  return { left: left + firstX, top: top + firstY, width: inkWidth, height: inkHeight, dots };
}
