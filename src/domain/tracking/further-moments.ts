import type { MomentReached } from './moments.ts';
import { stillHolds } from './moments.ts';
import type { ShipmentState } from './state.ts';

/** A change of a shipment: by new events, or by its creation. */
export interface ShipmentChange {
  readonly before: ShipmentState;
  readonly after: ShipmentState;
  /** Tells whether the order was created in the same change. */
  readonly isNew: boolean;
}

/**
 * Moments that depend on the states before and after a change, and that customers are notified of only if the
 * merchant has switched them on: an order that waits for a courier was received; a parcel is with its
 * courier; cash on delivery can be paid in advance while the parcel is not picked up.
 */
export function furtherMoments({ before, after, isNew }: ShipmentChange): MomentReached[] {
  const isHere = (moment: MomentReached['moment']) => stillHolds({ moment, attempt: 0 }, after);
  const isBooked = (state: ShipmentState) => state.milestones.ready_for_pickup !== undefined;
  const isPickedUp = (state: ShipmentState) => state.milestones.picked_up !== undefined;
  const reached: MomentReached['moment'][] = [
    ...(isNew ? (['order_received'] as const) : []),
    ...(!isBooked(before) && isBooked(after) ? (['cod_to_prepaid'] as const) : []),
    ...(!isPickedUp(before) && isPickedUp(after) ? (['picked_up'] as const) : []),
  ];
  return reached.filter(isHere).map((moment) => ({ moment, attempt: 0 }));
}
