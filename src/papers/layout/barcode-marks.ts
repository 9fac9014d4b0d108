import { refused } from '../../problems/problem.ts';
import { say } from '../../problems/sentence.ts';
import { code128, QUIET_ZONE_MODULES } from '../barcode.ts';
import { RULE } from './dots.ts';
import type { Mark } from './marks.ts';
import type { Area } from './place-text.ts';

/** 0.5 mm: wider bars do not scan better. */
const WIDEST_MODULE = 4;
/** The width of one more character, because a printer may choose other code sets than we do. */
const SPARE_MODULES = 11;

/** Returns a barcode that is as wide as possible. @throws Problem if the tracking number is too long */
export function barcodeMarks(trackingNumber: string, area: Area): Mark[] {
  const marks = barsWithin(trackingNumber, area);
  if (marks === null) {
    throw refused(
      say(
        'barcode_too_long',
        'The tracking number {tracking_number} is too long for a barcode on paper of this width',
        { tracking_number: trackingNumber },
      ),
    );
  }
  return marks;
}

/** Returns a barcode as wide as possible, or null if it does not fit. @throws Problem if not ASCII */
export function barsWithin(text: string, area: Area): Mark[] | null {
  const barcode = code128(text);
  const needed = barcode.modules + SPARE_MODULES + 2 * QUIET_ZONE_MODULES;
  const moduleWidth = Math.min(WIDEST_MODULE, Math.floor((area.width - 2 * RULE) / needed));
  if (moduleWidth < 1) return null;
  const width = barcode.modules * moduleWidth;
  return [
    {
      kind: 'bars',
      barcode,
      x: Math.round(area.x + (area.width - width) / 2),
      y: area.y,
      height: area.height,
      moduleWidth,
    },
  ];
}
