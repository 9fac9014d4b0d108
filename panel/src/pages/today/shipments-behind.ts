import { NDR_REASONS } from '../../parts/reasons.ts';
import type { ShipmentsView } from '../shipments/view.ts';

/** What the listing is asked for the shipments behind a figure, beside the span and what the row is of. */
export const DELIVERED: ShipmentsView = { status: 'delivered' };

/** A parcel that failed once keeps its last reason, wherever it is now. */
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
