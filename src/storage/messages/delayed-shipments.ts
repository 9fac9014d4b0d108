import type { Database } from '../database.ts';

const DELAYED = `select distinct s.account_id as "accountId", s.shipment_id as "shipmentId"
    from message_switches w
    join shipments s on s.account_id = w.account_id and (w.store_id is null or s.store_id = w.store_id)
   where w.moment = 'delayed' and w.is_on and s.journey = 'forward' and s.status = 'in_transit'
     and s.expected_delivery_date between $1::date - 3 and $1::date - 1
     and not exists (select from messages m
       where m.account_id = s.account_id and m.shipment_id = s.shipment_id and m.moment = 'delayed')
   limit 1000`;

/**
 * Lists parcels in transit that should have arrived in the last three days, of all accounts with this message
 * switched on.
 *
 * @param today a date in India, such as `2026-11-20`
 */
export async function listDelayedShipments(
  database: Database,
  today: string,
): Promise<{ accountId: string; shipmentId: string }[]> {
  const rows = await database.run<{ accountId: string; shipmentId: string }>(DELAYED, [today]);
  return rows;
}
