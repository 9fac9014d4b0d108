import { describe, expect, it } from 'vitest';
import { withoutUnseen } from './visible-text.ts';

describe('a text without what nobody sees', () => {
  it.each([
    ['CHAI-1001\u200b', 'CHAI-1001'],
    ['\ufeffCHAI\u00ad-1001', 'CHAI-1001'],
    ['98765\u2060 00001\u200e', '98765 00001'],
    ['\u200fAsha\u200d Rao\u200c', 'Asha Rao'],
    ['\u200cसीता', 'सीता'],
    ['Asha', 'Asha'],
    ['', ''],
    ['\u200b', ''],
  ])('of %j is %j', (text, left) => {
    expect(withoutUnseen(text)).toBe(left);
    expect(withoutUnseen(left)).toBe(left);
  });

  it.each(['क्\u200dष', 'ന്\u200d', 'می\u200cخواهم', '👩\u200d👩\u200d👧', '❤\ufe0f'])(
    'keeps %j whole',
    (text) => {
      expect(withoutUnseen(text)).toBe(text);
    },
  );
});
