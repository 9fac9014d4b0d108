import { v7 as newId } from 'uuid';
import type { Journey } from '../../src/domain/tracking/statuses.ts';
import type { BookingAddress } from '../../src/usecases/booking/settle-booking.ts';
import type { TestApp } from './app.ts';
import { CARRIER } from './carriers.ts';

/** The number of orders that are being made. */
export async function heldOrders({ database }: TestApp): Promise<number> {
  const { rowCount } = await database.database.pool.query(
    'select from bookings where new_order_id is not null',
  );
  return rowCount ?? 0;
}

/** What a process leaves that dies while a courier is asked for a new order. @returns its booking */
export async function leaveHeldOrder(
  { database }: TestApp,
  { accountId, displayId, processId = newId(), state = 'asking', journey = 'forward' }: LeftOrder,
): Promise<BookingAddress> {
  const [orderId, shipmentId, bookingId] = [newId(), newId(), newId()];
  await database.sql(
    `insert into orders (account_id, order_id, created_at, order_date, sub_total_paise, cod_collectible_paise,
      is_cod, display_id, external_id, channel, journey)
    values ($1, $2, now(), now(), 0, 0, false, $3, '', 'manual_order', $4)`,
    [accountId, orderId, displayId, journey],
  );
  await database.sql(
    `insert into bookings (account_id, new_order_id, shipment_id, booking_id, process_id, state, carrier_id, asked_at,
      shipment_value_paise, forward_freight_paise, cod_charges_paise, rto_charges_paise, total_charges_paise,
      platform_fee_paise, expected_pickup_date, expected_delivery_date, zone, is_cod, carrier_name, carrier_code,
      service_level, rate_book_version, origin_pincode, destination_pincode, dead_weight_g, length_cm, breadth_cm,
      height_cm)
    values ($1, $2, $3, $4, $5, $6, $7, now(), 0, 0, 0, 0, 0, 0, '2026-11-15', '2026-11-18', 'A', false, '', '',
      '', 1, '110001', '110001', 1, 1, 1, 1)`,
    [accountId, orderId, shipmentId, bookingId, processId, state, CARRIER],
  );
  return { accountId, shipmentId, bookingId };
}

interface LeftOrder {
  readonly accountId: string;
  readonly displayId: string;
  /** A dead process by default. */
  readonly processId?: string;
  /** `unknown` if the process is settling it. */
  readonly state?: 'asking' | 'unknown';
  readonly journey?: Journey;
}

/** Removes the orders that are being made, with their bookings. One transaction, so that nobody sees an order without its booking. */
export async function removeHeldOrders({ database }: TestApp): Promise<void> {
  const client = await database.database.pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<{ new_order_id: string }>(
      'delete from bookings where new_order_id is not null returning new_order_id',
    );
    await client.query('delete from orders where order_id = any($1)', [
      rows.map(({ new_order_id }) => new_order_id),
    ]);
    await client.query('commit');
  } finally {
    client.release(true);
  }
}
