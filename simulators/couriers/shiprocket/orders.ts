import { indiaDateTime } from '../../../src/domain/india-time.ts';
import { numberOf } from '../../../src/partners/answer-fields.ts';
import type { ParcelBook, Scanned } from '../../kit/parcel-book.ts';
import type { Sent } from '../../kit/stand-in.ts';
import type { Steps } from '../../kit/steps.ts';

/** Status codes of orders. */
export const NEW = 1;
export const READY_TO_SHIP = 3;
export const CANCELLED = 5;

export interface Scan {
  readonly id: number;
  readonly label: string;
  readonly activity: string;
}

export interface Order {
  readonly orderId: number;
  readonly shipmentId: number;
  readonly reference: string;
  readonly isReturn: boolean;
  readonly sent: Sent;
  statusCode: number;
  awb: string;
  courier: { readonly id: number; readonly name: string } | null;
  isQueued: boolean;
  readonly scans: Scanned<Scan>[];
}

export function step(id: number, label: string, activity = label): Scan {
  return { id, label, activity };
}

/** The steps that a parcel can be moved through. */
export const STEPS: Steps<Scan> = {
  out_for_pickup: [step(19, 'OUT FOR PICKUP')],
  not_picked: [step(20, 'PICKUP EXCEPTION', 'Seller is closed')],
  picked_up: [step(42, 'PICKED UP', 'In Transit - Shipment picked up')],
  in_transit: [step(18, 'IN TRANSIT')],
  at_destination: [step(38, 'REACHED AT DESTINATION HUB')],
  out_for_delivery: [step(17, 'OUT FOR DELIVERY')],
  delivered: [step(7, 'DELIVERED')],
  customer_unavailable: [step(21, 'UNDELIVERED', 'Customer not available at the address')],
  customer_refused: [step(21, 'UNDELIVERED', 'Customer refused to accept')],
  bad_address: [step(21, 'UNDELIVERED', 'Address incomplete')],
  rto: [step(9, 'RTO INITIATED', 'Maximum attempts exhausted'), step(46, 'RTO IN TRANSIT')],
  rto_out_for_delivery: [step(41, 'RTO OFD')],
  rto_failed: [step(40, 'RTO NDR')],
  rto_delivered: [step(10, 'RTO DELIVERED')],
  lost: [step(12, 'LOST')],
};

const ON_ITS_WAY = new Set([19, 42, 18, 38, 17, 7, 21, 9, 46, 41, 40, 10, 12]);
const UNDELIVERED = 21;
const PICKED_UP = 42;

/** Tells whether the parcel was picked up; then it cannot be cancelled any more. */
export function isOnItsWay(order: Order): boolean {
  return ON_ITS_WAY.has(statusOf(order).id);
}

export function isUndelivered(order: Order): boolean {
  return statusOf(order).id === UNDELIVERED;
}

export function statusOf({ scans, statusCode }: Order): Scan {
  if (statusCode === CANCELLED) return step(8, 'CANCELLED');
  return scans.at(-1) ?? step(0, 'NEW');
}

/** The orders of an account, indexed by the merchant's id; orders with a number are also parcels. */
export class Orders {
  readonly #orders = new Map<string, Order>();
  readonly #byShipment = new Map<number, Order>();

  get all(): readonly Order[] {
    return [...this.#orders.values()];
  }

  get(reference: string): Order | undefined {
    return this.#orders.get(reference);
  }

  add(order: Order): void {
    this.#orders.set(order.reference, order);
    this.#byShipment.set(order.shipmentId, order);
  }

  /** @param id a single id, or a list with one id */
  ofShipment(id: unknown): Order | undefined {
    return this.#byShipment.get(numberOf(Array.isArray(id) ? id[0] : id) ?? 0);
  }
}

export function pushOf(order: Order, { at, id, label }: Scanned<Scan>) {
  const [date = '', time = ''] = indiaDateTime(at).split(' ');
  return {
    awb: order.awb,
    courier_name: order.courier?.name,
    current_status: label,
    current_status_id: 20,
    shipment_status: label,
    shipment_status_id: id,
    current_timestamp: `${date.split('-').reverse().join(' ')} ${time}`,
    order_id: order.reference,
    sr_order_id: order.orderId,
    etd: etdOf(order),
    scans: order.scans.map(activityOf),
    is_return: order.isReturn ? 1 : 0,
    channel_id: 1,
    pod_status: 'OTP Based Delivery',
    pod: 'Not Available',
  };
}

export function createdOf(order: Order) {
  return {
    order_id: order.orderId,
    channel_order_id: order.reference,
    shipment_id: order.shipmentId,
    status: order.statusCode === CANCELLED ? 'CANCELED' : 'NEW',
    status_code: order.statusCode,
    onboarding_completed_now: 0,
    awb_code: order.awb,
    courier_company_id: order.courier?.id ?? '',
    courier_name: order.courier?.name ?? '',
  };
}

export function listedOf(order: Order) {
  return {
    id: order.orderId,
    channel_order_id: order.reference,
    status: order.statusCode === CANCELLED ? 'CANCELED' : 'NEW',
    status_code: order.statusCode,
    shipments: [{ id: order.shipmentId, awb: order.awb, courier: order.courier?.name ?? '' }],
  };
}

export function trackingOf(book: ParcelBook<Scan, Order>, awb: string) {
  const order = book.get(awb);
  if (order === undefined) {
    const error = 'There is no activities found in our DB.';
    return { tracking_data: { track_status: 0, shipment_status: 0, error } };
  }
  const { id, label } = statusOf(order);
  return {
    tracking_data: {
      track_status: 1,
      shipment_status: id,
      shipment_track: [{ awb_code: awb, shipment_id: order.shipmentId, current_status: label }],
      shipment_track_activities: order.scans.map(activityOf).reverse(),
      track_url: `https://shiprocket.co/tracking/${awb}`,
      etd: etdOf(order),
    },
  };
}

function etdOf({ scans }: Order): string {
  const picked = scans.find(({ id }) => id === PICKED_UP)?.at;
  return picked === undefined ? '' : indiaDateTime(picked + 4 * 86_400_000);
}

function activityOf({ at, id, label, activity }: Scanned<Scan>) {
  return {
    date: indiaDateTime(at),
    status: `X-${id}`,
    activity,
    location: 'Bengaluru',
    'sr-status': String(id),
    'sr-status-label': label,
  };
}
