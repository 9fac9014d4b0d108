import { NDR_REASONS } from '../../parts/reasons.ts';
import type { ShipmentsView } from '../../parts/shipments/view.ts';

/** Filters of the shipments behind a figure. The span and the group are added later. */
export const DELIVERED: ShipmentsView = { status: 'delivered' };

/** A parcel keeps its last failure reason, whatever its current status. */
export const FAILED: ShipmentsView = { ndr: NDR_REASONS };

export const RETURNED: ShipmentsView = {
  granular: [
    'rto_initiated',
    'rto_in_transit',
    'rto_out_for_delivery',
    'rto_need_attention',
    'rto_delivered',
    'rto_lost',
    'rto_damaged',
  ],
};
