import type { PickupRequest } from '../../domain/handover/handover.ts';
import { column } from '../../resources/columns.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';
import { errandTable } from '../couriers/errands.ts';
import { sentenceColumn } from '../stored-sentence.ts';
import { AWAITS_COURIER, IN_CLOSED_MANIFEST } from './handover-conditions.ts';

export interface PickupRequestKey {
  readonly warehouseId: string;
  readonly courierAccountId: string;
  /** A date in India, such as `2026-11-16`. */
  readonly day: string;
}

/**
 * Schedules a pickup request, and adds a carrier's pickup to it. A refused request is sent again, because its
 * cause may have been corrected.
 *
 * @returns false if the request was already sent or is being sent
 */
export async function askForPickup(
  writer: AccountWriter,
  pickupId: string,
  { warehouseId, courierAccountId, day, courier }: PickupRequestKey & Pick<PickupRequest, 'courier'>,
): Promise<boolean> {
  await writer.change('update pickups set courier_account_id = $3 where account_id = $1 and pickup_id = $2', [
    pickupId,
    courierAccountId,
  ]);
  const written = await writer.change(
    `insert into pickup_requests (account_id, warehouse_id, courier_account_id, day, courier, state, next_try_at, updated_at)
     values ($1, $2, $3, $4, $5, 'pending', $6, $6)
     on conflict (account_id, warehouse_id, courier_account_id, day) do update
       set state = 'pending', reason = null, tries = 0, next_try_at = excluded.next_try_at, updated_at = excluded.updated_at
     where pickup_requests.state = 'refused'
     returning 1`,
    [warehouseId, courierAccountId, day, courier, writer.now],
  );
  return written.length > 0;
}

/** Pickup requests to send. */
export const PICKUPS = errandTable({
  name: 'pickup_requests',
  key: {
    warehouseId: column<string>(),
    courierAccountId: column<string>(),
    day: column<string>(),
  },
  lane: () => 'w.courier_account_id',
  known: { courier: column<string>(), reason: sentenceColumn() },
  outcome: {
    state: column<PickupRequest['state']>(),
    courierPickupId: column<string | null>(),
    note: sentenceColumn(),
    reason: sentenceColumn(),
    updatedAt: column<Date>(),
  },
});

export interface ParcelToPickUp {
  readonly bookingId: string;
  readonly carrierId: string;
  readonly orderReference: string;
  readonly courierProduct: string;
  readonly trackingNumber: string;
  readonly courierOrderId: string | null;
  readonly weightGrams: number;
}

/** Finds the parcels of a courier account that wait at a warehouse and were not handed over, oldest first. */
export function findParcelsToPickUp(
  scope: AccountScope,
  { warehouseId, courierAccountId }: PickupRequestKey,
  most: number,
): Promise<ParcelToPickUp[]> {
  return scope.read<ParcelToPickUp>(
    `select b.booking_id as "bookingId", b.carrier_id as "carrierId", b.order_reference as "orderReference",
         b.courier_product as "courierProduct", s.tracking_number as "trackingNumber",
         b.courier_order_id as "courierOrderId", (s.applied_weight / 100.0)::float8 as "weightGrams"
       from shipments s
       join bookings b on b.account_id = s.account_id and b.shipment_id = s.shipment_id and b.booking_id = s.booking_id
      where s.account_id = $1 and s.journey = 'forward' and s.warehouse_id = $2 and b.courier_account_id = $3
        and ${AWAITS_COURIER} and not ${IN_CLOSED_MANIFEST}
      order by s.created_at, s.shipment_id limit $4`,
    [warehouseId, courierAccountId, most],
  );
}
