import type { OrderName } from '../../domain/orders/order.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';
import type { Database } from '../database.ts';
import type { Write, WriteShape } from '../writes.ts';
import type { BookedCourier } from './bookings.ts';
import { orderIdIsUsed } from './orders.ts';
import { type Finder, isAbandoned, isTryDue } from './processes.ts';

/** An order id that is reserved while a carrier is called, before the order exists. */
export interface Reservation extends OrderName {
  readonly orderId: string;
  /** The process that runs the request. */
  readonly processId: string;
  /** Our reference for the carrier that is being called; null if no carrier was called yet. */
  readonly bookingId: string | null;
  readonly carrierId: string | null;
  readonly courier: BookedCourier;
  readonly orderReference: string;
}

/** A reservation that nobody works on any more. */
export interface LeftReservation extends Reservation {
  readonly askedAt: Date;
}

const RESERVE = {
  name: 'reserve-order-id',
  text: `insert into order_reservations (account_id, display_id, order_id, process_id, reserved_at, booking_id, carrier_id, journey, adapter,
      courier_account_id, courier_product, order_reference)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict do nothing returning true as reserved`,
};

/** @returns false if another request has reserved the order id */
export async function insertReservation(writer: AccountWriter, reservation: Reservation): Promise<boolean> {
  return (await writer.change(RESERVE, reservationValues(reservation, writer.now))).length > 0;
}

/**
 * Like `insertReservation`, in a separate transaction. Afterwards it checks whether the order id is in use,
 * because the reservation waits for any other change with the same id.
 */
export async function reserveAtOnce(
  database: Database,
  accountId: string,
  reservation: Reservation,
  now: Date,
): Promise<{ readonly isReserved: boolean; readonly isUsed: boolean }> {
  const { changed, answer } = await database.changeAtOnceAndAsk(
    accountId,
    [RESERVE, reservationValues(reservation, now)],
    orderIdIsUsed(reservation),
  );
  return { isReserved: changed.length > 0, isUsed: answer.length > 0 };
}

function reservationValues(reservation: Reservation, now: Date): unknown[] {
  const { displayId, journey, orderId, processId, bookingId, carrierId } = reservation;
  return [displayId, orderId, processId, now, bookingId, carrierId, journey, ...courierValues(reservation)];
}

function courierValues({ courier, orderReference }: Reservation): unknown[] {
  return [courier.adapter, courier.courierAccountId, courier.courierProduct, orderReference];
}

const NAME_CARRIER = {
  name: 'name-carrier-of-reservation',
  text: `update order_reservations set booking_id = $5, carrier_id = $6, reserved_at = $8, adapter = $9, courier_account_id = $10,
      courier_product = $11, order_reference = $12
    where account_id = $1 and display_id = $2 and journey = $7 and order_id = $3 and process_id = $4 returning true as named`,
};

/** Records which carrier is called next. @returns false if this process lost the reservation */
export async function nameCarrierOfReservation(
  writer: AccountWriter,
  reservation: Reservation,
): Promise<boolean> {
  const { displayId, journey, orderId, processId, bookingId, carrierId } = reservation;
  const rows = await writer.change(NAME_CARRIER, [
    displayId,
    orderId,
    processId,
    bookingId,
    carrierId,
    journey,
    writer.now,
    ...courierValues(reservation),
  ]);
  return rows.length > 0;
}

const REMOVE: WriteShape = {
  name: 'remove-reservation',
  texts: [
    `delete from order_reservations
      where account_id = $1 and display_id = $2 and journey = $5 and order_id = $3 and process_id = $4 returning true as removed`,
  ],
};

/** Removes a reservation; as the last write, it returns no row if this process lost it. */
export function writeRemoval({ displayId, journey, orderId, processId }: Reservation): Write {
  return { shape: REMOVE, parameters: [displayId, orderId, processId, journey] };
}

/** @returns false if the reservation no longer belongs to this process */
export async function removeReservation(writer: AccountWriter, reservation: Reservation): Promise<boolean> {
  return (await writer.write([writeRemoval(reservation)])).length > 0;
}

const TAKE_OVER = `update order_reservations r set process_id = $3, order_id = $5, is_settling = true
   where account_id = $1 and display_id = $2 and journey = $6 and ${isAbandoned('r.process_id', 'r.order_id', ['$3', '$4'])}
  returning booking_id, carrier_id, reserved_at, adapter, courier_account_id, courier_product, order_reference`;

interface TakenOver {
  booking_id: string | null;
  carrier_id: string | null;
  reserved_at: Date;
  adapter: string;
  courier_account_id: string | null;
  courier_product: string;
  order_reference: string;
}

/**
 * Takes over an abandoned reservation to settle it; null if there is none. It gets a new order id, so that
 * its former owner, if still alive, does not find it any more.
 */
export async function takeOverReservation(
  writer: AccountWriter,
  { displayId, journey }: OrderName,
  finder: Finder,
  orderId: string,
): Promise<LeftReservation | null> {
  const { processId, inFlight } = finder;
  const [row] = await writer.change<TakenOver>(TAKE_OVER, [displayId, processId, inFlight, orderId, journey]);
  if (row === undefined) return null;
  return {
    displayId,
    journey,
    orderId,
    processId,
    bookingId: row.booking_id,
    carrierId: row.carrier_id,
    courier: {
      adapter: row.adapter,
      courierAccountId: row.courier_account_id,
      courierProduct: row.courier_product,
    },
    orderReference: row.order_reference,
    askedAt: row.reserved_at,
  };
}

/** Tells whether an abandoned order id is being settled; null if the order id is not reserved. */
export async function isReservationSettling(
  scope: AccountScope,
  { displayId, journey }: OrderName,
): Promise<boolean | null> {
  const [row] = await scope.read<{ is_settling: boolean }>(
    'select is_settling from order_reservations where account_id = $1 and display_id = $2 and journey = $3',
    [displayId, journey],
  );
  return row?.is_settling ?? null;
}

const PUT_OFF = `update order_reservations set next_try_at = $5
   where account_id = $1 and display_id = $2 and journey = $6 and order_id = $3 and process_id = $4`;

export async function postponeReservation(
  writer: AccountWriter,
  { displayId, journey, orderId, processId }: Reservation,
  nextTryAt: Date,
): Promise<void> {
  await writer.change(PUT_OFF, [displayId, orderId, processId, nextTryAt, journey]);
}

export interface AbandonedReservation extends OrderName, Pick<BookedCourier, 'adapter' | 'courierAccountId'> {
  readonly accountId: string;
}

/** Lists reservations of all accounts that nobody works on any more and that are due. */
export async function listAbandonedReservations(
  database: Database,
  { processId, inFlight }: Finder,
  now: Date,
): Promise<AbandonedReservation[]> {
  return database.run<AbandonedReservation>(
    `select account_id as "accountId", display_id as "displayId", journey, adapter, courier_account_id as "courierAccountId"
       from order_reservations r
      where ${isAbandoned('r.process_id', 'r.order_id', ['$1', '$2'])} and (next_try_at is null or ${isTryDue('$3')})
      order by reserved_at limit 1000`,
    [processId, inFlight, now],
  );
}
