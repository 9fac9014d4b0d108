import { isDeepStrictEqual } from 'node:util';
import { searchWords } from '../../domain/listing/search-words.ts';
import type { ChangeableOrder, OrderChange } from '../../domain/orders/change-order.ts';
import type { AccountScope, AccountWriter } from '../../storage/account-scope.ts';
import { findOrderReferences } from '../../storage/booking/order-references.ts';
import { type Order, rewriteOrder } from '../../storage/booking/orders.ts';
import { rewriteShipment, type Shipment } from '../../storage/booking/shipments.ts';
import type { AccountContext } from '../service.ts';
import { NEEDS_STORE, referenceProblems } from './check-references.ts';
import { quotableOf, quoteRequestOf } from './choose-carriers.ts';

/** A change with the linked store: undefined keeps the store, null unlinks it. */
export type OrderUpdate = OrderChange & { readonly storeName: string | null | undefined };

/** Finds the rows that a changed order refers to. Only new ones must be active. */
export async function changedReferences(
  scope: AccountScope,
  shipment: Shipment,
  { displayId, storeId }: Order,
  update: OrderUpdate,
) {
  const { storeName = null, warehouseId = shipment.warehouseId } = update;
  const found = await findOrderReferences(scope, {
    storeName,
    warehouseId,
    displayId,
    journey: 'forward',
  });
  const { warehouse } = found;
  if (warehouse === null && warehouseId === shipment.warehouseId) {
    throw new Error(`Shipment ${shipment.shipmentId} is not whole`);
  }
  const isKept = warehouseId === shipment.warehouseId && warehouse !== null;
  const judged = isKept ? { ...warehouse, isActive: true } : warehouse;
  const problems = referenceProblems(
    { storeName, warehouseId },
    { storeId: found.storeId, warehouse: judged },
  );
  // A person who sees only some stores must not take an order out of them.
  if (found.needsStore && update.storeName === null) problems.push(NEEDS_STORE);
  return {
    storeId: update.storeName === undefined ? storeId : found.storeId,
    originPincode: warehouse?.zip ?? '',
    problems,
  };
}

/**
 * Returns the changes, indexed by the fields of a new order. Contacts show only that they changed: audit
 * records contain no personal data.
 */
export function whatChanged(
  before: ChangeableOrder & { readonly storeId: string | null },
  after: ChangeableOrder & { readonly storeId: string | null },
): Record<string, unknown> {
  const changes: Record<string, unknown> = {};
  const compare = (name: string, from: unknown, to: unknown) => {
    if (!isDeepStrictEqual(from, to)) changes[name] = { from, to };
  };
  compare('external_id', before.externalId, after.externalId);
  compare('order_date', before.orderDate.toISOString(), after.orderDate.toISOString());
  compare('channel', before.channel, after.channel);
  compare('tags', before.tags, after.tags);
  compare('warehouse_id', before.warehouseId, after.warehouseId);
  compare('store_id', before.storeId, after.storeId);
  compare('is_cod', before.isCod, after.isCod);
  compare('sub_total', before.subTotalPaise / 100, after.subTotalPaise / 100);
  compare('cod_collectible', before.codAmountPaise / 100, after.codAmountPaise / 100);
  compare('parcel', before.parcel, after.parcel);
  compare('order_items', before.items, after.items);
  for (const contact of ['billing', 'shipping'] as const) {
    if (!isDeepStrictEqual(before[contact], after[contact])) changes[contact] = 'changed';
  }
  return changes;
}

export interface ChangedOrder {
  readonly shipment: Shipment;
  readonly order: Order;
  readonly changed: ChangeableOrder;
  readonly storeId: string | null;
  readonly originPincode: string;
}

export async function writeChangedOrder(
  writer: AccountWriter,
  account: AccountContext,
  { shipment, order, changed, storeId, originPincode }: ChangedOrder,
): Promise<void> {
  const { parcel, isCod, codAmountPaise, warehouseId } = changed;
  const quotable = quotableOf({ ...changed, returned: null }, { zip: originPincode }, parcel);
  const quote = await account.quotes.quote(account.accountId, quoteRequestOf(quotable), writer.now);
  const items = changed.items.map((item) => ({ ...item, itemId: item.itemId ?? account.newId() }));
  await rewriteOrder(writer, { ...order, ...changed, storeId, items });
  await rewriteShipment(writer, {
    shipmentId: shipment.shipmentId,
    createdAt: shipment.createdAt,
    warehouseId,
    storeId,
    orderDate: changed.orderDate,
    totalPricePaise: changed.subTotalPaise,
    codAmountPaise,
    appliedCentigrams: quote.parcel.applicableCentigrams,
    zone: quote.zone,
    isCod,
    channel: changed.channel,
    parcel,
    skus: items.flatMap(({ sku }) => sku ?? []),
    tags: changed.tags,
    words: searchWords({
      trackingNumber: shipment.trackingNumber,
      displayId: order.displayId,
      externalId: changed.externalId,
      contacts: changed.shipping === null ? [changed.billing] : [changed.billing, changed.shipping],
    }),
  });
}
