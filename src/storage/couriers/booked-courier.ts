import type { AccountScope } from '../account-scope.ts';
import { BOOKED } from '../shipment-joins.ts';

/** The name of the courier that has the parcel, such as `delhivery`; null until one is booked. */
export async function findBookedCourier(scope: AccountScope, shipmentId: string): Promise<string | null> {
  const [row] = await scope.read<{ adapter: string | null }>(
    `select b.adapter from shipments s ${BOOKED} where s.account_id = $1 and s.shipment_id = $2`,
    [shipmentId],
  );
  return row?.adapter ?? null;
}

/** SQL: the courier account of the shipment of a row `w`; null without a booking. */
export function bookedCourierAccount(only: (alias: string) => string): string {
  return `select b.courier_account_id from shipments s
      join bookings b on b.account_id = s.account_id and b.shipment_id = s.shipment_id and b.booking_id = s.booking_id
     where s.account_id = w.account_id and s.shipment_id = w.shipment_id${only('s')}${only('b')}`;
}
