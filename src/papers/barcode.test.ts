import { describe, expect, it } from 'vitest';
import { Problem } from '../problems/problem.ts';
import { code128 } from './barcode.ts';

describe('code128', () => {
  it('begins and ends with a bar, and has only whole characters', () => {
    const { widths, modules } = code128('DKY00123456789');
    expect(widths.length % 2).toBe(1);
    // Each character has eleven modules; the bar that ends the stop character has two more.
    expect(modules % 11).toBe(2);
  });

  it('encodes two digits in one character', () => {
    expect(code128('12345678').modules).toBe(11 * (1 + 4 + 1 + 1) + 2);
    expect(code128('ABCDEFGH').modules).toBe(11 * (1 + 8 + 1 + 1) + 2);
  });

  it.each(['', 'AWB\n1', 'AWB é', '१२३'])('refuses %j', (text) => {
    expect(() => code128(text)).toThrow(Problem);
  });
});
