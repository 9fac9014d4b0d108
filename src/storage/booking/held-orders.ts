import type { OrderName } from '../../domain/orders/order.ts';
import type { Journey } from '../../domain/tracking/statuses.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';
import { type Booking, type KnownBooking, removeBooking } from './bookings.ts';
import { type Finder, isAbandoned } from './processes.ts';

/**
 * An order that is being made: its row and its booking are written before the carrier is asked, and all else
 * afterwards. It has no shipment yet, so nobody sees it.
 */
export type HeldOrder = Pick<Booking, 'shipmentId' | 'bookingId' | 'state'>;

/** The schema is named, because an id is unique in the whole account, even outside the reader's restriction. */
const FIND = `select b.shipment_id as "shipmentId", b.booking_id as "bookingId", b.state
  from dakiya.orders o
  left join bookings b on b.account_id = $1 and b.new_order_id = o.order_id and b.state in ('asking', 'unknown')
 where o.account_id = $1 and o.display_id = $2 and o.journey = $3`;

/** Finds who has an order id: nobody, an order that exists, or one that is being made. */
export async function findOwner(
  scope: AccountScope,
  { displayId, journey }: OrderName,
): Promise<HeldOrder | 'order' | null> {
  type Row = HeldOrder | { readonly bookingId: null };
  const [row] = await scope.read<Row>(FIND, [displayId, journey]);
  if (row === undefined) return null;
  return row.bookingId === null ? 'order' : row;
}

const FIND_NAMES = `select o.display_id as name
  from dakiya.orders o
  join bookings b on b.account_id = $1 and b.new_order_id = o.order_id and b.state in ('asking', 'unknown')
 where o.account_id = $1 and o.display_id = any($2::text[])`;

/** Returns the ids among these of new orders or returns that are being made. */
export async function findNamesBeingMade(
  scope: AccountScope,
  displayIds: readonly string[],
): Promise<Set<string>> {
  if (displayIds.length === 0) return new Set();
  const rows = await scope.read<{ name: string }>(FIND_NAMES, [displayIds]);
  return new Set(rows.map(({ name }) => name));
}

const TAKE_OVER = `update bookings b set process_id = $4, state = 'unknown', next_try_at = coalesce(next_try_at, $6)
  where account_id = $1 and shipment_id = $2 and booking_id = $3 and new_order_id is not null
    and ${isAbandoned('b.process_id', 'b.booking_id', ['$4', '$5'])}
  returning true as taken`;
const FIND_JOURNEY = 'select journey from dakiya.orders where account_id = $1 and order_id = $2';

/**
 * Takes over the booking of an order that nobody makes any more, to settle it. Its former owner, if still
 * alive, cannot change it any more.
 *
 * @returns the journey of the order; null if somebody makes it or has made it
 */
export async function takeOverHold(
  writer: AccountWriter,
  { shipmentId, bookingId, newOrderId }: Booking,
  { processId, inFlight }: Finder,
): Promise<Journey | null> {
  const taken = await writer.change(TAKE_OVER, [shipmentId, bookingId, processId, inFlight, writer.now]);
  if (taken.length === 0) return null;
  const [order] = await writer.read<{ journey: Journey }>(FIND_JOURNEY, [newOrderId]);
  return order?.journey ?? null;
}

const REMOVE = 'delete from orders where account_id = $1 and order_id = $2';

/** Removes an order that was not made, with its booking, unless somebody else has changed it. */
export async function removeHold(
  writer: AccountWriter,
  booking: KnownBooking & Pick<Booking, 'newOrderId'>,
): Promise<void> {
  if (await removeBooking(writer, booking)) await writer.change(REMOVE, [booking.newOrderId]);
}
