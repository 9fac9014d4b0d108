import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../test/support/any-text.ts';
import { cleanText } from './clean-text.ts';

describe('cleanText', () => {
  it.each([
    ['  two   words ', 'two words'],
    ['line one\r\nline two\tend', 'line one line two end'],
    ['no\u00a0break\u2003space', 'no break space'],
    ['nul\u0000bell\u0007', 'nul bell'],
    ['zero\u200bwidth\ufeff', 'zerowidth'],
    ['soft\u00adhyphen', 'softhyphen'],
    ['\u202eright to left\u202c', 'right to left'],
    ['heart\u2764\ufe0f', 'heart\u2764'],
    ['e\u0301', '\u00e9'],
  ])('makes %j %j', (text, clean) => {
    expect(cleanText(text)).toBe(clean);
  });

  it('keeps the joiners that Indian scripts need', () => {
    expect(cleanText('ర్\u200cక')).toBe('ర్\u200cక');
    expect(cleanText('ক্\u200dষ')).toBe('ক্\u200dষ');
  });

  it('returns the same text if it is called again', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(cleanText(cleanText(text))).toBe(cleanText(text));
      }),
    );
  });

  it('keeps every letter, digit and symbol', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const visible = (part: string) => part.normalize('NFC').replace(/[^\p{L}\p{N}\p{P}\p{S}]/gu, '');
        expect(visible(cleanText(text))).toBe(
          visible(text).replace(/\p{Default_Ignorable_Code_Point}/gu, ''),
        );
      }),
    );
  });
});
