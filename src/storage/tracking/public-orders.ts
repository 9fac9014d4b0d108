import { asTyped } from '../booking/as-typed.ts';
import type { Database } from '../database.ts';
import type { LinkedShipment } from './tracking-links.ts';

/** SQL for an order whose contact has a phone with this ending. */
function hasPhone(ending: string): string {
  return `exists (
       select from order_contacts c
        where c.account_id = o.account_id and c.order_id = o.order_id
          and right(c.phone, length(${ending})) = ${ending})`;
}

const BY_ORDER = {
  name: 'find-shipment-by-order',
  text: `select s.account_id as "accountId", s.shipment_id as "shipmentId"
    from orders o
    join shipments s on s.account_id = o.account_id and s.order_id = o.order_id
   where ${asTyped('o.display_id')} = ${asTyped('$1')} and ${hasPhone('$2')}
   order by o.display_id = $1 desc, s.created_at desc
   limit 1`,
};

const BY_ORDER_OF_STORE = {
  name: 'find-shipment-by-order-of-store',
  text: `select s.account_id as "accountId", s.shipment_id as "shipmentId"
    from orders o
    join shipments s on s.account_id = o.account_id and s.order_id = o.order_id
   where o.account_id = $1 and o.store_id = $2
     and ${asTyped('o.display_id')} = ${asTyped('$3')} and ${hasPhone('$4')}
   order by o.display_id = $3 desc, s.created_at desc
   limit 1`,
};

export interface OrderOfCustomer {
  readonly displayId: string;
  readonly phoneEnding: string;
  /** The store whose form the customer uses; null looks in all stores of all accounts. */
  readonly store: { readonly accountId: string; readonly storeId: string } | null;
}

/**
 * Finds the newest shipment of an order, if the phone of the order's contact ends with these digits; null if there is none. Shops
 * print `#1001` for the order id `1001`, or the reverse, and customers type either form in any letter case. An exact match is
 * preferred.
 */
export async function findShipmentByOrder(
  database: Database,
  { displayId, phoneEnding, store }: OrderOfCustomer,
): Promise<LinkedShipment | null> {
  const [shipment] =
    store === null
      ? await database.run<LinkedShipment>(BY_ORDER, [displayId, phoneEnding])
      : await database
          .account(store.accountId)
          .read<LinkedShipment>(BY_ORDER_OF_STORE, [store.storeId, displayId, phoneEnding]);
  return shipment ?? null;
}
