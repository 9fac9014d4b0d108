/** Larger labels are not stored; real ones have a tenth of it. */
const LONGEST = 2 * 1024 * 1024;
const HEAD = '%PDF-';
const END = '%%EOF';
/** The PDF end marker must be within this many bytes of the end. */
const END_WITHIN = 1024;

/** A courier's own label, as one page or several of a file of labels. */
export interface CourierLabelPages {
  readonly courierPdf: Uint8Array;
}

/** Checks a PDF from a courier: its problem as the end of a sentence after the courier's name, or null. */
export function courierLabelRefusal(pdf: Buffer): string | null {
  if (pdf.length > LONGEST) return 'gave a label of more than 2 MB';
  const isWhole =
    pdf.subarray(0, HEAD.length).equals(Buffer.from(HEAD)) &&
    pdf.subarray(-END_WITHIN).includes(Buffer.from(END));
  return isWhole ? null : 'gave a label that is no whole PDF';
}
