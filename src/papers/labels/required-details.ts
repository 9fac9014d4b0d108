import { rupees } from '../../domain/rupees.ts';
import { barsWithin } from '../layout/barcode-marks.ts';
import { PADDING } from '../layout/dots.ts';
import type { Mark } from '../layout/marks.ts';
import { type Area, inset, setText } from '../layout/place-text.ts';
import type { Paragraph } from '../text/fit.ts';
import type { LabelContent, RequiredDetails } from './label-content.ts';

const HEIGHT = 96;
const BARS_WIDTH = 420;

export function requiredDetailsHeight(details: RequiredDetails | null): number {
  return details === null ? 0 : HEIGHT;
}

/** Returns the order id, as a barcode if possible, next to the invoice and the supplier. */
export function requiredDetailsMarks(
  { requiredDetails: details, orderDisplayId }: LabelContent,
  area: Area,
): Mark[] {
  if (details === null) return [];
  const inside = inset(area, PADDING, 10);
  const isWritable = details.hasOrderBars && /^[\x20-\x7e]+$/.test(orderDisplayId);
  const bars = isWritable ? barsWithin(orderDisplayId, { ...inside, width: BARS_WIDTH }) : null;
  const taken = bars === null ? 0 : BARS_WIDTH + PADDING;
  const words = { ...inside, x: inside.x + taken, width: inside.width - taken };
  return [...(bars ?? []), ...setText(wordsOf(details), words, 24, { upright: 'middle' })];
}

function wordsOf({ gstin, invoice }: RequiredDetails): Paragraph[] {
  const value = invoice === null ? null : `Invoice value ${rupees(invoice.valuePaise)}`;
  const lines = [
    gstin === null ? null : `GSTIN ${gstin}`,
    invoice?.number ? `Invoice ${invoice.number}` : null,
    value,
  ];
  return lines.flatMap((text): Paragraph[] => (text === null ? [] : [{ text, weight: 'bold' }]));
}
