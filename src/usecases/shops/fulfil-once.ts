import type { FulfilmentAnswer, SentParcel, ShopAdapter } from '../../shops/shop-adapter.ts';

/** Tells a shop of a parcel, unless it knows the tracking number already: the answer to an earlier call may have been lost. */
export async function fulfilOnce(
  adapter: ShopAdapter,
  parcel: SentParcel,
  signal: AbortSignal,
): Promise<FulfilmentAnswer> {
  const known = await keyOfNumber(adapter, parcel.orderKey, parcel.trackingNumber, signal);
  return known === null ? adapter.fulfil(parcel, signal) : { outcome: 'done', fulfilmentKey: known };
}

/** Finds the fulfilment that has a tracking number. Returns null if the shop has none. */
export async function keyOfNumber(
  adapter: ShopAdapter,
  orderKey: string,
  number: string,
  signal: AbortSignal,
): Promise<string | null> {
  const known = await adapter.fulfilments(orderKey, signal);
  return known.find(({ trackingNumber }) => trackingNumber === number)?.fulfilmentKey ?? null;
}
