import { type Sentence, say } from '../problems/sentence.ts';

/** Larger labels are not stored. Real labels have a tenth of this size. */
const LONGEST = 2 * 1024 * 1024;
const HEAD = '%PDF-';
const END = '%%EOF';
/** The PDF end marker must be within this many bytes of the end. */
const END_WITHIN = 1024;

/** A courier's own label with one or more pages, for a file of labels. */
export interface CourierLabelPages {
  readonly courierPdf: Uint8Array;
}

/** Checks a courier's PDF. Returns null, or the problem to put after the courier's name in a sentence. */
export function courierLabelRefusal(pdf: Buffer): Sentence | null {
  if (pdf.length > LONGEST) return say('gave_large_label', 'gave a label of more than 2 MB');
  const isWhole =
    pdf.subarray(0, HEAD.length).equals(Buffer.from(HEAD)) &&
    pdf.subarray(-END_WITHIN).includes(Buffer.from(END));
  return isWhole ? null : say('gave_broken_label', 'gave a label that is not a complete PDF');
}
