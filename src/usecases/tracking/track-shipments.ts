import { indiaDateTime } from '../../domain/india-time.ts';
import type { ShipmentView } from '../../domain/listing/shipment-view.ts';
import { newestFirst, type UnreadScan } from '../../domain/tracking/unread-scan.ts';
import type { AccountScope } from '../../storage/account-scope.ts';
import { readShipmentViews } from '../../storage/listing/shipment-views.ts';
import { readUnreadScans } from '../../storage/tracking/unread-scans.ts';
import { findShipmentsNamed, findShipmentsOfOrders } from '../booking/find-named-shipments.ts';
import type { ListingParts } from '../long-work.ts';
import type { AccountContext } from '../service.ts';

/** The tracking data of a shipment. Dates are in India, such as `2026-11-15 10:30:00`. */
export interface Tracking {
  readonly shipment: ShipmentView;
  readonly pickedUpAt: string | null;
  readonly deliveredAt: string | null;
  /** Newest first. */
  readonly activities: readonly {
    readonly date: string;
    readonly activity: string;
    readonly location: string;
  }[];
}

/** The names of shipments, as sent. An order id is ours or the merchant's. */
interface Names {
  readonly trackingNumbers: readonly string[];
  readonly orderIds: readonly string[];
}

/** More shipments with their histories would delay other requests, so they wait for a turn. */
const FEW = 10;

/**
 * Returns the account's shipments with these names, indexed by the name that was sent. Leaves out unknown
 * names. A tracking number takes precedence over an order id with the same text.
 *
 * @param signal aborted when the client has left
 * @throws Problem if too much is in progress: as `LongWork`
 */
export async function trackShipments(
  account: AccountContext & ListingParts,
  names: Names,
  signal: AbortSignal,
): Promise<Map<string, Tracking>> {
  const { database, accountId, longWork } = account;
  const read = (stop: AbortSignal | null) =>
    database.read(accountId, (from) => readTrackings(from.account(accountId, stop), names));
  if (names.trackingNumbers.length + names.orderIds.length <= FEW) return read(null);
  return longWork.run({ accountId, signal }, () => read(signal));
}

async function readTrackings(
  scope: AccountScope,
  { trackingNumbers, orderIds }: Names,
): Promise<Map<string, Tracking>> {
  const named = new Map([
    ...(await findShipmentsOfOrders(scope, orderIds)),
    ...(await findShipmentsNamed(scope, trackingNumbers)),
  ]);
  const ids = [...new Set([...named.values()].map(({ shipmentId }) => shipmentId))];
  const [views, unread] = await Promise.all([readShipmentViews(scope, ids), readUnreadScans(scope, ids)]);
  const trackings = new Map(
    views.map((view) => [view.shipmentId, trackingOf(view, unread.get(view.shipmentId) ?? [])]),
  );
  return new Map(
    [...named].flatMap(([sent, { shipmentId }]) => {
      const tracking = trackings.get(shipmentId);
      return tracking === undefined ? [] : [[sent, tracking] as const];
    }),
  );
}

function trackingOf(shipment: ShipmentView, unread: readonly UnreadScan[]): Tracking {
  const reached = (wanted: string) => {
    const milestone = shipment.milestones.find(({ milestone }) => milestone === wanted);
    return milestone === undefined ? null : indiaDateTime(milestone.at.getTime());
  };
  return {
    shipment,
    pickedUpAt: reached('picked_up'),
    deliveredAt: reached('delivered'),
    activities: newestFirst(
      shipment.events.map(({ at, description, location }) => ({ at, activity: description, location })),
      unread.map(({ at, words, location }) => ({ at, activity: words, location })),
    ).map(({ at, activity, location }) => ({
      date: indiaDateTime(at.getTime()),
      activity,
      location: location ?? '',
    })),
  };
}
