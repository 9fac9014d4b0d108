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
