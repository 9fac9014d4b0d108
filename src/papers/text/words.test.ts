import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../test/support/any-text.ts';
import { cleanText } from './clean-text.ts';
import { splitIntoClusters, type Word, wordsOf } from './words.ts';

const faces = (word: Word | undefined) => word?.pieces.map(({ face, text }) => [face.id, text]);
const textOf = (words: readonly Word[]) =>
  words.map((word) => word.pieces.map(({ text }) => text).join('')).join(' ');

describe('wordsOf', () => {
  it('splits text at spaces, and measures each word', () => {
    const words = wordsOf(' Gandhi  Chowk\n', 'regular');
    expect(textOf(words)).toBe('Gandhi Chowk');
    expect(words.map(({ width }) => width > 0)).toEqual([true, true]);
    expect(wordsOf('  ', 'regular')).toEqual([]);
  });

  it('uses the font of each script, also within one word', () => {
    expect(faces(wordsOf('A-गली/தெரு', 'bold')[0])).toEqual([
      ['latin-bold', 'A-'],
      ['devanagari-bold', 'गली'],
      ['latin-bold', '/'],
      ['tamil-bold', 'தெரு'],
    ]);
  });

  it('uses the font of the script before for shared characters', () => {
    expect(faces(wordsOf('বাড়ি।', 'regular')[0])).toEqual([['bengali-regular', 'বাড়ি।'.normalize('NFC')]]);
    expect(faces(wordsOf('घर।', 'regular')[0])).toEqual([['devanagari-regular', 'घर।']]);
  });

  it('finds the glyphs of letters with marks and of the rupee sign', () => {
    expect(
      faces(wordsOf('Żółć', 'regular')[0])
        ?.map(([, text]) => text)
        .join(''),
    ).toBe('Żółć');
    expect(faces(wordsOf('\u20b9500', 'regular')[0])?.[0]).toEqual(['latin-ext-regular', '\u20b9']);
  });

  it('replaces characters by their plain form', () => {
    expect(textOf(wordsOf('№5 ﬁrst 𝓡𝓪𝓶 １２３', 'regular'))).toBe('No5 first Ram 123');
  });

  it.each([
    ['a Chinese character', '漢'],
    ['a Hebrew letter', 'מ'],
    ['half a surrogate pair', '\ud83d'],
  ])('shows one replacement mark for %s', (_, text) => {
    expect(textOf(wordsOf(`a${text}b`, 'regular'))).toBe('a\ufffdb');
  });

  it.each([
    ['an emoji', '😀'],
    ['an emoji of a skin tone', '👍🏽'],
    ['a family joined of several', '👨\u200d👩\u200d👧'],
    ['a flag', '🇮🇳'],
  ])('leaves out %s', (_, text) => {
    expect(textOf(wordsOf(`a${text}b`, 'regular'))).toBe('ab');
    expect(textOf(wordsOf(`a ${text} b ${text}`, 'regular'))).toBe('a b');
    expect(wordsOf(text, 'regular')).toEqual([]);
  });

  it('keeps digits and signs that may be emoji', () => {
    expect(textOf(wordsOf('1\ufe0f\u20e3 #5 * © ® ™', 'regular'))).toBe('1 #5 * © ® ™');
  });

  it('removes joiners that join nothing, and words of joiners only', () => {
    expect(textOf(wordsOf('a\u200db \u200d\u200c c', 'regular'))).toBe('ab  c');
  });

  it('shows every character or its replacement, for any text', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 40 }), (text) => {
        for (const word of wordsOf(text, 'regular')) {
          expect(Number.isFinite(word.width)).toBe(true);
          for (const { face, text: part } of word.pieces) {
            expect(Array.from(part).every((character) => face.covers(character.codePointAt(0) ?? 0))).toBe(
              true,
            );
          }
        }
      }),
    );
  });

  it('keeps all characters of the fonts, in order', () => {
    const character = fc.constantFrom(...'aZ09,./-&()ñक्षिஸ்ரீঙালগुరీಲಕ್ಷ്ക');
    fc.assert(
      fc.property(fc.array(character, { maxLength: 40 }), (characters) => {
        const text = characters.join('');
        expect(textOf(wordsOf(text, 'regular'))).toBe(cleanText(text));
      }),
    );
  });
});

describe('splitIntoClusters', () => {
  it('splits a word into characters as readers see them', () => {
    const [word] = wordsOf('क्षत्रिय12é', 'regular');
    const clusters = splitIntoClusters(word ?? { pieces: [], width: 0 });
    expect(clusters.map((cluster) => textOf([cluster])).join('')).toBe('क्षत्रिय12é');
    expect(clusters.every((cluster) => !/^\p{M}/u.test(textOf([cluster])))).toBe(true);
  });
});
