import type { WaitingParcels } from '../../domain/handover/handover.ts';
import type { AccountScope } from '../account-scope.ts';
import { joinOne } from '../shipment-joins.ts';
import { AWAITS_COURIER, IN_CLOSED_MANIFEST, keptByManifest } from './handover-conditions.ts';

/** Counts the parcels that wait for their courier, by warehouse and carrier. @param today `2026-11-16`, in India */
export function countWaitingParcels(scope: AccountScope, today: string): Promise<WaitingParcels[]> {
  return scope.read<WaitingParcels>(
    `select n.warehouse_id as "warehouseId", w.name as "warehouseName", n.carrier_id as "carrierId",
         b.carrier_name as "carrierName", n.parcels, n.without_manifest as "withoutManifest"
       from (select s.warehouse_id, s.carrier_id, (array_agg(s.shipment_id))[1] as shipment_id,
               (array_agg(s.booking_id))[1] as booking_id, count(*) as parcels,
               count(*) filter (where not ${keptByManifest('$2')}) as without_manifest
               from shipments s
              where s.account_id = $1 and s.journey = 'forward' and ${AWAITS_COURIER} and not ${IN_CLOSED_MANIFEST}
              group by s.warehouse_id, s.carrier_id) n
       join warehouses w on w.account_id = $1 and w.warehouse_id = n.warehouse_id
       ${joinOne('bookings', 'b', 'shipment_id = n.shipment_id and booking_id = n.booking_id')}
      order by w.name, w.warehouse_id, b.carrier_name, n.carrier_id`,
    [today],
  );
}
