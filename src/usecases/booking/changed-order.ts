import { isDeepStrictEqual } from 'node:util';
import { searchWords } from '../../domain/listing/search-words.ts';
import type { ChangeableItem, ChangeableOrder, OrderUpdate } from '../../domain/orders/change-order.ts';
import type { OrderDoubt } from '../../domain/orders/order-doubts.ts';
import type { AccountScope, AccountWriter } from '../../storage/account-scope.ts';
import { findOrderReferences } from '../../storage/booking/order-references.ts';
import { type Order, rewriteOrder } from '../../storage/booking/orders.ts';
import { rewriteShipment, type Shipment } from '../../storage/booking/shipments.ts';
import type { RateParts } from '../rates/quote-source.ts';
import type { AccountContext } from '../service.ts';
import { NEEDS_STORE, referenceProblems } from './check-references.ts';
import { quotableOf, quoteRequestOf } from './choose-carriers.ts';

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
  const problems = referenceProblems({ storeName, warehouseId }, { ...found, warehouse: judged });
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
  for (const [name, key] of Object.entries(AMOUNTS)) compare(name, before[key] / 100, after[key] / 100);
  compare('parcel', before.parcel, after.parcel);
  compare('order_items', before.items.map(withoutOptions), after.items.map(withoutOptions));
  // An engraving may name a person.
  if (!isDeepStrictEqual(before.items.map(optionsOf), after.items.map(optionsOf)))
    changes.item_options = 'changed';
  for (const contact of ['billing', 'shipping'] as const) {
    if (!isDeepStrictEqual(before[contact], after[contact])) changes[contact] = 'changed';
  }
  return changes;
}

function withoutOptions({ options: _, ...item }: ChangeableItem) {
  return item;
}

function optionsOf({ options }: ChangeableItem): string | null {
  return options ?? null;
}

const AMOUNTS = {
  sub_total: 'subTotalPaise',
  total_discount: 'totalDiscountPaise',
  shipping_charges: 'shippingChargesPaise',
  giftwrap_charges: 'giftwrapChargesPaise',
  transaction_charges: 'transactionChargesPaise',
  other_amount: 'otherPaise',
  cod_collectible: 'codAmountPaise',
} as const;

export interface ChangedOrder {
  readonly shipment: Shipment;
  readonly order: Order;
  readonly changed: ChangeableOrder;
  readonly warnings: readonly OrderDoubt[];
  readonly storeId: string | null;
  readonly originPincode: string;
}

export async function writeChangedOrder(
  writer: AccountWriter,
  account: AccountContext & RateParts,
  { shipment, order, changed, warnings, storeId, originPincode }: ChangedOrder,
): Promise<void> {
  const { parcel, isCod, codAmountPaise, warehouseId } = changed;
  const quotable = quotableOf({ ...changed, returned: null }, { zip: originPincode }, parcel);
  const quote = await account.quotes.quote(account.accountId, quoteRequestOf(quotable), writer.now);
  const items = changed.items.map((item) => ({ ...item, itemId: item.itemId ?? account.newId() }));
  await rewriteOrder(writer, { ...order, ...changed, storeId, items, warnings });
  await rewriteShipment(writer, {
    shipmentId: shipment.shipmentId,
    createdAt: shipment.createdAt,
    warehouseId,
    storeId,
    orderDate: changed.orderDate,
    totalPricePaise: changed.totalPaise,
    codAmountPaise,
    appliedCentigrams: quote.parcel.applicableCentigrams,
    zone: quote.zone,
    isCod,
    channel: changed.channel,
    parcel,
    skus: items.flatMap(({ sku }) => sku ?? []),
    tags: changed.tags,
    words: searchWords(shipment.trackingNumber, { ...changed, displayId: order.displayId }),
  });
}
