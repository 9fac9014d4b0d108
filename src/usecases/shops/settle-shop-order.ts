import { SYSTEM } from '../../domain/actor.ts';
import { isOwnId } from '../../partners/answer-fields.ts';
import type { ShopAdapter } from '../../shops/shop-adapter.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import type { TakenErrand } from '../../storage/couriers/errands.ts';
import {
  keepGoneOrder,
  keepShopOrders,
  lockShopOrder,
  noteOrderRead,
  SHOP_ORDERS,
} from '../../storage/shops/shop-orders.ts';
import { addShopParcels, findOrderOfShipment, listParcelsOf } from '../../storage/shops/shop-parcels.ts';
import { findShop, noteShopOrder, type StoredShop } from '../../storage/shops/shops.ts';
import type { BookingParts } from '../booking/booking-parts.ts';
import { type ErrandOutcome, roundOf } from '../couriers/errands.ts';
import { type AccountContext, type Service, WHOLE_ACCOUNT } from '../service.ts';
import { bookedSharesOf } from './booked-shares.ts';
import { changeOfShop, followParcel } from './follow-parcel.ts';
import { dated } from './judge-parcel.ts';
import { askShop, laterOutcome, type ShopParts, type ShopReply } from './open-shop.ts';

const READ_WITHIN_MS = 30_000;
/** An order is read once more before it is booked if its last reading is older. */
const FRESH_MS = 60_000;
/** A person waits for the booking. */
const READ_AGAIN_WITHIN_MS = 10_000;

/** Reads orders that shops told of, and makes our orders follow them. */
export const settleShopOrders = roundOf({
  table: SHOP_ORDERS,
  ask: settle,
  fails: (service, _, failure) => ({ again: { failure, updatedAt: service.now() } }),
});

type Due = TakenErrand<typeof SHOP_ORDERS>;
type Outcome = ErrandOutcome<typeof SHOP_ORDERS>;

async function settle(service: Service & ShopParts & BookingParts, due: Due): Promise<Outcome> {
  const { accountId, shopId, orderKey } = due;
  const scope = service.database.account(accountId);
  const shop = await findShop(scope, shopId);
  if (shop === null || shop.stoppedAt !== null) return { done: {} };
  if (!isOwnId(orderKey)) return { again: {} };
  const account = contextOf(service, shop);
  const updatedAt = service.now();
  if (due.rungAt !== null || due.seen === null || (await isToReadAgain(account, shop, due))) {
    // Due when this claim ends, so that it stays ours.
    const reply = await readOrder(account, shop, orderKey, {
      withinMs: READ_WITHIN_MS,
      nextTryAt: due.until,
    });
    if (reply.kind !== 'answered') {
      const waitMs = reply.kind === 'not sent' ? reply.waitMs : null;
      return laterOutcome(updatedAt, due.tries, waitMs, { failure: reply.reason, updatedAt });
    }
  }
  await follow(account, shop, orderKey);
  return { done: { failure: null, updatedAt, rungAt: null } };
}

/** True for an order that a rule is about to book, and that may have changed since it was read. */
async function isToReadAgain(
  account: AccountContext,
  { rules }: StoredShop,
  { shopId, orderKey, readAt, seen }: Due,
): Promise<boolean> {
  if (rules.booking === 'none' || seen?.state !== 'open' || isFresh(account, readAt)) return false;
  const rows = await listParcelsOf(account.database.account(account.accountId), shopId, orderKey);
  return rows.length === 0 || rows.some(({ orderId, state }) => orderId === null && state !== 'skipped');
}

function isFresh({ now }: Service, readAt: Date | null): boolean {
  return readAt !== null && now().getTime() - readAt.getTime() <= FRESH_MS;
}

/** Reads an order from its shop, and keeps it. */
async function readOrder(
  account: AccountContext & ShopParts,
  shop: StoredShop,
  orderKey: string,
  { withinMs, nextTryAt }: { readonly withinMs: number; readonly nextTryAt: Date },
): Promise<ShopReply<unknown>> {
  const askedAt = account.now();
  const read = (adapter: ShopAdapter, signal: AbortSignal) => adapter.order(orderKey, signal);
  const reply = await askShop(account, shop, withinMs, read, 'soon');
  if (reply.kind !== 'answered') return reply;
  const changed = await changeOfShop(account, async (writer: AccountWriter) => {
    if (reply.answer === null) {
      await keepGoneOrder(writer, shop.shopId, orderKey, askedAt);
      return [];
    }
    const kept = await keepShopOrders(writer, shop, [reply.answer], { askedAt, nextTryAt });
    await noteOrderRead(writer, shop.shopId, orderKey, askedAt);
    return kept;
  });
  // In a change of its own: others lock a shop before its orders.
  if (changed.length > 0) await changeOfShop(account, (writer) => noteShopOrder(writer, shop.shopId));
  return reply;
}

/**
 * Lets an unbooked shipment follow its order in the shop before it is booked with others, if the last reading is older than a minute.
 * A shop that does not answer does not keep it from being booked.
 */
export async function followBeforeBooking(
  account: AccountContext & ShopParts & BookingParts,
  shipmentId: string,
): Promise<void> {
  const scope = account.database.account(account.accountId);
  const of = await findOrderOfShipment(scope, shipmentId);
  if (of === null || isFresh(account, of.readAt)) return;
  const shop = await findShop(scope, of.shopId);
  if (shop === null || shop.stoppedAt !== null) return;
  const acting = { ...account, ...contextOf(account, shop) };
  const terms = { withinMs: READ_AGAIN_WITHIN_MS, nextTryAt: account.now() };
  const reply = await readOrder(acting, shop, of.orderKey, terms);
  if (reply.kind === 'answered') await follow(acting, shop, of.orderKey);
}

/** The service acts for the shop, with the rights of the account. */
function contextOf<Parts extends Service & BookingParts>(
  service: Parts,
  { accountId, name }: StoredShop,
): AccountContext & Parts {
  return { ...service, ...WHOLE_ACCOUNT, accountId, actor: { ...SYSTEM, name } };
}

/** Makes our orders follow an order as it was last read. */
async function follow(
  account: AccountContext & BookingParts,
  shop: StoredShop,
  orderKey: string,
): Promise<void> {
  const { shopId } = shop;
  const known = await changeOfShop(account, async (writer) => {
    const locked = await lockShopOrder(writer, shopId, orderKey);
    if (locked?.state === 'open' && locked.seen !== null) {
      await addShopParcels(
        writer,
        shopId,
        orderKey,
        locked.seen.parcels.map(({ parcelKey }) => parcelKey),
      );
    }
    return locked;
  });
  if (known === null || known.state === null) return;
  const { version, state } = known;
  const order = known.seen === null ? null : dated(known.seen);
  const scope = account.database.account(account.accountId);
  const rows = await listParcelsOf(scope, shopId, orderKey);
  const bookedShares = await bookedSharesOf(scope, rows);
  for (const row of rows) await followParcel(account, shop, { row, version, state, order, bookedShares });
}
