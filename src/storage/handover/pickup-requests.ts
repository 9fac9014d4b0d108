import { AWAITING_PICKUP, type PickupRequest } from '../../domain/handover/handover.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';
import { type DueTries, type DueWork, takeDueTries } from '../cluster/each-account.ts';
import type { Database } from '../database.ts';
import { IN_CLOSED_MANIFEST } from './in-closed-manifest.ts';

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

export interface DuePickup extends PickupRequestKey, Pick<PickupRequest, 'courier' | 'reason'> {
  readonly accountId: string;
  readonly tries: number;
}

/** Takes some due requests of all accounts, so that no other process sends them. */
export function takeDuePickups(database: Database, which: DueTries): Promise<DuePickup[]> {
  return takeDueTries<DuePickup>(database, TAKE_DUE, which);
}

const TAKE_DUE: DueWork = {
  name: 'take-due-pickups',
  accounts: 'select distinct account_id from pickup_requests where next_try_at <= $1 order by account_id',
  // On a cluster, a change can return a date, but not a text made from it.
  text: (only) => `with taken as (
      update pickup_requests r set next_try_at = $2, tries = tries + 1
        from (select account_id, warehouse_id, courier_account_id, day from pickup_requests w
               where next_try_at <= $1${only('w')} order by next_try_at limit $3 for update skip locked) d
        where r.account_id = d.account_id and r.warehouse_id = d.warehouse_id
          and r.courier_account_id = d.courier_account_id and r.day = d.day${only('r')}
      returning r.account_id, r.warehouse_id, r.courier_account_id, r.day, r.courier, r.reason, r.tries
    )
    select account_id as "accountId", warehouse_id as "warehouseId", courier_account_id as "courierAccountId",
      day::text, courier, reason, tries from taken`,
};

export interface PickupOutcome extends Omit<PickupRequest, 'courier'> {
  /** Null if the request is not tried again. */
  readonly nextTryAt: Date | null;
}

/** Records the result, unless another process has taken the request meanwhile. */
export async function settlePickup(
  writer: AccountWriter,
  { warehouseId, courierAccountId, day }: PickupRequestKey,
  { until, outcome }: { until: Date; outcome: PickupOutcome },
): Promise<void> {
  await writer.change(
    `update pickup_requests set state = $6::pickup_request_state, courier_pickup_id = $7, note = $8, reason = $9,
        next_try_at = $10, updated_at = $11
      where account_id = $1 and warehouse_id = $2 and courier_account_id = $3 and day = $4 and next_try_at = $5`,
    [
      warehouseId,
      courierAccountId,
      day,
      until,
      outcome.state,
      outcome.courierPickupId,
      outcome.note,
      outcome.reason,
      outcome.nextTryAt,
      writer.now,
    ],
  );
}

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
      where s.account_id = $1 and s.status = 'pending' and s.granular_status::text = any($4) and s.journey = 'forward'
        and s.warehouse_id = $2 and b.courier_account_id = $3 and s.tracking_number is not null
        and not ${IN_CLOSED_MANIFEST}
      order by s.created_at, s.shipment_id limit $5`,
    [warehouseId, courierAccountId, AWAITING_PICKUP, most],
  );
}
