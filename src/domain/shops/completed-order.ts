import type { ParcelStage } from './compare-parcel.ts';
import type { ProgressWord } from './progress.ts';
import type { ShopRules } from './shop-rules.ts';

/** The stages of parcels that are this far. One that comes back, or is lost, is as far as none. */
const REACHED: Readonly<Record<ShopRules['completePrepaid'], readonly ParcelStage[]>> = {
  booked: ['booked', 'picked_up', 'delivered'],
  picked_up: ['picked_up', 'delivered'],
  delivered: ['delivered'],
  never: [],
};

/** True if a parcel is as far as the parcels of a prepaid order have to be when its shop completes it. */
export function isFarEnough(rule: ShopRules['completePrepaid'], stage: ParcelStage): boolean {
  return REACHED[rule].includes(stage);
}

/** What a shop tells its customers of a parcel, beside that it was sent. */
export const CUSTOMER_WORDS: readonly ProgressWord[] = ['attempted', 'returning', 'delivered'];
