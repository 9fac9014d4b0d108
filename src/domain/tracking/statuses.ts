/**
 * The statuses of a shipment, defined once for the whole service. `data/statuses.json` has the same list with
 * meanings; a test compares the two.
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

export type ForwardStatus = keyof typeof LISTING_STATUS_OF;

/** Every granular status of a forward shipment, in the order of its life. */
export const FORWARD_STATUSES = Object.keys(LISTING_STATUS_OF) as readonly ForwardStatus[];

/** The five statuses of the listing of returns, in the order of a return's life. */
export const RETURN_LISTING_STATUSES = [
  'return_requested',
  'pickup_scheduled',
  'in_transit',
  'return_received',
  'cancelled',
] as const;

export type ReturnListingStatus = (typeof RETURN_LISTING_STATUSES)[number];

const RETURN_LISTING_STATUS_OF = {
  return_requested: 'return_requested',
  return_pickup_scheduled: 'pickup_scheduled',
  return_not_picked: 'pickup_scheduled',
  return_in_transit: 'in_transit',
  return_ndr_raised: 'in_transit',
  return_need_attention: 'in_transit',
  return_lost: 'in_transit',
  return_delivered: 'return_received',
  return_cancelled: 'cancelled',
  return_rejected: 'cancelled',
  return_qc_failed: 'cancelled',
} as const satisfies Record<string, ReturnListingStatus>;

/** A granular status of a return: from the customer back to a warehouse. */
export type ReturnStatus = keyof typeof RETURN_LISTING_STATUS_OF;

/** Every granular status of a return, in the order of its life. */
export const RETURN_STATUSES = Object.keys(RETURN_LISTING_STATUS_OF) as readonly ReturnStatus[];

/** States of the quality check of a return. */
export const QC_STATUSES = ['pending', 'passed', 'failed'] as const;

export type QcStatus = (typeof QC_STATUSES)[number];

/** A granular status of either journey. */
export type GranularStatus = ForwardStatus | ReturnStatus;

export const GRANULAR_STATUSES: readonly GranularStatus[] = [...FORWARD_STATUSES, ...RETURN_STATUSES];

/** The direction of a shipment: to the customer, or from the customer to a warehouse. */
export const JOURNEYS = ['forward', 'return'] as const;

export type Journey = (typeof JOURNEYS)[number];

/** Statuses after which no event applies. */
export const ABSOLUTE_STATUSES = [
  'delivered',
  'rto_delivered',
  'return_delivered',
] as const satisfies readonly GranularStatus[];

/** Statuses after which nothing more is expected, though a courier may still send a correction. */
export const CLOSED_STATUSES = [
  'cancelled',
  'rejected',
  'lost',
  'damaged',
  'rto_lost',
  'rto_damaged',
  'externally_fulfilled',
  'return_cancelled',
  'return_rejected',
  'return_qc_failed',
  'return_lost',
] as const satisfies readonly GranularStatus[];

/** Milestones that a shipment can reach, in the order of its life. */
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

export function isReturnStatus(status: GranularStatus): status is ReturnStatus {
  return status in RETURN_LISTING_STATUS_OF;
}

/** The listing status of a granular status, in the listing of its journey. */
export function listingStatusOf(status: ForwardStatus): ListingStatus;
export function listingStatusOf(status: ReturnStatus): ReturnListingStatus;
export function listingStatusOf(status: GranularStatus): ListingStatus | ReturnListingStatus;
export function listingStatusOf(status: GranularStatus): ListingStatus | ReturnListingStatus {
  return isReturnStatus(status) ? RETURN_LISTING_STATUS_OF[status] : LISTING_STATUS_OF[status];
}

/** The granular statuses shown under a status of the forward listing, in the order of a shipment's life. */
export function granularStatusesOf(status: ListingStatus): readonly ForwardStatus[] {
  return FORWARD_STATUSES.filter((granular) => LISTING_STATUS_OF[granular] === status);
}

/** The granular statuses shown under a status of the listing of returns, in the order of a return's life. */
export function returnStatusesOf(status: ReturnListingStatus): readonly ReturnStatus[] {
  return RETURN_STATUSES.filter((granular) => RETURN_LISTING_STATUS_OF[granular] === status);
}

/**
 * The `sub_status` of listings, webhooks and tracking answers: the granular status if it says more than the listing
 * status, else null.
 */
export function subStatusOf(status: GranularStatus): GranularStatus | null {
  return status === listingStatusOf(status) ? null : status;
}

/**
 * Our statuses that are not in the published list, each with the closest published status. Programs that
 * receive webhooks or track parcels know only the published list.
 */
const PUBLISHED_AS = {
  out_for_pickup: 'pickup_scheduled',
  picked_up: 'in_transit',
  reached_destination_hub: 'in_transit',
  rto_out_for_delivery: 'rto_in_transit',
  on_hold: 'need_attention',
  damaged: 'lost',
  rto_damaged: 'rto_lost',
} as const satisfies Partial<Record<GranularStatus, GranularStatus>>;

export type PublishedStatus = Exclude<GranularStatus, keyof typeof PUBLISHED_AS>;

export const PUBLISHED_STATUSES = GRANULAR_STATUSES.filter(isPublished);

/** A status in webhooks and tracking answers. */
export interface PublicStatus {
  readonly status: PublishedStatus;
  /** As in the listing: see `subStatusOf`. */
  readonly sub_status: GranularStatus | null;
}

export function publicStatus(status: GranularStatus): PublicStatus {
  return { status: isPublished(status) ? status : PUBLISHED_AS[status], sub_status: subStatusOf(status) };
}

function isPublished(status: GranularStatus): status is PublishedStatus {
  return !(status in PUBLISHED_AS);
}

export function isAbsolute(status: GranularStatus): boolean {
  return (ABSOLUTE_STATUSES as readonly GranularStatus[]).includes(status);
}

/** Tells whether nothing more is expected: absolute and closed statuses. */
export function isOver(status: GranularStatus): boolean {
  return isAbsolute(status) || (CLOSED_STATUSES as readonly GranularStatus[]).includes(status);
}

const RETURN_MILESTONES: Readonly<Partial<Record<ReturnStatus, Milestone>>> = {
  return_pickup_scheduled: 'ready_for_pickup',
  return_not_picked: 'ready_for_pickup',
  return_in_transit: 'in_transit',
  return_ndr_raised: 'ndr_raised',
  return_delivered: 'delivered',
  return_cancelled: 'cancelled',
  return_rejected: 'cancelled',
  return_qc_failed: 'cancelled',
};

/**
 * The milestone of a status, or null.
 *
 * Statuses that share a listing status share its milestone, so every shipment listed as `ndr_raised` has the
 * time when it was raised, even if the carrier's first word was `need_attention`. Pickup is a separate
 * milestone, and of the statuses before pickup only the assignment of a carrier is a milestone.
 *
 * A return has the same milestones in the other direction: delivered means at the warehouse.
 * `returnMilestoneWord` gives their names there.
 */
export function milestoneOf(status: GranularStatus): Milestone | null {
  if (isReturnStatus(status)) return RETURN_MILESTONES[status] ?? null;
  if (status === 'ready_for_pickup' || status === 'picked_up') return status;
  const listing = LISTING_STATUS_OF[status];
  return listing === 'pending' || listing === 'others' ? null : listing;
}

const RETURN_MILESTONE_WORDS: Readonly<Partial<Record<Milestone, ReturnStatus>>> = {
  created: 'return_requested',
  ready_for_pickup: 'return_pickup_scheduled',
  picked_up: 'return_in_transit',
  ndr_raised: 'return_ndr_raised',
  delivered: 'return_delivered',
  cancelled: 'return_cancelled',
};

/** The name of a milestone in the listing of returns; null if another milestone has the same name. */
export function returnMilestoneWord(milestone: Milestone): ReturnStatus | null {
  return RETURN_MILESTONE_WORDS[milestone] ?? null;
}
