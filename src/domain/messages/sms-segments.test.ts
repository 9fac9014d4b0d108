import fc from 'fast-check';
import { SegmentedMessage } from 'sms-segments-calculator';
import { describe, expect, it } from 'vitest';
import { smsSegments } from './sms-segments.ts';

describe('the segments of an SMS', () => {
  it.each([
    ['', 'GSM-7', 0, 0],
    ['a'.repeat(160), 'GSM-7', 1, 160],
    ['a'.repeat(161), 'GSM-7', 2, 161],
    ['a'.repeat(306), 'GSM-7', 2, 306],
    ['a'.repeat(307), 'GSM-7', 3, 307],
    ['€'.repeat(80), 'GSM-7', 1, 160],
    [`${'a'.repeat(152)}€${'a'.repeat(10)}`, 'GSM-7', 2, 164],
    ['च'.repeat(70), 'UCS-2', 1, 70],
    ['च'.repeat(71), 'UCS-2', 2, 71],
    ['🫖'.repeat(35), 'UCS-2', 1, 70],
    ['₹ 10', 'UCS-2', 1, 4],
  ] as const)('are counted for %s', (text, encoding, segments, characters) => {
    expect(smsSegments(text)).toEqual({ encoding, segments, characters });
  });

  it('equal the count of a public library', () => {
    const letter = fc.constantFrom(...'aZ0 @£Ø\n{}€^[~|é', 'च', 'த', '₹', '’', '🫖');
    fc.assert(
      fc.property(fc.array(letter, { minLength: 1, maxLength: 400 }), (letters) => {
        const text = letters.join('');
        const { encodingName, segmentsCount } = new SegmentedMessage(text, 'auto');
        const { encoding, segments } = smsSegments(text);
        expect([encoding, segments]).toEqual([encodingName, segmentsCount]);
      }),
    );
  });
});
