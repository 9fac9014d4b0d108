import { describe, expect, it } from 'vitest';
import { RECEIVERS_BY_SCRIPT } from '../../../test/support/sample-label.ts';
import { type FontWeight, openFace } from './face.ts';
import { FACE_SOURCES } from './face-sources.ts';
import { wordsOf } from './words.ts';

const WEIGHTS: FontWeight[] = ['regular', 'bold'];
const DOTTED_CIRCLE = 0x25cc;

const source = (id: string) => {
  const found = FACE_SOURCES.find((candidate) => candidate.id === id);
  if (!found) throw new Error(`no face ${id}`);
  return found;
};

/** Returns the heights of an outline's points, in thousandths of the font size. */
const heightsOf = (outline: string) =>
  Array.from(outline.matchAll(/-?[\d.]+[ ,](-?[\d.]+)/g), ([, height]) => Number(height));

describe('openFace', () => {
  it('opens each font in both weights, once', () => {
    for (const each of FACE_SOURCES) {
      for (const weight of WEIGHTS) {
        const face = openFace(each, weight);
        expect(face.id).toBe(`${each.id}-${weight}`);
        expect(openFace(each, weight)).toBe(face);
      }
    }
  });

  it('gives each font its own name, because pdfkit distinguishes fonts by name', () => {
    const names = FACE_SOURCES.flatMap((each) =>
      WEIGHTS.map((weight) => openFace(each, weight).pdfFont.postscriptName),
    );
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('shaping', () => {
  for (const [script, receiver] of Object.entries(RECEIVERS_BY_SCRIPT)) {
    it(`shapes ${script} without missing glyphs and broken clusters`, () => {
      for (const weight of WEIGHTS) {
        for (const word of wordsOf([receiver.name, ...receiver.addressLines].join(' '), weight)) {
          for (const { face, text } of word.pieces) {
            const shaped = face.shape(text);
            expect(shaped.glyphs.every((glyph) => glyph.id !== 0)).toBe(true);
            expect(shaped.glyphs.every((glyph) => !glyph.codePoints.includes(DOTTED_CIRCLE))).toBe(true);
            expect(shaped.width).toBe(shaped.glyphs.reduce((sum, glyph) => sum + glyph.xAdvance, 0));
          }
        }
      }
    });
  }

  it('puts a vowel sign that is written before its letter before it', () => {
    const { glyphs } = openFace(source('devanagari'), 'regular').shape('कि');
    expect(glyphs).toHaveLength(2);
    expect(glyphs[1]?.codePoints).toEqual(['क'.codePointAt(0)]);
  });

  it.each([
    ['devanagari', 'क्ष', [90]],
    ['tamil', 'ஸ்ரீ', [163]],
    ['kannada', 'ಲಕ್ಷ್ಮೀ', [51, 290, 336, 74]],
    ['bengali', 'বন্দ্যোপাধ্যায়', [47, 385, 337, 42, 312, 123, 59, 45, 59, 43, 123, 59, 50, 57]],
    ['malayalam', 'കൃഷ്ണൻ', [23, 69, 57, 77, 37, 117]],
    ['gurmukhi', 'ਪੰਜਾਬ', [37, 77, 24, 51, 39]],
    ['telugu', 'శ్రీ', [244, 556]],
  ])('gives the glyphs that the hb-shape program gives for %s', (id, word, glyphs) => {
    const shaped = openFace(source(id), 'regular').shape(word);
    expect(shaped.glyphs.map((glyph) => glyph.id)).toEqual(glyphs);
  });

  it('makes no conjunct at a non-joiner', () => {
    const face = openFace(source('devanagari'), 'regular');
    expect(face.shape('क्\u200cष').glyphs.length).toBeGreaterThan(face.shape('क्ष').glyphs.length);
  });

  it.each([
    ['devanagari', 'राष्ट्र कृष्ण स्त्री लक्ष्मी संस्कृति दुर्गा हृदय'],
    ['tamil', 'ஸ்ரீ கிருஷ்ணன் மூர்த்தி சூரியன்'],
    ['bengali', 'রাষ্ট্র কৃষ্ণ স্ত্রী লক্ষ্মী সংস্কৃতি দুর্গা'],
    ['telugu', 'రాష్ట్రం కృష్ణ స్త్రీ లక్ష్మి సంస్కృతి విద్యార్థి'],
    ['kannada', 'ರಾಷ್ಟ್ರ ಕೃಷ್ಣ ಸ್ತ್ರೀ ಲಕ್ಷ್ಮೀ ಸಂಸ್ಕೃತ ಕೈಮಗ್ಗ'],
    ['malayalam', 'രാഷ്ട്രം കൃഷ്ണൻ സ്ത്രീ ലക്ഷ്മി സ്വർണ്ണം വിദ്യാര്‍ത്ഥി'],
    ['gujarati', 'રાષ્ટ્ર કૃષ્ણ સ્ત્રી લક્ષ્મી સંસ્કૃતિ દુર્ગા'],
    ['gurmukhi', 'ਕ੍ਰਿਸ਼ਨ ਸ੍ਰੀ ਗੁਰੂ ਸੂਤਰ ਉੱਤਰ'],
    ['oriya', 'ରାଷ୍ଟ୍ର କୃଷ୍ଣ ସ୍ତ୍ରୀ ଲକ୍ଷ୍ମୀ ସଂସ୍କୃତି ବିଦ୍ୟାର୍ଥୀ'],
  ])('has words of %s that stack letters between its lines', (id, text) => {
    for (const weight of WEIGHTS) {
      const face = openFace(source(id), weight);
      for (const { pieces } of wordsOf(text, weight)) {
        for (const { id: glyph, yOffset } of pieces.flatMap((piece) => face.shape(piece.text).glyphs)) {
          const heights = heightsOf(face.outline(glyph)).map((height) => height + yOffset);
          expect(Math.max(0, ...heights)).toBeLessThanOrEqual(face.above * 1000);
          expect(Math.min(0, ...heights)).toBeGreaterThanOrEqual(-face.below * 1000);
        }
      }
    }
  });

  it('returns outlines for drawing', () => {
    const face = openFace(source('latin'), 'regular');
    const [glyph] = face.shape('I').glyphs;
    expect(face.outline(glyph?.id ?? 0)).toMatch(/^M.*Z$/);
  });

  it('gives pdfkit the same glyphs', () => {
    const face = openFace(source('bengali'), 'regular');
    const shaped = face.shape('স্ট্রিট');
    const layout = face.pdfFont.layout('স্ট্রিট');
    expect(layout.glyphs.map((glyph) => glyph.id)).toEqual(shaped.glyphs.map((glyph) => glyph.id));
    expect(layout.positions.map((position) => position.xAdvance)).toEqual(
      shaped.glyphs.map((glyph) => glyph.xAdvance),
    );
  });

  it('returns the same glyphs after pdfkit has scaled them', () => {
    const face = openFace(source('latin'), 'regular');
    for (const position of face.pdfFont.layout('again').positions) position.xAdvance = 0;
    expect(face.pdfFont.layout('again').positions.every((position) => position.xAdvance > 0)).toBe(true);
  });
});
