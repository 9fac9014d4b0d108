/**
 * The words of a shipment's life, stated once for the whole service. `data/statuses.json` says the same
 * with each word's meaning; a test holds the two together.
 */

/** The ten statuses of the listing, in the order of a shipment's life. */
export const LISTING_STATUSES = [
  'pending',
  'in_transit',
  'out_for_delivery',
  'delivered',
  'ndr_raised',
  'rto_initiated',
  'rto_in_transit',
  'rto_delivered',
  'cancelled',
  'others',
] as const;

export type ListingStatus = (typeof LISTING_STATUSES)[number];

const LISTING_STATUS_OF = {
  pending: 'pending',
  processing: 'pending',
  ready_for_pickup: 'pending',
  pickup_scheduled: 'pending',
  out_for_pickup: 'pending',
  not_picked: 'pending',
  picked_up: 'in_transit',
  in_transit: 'in_transit',
  reached_destination_hub: 'in_transit',
  out_for_delivery: 'out_for_delivery',
  delivered: 'delivered',
  ndr_raised: 'ndr_raised',
  need_attention: 'ndr_raised',
  reattempt_delivery: 'ndr_raised',
  rto_initiated: 'rto_initiated',
  rto_in_transit: 'rto_in_transit',
  rto_out_for_delivery: 'rto_in_transit',
  rto_need_attention: 'rto_in_transit',
  rto_delivered: 'rto_delivered',
  cancelled: 'cancelled',
  rejected: 'cancelled',
  on_hold: 'others',
  lost: 'others',
  damaged: 'others',
  rto_lost: 'others',
  rto_damaged: 'others',
  externally_fulfilled: 'others',
} as const satisfies Record<string, ListingStatus>;

export type GranularStatus = keyof typeof LISTING_STATUS_OF;

/** Every granular status, in the order of a shipment's life. */
export const GRANULAR_STATUSES = Object.keys(LISTING_STATUS_OF) as readonly GranularStatus[];

/** After these no later event applies. */
export const ABSOLUTE_STATUSES = ['delivered', 'rto_delivered'] as const satisfies readonly GranularStatus[];

/** Nothing more is expected after these, though a courier's correction may still come. */
export const CLOSED_STATUSES = [
  'cancelled',
  'rejected',
  'lost',
  'damaged',
  'rto_lost',
  'rto_damaged',
  'externally_fulfilled',
] as const satisfies readonly GranularStatus[];

/** What a shipment is known for having reached, in the order of its life. */
export const MILESTONES = [
  'created',
  'ready_for_pickup',
  'picked_up',
  'in_transit',
  'out_for_delivery',
  'delivered',
  'ndr_raised',
  'rto_initiated',
  'rto_in_transit',
  'rto_delivered',
  'cancelled',
] as const;

export type Milestone = (typeof MILESTONES)[number];

/** The listing status that a granular one is shown under. */
export function listingStatusOf(status: GranularStatus): ListingStatus {
  return LISTING_STATUS_OF[status];
}

/** The granular statuses shown under a listing status, in the order of a shipment's life. */
export function granularStatusesOf(status: ListingStatus): readonly GranularStatus[] {
  return GRANULAR_STATUSES.filter((granular) => LISTING_STATUS_OF[granular] === status);
}

/** The listing's `sub_status`: the granular status where it says more than the listing status, else null. */
export function subStatusOf(status: GranularStatus): GranularStatus | null {
  return status === LISTING_STATUS_OF[status] ? null : status;
}

/** Whether no later event can apply. */
export function isAbsolute(status: GranularStatus): boolean {
  return (ABSOLUTE_STATUSES as readonly GranularStatus[]).includes(status);
}

/** Whether nothing more is expected: the absolute statuses and the closed ones. */
export function isOver(status: GranularStatus): boolean {
  return isAbsolute(status) || (CLOSED_STATUSES as readonly GranularStatus[]).includes(status);
}

/**
 * The milestone that an event with this status reaches, or null.
 *
 * Words that share a listing status share its milestone, so that every shipment listed as `ndr_raised`
 * has the moment it was raised, though the carrier's first word was `need_attention`. Picking up is a
 * milestone of its own, and of the words from before pickup only the assigned carrier is one.
 */
export function milestoneOf(status: GranularStatus): Milestone | null {
  if (status === 'ready_for_pickup' || status === 'picked_up') return status;
  const listing = LISTING_STATUS_OF[status];
  return listing === 'pending' || listing === 'others' ? null : listing;
}
