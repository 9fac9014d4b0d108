import { stageOf } from '../../domain/shops/compare-parcel.ts';
import type { BookedShares } from '../../domain/shops/parcel-shares.ts';
import type { AccountScope } from '../../storage/account-scope.ts';
import { findShipments } from '../../storage/booking/shipments.ts';
import type { ShopParcelRow } from '../../storage/shops/shop-parcels.ts';

/** What the parcels of an order that are booked were given of its cash and charges. Those of older releases are missing. */
export async function bookedSharesOf(
  scope: AccountScope,
  parcels: readonly ShopParcelRow[],
): Promise<BookedShares> {
  const shared = parcels.flatMap(({ parcelKey, shipmentId, share }) =>
    shipmentId === null || share === null ? [] : { parcelKey, shipmentId, share },
  );
  const shipments = await findShipments(
    scope,
    shared.map(({ shipmentId }) => shipmentId),
  );
  const booked = new Set(
    shipments
      .filter(({ state, bookingId }) => !['unbooked', 'cancelled'].includes(stageOf(state, bookingId)))
      .map(({ shipmentId }) => shipmentId),
  );
  return new Map(
    shared
      .filter(({ shipmentId }) => booked.has(shipmentId))
      .map(({ parcelKey, share }) => [parcelKey, share]),
  );
}
