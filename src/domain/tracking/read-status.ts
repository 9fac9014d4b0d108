import {
  FORWARD_STATUSES,
  type ForwardStatus,
  GRANULAR_STATUSES,
  type GranularStatus,
  LISTING_STATUSES,
  type ListingStatus,
  RETURN_LISTING_STATUSES,
  RETURN_STATUSES,
  type ReturnListingStatus,
  type ReturnStatus,
} from './statuses.ts';
import { wordKey } from './word-key.ts';

const GRANULAR = byName(GRANULAR_STATUSES);
const FORWARD = byName(FORWARD_STATUSES);
const RETURN = byName(RETURN_STATUSES);
const LISTING = byName(LISTING_STATUSES);
const RETURN_LISTING = byName(RETURN_LISTING_STATUSES);

/**
 * Reads a granular status of either journey as a carrier or a client may write it: `Out For Delivery`, `RTO-Delivered`,
 * `out_for_delivery`. Null for any other word.
 */
export function readGranularStatus(text: string): GranularStatus | null {
  return GRANULAR.get(wordKey(text)) ?? null;
}

/**
 * Status words of couriers and of people at couriers that are none of ours and have one meaning. Words that mean different things at
 * different couriers are left out: `DISPATCHED` is on its way to the next hub at some and to the door at others.
 */
const OF_COURIERS: ReadonlyMap<string, GranularStatus> = new Map(
  Object.entries({
    awb_assigned: 'ready_for_pickup',
    label_generated: 'ready_for_pickup',
    manifested: 'ready_for_pickup',
    manifest_generated: 'ready_for_pickup',
    shipment_booked: 'ready_for_pickup',
    pickup_generated: 'pickup_scheduled',
    pickup_queued: 'pickup_scheduled',
    pickup_rescheduled: 'pickup_scheduled',
    ofp: 'out_for_pickup',
    pickup_exception: 'not_picked',
    pickup_error: 'not_picked',
    pickup_failed: 'not_picked',
    pickup_cancelled: 'not_picked',
    pickup_done: 'picked_up',
    pickedup: 'picked_up',
    shipment_picked_up: 'picked_up',
    shipped: 'in_transit',
    intransit: 'in_transit',
    shipment_in_transit: 'in_transit',
    in_transit_to_destination: 'in_transit',
    reached_destination: 'reached_destination_hub',
    reached_at_destination: 'reached_destination_hub',
    reached_at_destination_hub: 'reached_destination_hub',
    arrived_at_destination_hub: 'reached_destination_hub',
    ofd: 'out_for_delivery',
    outfordelivery: 'out_for_delivery',
    shipment_out_for_delivery: 'out_for_delivery',
    delivered_to_consignee: 'delivered',
    delivered_to_customer: 'delivered',
    delivered_successfully: 'delivered',
    shipment_delivered: 'delivered',
    successfully_delivered: 'delivered',
    undelivered: 'ndr_raised',
    un_delivered: 'ndr_raised',
    not_delivered: 'ndr_raised',
    ndr: 'ndr_raised',
    delivery_failed: 'ndr_raised',
    failed_delivery: 'ndr_raised',
    delivery_attempt_failed: 'ndr_raised',
    delivery_attempted: 'ndr_raised',
    shipment_undelivered: 'ndr_raised',
    undelivered_1st_attempt: 'ndr_raised',
    undelivered_2nd_attempt: 'ndr_raised',
    undelivered_3rd_attempt: 'ndr_raised',
    canceled: 'cancelled',
    shipment_cancelled: 'cancelled',
    shipment_canceled: 'cancelled',
    rto: 'rto_initiated',
    rto_lock: 'rto_initiated',
    rto_intransit: 'rto_in_transit',
    rto_ofd: 'rto_out_for_delivery',
    rto_ndr: 'rto_need_attention',
    rto_undelivered: 'rto_need_attention',
    returned_to_origin: 'rto_delivered',
    rto_received: 'rto_delivered',
    rto_acknowledged: 'rto_delivered',
    shipment_lost: 'lost',
    shipment_damaged: 'damaged',
  } satisfies Record<string, GranularStatus>),
);

/** Reads the status word of a scan: ours, or one that couriers write. Null for any other word. */
export function readScannedStatus(text: string): GranularStatus | null {
  return readGranularStatus(text) ?? OF_COURIERS.get(wordKey(text)) ?? null;
}

/** Like `readGranularStatus`, for forward shipments. */
export function readForwardStatus(text: string): ForwardStatus | null {
  return FORWARD.get(wordKey(text)) ?? null;
}

/** Like `readGranularStatus`, for returns. */
export function readReturnStatus(text: string): ReturnStatus | null {
  return RETURN.get(wordKey(text)) ?? null;
}

/** Like `readGranularStatus`, for the five statuses of the listing of returns. */
export function readReturnListingStatus(text: string): ReturnListingStatus | null {
  return RETURN_LISTING.get(wordKey(text)) ?? null;
}

/** Like `readGranularStatus`, for the ten listing statuses. */
export function readListingStatus(text: string): ListingStatus | null {
  return LISTING.get(wordKey(text)) ?? null;
}

function byName<Status extends string>(statuses: readonly Status[]): ReadonlyMap<string, Status> {
  return new Map(statuses.map((status) => [status, status]));
}
