import type { Database } from '../database.ts';
import type { LinkedShipment } from './tracking-links.ts';

/** Converts an order id to the format of its index (migration `orders-as-typed`). */
function withoutMark(orderId: string): string {
  return `lower(ltrim(${orderId} collate "C", '# '))`;
}

const BY_ORDER = {
  name: 'find-shipment-by-order',
  text: `select s.account_id as "accountId", s.shipment_id as "shipmentId"
    from orders o
    join shipments s on s.account_id = o.account_id and s.order_id = o.order_id
   where ${withoutMark('o.display_id')} = ${withoutMark('$1')}
     and exists (
       select from order_contacts c
        where c.account_id = o.account_id and c.order_id = o.order_id and right(c.phone, length($2)) = $2)
   order by o.display_id = $1 desc, s.created_at desc
   limit 1`,
};

/**
 * Finds the newest shipment of an order of any account, if the phone of the order's contact ends with these
 * digits; null if there is none. Shops print `#1001` for the order id `1001`, or the reverse, and customers
 * type either form in any letter case. An exact match is preferred.
 */
export async function findShipmentByOrder(
  database: Database,
  displayId: string,
  phoneEnding: string,
): Promise<LinkedShipment | null> {
  const rows = await database.run<LinkedShipment>(BY_ORDER, [displayId, phoneEnding]);
  return rows[0] ?? null;
}
