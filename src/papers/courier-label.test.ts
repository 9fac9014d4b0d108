import { describe, expect, it } from 'vitest';
import { courierLabelRefusal } from './courier-label.ts';

const MOST = 2 * 1024 * 1024;
const pdfOf = (bytes: number) => Buffer.from(`%PDF-1.4${' '.repeat(bytes - 14)}%%EOF\n`);

describe("a courier's label", () => {
  it.each([
    ['complete', pdfOf(100), null],
    ['of the largest size', pdfOf(MOST), null],
    ['too large', pdfOf(MOST + 1), 'gave a label of more than 2 MB'],
    ['incomplete', pdfOf(5_000).subarray(0, 4_000), 'gave a label that is not a complete PDF'],
    ['a web page', Buffer.from('<html>%%EOF'), 'gave a label that is not a complete PDF'],
    ['empty', Buffer.alloc(0), 'gave a label that is not a complete PDF'],
  ])('is judged by its size and form: %s', (_, pdf, refusal) =>
    expect(courierLabelRefusal(pdf)?.text ?? null).toBe(refusal),
  );
});
