export interface PickedItem {
  readonly warehouse: string;
  readonly orderDisplayId: string;
  readonly name: string;
  readonly sku: string | null;
  readonly units: number;
}

/** A line of a picklist: one product from one warehouse. */
export interface Pick {
  readonly sku: string | null;
  readonly name: string;
  readonly units: number;
  /** The orders with this product, in the order in which they were given, with the number of units. */
  readonly orders: readonly { readonly displayId: string; readonly units: number }[];
}

export interface WarehousePicks {
  readonly warehouse: string;
  readonly picks: readonly Pick[];
}

/** Groups items by warehouse and SKU. Each SKU appears once; items without a SKU are grouped by name. */
export function picklistOf(items: readonly PickedItem[]): WarehousePicks[] {
  const warehouses = new Map<string, Map<string, Pick>>();
  for (const { warehouse, orderDisplayId, name, sku, units } of items) {
    const picks = warehouses.get(warehouse) ?? new Map<string, Pick>();
    warehouses.set(warehouse, picks);
    const key = sku === null ? `name ${name}` : `sku ${sku}`;
    const known = picks.get(key) ?? { sku, name, units: 0, orders: [] };
    const before = known.orders.find(({ displayId }) => displayId === orderDisplayId);
    picks.set(key, {
      ...known,
      units: known.units + units,
      orders: before
        ? known.orders.map((order) => (order === before ? { ...order, units: order.units + units } : order))
        : [...known.orders, { displayId: orderDisplayId, units }],
    });
  }
  const inOrder = (a: Pick, b: Pick) => compare(a.sku ?? '', b.sku ?? '') || compare(a.name, b.name);
  return [...warehouses]
    .map(([warehouse, picks]) => ({ warehouse, picks: [...picks.values()].sort(inOrder) }))
    .sort((a, b) => compare(a.warehouse, b.warehouse));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
