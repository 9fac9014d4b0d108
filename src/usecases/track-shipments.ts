import { indiaDateTime } from '../domain/india-time.ts';
import type { ShipmentView } from '../domain/listing/shipment-view.ts';
import { readShipmentViews } from '../storage/shipment-views.ts';
import { findShipmentsNamed } from './find-named-shipments.ts';
import type { AccountContext } from './service.ts';

/** What is known of where a shipment is; dates are India's, `2026-11-15 10:30:00`. */
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

/** The account's shipments with these tracking numbers, by the number as sent; unknown ones are left out. */
export async function trackShipments(
  account: AccountContext,
  trackingNumbers: readonly string[],
): Promise<Map<string, Tracking>> {
  const named = await findShipmentsNamed(account, trackingNumbers);
  const ids = [...new Set([...named.values()].map(({ shipmentId }) => shipmentId))];
  const views = await readShipmentViews(account.database.account(account.accountId), ids);
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
    activities: shipment.events.map(({ at, status, description, location }) => ({
      date: indiaDateTime(at.getTime()),
      activity: description ?? status,
      location: location ?? '',
    })),
  };
}
