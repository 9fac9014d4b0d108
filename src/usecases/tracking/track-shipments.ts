import { indiaDateTime } from '../../domain/india-time.ts';
import type { ShipmentView } from '../../domain/listing/shipment-view.ts';
import type { AccountScope } from '../../storage/account-scope.ts';
import { readShipmentViews } from '../../storage/listing/shipment-views.ts';
import { findShipmentsNamed } from '../booking/find-named-shipments.ts';
import type { AccountContext } from '../service.ts';

/** The tracking data of a shipment; dates are India's, `2026-11-15 10:30:00`. */
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

/** More shipments at once, with their histories, would block others, so they take a turn. */
const FEW = 10;

/**
 * The account's shipments with these tracking numbers, by the number as sent; unknown ones are left out.
 *
 * @param signal aborted when nobody waits for them any more
 * @throws Problem if too much is in progress: see `LongWork`
 */
export async function trackShipments(
  account: AccountContext,
  trackingNumbers: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, Tracking>> {
  const { database, accountId, longWork } = account;
  const read = (stop: AbortSignal | null) =>
    database.read(accountId, (from) => readTrackings(from.account(accountId, stop), trackingNumbers));
  if (trackingNumbers.length <= FEW) return read(null);
  return longWork.run({ accountId, signal }, () => read(signal));
}

async function readTrackings(
  scope: AccountScope,
  trackingNumbers: readonly string[],
): Promise<Map<string, Tracking>> {
  const named = await findShipmentsNamed(scope, trackingNumbers);
  const ids = [...new Set([...named.values()].map(({ shipmentId }) => shipmentId))];
  const views = await readShipmentViews(scope, ids);
  const trackings = new Map(views.map((view) => [view.shipmentId, trackingOf(view)]));
  return new Map(
    [...named].flatMap(([sent, { shipmentId }]) => {
      const tracking = trackings.get(shipmentId);
      return tracking === undefined ? [] : [[sent, tracking] as const];
    }),
  );
}

function trackingOf(shipment: ShipmentView): Tracking {
  const reached = (wanted: string) => {
    const milestone = shipment.milestones.find(({ milestone }) => milestone === wanted);
    return milestone === undefined ? null : indiaDateTime(milestone.at.getTime());
  };
  return {
    shipment,
    pickedUpAt: reached('picked_up'),
    deliveredAt: reached('delivered'),
    activities: shipment.events.map((event) => ({
      date: indiaDateTime(event.at.getTime()),
      activity: event.description,
      location: event.location ?? '',
    })),
  };
}
