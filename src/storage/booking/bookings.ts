import type { Zone } from '../../domain/zones/zone.ts';
import type { Sentence } from '../../problems/sentence.ts';
import { column, columns, type RowOf } from '../../resources/columns.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';
import { type DueTries, type DueWork, takeDueWork } from '../cluster/each-account.ts';
import type { Database } from '../database.ts';
import { storedSentence } from '../stored-sentence.ts';
import type { Write, WriteShape } from '../writes.ts';
import { type Finder, isAbandoned, isTryDue } from './processes.ts';
import { PARCEL } from './shipments.ts';

export const BOOKING_STATES = ['asking', 'unknown', 'booked', 'failed'] as const;
export type BookingState = (typeof BOOKING_STATES)[number];

/** The terms that change when the courier accepts a change. */
const CHANGING_TERMS = columns({
  zone: column<Zone>(),
  /** The freight of the booked journey; for a return, of the journey to the warehouse. */
  forwardFreightPaise: column<number>(),
  codChargesPaise: column<number>(),
  rtoChargesPaise: column<number>(),
  totalChargesPaise: column<number>(),
  rateBookVersion: column<number>(),
  destinationPincode: column<string>(),
  isCod: column<boolean>(),
  /** The amount that the COD charge is based on; 0 for prepaid. */
  codAmountPaise: column<number>('shipment_value_paise'),
  ...PARCEL.fields,
});
const TERMS = columns({
  adapter: column<string>(),
  /** The courier account, of the account or the operator; null for a courier without accounts. */
  courierAccountId: column<string | null>(),
  /** The courier's code for the service level. */
  courierProduct: column<string>(),
  carrierId: column<string>(),
  carrierName: column<string>(),
  /** The courier's name for customers; null if not set. */
  courierName: column<string | null>(),
  helpline: column<string | null>(),
  carrierCode: column<string>(),
  serviceLevel: column<string>(),
  /** The charge for the check at the customer's door; 0 without a check. */
  qcChargesPaise: column<number>(),
  platformFeePaise: column<number>(),
  /** A date in India, such as `2026-11-15`. */
  expectedPickupDate: column<string>(),
  expectedDeliveryDate: column<string>(),
  originPincode: column<string>(),
  ...CHANGING_TERMS.fields,
});

/** The terms that were quoted for a booking, and the data that they were computed from. */
export type BookingTerms = RowOf<typeof TERMS.fields>;

/** The courier of a booking, independent of later changes of the rate book. */
export type BookedCourier = Pick<BookingTerms, 'adapter' | 'courierAccountId' | 'courierProduct'>;

const OWN = columns({
  /** The reference that we give the carrier. */
  bookingId: column<string>(),
  shipmentId: column<string>(),
  /** `asking`: the carrier is being called; `unknown`: its answer was lost. */
  state: column<BookingState>(),
  /** The process that is calling the carrier, or that settles the booking of a new order; else null. */
  processId: column<string | null>(),
  askedAt: column<Date>(),
  trackingNumber: column<string | null>(),
  /** The reference that the courier knows for the parcel: see `orderReference`. */
  orderReference: column<string>(),
  /** The courier's order id; null if it gave none. */
  courierOrderId: column<string | null>(),
  /** The courier's sort code for the label; null if it gave none. */
  routingCode: column<string | null>(),
  /** The order that is made if the carrier accepts it; null for the booking of an existing shipment. */
  newOrderId: column<string | null>(),
});
const ALL = columns({ ...OWN.fields, ...TERMS.fields });

/** A booking of a shipment with a carrier. Its terms change only after the courier has accepted a change. */
export type Booking = RowOf<typeof OWN.fields> & { readonly terms: BookingTerms };

const INSERT: WriteShape = {
  name: 'booking',
  texts: [`insert into bookings (account_id, ${ALL.columns}) values ($1, ${ALL.parameters(2)})`],
};

type NewBooking = Pick<
  Booking,
  'shipmentId' | 'bookingId' | 'terms' | 'processId' | 'askedAt' | 'orderReference' | 'newOrderId'
>;

/** Writes a booking before its carrier is asked. */
export function writeBooking(booking: NewBooking): Write {
  const own = OWN.values({ ...booking, state: 'asking', ...UNANSWERED });
  return { shape: INSERT, parameters: [...own, ...TERMS.values(booking.terms)] };
}

const FIND = `select settled_at as "settledAt", ${ALL.columns}
  from bookings where account_id = $1 and shipment_id = $2 and booking_id = $3`;

/** The current booking; lock the shipment before changing it. */
export async function findBooking(
  scope: AccountScope,
  shipmentId: string,
  bookingId: string,
): Promise<(Booking & { readonly settledAt: Date | null }) | null> {
  const [row] = await scope.read<{ settledAt: Date | null }>(FIND, [shipmentId, bookingId]);
  if (row === undefined) return null;
  return { ...OWN.ofRow(row), terms: TERMS.ofRow(row), settledAt: row.settledAt };
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
  | { readonly state: 'failed'; readonly failure: Sentence }
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
      outcome.state === 'failed' ? storedSentence(outcome.failure) : null,
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

/** Updates the terms of a booking after the courier has accepted a change. */
export async function rewriteTerms(writer: AccountWriter, booking: Booking): Promise<void> {
  await writer.change(
    `update bookings set ${CHANGING_TERMS.assignments(4)}
      where account_id = $1 and shipment_id = $2 and booking_id = $3`,
    [booking.shipmentId, booking.bookingId, ...CHANGING_TERMS.values(booking.terms)],
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

export async function countBookings(scope: AccountScope, shipmentId: string): Promise<number> {
  const [row] = await scope.read<{ count: number }>(
    'select count(*) as count from bookings where account_id = $1 and shipment_id = $2',
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
