import bwipjs from 'bwip-js/node';
import { refused } from '../problems/problem.ts';
import { say } from '../problems/sentence.ts';

/** A Code 128 symbol without its quiet zones. */
export interface Barcode {
  readonly text: string;
  /** The widths of bar, space, bar, ... in modules, from the first bar to the last. */
  readonly widths: readonly number[];
  /** The sum of the widths. */
  readonly modules: number;
}

/** ISO/IEC 15417 requires ten modules of white on either side. */
export const QUIET_ZONE_MODULES = 10;

const PRINTABLE_ASCII = /^[\x20-\x7e]+$/;

/** Returns the Code 128 of a tracking number. @throws Problem if it is not printable ASCII */
export function code128(trackingNumber: string): Barcode {
  if (!PRINTABLE_ASCII.test(trackingNumber)) {
    throw refused(
      say('no_barcode_of', 'The tracking number {tracking_number} cannot be printed as a barcode', {
        tracking_number: JSON.stringify(trackingNumber),
      }),
    );
  }
  // Uses the default export, because `raw` of the module itself is a symbology with that name.
  const [symbol] = bwipjs.raw({ bcid: 'code128', text: trackingNumber });
  const widths = symbol && 'sbs' in symbol ? symbol.sbs : [];
  return { text: trackingNumber, widths, modules: widths.reduce((sum, width) => sum + width, 0) };
}
