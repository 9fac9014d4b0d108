import { shareOut } from './share-out.ts';
import type { ShopOrder } from './shop-order.ts';

/** What a parcel was given of the amounts of its order in the shop. */
export interface ParcelShare {
  /** The price of its goods. */
  readonly goodsPaise: number;
  readonly cashPaise: number;
  readonly chargesPaise: number;
}

/** What the booked parcels of an order were given, by their keys. */
export type BookedShares = ReadonlyMap<string, ParcelShare>;

/**
 * Divides the cash and the charges of an order between its goods, in proportion to their prices. What is booked stays as it was given, if
 * what is not booked can take the rest: goods that are added later change nothing at the courier of an earlier parcel.
 *
 * @param cashPaise what couriers collect for all goods, also for those that are shipped elsewhere
 * @returns the share of a parcel; of all goods that are shipped elsewhere, if the order does not show it
 */
export function shareOfParcel(
  { parcels, elsewherePaise, chargesPaise }: ShopOrder,
  {
    parcelKey,
    cashPaise,
    booked,
  }: { readonly parcelKey: string; readonly cashPaise: number; readonly booked: BookedShares },
): ParcelShare {
  const shown = parcels.map(({ parcelKey: key, items }) => ({
    key,
    goodsPaise: sumOf(items.map(({ totalPaise }) => totalPaise)),
    given: booked.get(key) ?? null,
  }));
  // Some shops show a parcel no more once it was sent: its goods count as elsewhere.
  const hidden = [...booked]
    .filter(([key]) => shown.every((one) => one.key !== key))
    .map(([key, given]) => ({ key, goodsPaise: given.goodsPaise, given }));
  const hiddenPaise = sumOf(hidden.map(({ goodsPaise }) => goodsPaise));
  const areHiddenKnown = hiddenPaise <= elsewherePaise;
  const ours = areHiddenKnown ? [...hidden, ...shown] : shown;
  const byOthersPaise = areHiddenKnown ? elsewherePaise - hiddenPaise : elsewherePaise;
  const prices = [byOthersPaise, ...ours.map(({ goodsPaise }) => goodsPaise)];
  const index = 1 + ours.findIndex(({ key }) => key === parcelKey);
  const shareIn = (paise: number, of: 'cashPaise' | 'chargesPaise') =>
    divided(paise, prices, [null, ...ours.map(({ given }) => given?.[of] ?? null)])[index] ?? 0;
  return {
    goodsPaise: prices[index] ?? 0,
    cashPaise: shareIn(cashPaise, 'cashPaise'),
    chargesPaise: shareIn(chargesPaise, 'chargesPaise'),
  };
}

/** @param prices what others ship comes first: an earlier parcel may have got the paisa that is left over */
function divided(
  paise: number,
  prices: readonly number[],
  given: readonly (number | null)[],
): readonly number[] {
  const shares =
    sumOf(prices.slice(0, 1)) > 0 ? shareOut(paise, prices) : [0, ...shareOut(paise, prices.slice(1))];
  const open = [...prices.keys()].filter((index) => index > 0 && given[index] === null);
  const rest = sumOf(shares.slice(1)) - sumOf(given.map((one) => one ?? 0));
  if (open.length > 0 ? rest < 0 : rest !== 0) return shares;
  const ofRest = shareOut(
    rest,
    open.map((index) => prices[index] ?? 0),
  );
  return shares.map((share, index) => given[index] ?? ofRest[open.indexOf(index)] ?? share);
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
