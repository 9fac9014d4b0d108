import bwipjs from 'bwip-js/node';
import { refused } from '../problems/problem.ts';

/** A Code 128 symbol without its quiet zones. */
export interface Barcode {
  readonly text: string;
  /** The widths in modules of bar, space, bar, ..., from the first bar to the last. */
  readonly widths: readonly number[];
  /** Their sum. */
  readonly modules: number;
}

/** ISO/IEC 15417 requires ten modules of white on either side. */
export const QUIET_ZONE_MODULES = 10;

const PRINTABLE_ASCII = /^[\x20-\x7e]+$/;

/** The Code 128 of a tracking number. Throws for anything but printable ASCII. */
export function code128(trackingNumber: string): Barcode {
  if (!PRINTABLE_ASCII.test(trackingNumber)) {
    throw refused(`The tracking number ${JSON.stringify(trackingNumber)} cannot be printed as a barcode`);
  }
  // Uses the default export: the module's own `raw` is a symbology of that name.
  const [symbol] = bwipjs.raw({ bcid: 'code128', text: trackingNumber });
  const widths = symbol && 'sbs' in symbol ? symbol.sbs : [];
  return { text: trackingNumber, widths, modules: widths.reduce((sum, width) => sum + width, 0) };
}
