import type { OrderName } from '../../domain/orders/order.ts';
import type { Warehouse } from '../../domain/warehouse.ts';
import type { AccountScope, PreparedQuery } from '../account-scope.ts';

/** What a new order names, as far as it is there. */
export interface OrderReferences {
  /** The connected store of the given name. */
  readonly storeId: string | null;
  /** Active or not. */
  readonly warehouse: Warehouse | null;
  readonly isOrderIdUsed: boolean;
}

const FIND: PreparedQuery = {
  name: 'find-order-references',
  text: `select s.store_id as "storeId", w.warehouse_id as "warehouseId", w.name, w.contact_person as "contactPerson",
      w.phone, w.email, w.gst_no as "gstNo", w.street_address as "streetAddress", w.zip, w.city, w.state,
      w.country, w.is_active as "isActive", w.created_at as "createdAt",
      exists (select from orders where account_id = $1 and display_id = $4 and journey = $5) as "isOrderIdUsed"
    from (select) as one
    left join stores s on s.account_id = $1 and s.store_name = $2 and s.status = 'connected'
    left join warehouses w on w.account_id = $1 and w.warehouse_id = $3`,
};

/** Looks up all that a new order names, in one query. */
export async function findOrderReferences(
  scope: AccountScope,
  named: OrderName & { readonly storeName: string | null; readonly warehouseId: string },
): Promise<OrderReferences> {
  const [row] = await scope.preparedQuery<
    { storeId: string | null; isOrderIdUsed: boolean } & { [K in keyof Warehouse]: Warehouse[K] | null }
  >(FIND, [named.storeName, named.warehouseId, named.displayId, named.journey]);
  if (row === undefined) throw new Error('A query without a condition gave no row');
  const { storeId, isOrderIdUsed, ...warehouse } = row;
  return {
    storeId,
    warehouse: warehouse.warehouseId === null ? null : (warehouse as Warehouse),
    isOrderIdUsed,
  };
}
