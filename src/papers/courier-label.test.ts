import { describe, expect, it } from 'vitest';
import { courierLabelRefusal } from './courier-label.ts';

const MOST = 2 * 1024 * 1024;
const pdfOf = (bytes: number) => Buffer.from(`%PDF-1.4${' '.repeat(bytes - 14)}%%EOF\n`);

describe("a courier's label", () => {
  it.each([
    ['whole', pdfOf(100), null],
    ['as long as it may be', pdfOf(MOST), null],
    ['longer', pdfOf(MOST + 1), 'gave a label of more than 2 MB'],
    ['cut', pdfOf(5_000).subarray(0, 4_000), 'gave a label that is not a complete PDF'],
    ['a page', Buffer.from('<html>%%EOF'), 'gave a label that is not a complete PDF'],
    ['empty', Buffer.alloc(0), 'gave a label that is not a complete PDF'],
  ])('that is %s', (_, pdf, refusal) => expect(courierLabelRefusal(pdf)).toBe(refusal));
});
