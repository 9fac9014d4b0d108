import type { ForwardStatus, GranularStatus, Journey } from '../../domain/tracking/statuses.ts';
import type { AccountScope } from '../account-scope.ts';
import { CONSIGNEE } from '../shipment-joins.ts';
import { statusOfColumn } from './column-status.ts';

export interface UnscannedShipment {
  readonly shipmentId: string;
  readonly journey: Journey;
  readonly trackingNumber: string;
  readonly carrierId: string;
  readonly bookedAt: Date;
  /** A date in India, such as `2026-11-15`; null if the carrier gave none. */
  readonly expectedPickupDate: string | null;
  readonly expectedDeliveryDate: string | null;
  /** The city of the pickup: the warehouse's city, or for a return the customer's city. */
  readonly originCity: string;
  readonly destinationCity: string;
  /** Tells whether the goods of a return are checked at the door. */
  readonly isChecked: boolean;
}

const LIST = `select s.shipment_id as "shipmentId", s.journey, s.tracking_number as "trackingNumber", s.carrier_id as "carrierId",
    coalesce(s.ready_for_pickup_at, s.created_at) as "bookedAt",
    s.expected_pickup_date as "expectedPickupDate",
    s.expected_delivery_date as "expectedDeliveryDate",
    case s.journey when 'forward' then w.city else c.city end as "originCity",
    case s.journey when 'forward' then c.city else coalesce(r.destination->>'city', w.city) end as "destinationCity",
    exists (select from qc_items q where q.account_id = $1 and q.order_id = s.order_id) as "isChecked"
  from shipments s
  join warehouses w on w.account_id = s.account_id and w.warehouse_id = s.warehouse_id
  left join returns r on r.account_id = s.account_id and r.shipment_id = s.shipment_id
  ${CONSIGNEE}
 where s.account_id = $1 and s.tracking_number is not null and s.phase = 'before_pickup'
 order by s.created_at, s.shipment_id
 limit $2`;

/** Lists the booked shipments that were not picked up, oldest first. */
export function listUnscannedShipments(scope: AccountScope, limit: number): Promise<UnscannedShipment[]> {
  return scope.read<UnscannedShipment>(LIST, [limit]);
}

const STATUSES = `select granular_status as status, journey, count(*) as shipments from shipments
 where account_id = $1 and shipment_id = any($2::uuid[])
 group by granular_status, journey order by count(*) desc, granular_status`;

/** Counts these shipments by status, the most frequent first. */
export async function countStatuses(
  scope: AccountScope,
  shipmentIds: readonly string[],
): Promise<{ status: GranularStatus; shipments: number }[]> {
  const rows = await scope.read<{ status: ForwardStatus; journey: Journey; shipments: number }>(STATUSES, [
    shipmentIds,
  ]);
  return rows.map(({ status, journey, shipments }) => ({
    status: statusOfColumn(status, journey),
    shipments,
  }));
}
