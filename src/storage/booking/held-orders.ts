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

/**
 * SQL for an order that another may replace: it is cancelled, and no courier may ever have had its parcel. The order is one that the
 * reader may see.
 */
export function isReplaceable(order: string): string {
  return `exists (
    select from shipments s
     where s.account_id = $1 and s.order_id = ${order}.order_id and s.journey = 'forward' and s.granular_status = 'cancelled'
       and not exists (select from bookings where account_id = $1 and shipment_id = s.shipment_id)
       and not exists (select from dakiya.exchanges where account_id = $1 and forward_shipment_id = s.shipment_id))`;
}

/** The schema is named, because an id is unique in the whole account, even outside the reader's restriction. */
const FIND = `select b.shipment_id as "shipmentId", b.booking_id as "bookingId", b.state, ${isReplaceable('o')} as "isReplaceable"
  from dakiya.orders o
  left join bookings b on b.account_id = $1 and b.new_order_id = o.order_id and b.state in ('asking', 'unknown')
 where o.account_id = $1 and o.display_id = $2 and o.journey = $3`;

/** Finds who has an order id: nobody, an order that exists, one that another may replace, or one that is being made. */
export async function findOwner(
  scope: AccountScope,
  { displayId, journey }: OrderName,
): Promise<HeldOrder | 'order' | 'replaceable' | null> {
  type Row = { readonly isReplaceable: boolean } & (HeldOrder | { readonly bookingId: null });
  const [row] = await scope.read<Row>(FIND, [displayId, journey]);
  if (row === undefined) return null;
  if (row.bookingId !== null) return row;
  return row.isReplaceable ? 'replaceable' : 'order';
}

const GIVE_UP_ID = `update orders o set journey = null
  where account_id = $1 and display_id = $2 and journey = 'forward' and ${isReplaceable('o')}
  returning o.order_id as "orderId"`;

/** Takes its id from an order that another replaces in this transaction. @returns the order; null if there is none any more */
export async function takeOrderId(writer: AccountWriter, displayId: string): Promise<string | null> {
  const [order] = await writer.change<{ orderId: string }>(GIVE_UP_ID, [displayId]);
  return order?.orderId ?? null;
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

const REMOVE = 'delete from orders where account_id = $1 and order_id = $2 returning replaces';
const GIVE_BACK_ID = "update orders set journey = 'forward' where account_id = $1 and order_id = $2";

/** Removes an order that was not made, with its booking, unless somebody else has changed it. What it replaced has its id again. */
export async function removeHold(
  writer: AccountWriter,
  booking: KnownBooking & Pick<Booking, 'newOrderId'>,
): Promise<void> {
  if (!(await removeBooking(writer, booking))) return;
  const [removed] = await writer.change<{ replaces: string | null }>(REMOVE, [booking.newOrderId]);
  if (removed?.replaces) await writer.change(GIVE_BACK_ID, [removed.replaces]);
}
