/** Larger ones are not kept: real ones have a tenth of it. */
const LONGEST = 2 * 1024 * 1024;
const HEAD = '%PDF-';
const END = '%%EOF';
/** Within so many bytes of the end. */
const END_WITHIN = 1024;

/** A courier's own label, as a page or several of a file of labels. */
export interface CourierLabelPages {
  readonly courierPdf: Uint8Array;
}

/** Checks a PDF that a courier gave as its label: the problem as it follows its name, or null. */
export function courierLabelRefusal(pdf: Buffer): string | null {
  if (pdf.length > LONGEST) return 'gave a label of more than 2 MB';
  const isWhole =
    pdf.subarray(0, HEAD.length).equals(Buffer.from(HEAD)) &&
    pdf.subarray(-END_WITHIN).includes(Buffer.from(END));
  return isWhole ? null : 'gave a label that is no whole PDF';
}
