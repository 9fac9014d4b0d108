import type { ShipmentState } from '../tracking/state.ts';
import { listingStatusOf } from '../tracking/statuses.ts';

/** What a merchant may ask for (contract: orders and shipments). */
export type ShipmentAction = 'book' | 'cancel' | 'reattempt' | 'initiate_rto';

/** Why the action is not allowed in this state, as what follows the shipment's name; null where it is. */
export function actionRefusal(action: ShipmentAction, { status, phase }: ShipmentState): string | null {
  switch (action) {
    case 'book':
      if (status === 'pending') return null;
      return phase === 'withdrawn' ? `is ${status}` : 'has a courier already';
    case 'cancel':
      if (phase === 'before_pickup') return null;
      return phase === 'withdrawn'
        ? `is ${status} already`
        : `cannot be cancelled after pickup: it is ${status}`;
    case 'reattempt':
    case 'initiate_rto':
      return listingStatusOf(status) === 'ndr_raised' ? null : `is not ndr_raised: it is ${status}`;
  }
}
