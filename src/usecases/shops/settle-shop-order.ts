import { isDeepStrictEqual } from 'node:util';
import { SYSTEM } from '../../domain/actor.ts';
import { isCancelled } from '../../domain/orders/allowed-actions.ts';
import { type Contact, consigneeOf, type OrderDraft } from '../../domain/orders/order.ts';
import type { ShopOrder, ShopParcel } from '../../domain/shops/shop-order.ts';
import type { ShopRules } from '../../domain/shops/shop-rules.ts';
import { isOver as isJourneyOver } from '../../domain/tracking/statuses.ts';
import { isOwnId } from '../../partners/answer-fields.ts';
import { Problem, type ProblemDetail, sentenceOf } from '../../problems/problem.ts';
import { allOf, type Sentence, say } from '../../problems/sentence.ts';
import type { ShopAdapter } from '../../shops/shop-adapter.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import { findOrder, type Order } from '../../storage/booking/orders.ts';
import { findShipments, type Shipment } from '../../storage/booking/shipments.ts';
import type { TakenErrand } from '../../storage/couriers/errands.ts';
import {
  keepGoneOrder,
  keepShopOrders,
  lockShopOrder,
  SHOP_ORDERS,
} from '../../storage/shops/shop-orders.ts';
import {
  addShopParcels,
  listParcelsOf,
  markParcelMade,
  noteParcelFollowed,
  openParcelAgain,
  type ParcelFollowed,
  type ShippedItems,
  type ShopParcelRow,
  settleParcel,
} from '../../storage/shops/shop-parcels.ts';
import { findShop, noteShopOrder, type StoredShop } from '../../storage/shops/shops.ts';
import { findStore } from '../../storage/stores/stores.ts';
import type { BookingParts } from '../booking/booking-parts.ts';
import { cancelShipments } from '../booking/cancel-shipments.ts';
import { createOrder } from '../booking/create-order.ts';
import { freeIdAfter } from '../booking/free-order-id.ts';
import { orchestrateOrder } from '../booking/orchestrate-order.ts';
import type { OrderResult } from '../booking/order-result.ts';
import { preparedAgain, prepareOrder } from '../booking/prepare-order.ts';
import { updateOrder } from '../booking/update-order.ts';
import type { CourierParts } from '../couriers/courier-parts.ts';
import { type ErrandOutcome, roundOf } from '../couriers/errands.ts';
import type { RateParts } from '../rates/quote-source.ts';
import { type AccountContext, changeBy, type Service, WHOLE_ACCOUNT } from '../service.ts';
import type { AnnouncementParts } from '../tracking/on-moments.ts';
import { carrierByRule } from './carrier-by-rule.ts';
import { aboutNoField, dated, judgeParcel, type ParcelVerdict } from './judge-parcel.ts';
import { askShop, laterOutcome, type ShopParts } from './open-shop.ts';
import { shippedItems } from './parcel-request.ts';

const READ_WITHIN_MS = 30_000;

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
  if (due.rungAt !== null || due.seen === null) {
    const read = (adapter: ShopAdapter, signal: AbortSignal) => adapter.order(orderKey, signal);
    const reply = await askShop(service, shop, READ_WITHIN_MS, read, 'soon');
    if (reply.kind !== 'answered') {
      const waitMs = reply.kind === 'not sent' ? reply.waitMs : null;
      return laterOutcome(updatedAt, due.tries, waitMs, { failure: reply.reason, updatedAt });
    }
    const changed = await changeUnrecorded(account, async (writer) => {
      // Due when this claim ends, so that it stays ours.
      const terms = { askedAt: updatedAt, nextTryAt: due.until };
      if (reply.answer !== null) return keepShopOrders(writer, shop, [reply.answer], terms);
      await keepGoneOrder(writer, shopId, orderKey, updatedAt);
      return 0;
    });
    // In a change of its own: others lock a shop before its orders.
    if (changed > 0) await changeUnrecorded(account, (writer) => noteShopOrder(writer, shopId));
  }
  await follow(account, shop, orderKey);
  return { done: { failure: null, updatedAt, rungAt: null } };
}

/** The service acts for the shop, with the rights of the account. */
function contextOf(
  service: Service & BookingParts,
  { accountId, name }: StoredShop,
): AccountContext & BookingParts {
  return { ...service, ...WHOLE_ACCOUNT, accountId, actor: { ...SYSTEM, name } };
}

/** Makes our orders follow an order as it was last read. */
async function follow(
  account: AccountContext & BookingParts,
  shop: StoredShop,
  orderKey: string,
): Promise<void> {
  const { shopId } = shop;
  const known = await changeUnrecorded(account, async (writer) => {
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
  for (const seen of await listParcelsOf(account.database.account(account.accountId), shopId, orderKey)) {
    const parcel = order?.parcels.find(({ parcelKey }) => parcelKey === seen.parcelKey);
    const isWanted = state === 'open' && parcel !== undefined;
    const row = isWanted && (await isWantedAgain(account, seen)) ? await openAgain(account, seen) : seen;
    if (row.fulfilmentKey !== null && state !== 'cancelled') {
      if (state === 'open' && order !== null) await compareAddress(account, shop, { order, row, version });
    } else if (state === 'open' && order !== null && parcel !== undefined)
      await followParcel(account, shop, { order, parcel, row, version });
    else if (state !== 'waiting') await withdraw(account, { row, version }, WITHDRAWN[state]);
  }
}

/** Tells whether the shop did not want a parcel, and its order was cancelled since. One that we cancelled ourselves stays so. */
async function isWantedAgain(account: AccountContext, row: ShopParcelRow): Promise<boolean> {
  if (row.unwantedSince === null || row.fulfilmentKey !== null) return false;
  const shipment = await shipmentOf(account, row);
  return shipment !== undefined && isCancelled(shipment.state);
}

async function openAgain(account: AccountContext, row: ShopParcelRow): Promise<ShopParcelRow> {
  const { orderId } = row;
  if (orderId === null) return row;
  await changeUnrecorded(account, (writer) => openParcelAgain(writer, row, orderId));
  return (await freshOf(account, row)) ?? row;
}

/**
 * Why a parcel is not wanted any more, and what a person must do about a booked one: null for nothing, because merchants also mark
 * what we ship as sent.
 */
const WITHDRAWN = {
  open: {
    reason: say('not_wanted_any_more', 'The shop does not want it shipped any more'),
    task: say(
      'not_wanted_but_booked',
      'The shop does not want it shipped any more, but a courier has it: cancel the shipment, or ship it anyway',
    ),
  },
  done: {
    reason: say('shipped_without_us', 'It was shipped without us'),
    task: null,
  },
  cancelled: {
    reason: say('cancelled_in_shop', 'It was cancelled in the shop'),
    task: say(
      'cancelled_but_booked',
      'It was cancelled in the shop after it was booked: cancel the shipment, or ask the courier to bring it back',
    ),
  },
} as const;

interface Followed {
  readonly row: ShopParcelRow;
  /** The version of the order. */
  readonly version: number;
}

async function withdraw(
  account: AccountContext & CourierParts & AnnouncementParts,
  followed: Followed,
  { reason, task }: { readonly reason: Sentence; readonly task: Sentence | null },
): Promise<void> {
  const { row } = followed;
  if (row.shipmentId === null) {
    const state = reason === WITHDRAWN.cancelled.reason ? 'cancelled' : 'skipped';
    await changeUnrecorded(account, (writer) => settleParcel(writer, row, state, [aboutNoField(reason)]));
    return;
  }
  if (isFollowed(followed)) return;
  const shipment = await shipmentOf(account, row);
  const unwanted = (todo: Sentence | null) => note(account, followed, { task: todo, isWanted: false });
  if (isOver(shipment)) return unwanted(null);
  if (shipment?.bookingId !== null) return unwanted(task);
  const [result] = await cancelShipments(account, 'shipment_id', [row.shipmentId]);
  await unwanted(result?.isCancelled === true ? null : task);
}

interface ToFollow extends Followed {
  readonly order: ShopOrder;
  readonly parcel: ShopParcel;
}

async function followParcel(
  account: AccountContext & BookingParts,
  shop: StoredShop,
  followed: ToFollow,
): Promise<void> {
  const { order, parcel, row } = followed;
  if (row.shipmentId !== null && isFollowed(followed)) return;
  const verdict = await judge(account, shop, { order, parcel, row });
  if (verdict.kind === 'skip')
    return withdraw(account, followed, { ...WITHDRAWN.open, reason: verdict.reason });
  if (verdict.kind === 'ask') {
    if (row.shipmentId === null) return ask(account, row, verdict.problems);
    return cannotFollow(account, followed, verdict.problems);
  }
  const items = shippedItems(parcel, shop.rules).map(({ lineKey, units }) => ({ lineKey, units }));
  const { draft } = verdict;
  const base = draft.displayId;
  const toMake = { row, version: followed.version, draft, base, items };
  if (row.shipmentId !== null) return change(account, toMake);
  const displayId = row.ordersBefore === 0 ? base : await idOfLaterOrder(account, base);
  await make(account, shop.rules, { ...toMake, draft: { ...draft, displayId } });
}

async function judge(
  account: AccountContext & RateParts,
  shop: StoredShop,
  { order, parcel, row }: Omit<ToFollow, 'version'>,
): Promise<ParcelVerdict> {
  const store = await findStore(account.database.account(account.accountId), shop.storeId);
  return judgeParcel(account, shop, {
    ...{ order, parcel, position: row.position, mended: row.mended },
    storeName: store?.storeName ?? '',
    isConfirmed: row.confirmedAt !== null,
  });
}

/** Telling a shop of a parcel changes its order there, so only a new address counts as a change. */
async function compareAddress(
  account: AccountContext & RateParts,
  shop: StoredShop,
  { order, ...followed }: Omit<ToFollow, 'parcel'>,
): Promise<void> {
  const { row } = followed;
  if (row.orderId === null || isFollowed(followed) || isOver(await shipmentOf(account, row))) return;
  const ours = await findOrder(account.database.account(account.accountId), row.orderId);
  if (ours === null) return;
  const parcel = order.parcels.find(({ parcelKey }) => parcelKey === row.parcelKey) ?? sentParcel(ours, row);
  const verdict = await judge(account, shop, { order, parcel, row });
  if (verdict.kind !== 'make') return;
  const isSame = isDeepStrictEqual(placeOf(verdict.draft), placeOf(ours));
  await note(account, followed, { task: isSame ? row.task : CHANGED });
}

/** A parcel that the shop no longer shows, because it was sent. */
function sentParcel({ items }: Order, { parcelKey }: ShopParcelRow): ShopParcel {
  const unknown = { lineKey: '', taxRate: null, hsn: null, gramsEach: null, size: null };
  const sent = items.map(({ name, sku, units, sellingPricePaise }) => ({
    ...{ name, sku, units, totalPaise: units * sellingPricePaise },
    ...unknown,
  }));
  return { parcelKey, locationKey: null, items: sent };
}

function placeOf(order: { readonly billing: Contact; readonly shipping: Contact | null }) {
  const { firstName, lastName, phone, address, address2, city, pincode, state } = consigneeOf(order);
  return [firstName, lastName, phone, address, address2, city, pincode, state];
}

interface ToMake extends Followed {
  readonly draft: OrderDraft;
  /** The order id of a first order. */
  readonly base: string;
  readonly items: ShippedItems;
}

/** Thrown to roll back, because the order was made meanwhile, or is not wanted any more. */
class MadeMeanwhile extends Error {}

/** Makes our order, and books it if the rules say so. If it cannot be booked, it is made, and a person books it. */
async function make(account: AccountContext & BookingParts, rules: ShopRules, toMake: ToMake): Promise<void> {
  const { row, version, items, draft } = toMake;
  const keep = (task: Sentence | null) => async (writer: AccountWriter, result: OrderResult) => {
    const made = {
      orderId: result.orderId,
      shipmentId: result.shipmentId,
      version,
      task,
      items,
    };
    if (!(await markParcelMade(writer, row, made))) throw new MadeMeanwhile();
  };
  let unbooked: Sentence | null = null;
  try {
    const prepared = await prepareOrder(account, draft);
    if (rules.booking !== 'none') {
      try {
        const carrierId = carrierByRule(prepared.quote, rules);
        await orchestrateOrder(account, prepared, { carrierId, printLabel: false }, keep(null));
        return;
      } catch (error) {
        if (!isRefusal(error) || isAboutId(error)) throw error;
        unbooked = say('no_courier_was_booked', 'No courier was booked: {problems}', {
          problems: allOf(error.problems.map(sentenceOf)),
        });
      }
    }
    await createOrder(account, preparedAgain(account, prepared), keep(unbooked));
  } catch (error) {
    if (error instanceof MadeMeanwhile) return;
    if (!isRefusal(error)) throw error;
    const other = isAboutId(error) ? await otherIdOf(account, toMake) : null;
    if (other === null) return ask(account, row, error.problems);
    // It may also be this order, made meanwhile by a process that counted as dead.
    if ((await freshOf(account, row))?.orderId !== null) return;
    await make(account, rules, { ...toMake, draft: { ...draft, displayId: other } });
  }
}

async function freshOf(
  account: AccountContext,
  { shopId, orderKey, parcelKey }: ShopParcelRow,
): Promise<ShopParcelRow | undefined> {
  const rows = await listParcelsOf(account.database.account(account.accountId), shopId, orderKey);
  return rows.find((row) => row.parcelKey === parcelKey);
}

/**
 * The order id of another shop's order may be the same, so the store's name makes it unique. The second order of parcel 1001 is
 * 1001-R2: 1001-2 is its second parcel.
 */
async function otherIdOf(account: AccountContext, { base, draft, row }: ToMake): Promise<string | null> {
  if (row.ordersBefore > 0) return idOfLaterOrder(account, base);
  const end = `-${draft.storeName}`;
  return draft.displayId.endsWith(end) ? null : `${base.slice(0, 100 - end.length)}${end}`;
}

function idOfLaterOrder(account: AccountContext, base: string): Promise<string> {
  const scope = account.database.account(account.accountId);
  return freeIdAfter(scope, { displayId: base, journey: 'forward' }, 2);
}

function isAboutId({ problems }: Problem): boolean {
  return problems.some(({ field, code }) => field === 'order_id' && code === 'taken');
}

function isRefusal(error: unknown): error is Problem {
  return error instanceof Problem && error.kind === 'refused';
}

/** Changes our order until a courier is booked; after that, a person decides. */
async function change(
  account: AccountContext & CourierParts & RateParts,
  { draft, items, ...followed }: ToMake,
): Promise<void> {
  const { row } = followed;
  const shipment = await shipmentOf(account, row);
  if (isOver(shipment)) return note(account, followed, { task: null });
  if (shipment?.bookingId !== null)
    return note(account, followed, {
      task: (await isAsBooked(account, { draft, row })) ? row.task : CHANGED,
    });
  try {
    await updateOrder(account, row.orderId ?? '', {
      ...draft,
      shipping: draft.shipping ?? {},
      shipsToBilling: draft.shipping === null,
      itemChanges: [],
      isOfGoods: true,
      // No shop tells these: what somebody has entered stays.
      totalDiscountPaise: undefined,
      giftwrapChargesPaise: undefined,
      transactionChargesPaise: undefined,
    });
    await note(account, followed, { task: null, items });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await cannotFollow(account, followed, error.problems);
  }
}

/** A person decides, unless the journey is over. */
async function cannotFollow(
  account: AccountContext,
  followed: Followed,
  problems: readonly ProblemDetail[],
): Promise<void> {
  const shipment = await shipmentOf(account, followed.row);
  const task = say('order_cannot_follow', 'It changed in the shop, but our order cannot follow: {problems}', {
    problems: allOf(problems.map(sentenceOf)),
  });
  await note(account, followed, { task: isOver(shipment) ? null : task });
}

/** Sending one parcel also changes the order in the shop, and may move a paisa of the cash to another parcel. */
async function isAsBooked(
  account: AccountContext,
  { row, draft }: Pick<ToMake, 'row' | 'draft'>,
): Promise<boolean> {
  const ours = await findOrder(account.database.account(account.accountId), row.orderId ?? '');
  return (
    ours !== null &&
    isDeepStrictEqual(placeOf(draft), placeOf(ours)) &&
    isDeepStrictEqual(goodsOf(draft), goodsOf(ours)) &&
    Math.abs(draft.codAmountPaise - ours.codAmountPaise) <= 1
  );
}

function goodsOf({ items }: Pick<OrderDraft, 'items'>) {
  return items.map(({ name, sku, units }) => [name, sku, units]);
}

const CHANGED = say(
  'changed_after_booking',
  'It changed in the shop after it was booked: compare the two, and cancel the shipment or ship it as it is',
);

function isFollowed({ row, version }: Followed): boolean {
  return row.followedVersion !== null && row.followedVersion >= version;
}

async function shipmentOf(
  account: AccountContext,
  { shipmentId }: ShopParcelRow,
): Promise<Shipment | undefined> {
  if (shipmentId === null) return undefined;
  const [shipment] = await findShipments(account.database.account(account.accountId), [shipmentId]);
  return shipment;
}

/** Nothing can be changed any more: it was cancelled, delivered, or brought back. */
function isOver(shipment: Shipment | undefined): boolean {
  return shipment === undefined || isJourneyOver(shipment.state.status);
}

function ask(account: AccountContext, row: ShopParcelRow, reasons: readonly ProblemDetail[]): Promise<void> {
  return changeUnrecorded(account, (writer) => settleParcel(writer, row, 'needs_attention', reasons));
}

function note(
  account: AccountContext,
  { row, version }: Followed,
  noted: Pick<ParcelFollowed, 'task'> & Partial<ParcelFollowed>,
) {
  const followed = { version, items: null, isWanted: true, ...noted };
  return changeUnrecorded(account, (writer) => noteParcelFollowed(writer, row, followed));
}

function changeUnrecorded<T>(
  account: AccountContext,
  work: (writer: AccountWriter) => Promise<T>,
): Promise<T> {
  return account.database.change(account.accountId, changeBy(account, SYSTEM), (writer) => {
    writer.skipAudit('what is known of the shop is no data of the account; each order is recorded');
    return work(writer);
  });
}
