import { isDeepStrictEqual } from 'node:util';
import { validate } from 'uuid';
import { searchWords } from '../../domain/listing/search-words.ts';
import { actionRefusal } from '../../domain/orders/allowed-actions.ts';
import { type ChangeableOrder, changeOrder, type OrderChange } from '../../domain/orders/change-order.ts';
import { fieldProblem, refused } from '../../problems/problem.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import { findOrderReferences } from '../../storage/booking/order-references.ts';
import { findOrder, findOrderNamed, type Order, rewriteOrder } from '../../storage/booking/orders.ts';
import {
  findParcel,
  lockShipments,
  rewriteShipment,
  type Shipment,
} from '../../storage/booking/shipments.ts';
import { type AccountContext, changeBy } from '../service.ts';
import { referenceProblems } from './check-references.ts';
import { quotableOf, quoteRequestOf } from './choose-carriers.ts';

/** A change, and which store it links: undefined stays, null links none. */
export type OrderUpdate = OrderChange & { readonly storeName: string | null | undefined };

/**
 * Changes an order while no carrier has it: it is judged like a new one, and its shipment follows it.
 *
 * @param named our id of it, or the merchant's
 * @throws Problem `refused`
 */
export async function updateOrder(
  account: AccountContext,
  named: string,
  update: OrderUpdate,
): Promise<{ readonly orderId: string; readonly order: ChangeableOrder }> {
  const scope = account.database.account(account.accountId);
  const orderId = validate(named) ? named : null;
  const found = await findOrderNamed(scope, { displayId: named, orderId });
  if (found === null) throw refused(fieldProblem('order_id', 'unknown', 'Order not found'));
  const { shipmentId } = found;
  return account.database.change(account.accountId, changeBy(account, account.actor), async (writer) => {
    const shipment = (await lockShipments(writer, [shipmentId])).get(shipmentId);
    const order = await findOrder(writer, found.orderId);
    const parcel = await findParcel(writer, shipmentId);
    if (shipment === undefined || order === null || parcel === null) {
      throw new Error(`Shipment ${shipmentId} is not whole`);
    }
    assertChangeable(shipment, order);
    const before = { ...order, parcel, warehouseId: shipment.warehouseId };
    const { changed, problems } = changeOrder(before, update);
    const references = await changedReferences(writer, shipment, order, update);
    const wrong = [...problems, ...references.problems];
    if (wrong.length > 0) throw refused(wrong);
    const changes = whatChanged(before, { ...changed, storeId: references.storeId });
    if (Object.keys(changes).length === 0) writer.leaveUnrecorded('nothing was changed');
    else {
      await write(writer, account, { shipment, order, changed, ...references });
      const record = { action: 'order.updated', subjectKind: 'shipment', subjectId: shipmentId } as const;
      await writer.record({ ...record, changes });
    }
    return { orderId: found.orderId, order: changed };
  });
}

/** Whatever its status: a courier's scan can call a booked shipment `pending`. */
function assertChangeable(
  { state, bookingId, trackingNumber }: Shipment,
  { displayId }: Pick<Order, 'displayId'>,
): void {
  const isBeingBooked = bookingId !== null && state.phase !== 'withdrawn';
  const why = isBeingBooked
    ? `cannot be changed: ${trackingNumber === null ? 'it is being booked' : 'a courier has it already'}`
    : actionRefusal('change', state);
  if (why !== null) throw refused(fieldProblem('order_id', 'not_allowed', `Order ${displayId} ${why}`));
}

/** What the order has stays good, deactivated or not; what is named now must be there. */
async function changedReferences(
  writer: AccountWriter,
  shipment: Shipment,
  { displayId, storeId }: Order,
  update: OrderUpdate,
) {
  const { storeName = null, warehouseId = shipment.warehouseId } = update;
  const found = await findOrderReferences(writer, {
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
  return {
    storeId: update.storeName === undefined ? storeId : found.storeId,
    originPincode: warehouse?.zip ?? '',
    problems: referenceProblems({ storeName, warehouseId }, { storeId: found.storeId, warehouse: judged }),
  };
}

/** By the fields of a new order. Of contacts only that they changed: their details have one place, and this is not it. */
function whatChanged(
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

interface ToWrite {
  readonly shipment: Shipment;
  readonly order: Order;
  readonly changed: ChangeableOrder;
  readonly storeId: string | null;
  readonly originPincode: string;
}

async function write(
  writer: AccountWriter,
  account: AccountContext,
  { shipment, order, changed, storeId, originPincode }: ToWrite,
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
      trackingNumber: null,
      displayId: order.displayId,
      externalId: changed.externalId,
      contacts: changed.shipping === null ? [changed.billing] : [changed.billing, changed.shipping],
    }),
  });
}
