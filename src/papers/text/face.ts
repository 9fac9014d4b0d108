import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as fontkit from 'fontkit';
import {
  Blob,
  Direction,
  Buffer as ShapingBuffer,
  Face as ShapingFace,
  Font as ShapingFont,
  shape,
} from 'harfbuzzjs';
import { isRightToLeft } from './direction.ts';
import type { FaceSource } from './face-sources.ts';
import { sfntOfWoff } from './sfnt-of-woff.ts';
import { WordMemory } from './word-memory.ts';

export type FontWeight = 'regular' | 'bold';

/** A glyph and its place, which the shaper computed. Lengths are in thousandths of the font size. */
export interface PlacedGlyph {
  readonly id: number;
  readonly xAdvance: number;
  readonly xOffset: number;
  readonly yOffset: number;
  /** The glyph's own width in the font. */
  readonly ownAdvance: number;
  /** The characters of the glyph, for searching and copying in a PDF. */
  readonly codePoints: readonly number[];
}

export interface ShapedText {
  readonly glyphs: readonly PlacedGlyph[];
  readonly width: number;
}

/**
 * A font file, opened once and shared by all labels.
 *
 * HarfBuzz shapes the text instead of pdfkit's shaper (fontkit 2.0.4). In a comparison on 18,000 words and
 * syllables, fontkit threw on half of the Malayalam and Gurmukhi words. It shaped a fifth of the Bengali
 * words and the most frequent Kannada conjuncts wrongly. HarfBuzz in WebAssembly gives the same results as
 * the native one. fontkit still makes the font subset that a PDF embeds.
 */
export interface Face {
  readonly id: string;
  readonly above: number;
  readonly below: number;
  covers(codePoint: number): boolean;
  /** Shapes one word in this face's script, with or without the space after it. */
  shape(text: string): ShapedText;
  /** Returns the glyph's outline as an SVG path, with y upwards, in thousandths of the font size. */
  outline(glyphId: number): string;
  readonly pdfFont: fontkit.Font;
}

const FONT_UNITS = 1000;
const WEIGHT_NUMBERS = { regular: 400, bold: 700 } as const;

const require = createRequire(import.meta.url);
const opened = new Map<string, Face>();

/** One buffer is used for all shaping, because the library frees buffers only at garbage collection. */
const shaping = new ShapingBuffer();

/** Returns the face of a source in a weight. The first call opens its file (about 3 ms). */
export function openFace(source: FaceSource, weight: FontWeight): Face {
  const id = `${source.id}-${weight}`;
  const known = opened.get(id);
  if (known) return known;
  const face = readFace(id, source, weight);
  opened.set(id, face);
  return face;
}

function readFace(id: string, source: FaceSource, weight: FontWeight): Face {
  const file = `@fontsource/${source.package}/files/${source.package}-${source.subset}-${WEIGHT_NUMBERS[weight]}-normal.woff`;
  const sfnt = sfntOfWoff(readFileSync(require.resolve(file)));
  const shapingFace = new ShapingFace(new Blob(sfnt));
  const font = new ShapingFont(shapingFace);
  font.setScale(FONT_UNITS, FONT_UNITS);
  const characters = shapingFace.collectUnicodes();
  const covered = new Set(characters);
  const characterOfGlyph = new Map<number, number>();
  for (const character of characters) {
    const glyph = font.nominalGlyph(character);
    if (glyph !== undefined && !characterOfGlyph.has(glyph)) characterOfGlyph.set(glyph, character);
  }
  const outlines = new Map<number, string>();

  const shapeNow = (text: string): ShapedText => {
    shaping.reset();
    shaping.addText(text);
    shaping.guessSegmentProperties();
    // Arabic digits alone run from left to right.
    shaping.setDirection(isRightToLeft(text) ? Direction.RTL : Direction.LTR);
    shape(font, shaping);
    const infos = shaping.getGlyphInfos();
    const positions = shaping.getGlyphPositions();
    let width = 0;
    const glyphs = infos.map((info, index): PlacedGlyph => {
      const position = positions[index] ?? { xAdvance: 0, xOffset: 0, yOffset: 0 };
      width += position.xAdvance;
      const character = characterOfGlyph.get(info.codepoint);
      return {
        id: info.codepoint,
        xAdvance: position.xAdvance,
        xOffset: position.xOffset,
        yOffset: position.yOffset,
        ownAdvance: font.glyphHAdvance(info.codepoint),
        codePoints:
          character === undefined
            ? codePointsOf(text.slice(info.cluster, nextCluster(infos, index, text.length)))
            : [character],
      };
    });
    return { glyphs, width };
  };

  const shapedWords = new WordMemory(shapeNow);

  return {
    id,
    above: source.above,
    below: source.below,
    covers: (codePoint) => covered.has(codePoint),
    shape: (text) => shapedWords.of(text),
    outline: (glyphId) => {
      const known = outlines.get(glyphId);
      if (known !== undefined) return known;
      const path = font.glyphToPath(glyphId);
      outlines.set(glyphId, path);
      return path;
    },
    pdfFont: openPdfFont(id, sfnt, shapedWords),
  };
}

/**
 * Opens the font for pdfkit: fontkit's font with HarfBuzz for its layout and our id as its name. All subsets
 * of one family have the same name, so pdfkit would confuse them.
 */
function openPdfFont(id: string, sfnt: Buffer, shapedWords: WordMemory<ShapedText>): fontkit.Font {
  const font = fontkit.create(sfnt);
  if (!('layout' in font)) throw new Error(`the font file of ${id} is a collection`);
  const layout = (text: string) => {
    const { glyphs, width } = shapedWords.of(text);
    return {
      glyphs: glyphs.map(({ id, ownAdvance, codePoints }) => ({ id, advanceWidth: ownAdvance, codePoints })),
      positions: glyphs.map(({ xAdvance, xOffset, yOffset }) => ({
        xAdvance,
        yAdvance: 0,
        xOffset,
        yOffset,
      })),
      advanceWidth: width,
    };
  };
  const readGlyph = font.getGlyph.bind(font);
  return Object.defineProperties(font, {
    layout: { value: layout },
    getGlyph: { value: (glyphId: number) => decodedOnce(readGlyph(glyphId)) },
    postscriptName: { value: `NotoSans-${id}` },
  });
}

/**
 * Caches a glyph's outline. fontkit caches its glyphs, but decodes the outline again for every file that
 * embeds it, which took a fifth of a label's time.
 */
function decodedOnce(glyph: fontkit.Glyph): fontkit.Glyph {
  if (Object.hasOwn(glyph, '_decode')) return glyph;
  const decodable = glyph as unknown as { _decode(): unknown };
  const decode = decodable._decode.bind(glyph);
  let decoded: unknown;
  return Object.defineProperty(glyph, '_decode', { value: () => (decoded ??= decode()) });
}

function codePointsOf(text: string): number[] {
  return Array.from(text, (character) => character.codePointAt(0) ?? 0);
}

function nextCluster(infos: readonly { cluster: number }[], index: number, end: number): number {
  const cluster = infos[index]?.cluster ?? 0;
  // From right to left, the next cluster is before this one.
  return infos.reduce((next, { cluster: other }) => (other > cluster && other < next ? other : next), end);
}
