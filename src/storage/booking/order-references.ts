import type { OrderName } from '../../domain/orders/order.ts';
import type { Warehouse } from '../../resources/warehouse.ts';
import type { AccountScope } from '../account-scope.ts';
import { type Column, columnLists, columnNames, columnTypes } from '../column-lists.ts';
import { warehouseNames } from '../warehouses/warehouses.ts';
import { asTyped } from './as-typed.ts';
import { isReplaceable } from './held-orders.ts';

/** The rows that a new order refers to. A row that does not exist is null. */
export interface OrderReferences {
  /** The id of the active store with the given name, or of the only one whose name differs by case alone. */
  readonly storeId: string | null;
  /** The names of active stores if several differ from the given name by case alone. */
  readonly storesAlike: readonly string[];
  /** The warehouse, active or not. */
  readonly warehouse: Warehouse | null;
  /** False if the order with this id is only being made: see `holdOrder`. */
  readonly isOrderIdUsed: boolean;
  /** The cancelled order with this id, if another order may replace it. */
  readonly replaceableId: string | null;
  /** The id of an order that differs by case alone. */
  readonly idAlike: string | null;
  /** Tells whether the order must name a store, because its creator sees only some stores. */
  readonly needsStore: boolean;
}

export interface NamedByOrder extends OrderName {
  readonly storeName: string | null;
  /** Its id or its code. */
  readonly warehouseId: string;
}

const NAMED: readonly Column<NamedByOrder>[] = [
  ['store_name', 'text', ({ storeName }) => storeName],
  ['warehouse_id', 'uuid', ({ warehouseId }) => warehouseNames([warehouseId])[0][0] ?? null],
  ['warehouse_code', 'text', ({ warehouseId }) => warehouseNames([warehouseId])[1][0] ?? null],
  ['display_id', 'text', ({ displayId }) => displayId],
  ['journey', 'journey', ({ journey }) => journey],
];

/** @param named SQL for the names in the orders, as `n`, with their `place` */
function findStatement(named: string): string {
  return `select coalesce(s.store_id, case when cardinality(alike.ids) = 1 then alike.ids[1] end) as "storeId",
      case when s.store_id is null and cardinality(alike.ids) > 1 then alike.names else '{}' end as "storesAlike", w.warehouse_id as "warehouseId", w.name, w.code, w.contact_person as "contactPerson",
      w.phone, w.email, w.gst_no as "gstNo", w.street_address as "streetAddress", w.zip, w.city, w.state,
      w.country, w.is_active as "isActive", w.created_at as "createdAt",
      exists (
        select from dakiya.orders o where o.account_id = $1 and o.display_id = n.display_id and o.journey = n.journey
           and exists (select from dakiya.shipments where account_id = $1 and order_id = o.order_id offset 0)
      ) as "isOrderIdUsed",
      (select o.order_id from orders o
        where o.account_id = $1 and o.display_id = n.display_id and o.journey = n.journey and ${isReplaceable('o')}
      ) as "replaceableId",
      (select o.display_id from orders o
        where ${asTyped('o.display_id')} = ${asTyped('n.display_id')} and o.account_id = $1 and o.journey = n.journey
          and o.display_id <> n.display_id and lower(o.display_id) = lower(n.display_id)
          and lower(n.display_id) <> upper(n.display_id) limit 1
      ) as "idAlike"
    from ${named} as n (${columnNames(NAMED)}, place)
    left join lateral (
      select store_id from stores
       where account_id = $1 and store_name = n.store_name and status = 'connected' offset 0) s on true
    left join lateral (
      select array_agg(store_id) as ids, array_agg(store_name order by store_name) as names from stores
       where s.store_id is null and account_id = $1 and lower(store_name) = lower(n.store_name)
         and status = 'connected') alike on true
    left join lateral (
      select * from warehouses
       where account_id = $1 and (warehouse_id = n.warehouse_id or lower(code) = n.warehouse_code) offset 0) w on true
   order by n.place`;
}

const FIND_ALL = {
  name: 'find-references-of-orders',
  text: findStatement(`unnest(${columnTypes(NAMED, 2)}) with ordinality`),
};

/** PostgreSQL plans a query over lists each time, which takes ten times as long as this lookup. */
const FIND_ONE = {
  name: 'find-references-of-order',
  text: findStatement(`(values (${NAMED.map(([, type], index) => `$${index + 2}::${type}`).join(', ')}, 1))`),
};

type FoundRow = Omit<OrderReferences, 'warehouse' | 'needsStore'> & {
  [K in keyof Warehouse]: Warehouse[K] | null;
};

/** Looks up everything that a new order refers to, in one query. */
export async function findOrderReferences(
  scope: AccountScope,
  named: NamedByOrder,
): Promise<OrderReferences> {
  const values = NAMED.map(([, , cellOf]) => cellOf(named));
  const [found] = await scope.read<FoundRow>(FIND_ONE, values);
  if (found === undefined) throw new Error('A query of one order gave no row');
  return referencesOf(scope, found);
}

/** Looks up everything that many new orders refer to. The results are in the same order. */
export async function findReferencesOfOrders(
  scope: AccountScope,
  named: readonly NamedByOrder[],
): Promise<OrderReferences[]> {
  const rows = await scope.read<FoundRow>(FIND_ALL, columnLists(NAMED, named));
  return rows.map((row) => referencesOf(scope, row));
}

function referencesOf(
  scope: AccountScope,
  { storeId, storesAlike, isOrderIdUsed, replaceableId, idAlike, ...warehouse }: FoundRow,
): OrderReferences {
  return {
    storeId,
    storesAlike,
    warehouse: warehouse.warehouseId === null ? null : (warehouse as Warehouse),
    isOrderIdUsed,
    replaceableId,
    idAlike,
    needsStore: scope.needsStore,
  };
}
