import type { ShopItem, ShopOrder } from '../domain/shops/shop-order.ts';

/** A parcel as we keep it in the shop's own record of it. */
export interface KeptParcel {
  readonly parcelKey: string;
  /** Indexed by line. */
  readonly units: LineUnits;
}

export type LineUnits = Readonly<Record<string, number>>;

/**
 * The parcels of an order: those that we have sent, unchanged, and what is still open. What is added to an order after its parcel was
 * sent is another parcel.
 *
 * @param sent by us
 * @param open the units of each line that nobody has sent, by the key of their parcel
 */
export function sentAndOpen(
  sent: readonly KeptParcel[],
  open: ReadonlyMap<string, LineUnits>,
): readonly KeptParcel[] {
  const parcels = new Map<string, Record<string, number>>();
  for (const { parcelKey, units } of sent) {
    const known = parcels.get(parcelKey) ?? {};
    for (const [line, count] of Object.entries(units)) known[line] = (known[line] ?? 0) + count;
    parcels.set(parcelKey, known);
  }
  const taken = new Set(parcels.keys());
  for (const [key, units] of open) {
    if (Object.values(units).some((count) => count > 0)) parcels.set(freeKey(key, taken), { ...units });
  }
  return [...parcels].map(([parcelKey, units]) => ({ parcelKey, units }));
}

/** `so_1@sloc_1`, and `so_1@sloc_1/2` once a parcel with that key was sent. */
function freeKey(key: string, taken: ReadonlySet<string>, count = 1): string {
  const tried = count === 1 ? key : `${key}/${count}`;
  return taken.has(tried) ? freeKey(key, taken, count + 1) : tried;
}

export function unitsIn(parcels: readonly Pick<KeptParcel, 'units'>[], line: string): number {
  return parcels.reduce((sum, { units }) => sum + (units[line] ?? 0), 0);
}

/** The key of what the customer fetches, beside what is shipped. */
const FETCHED_KEY = 'fetched';

/** A parcel that was sent. The key is null if it is not one of ours. */
export interface SentParcel {
  readonly parcelKey: string | null;
  readonly units: LineUnits;
}

/**
 * The parts of an order of a shop that does not say from where it is shipped: each parcel that we have sent, and one parcel of all
 * that nobody has sent.
 *
 * @param ordered the units of each line that are shipped, without refunded ones
 * @param itemsIn makes items of units
 * @param fetched the lines that the customer fetches in the shop
 */
export function partsOfOrder(
  ordered: LineUnits,
  sent: readonly SentParcel[],
  itemsIn: (units: LineUnits) => readonly ShopItem[],
  fetched: ReadonlySet<string> = new Set(),
): Pick<ShopOrder, 'elsewherePaise' | 'parcels'> {
  const own = sent.flatMap(({ parcelKey, units }) => (parcelKey === null ? [] : { parcelKey, units }));
  const byOthers = sent.filter(({ parcelKey }) => parcelKey === null);
  const open: Record<string, number> = {};
  const inShop: Record<string, number> = {};
  const elsewhere: Record<string, number> = {};
  for (const [line, units] of Object.entries(ordered)) {
    (fetched.has(line) ? inShop : open)[line] = units - unitsIn(sent, line);
    elsewhere[line] = Math.min(units, unitsIn(byOthers, line));
  }
  const partOf = ({ parcelKey, units }: KeptParcel) => ({
    ...{ parcelKey, locationKey: null, items: itemsIn(units) },
  });
  const shipped = sentAndOpen(own, new Map([['', open]])).map(partOf);
  // Its key is the first one if nothing else is left, so that an order that is fetched after all stays one parcel.
  const taken = new Set(shipped.map(({ parcelKey }) => parcelKey));
  const inShopKey = taken.has('') ? freeKey(FETCHED_KEY, taken) : '';
  return {
    elsewherePaise: itemsIn(elsewhere).reduce((sum, { totalPaise }) => sum + totalPaise, 0),
    parcels: [
      ...shipped,
      { ...partOf({ parcelKey: inShopKey, units: inShop }), without: 'fetched' as const },
    ].filter(({ items }) => items.length > 0),
  };
}
