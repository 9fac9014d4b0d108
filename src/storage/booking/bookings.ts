import type { ParcelSize } from '../../domain/rates/parcel.ts';
import type { Zone } from '../../domain/zones/zone.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';
import { type DueTries, type DueWork, takeDueWork } from '../cluster/each-account.ts';
import type { Database } from '../database.ts';
import type { Write, WriteShape } from '../writes.ts';
import { type Finder, isAbandoned, isTryDue } from './processes.ts';

export const BOOKING_STATES = ['asking', 'unknown', 'booked', 'failed'] as const;
export type BookingState = (typeof BOOKING_STATES)[number];

/** The courier of a booking, independent of later changes of the rate book. */
export interface BookedCourier {
  readonly adapter: string;
  /** The courier account, of the account or the operator; null for a courier without accounts. */
  readonly courierAccountId: string | null;
  /** The courier's code for the service level. */
  readonly courierProduct: string;
}

/** The terms that were quoted for a booking, and the data that they were computed from. */
export interface BookingTerms extends ParcelSize, BookedCourier {
  readonly carrierId: string;
  readonly carrierName: string;
  /** The courier's name for customers; null if not set. */
  readonly courierName: string | null;
  readonly helpline: string | null;
  readonly carrierCode: string;
  readonly serviceLevel: string;
  readonly zone: Zone;
  /** The freight of the booked journey; for a return, of the journey to the warehouse. */
  readonly forwardFreightPaise: number;
  readonly codChargesPaise: number;
  readonly rtoChargesPaise: number;
  /** The charge for the check at the customer's door; 0 without a check. */
  readonly qcChargesPaise: number;
  readonly totalChargesPaise: number;
  readonly platformFeePaise: number;
  /** A date in India, such as `2026-11-15`. */
  readonly expectedPickupDate: string;
  readonly expectedDeliveryDate: string;
  readonly rateBookVersion: number;
  readonly originPincode: string;
  readonly destinationPincode: string;
  readonly isCod: boolean;
  /** The amount that the COD charge is based on; 0 for prepaid. */
  readonly codAmountPaise: number;
}

/** A booking of a shipment with a carrier. Its terms change only after the courier has accepted a change. */
export interface Booking {
  /** The reference that we give the carrier. */
  readonly bookingId: string;
  readonly shipmentId: string;
  readonly terms: BookingTerms;
  /** `asking`: the carrier is being called; `unknown`: its answer was lost. */
  readonly state: BookingState;
  /** The process that is calling the carrier, or that settles the booking of a new order; else null. */
  readonly processId: string | null;
  readonly askedAt: Date;
  readonly trackingNumber: string | null;
  /** The reference that the courier knows for the parcel: see `orderReference`. */
  readonly orderReference: string;
  /** The courier's order id; null if it gave none. */
  readonly courierOrderId: string | null;
  /** The courier's sort code for the label; null if it gave none. */
  readonly routingCode: string | null;
  /** The order that is made if the carrier accepts it; null for the booking of an existing shipment. */
  readonly newOrderId: string | null;
}

const COLUMNS = [
  'shipment_id',
  'booking_id',
  'process_id',
  'asked_at',
  'state',
  'tracking_number',
  'order_reference',
  'courier_order_id',
  'routing_code',
  'new_order_id',
  'adapter',
  'courier_account_id',
  'courier_product',
  'carrier_id',
  'carrier_name',
  'courier_name',
  'helpline',
  'carrier_code',
  'service_level',
  'zone',
  'forward_freight_paise',
  'cod_charges_paise',
  'rto_charges_paise',
  'qc_charges_paise',
  'total_charges_paise',
  'platform_fee_paise',
  'expected_pickup_date',
  'expected_delivery_date',
  'rate_book_version',
  'origin_pincode',
  'destination_pincode',
  'is_cod',
  'shipment_value_paise',
  'dead_weight_g',
  'length_cm',
  'breadth_cm',
  'height_cm',
] as const;

const INSERT: WriteShape = {
  name: 'booking',
  texts: [
    `insert into bookings (account_id, ${COLUMNS.join(', ')})
    values ($1, ${COLUMNS.map((_, index) => `$${index + 2}`).join(', ')})`,
  ],
};

type NewBooking = Pick<
  Booking,
  'shipmentId' | 'bookingId' | 'terms' | 'processId' | 'askedAt' | 'orderReference' | 'newOrderId'
>;

/** Writes a booking before its carrier is asked. */
export function writeBooking(booking: NewBooking): Write {
  const row = bookingRow({ ...booking, state: 'asking', ...UNANSWERED });
  return { shape: INSERT, parameters: COLUMNS.map((column) => row[column]) };
}

const FIND = `select settled_at as "settledAt", ${COLUMNS.map((column) => (column.startsWith('expected_') ? `${column}::text` : column)).join(', ')}
  from bookings where account_id = $1 and shipment_id = $2 and booking_id = $3`;

/** The current booking; lock the shipment before changing it. */
export async function findBooking(
  scope: AccountScope,
  shipmentId: string,
  bookingId: string,
): Promise<(Booking & { readonly settledAt: Date | null }) | null> {
  const [row] = await scope.read<BookingRow & { settledAt: Date | null }>(FIND, [shipmentId, bookingId]);
  return row === undefined ? null : { ...bookingOfRow(row), settledAt: row.settledAt };
}

const ABANDONED = `select true as abandoned from bookings b
  where account_id = $1 and shipment_id = $2 and booking_id = $3 and state = 'asking'
    and ${isAbandoned('b.process_id', 'b.booking_id', ['$4', '$5'])}`;

export async function isBookingAbandoned(
  scope: AccountScope,
  booking: Pick<Booking, 'shipmentId' | 'bookingId'>,
  { processId, inFlight }: Finder,
): Promise<boolean> {
  const parameters = [booking.shipmentId, booking.bookingId, processId, inFlight];
  return (await scope.read(ABANDONED, parameters)).length > 0;
}

/** The values of a booking's courier columns before the courier answers. */
const UNANSWERED = { trackingNumber: null, courierOrderId: null, routingCode: null } as const;

export interface CourierAnswered {
  readonly trackingNumber: string;
  readonly courierOrderId: string | null;
  readonly routingCode: string | null;
}

export type Settlement =
  | ({ readonly state: 'booked' } & CourierAnswered)
  | { readonly state: 'failed'; readonly failure: string }
  | { readonly state: 'unknown'; readonly nextTryAt: Date };

/** A booking as it was written or read last. A change of it requires that nobody has changed it meanwhile. */
export type KnownBooking = Pick<Booking, 'shipmentId' | 'bookingId' | 'state' | 'processId'>;

const IS_KNOWN = `account_id = $1 and shipment_id = $2 and booking_id = $3
  and state = $4 and process_id is not distinct from $5::uuid`;

function known({ shipmentId, bookingId, state, processId }: KnownBooking): unknown[] {
  return [shipmentId, bookingId, state, processId];
}

const SETTLE: WriteShape = {
  name: 'settle-booking',
  texts: [
    `update bookings set state = $6, process_id = null, new_order_id = $7, settled_at = $8, next_try_at = $9,
       tracking_number = $10, failure = $11, courier_order_id = $12, routing_code = $13
      where ${IS_KNOWN} returning true as settled`,
  ],
};

/** Writes the outcome of a booking; as the last write, it returns no row if the booking has changed. */
export function writeSettlement(
  booking: KnownBooking & Pick<Booking, 'newOrderId'>,
  outcome: Settlement,
  now: Date,
): Write {
  const { trackingNumber, courierOrderId, routingCode } = outcome.state === 'booked' ? outcome : UNANSWERED;
  const isOpen = outcome.state === 'unknown';
  return {
    shape: SETTLE,
    parameters: [
      ...known(booking),
      outcome.state,
      booking.newOrderId,
      isOpen ? null : now,
      isOpen ? outcome.nextTryAt : null,
      trackingNumber,
      outcome.state === 'failed' ? outcome.failure : null,
      courierOrderId,
      routingCode,
    ],
  };
}

export async function settleBooking(
  writer: AccountWriter,
  booking: KnownBooking & Pick<Booking, 'newOrderId'>,
  outcome: Settlement,
): Promise<void> {
  await writer.write([writeSettlement(booking, outcome, writer.now)]);
}

/** The terms that change when the courier accepts a change. */
const CHANGED_TERMS = [
  'zone',
  'forward_freight_paise',
  'cod_charges_paise',
  'rto_charges_paise',
  'total_charges_paise',
  'rate_book_version',
  'destination_pincode',
  'is_cod',
  'shipment_value_paise',
  'dead_weight_g',
  'length_cm',
  'breadth_cm',
  'height_cm',
] as const;

/** Updates the terms of a booking after the courier has accepted a change. */
export async function rewriteTerms(writer: AccountWriter, booking: Booking): Promise<void> {
  const row = bookingRow(booking);
  await writer.change(
    `update bookings set ${CHANGED_TERMS.map((column, index) => `${column} = $${index + 4}`).join(', ')}
      where account_id = $1 and shipment_id = $2 and booking_id = $3`,
    [booking.shipmentId, booking.bookingId, ...CHANGED_TERMS.map((column) => row[column])],
  );
}

/** Removes a booking that was refused without any effect. @returns false if the booking has changed */
export async function removeBooking(writer: AccountWriter, booking: KnownBooking): Promise<boolean> {
  const removed = await writer.change(
    `delete from bookings where ${IS_KNOWN} returning true as removed`,
    known(booking),
  );
  return removed.length > 0;
}

export interface UnsettledBooking extends Pick<BookedCourier, 'adapter' | 'courierAccountId'> {
  readonly accountId: string;
  readonly shipmentId: string;
  readonly bookingId: string;
}

/**
 * Takes bookings of all accounts that have an unknown outcome and are due, or that their process has
 * abandoned. No other process then asks about them at the same time.
 */
export function takeUnsettledBookings(
  database: Database,
  { processId, inFlight }: Finder,
  { now, until, most }: DueTries,
): Promise<UnsettledBooking[]> {
  const known = [now, processId, inFlight];
  return takeDueWork<UnsettledBooking>(
    database,
    TAKE_UNSETTLED,
    { ofAccounts: known, of: (share) => [...known, until, share] },
    most,
  );
}

const IS_UNSETTLED = `((state = 'unknown' and ${isTryDue('$1')})
  or (state = 'asking' and (next_try_at is null or ${isTryDue('$1')}) and ${isAbandoned('w.process_id', 'w.booking_id', ['$2', '$3'])}))`;

const TAKE_UNSETTLED: DueWork = {
  name: 'take-unsettled-bookings',
  accounts: `select distinct account_id from bookings w where ${IS_UNSETTLED} order by account_id`,
  text: (only) => `update bookings b set next_try_at = $4
      from (select account_id, shipment_id, booking_id from bookings w
             where ${IS_UNSETTLED}${only('w')} order by asked_at limit $5 for update skip locked) d
      where b.account_id = d.account_id and b.shipment_id = d.shipment_id and b.booking_id = d.booking_id${only('b')}
      returning b.account_id as "accountId", b.shipment_id as "shipmentId", b.booking_id as "bookingId", b.adapter,
        b.courier_account_id as "courierAccountId"`,
};

interface BookingRow {
  shipment_id: string;
  booking_id: string;
  process_id: string | null;
  asked_at: Date;
  state: BookingState;
  tracking_number: string | null;
  order_reference: string;
  courier_order_id: string | null;
  routing_code: string | null;
  new_order_id: string | null;
  adapter: string;
  courier_account_id: string | null;
  courier_product: string;
  carrier_id: string;
  carrier_name: string;
  courier_name: string | null;
  helpline: string | null;
  carrier_code: string;
  service_level: string;
  zone: Zone;
  forward_freight_paise: string | number;
  cod_charges_paise: string | number;
  rto_charges_paise: string | number;
  qc_charges_paise: string | number;
  total_charges_paise: string | number;
  platform_fee_paise: string | number;
  expected_pickup_date: string;
  expected_delivery_date: string;
  rate_book_version: string | number;
  origin_pincode: string;
  destination_pincode: string;
  is_cod: boolean;
  shipment_value_paise: string | number;
  dead_weight_g: string;
  length_cm: string;
  breadth_cm: string;
  height_cm: string;
}

function bookingRow({ terms, ...booking }: Booking): BookingRow {
  return {
    shipment_id: booking.shipmentId,
    booking_id: booking.bookingId,
    process_id: booking.processId,
    asked_at: booking.askedAt,
    state: booking.state,
    tracking_number: booking.trackingNumber,
    order_reference: booking.orderReference,
    courier_order_id: booking.courierOrderId,
    routing_code: booking.routingCode,
    new_order_id: booking.newOrderId,
    adapter: terms.adapter,
    courier_account_id: terms.courierAccountId,
    courier_product: terms.courierProduct,
    carrier_id: terms.carrierId,
    carrier_name: terms.carrierName,
    courier_name: terms.courierName,
    helpline: terms.helpline,
    carrier_code: terms.carrierCode,
    service_level: terms.serviceLevel,
    zone: terms.zone,
    forward_freight_paise: terms.forwardFreightPaise,
    cod_charges_paise: terms.codChargesPaise,
    rto_charges_paise: terms.rtoChargesPaise,
    qc_charges_paise: terms.qcChargesPaise,
    total_charges_paise: terms.totalChargesPaise,
    platform_fee_paise: terms.platformFeePaise,
    expected_pickup_date: terms.expectedPickupDate,
    expected_delivery_date: terms.expectedDeliveryDate,
    rate_book_version: terms.rateBookVersion,
    origin_pincode: terms.originPincode,
    destination_pincode: terms.destinationPincode,
    is_cod: terms.isCod,
    shipment_value_paise: terms.codAmountPaise,
    dead_weight_g: terms.deadWeight,
    length_cm: terms.length,
    breadth_cm: terms.width,
    height_cm: terms.height,
  };
}

function bookingOfRow(row: BookingRow): Booking {
  return {
    bookingId: row.booking_id,
    shipmentId: row.shipment_id,
    state: row.state,
    processId: row.process_id,
    askedAt: row.asked_at,
    trackingNumber: row.tracking_number,
    orderReference: row.order_reference,
    courierOrderId: row.courier_order_id,
    routingCode: row.routing_code,
    newOrderId: row.new_order_id,
    terms: {
      adapter: row.adapter,
      courierAccountId: row.courier_account_id,
      courierProduct: row.courier_product,
      carrierId: row.carrier_id,
      carrierName: row.carrier_name,
      courierName: row.courier_name,
      helpline: row.helpline,
      carrierCode: row.carrier_code,
      serviceLevel: row.service_level,
      zone: row.zone,
      forwardFreightPaise: Number(row.forward_freight_paise),
      codChargesPaise: Number(row.cod_charges_paise),
      rtoChargesPaise: Number(row.rto_charges_paise),
      qcChargesPaise: Number(row.qc_charges_paise),
      totalChargesPaise: Number(row.total_charges_paise),
      platformFeePaise: Number(row.platform_fee_paise),
      expectedPickupDate: row.expected_pickup_date,
      expectedDeliveryDate: row.expected_delivery_date,
      rateBookVersion: Number(row.rate_book_version),
      originPincode: row.origin_pincode,
      destinationPincode: row.destination_pincode,
      isCod: row.is_cod,
      codAmountPaise: Number(row.shipment_value_paise),
      deadWeight: row.dead_weight_g,
      length: row.length_cm,
      width: row.breadth_cm,
      height: row.height_cm,
    },
  };
}

export async function countBookings(scope: AccountScope, shipmentId: string): Promise<number> {
  const [row] = await scope.read<{ count: number }>(
    'select count(*)::integer as count from bookings where account_id = $1 and shipment_id = $2',
    [shipmentId],
  );
  return row?.count ?? 0;
}

export async function isNewestBooking(
  scope: AccountScope,
  { shipmentId, bookingId, askedAt }: Pick<Booking, 'shipmentId' | 'bookingId' | 'askedAt'>,
): Promise<boolean> {
  const later = await scope.read(
    `select from bookings where account_id = $1 and shipment_id = $2 and booking_id <> $3 and asked_at > $4 limit 1`,
    [shipmentId, bookingId, askedAt],
  );
  return later.length === 0;
}
