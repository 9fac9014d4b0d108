import type { Scanned } from '../../kit/parcel-book.ts';
import type { Sent } from '../../kit/stand-in.ts';
import type { Steps } from '../../kit/steps.ts';

export interface Scan {
  readonly status: string;
  readonly desc: string;
  readonly location: string;
  readonly ndrStatus?: string;
}

export interface Parcel {
  readonly trackingId: string;
  readonly wbn: string;
  readonly orderNumber: string;
  /** The request by which it was created. */
  shipment: Sent;
  readonly scans: Scanned<Scan>[];
}

export const CITY = 'Bengaluru';

export function step(status: string, desc: string, ndrStatus?: string): Scan {
  return { status, desc, location: CITY, ...(ndrStatus === undefined ? {} : { ndrStatus }) };
}

/** The steps that a parcel can be moved through. */
export const STEPS: Steps<Scan> = {
  pickup_scheduled: [step('Pickup Scheduled', 'Pickup Scheduled')],
  out_for_pickup: [step('Out for Pickup', 'Out for Pickup')],
  not_picked: [step('Not Picked', 'Pickup attempt failed')],
  picked_up: [step('Picked Up', 'Shipment Picked Up')],
  in_transit: [step('In Transit', 'Shipment In Transit')],
  out_for_delivery: [step('Out for Delivery', 'Out for Delivery')],
  delivered: [step('Delivered', 'Delivered Successfully')],
  customer_unavailable: [step('Undelivered', 'Customer Unavailable', 'Customer Unavailable')],
  customer_refused: [step('Undelivered', 'Rejected by Customer', 'Rejected by Customer')],
  bad_address: [step('Undelivered', 'Address Issue', 'Address Issue')],
  rto: [
    step('RTO Requested', 'RTO Requested', 'Maximum Attempt Reached'),
    step('RTO In Transit', 'RTO In Transit'),
  ],
  rto_out_for_delivery: [step('RTO Out for Delivery', 'RTO Out for Delivery')],
  rto_failed: [step('RTO Failed', 'RTO Failed', 'RTO Delivery Failed')],
  rto_delivered: [step('RTO Delivered', 'RTO Delivered')],
  lost: [step('Lost', 'Shipment Lost')],
  damaged: [step('Damaged', 'Shipment Damaged')],
};

const BEFORE_PICKUP = new Set([
  'Order Placed',
  'Pickup Scheduled',
  'Pickup Pending',
  'Out for Pickup',
  'Not Picked',
]);

/** Tells whether the parcel still has to be picked up, so that it can be cancelled. */
export function isExpected(parcel: Parcel): boolean {
  return BEFORE_PICKUP.has(statusOf(parcel));
}

export function statusOf({ scans }: Parcel): string {
  return scans.at(-1)?.status ?? '';
}

function attemptsOf({ scans }: Parcel): number {
  return scans.filter(({ status }) => status === 'Out for Delivery').length;
}

function pickedUpAt({ scans }: Parcel): number | undefined {
  return scans.find(({ status }) => status === 'Picked Up')?.at;
}

const DAYS_TO_DELIVER_MS = 4 * 24 * 60 * 60_000;

function eddOf(parcel: Parcel): number | null {
  const at = pickedUpAt(parcel);
  return at === undefined ? null : at + DAYS_TO_DELIVER_MS;
}

/** A scan in the format of `track_updated`. */
export function updateOf(parcel: Parcel, { at, status, location, desc }: Scanned<Scan>) {
  return {
    ctime: at,
    status,
    location,
    desc,
    attempts: String(attemptsOf(parcel)),
    pickupTime: pickedUpAt(parcel) ?? null,
    wbn: parcel.wbn,
    id: parcel.trackingId,
    orderNumber: parcel.orderNumber,
    edd: eddOf(parcel),
  };
}

/** The public tracking answer, found by `tracking_id`. */
export function trackingOf(parcel: Parcel) {
  const details = parcel.scans.map(({ at, ...scan }) => ({ ...scan, ctime: at }));
  return {
    _id: parcel.trackingId,
    order_number: parcel.orderNumber,
    ...(pickedUpAt(parcel) === undefined ? {} : { edd: eddOf(parcel) }),
    track: {
      ...details.at(-1),
      pickupTime: pickedUpAt(parcel),
      attempts: attemptsOf(parcel),
      ndrActions: statusOf(parcel) === 'Undelivered' ? ['Re-Attempt', 'RTO'] : [],
      details,
    },
  };
}

/** The raw tracking answer, found by the waybill of the delivery network. */
export function rawTrackingOf(parcel: Parcel) {
  return {
    [parcel.wbn]: {
      shipment_id: parcel.wbn,
      order_id: parcel.orderNumber,
      weight: '0.0',
      rto: statusOf(parcel).startsWith('RTO'),
      history: parcel.scans.map(({ status, at, desc, location }) => ({
        city: location,
        status: status.toLowerCase().replaceAll(' ', '_'),
        event_date_iso8601: new Date(at).toISOString(),
        hub_name: location,
        public_description: desc,
      })),
    },
  };
}
