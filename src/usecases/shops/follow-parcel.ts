import { type Actor, SYSTEM } from '../../domain/actor.ts';
import type { OrderDraft } from '../../domain/orders/order.ts';
import type { ChosenDelivery } from '../../domain/shops/checkout-services.ts';
import {
  CANCELLED_BUT_BOOKED,
  compareParcel,
  type OwnParcel,
  type ParcelContent,
  type ParcelTask,
  stageOf,
  type WantedParcel,
} from '../../domain/shops/compare-parcel.ts';
import type { BookedShares, ParcelShare } from '../../domain/shops/parcel-shares.ts';
import type { ShopOrder, ShopOrderState, ShopParcel } from '../../domain/shops/shop-order.ts';
import type { ShopRules } from '../../domain/shops/shop-rules.ts';
import { Problem, type ProblemDetail, sentenceOf } from '../../problems/problem.ts';
import { allOf, type Sentence, say } from '../../problems/sentence.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import { findOrder, type Order } from '../../storage/booking/orders.ts';
import { findShipments, lockShipments, type Shipment } from '../../storage/booking/shipments.ts';
import {
  listParcelsOf,
  type MadeTasks,
  markParcelMade,
  noteParcelFollowed,
  openParcelAgain,
  type ParcelFollowed,
  type ShippedItems,
  type ShopParcelRow,
  type ShopParcelState,
  settleParcel,
} from '../../storage/shops/shop-parcels.ts';
import type { StoredShop } from '../../storage/shops/shops.ts';
import { findStore } from '../../storage/stores/stores.ts';
import { findActorOfStatus } from '../../storage/tracking/tracking-events.ts';
import { bookShipment } from '../booking/book-shipment.ts';
import type { BookingParts } from '../booking/booking-parts.ts';
import { cancelShipments } from '../booking/cancel-shipments.ts';
import { changeableBookingOf } from '../booking/change-booked-order.ts';
import { createOrder } from '../booking/create-order.ts';
import { freeIdAfter } from '../booking/free-order-id.ts';
import { orchestrateOrder } from '../booking/orchestrate-order.ts';
import type { OrderResult } from '../booking/order-result.ts';
import { preparedAgain, prepareOrder } from '../booking/prepare-order.ts';
import { updateOrder } from '../booking/update-order.ts';
import type { CourierParts } from '../couriers/courier-parts.ts';
import { CUSTOMER } from '../customer-requests/customer.ts';
import type { RateParts } from '../rates/quote-source.ts';
import { type AccountContext, changeBy } from '../service.ts';
import { chooseCarrier } from './carrier-by-rule.ts';
import { aboutNoField, judgeParcel, type ParcelToJudge, type ParcelVerdict } from './judge-parcel.ts';
import { shippedItems } from './parcel-request.ts';

/** A parcel with the order of the shop as it was last read. */
export interface ParcelToFollow {
  readonly row: ShopParcelRow;
  /** The version of the order. */
  readonly version: number;
  readonly state: ShopOrderState;
  /** Null once what was read was forgotten. */
  readonly order: ShopOrder | null;
  readonly bookedShares: BookedShares;
}

/** Compares a parcel with what its shop wants, and does what follows. */
export async function followParcel(
  account: AccountContext & BookingParts,
  shop: StoredShop,
  followed: ParcelToFollow,
): Promise<void> {
  const { row } = followed;
  const wants = await wantedOf(account, shop, followed);
  if (wants === null) return;
  const { wanted, verdict, parcel, isShown } = wants;
  const own = await ownOf(account, shop, followed);
  const step = compareParcel(wanted, own);
  // "Sent" may mean this parcel: a shop may be read before it is kept here that it was told.
  const isWanted = wanted.kind !== 'none' || wanted.because === 'sent';
  const toNote = (task: ParcelTask | null) => note(account, followed, { task, isWanted });
  switch (step.kind) {
    case 'keep':
      return;
    case 'done':
      if (isNoted(followed, isWanted)) return;
      return note(account, followed, {
        ...{ task: null, isWanted },
        share: isShown && verdict?.kind === 'make' ? verdict.share : null,
      });
    case 'decide':
      return toNote(step);
    case 'wait':
      return settleAs(account, row, 'open', [aboutNoField(step.why)]);
    case 'skip':
      return settleAs(account, row, step.state, [aboutNoField(step.why)]);
    case 'ask':
      return settleAs(account, row, 'needs_attention', verdict?.kind === 'ask' ? verdict.problems : []);
    case 'hold':
      return hold(account, followed, step.why);
    case 'cancel':
      return cancel(account, followed);
    case 'make_again':
      return makeAgain(account, shop, followed);
  }
  if (verdict?.kind !== 'make') return;
  const { draft, share, chosen } = verdict;
  const items = shippedItems(parcel, shop.rules).map(({ lineKey, units }) => ({ lineKey, units }));
  const base = draft.displayId;
  const toMake = { row, version: followed.version, draft, base, items, share, chosen };
  if (step.kind === 'change') return change(account, shop.rules, toMake);
  if (step.kind === 'change_at_courier') return changeAtCourier(account, toMake, step);
  const displayId = row.ordersBefore === 0 ? base : await idOfLaterOrder(account, base);
  await make(account, shop.rules, { ...toMake, draft: { ...draft, displayId } });
}

interface Wants {
  readonly wanted: WantedParcel;
  /** Null if the parcel need not be judged. */
  readonly verdict: ParcelVerdict | null;
  readonly parcel: ShopParcel;
  /** False for one that was sent, and that the shop shows no more. */
  readonly isShown: boolean;
}

/** What the shop wants of a parcel; null if that cannot be known. */
async function wantedOf(
  account: AccountContext & RateParts,
  shop: StoredShop,
  { row, state, order, bookedShares }: ParcelToFollow,
): Promise<Wants | null> {
  const shown = order?.parcels.find(({ parcelKey }) => parcelKey === row.parcelKey);
  const simply = (wanted: WantedParcel): Wants => ({
    ...{ wanted, verdict: null, parcel: NO_PARCEL, isShown: false },
  });
  if (state === 'cancelled') return simply({ kind: 'none', because: 'cancelled', why: CANCELLED });
  if (state === 'waiting') return simply({ kind: 'hold' });
  // Telling a shop of a parcel changes its order there: the parcel may be gone from it, and the order done.
  const isTold = row.fulfilmentKey !== null;
  if (!isTold && state === 'done') return simply({ kind: 'none', because: 'sent', why: SENT });
  if (order === null) return null;
  if (!isTold && shown === undefined) return simply({ kind: 'none', because: 'unwanted', why: UNWANTED });
  const parcel = shown ?? (await sentParcel(account, row));
  if (parcel === null) return null;
  const isShown = shown !== undefined;
  const verdict = await judge(account, shop, { order, parcel, row, bookedShares });
  if (verdict.kind === 'make') {
    const { draft } = verdict;
    const isShareKnown = isShown || order.elsewherePaise >= priceOf(parcel);
    const content = isShareKnown ? draft : { ...draft, codAmountPaise: null };
    return { wanted: { kind: 'ship', content }, verdict, parcel, isShown };
  }
  if (isTold) return null;
  const wanted: WantedParcel =
    verdict.kind === 'skip'
      ? { kind: 'none', because: 'unwanted', why: verdict.reason }
      : { kind: 'unclear', why: allOf(verdict.problems.map(sentenceOf)) };
  return { wanted, verdict, parcel, isShown };
}

const NO_PARCEL: ShopParcel = { parcelKey: '', locationKey: null, items: [] };
const UNWANTED = say('not_wanted_any_more', 'The shop does not want it shipped any more');
const SENT = say('shipped_without_us', 'It was shipped without us');
const CANCELLED = say('cancelled_in_shop', 'It was cancelled in the shop');

async function judge(
  account: AccountContext & RateParts,
  shop: StoredShop,
  { row, ...judged }: Pick<ParcelToJudge, 'order' | 'parcel' | 'bookedShares'> & Pick<ParcelToFollow, 'row'>,
): Promise<ParcelVerdict> {
  const store = await findStore(account.database.account(account.accountId), shop.storeId);
  return judgeParcel(account, shop, {
    ...{ ...judged, position: row.position, mended: row.mended },
    storeName: store?.storeName ?? '',
    isConfirmed: row.confirmedAt !== null,
  });
}

/** A parcel that the shop no longer shows, because it was sent. */
async function sentParcel(account: AccountContext, row: ShopParcelRow): Promise<ShopParcel | null> {
  const ours = await orderOf(account, row);
  if (ours === null) return null;
  const unknown = { lineKey: '', taxRate: null, hsn: null, gramsEach: null, size: null };
  const sent = ours.items.map(({ name, sku, units, sellingPricePaise, discountPaise }) => ({
    ...{ name, sku, units, totalPaise: units * sellingPricePaise - (discountPaise ?? 0) },
    ...unknown,
  }));
  return { parcelKey: row.parcelKey, locationKey: null, items: sent };
}

function priceOf({ items }: ShopParcel): number {
  return items.reduce((sum, { totalPaise }) => sum + totalPaise, 0);
}

async function ownOf(
  account: AccountContext,
  shop: StoredShop,
  followed: ParcelToFollow,
): Promise<OwnParcel> {
  const { row } = followed;
  if (row.shipmentId === null) return { stage: 'missing' };
  const [shipment, ours] = [await shipmentOf(account, row), await orderOf(account, row)];
  const isFollowed = row.followedVersion !== null && row.followedVersion >= followed.version;
  if (shipment === undefined || ours === null) return { stage: 'over', content: NO_CONTENT, isFollowed };
  const stage = stageOf(shipment.state, shipment.bookingId);
  if (stage !== 'cancelled') return { stage, content: ours, isFollowed };
  return { stage, mayBeMadeAgain: await mayBeMadeAgain(account, shop, row, shipment) };
}

const NO_CONTENT = {
  billing: null,
  shipping: null,
  items: [],
  codAmountPaise: null,
} as unknown as ParcelContent;

/** A courier that cancels one parcel may cancel the next, so its second one is for a person. */
async function mayBeMadeAgain(
  account: AccountContext,
  shop: StoredShop,
  row: ShopParcelRow,
  shipment: Shipment,
): Promise<boolean> {
  if (row.unwantedSince !== null) return true;
  const actor = await findActorOfStatus(account.database.account(account.accountId), shipment);
  if (actor === null || isPerson(actor)) return false;
  return actor.name === shop.name || row.ordersBefore === 0;
}

function isPerson({ kind, name }: Pick<Actor, 'kind' | 'name'>): boolean {
  return kind === 'user' || kind === 'key' || kind === 'operator' || name === CUSTOMER.name;
}

/** Tells whether nothing would be written, so that a parcel that is as it should be does not look changed. */
function isNoted({ row, version }: ParcelToFollow, isWanted: boolean): boolean {
  const isSame = row.followedVersion === version && (row.unwantedSince === null) === isWanted;
  return isSame && row.held === null && (row.task === null || isEqual(row.task, row.missedService));
}

function isEqual(one: Sentence, other: Sentence | null): boolean {
  return one.template === other?.template && one.text === other.text;
}

/** It may have been booked meanwhile: then it is compared again. */
function hold(account: AccountContext, followed: ParcelToFollow, held: Sentence): Promise<void> {
  return changeOfShop(account, async (writer) => {
    const { shipmentId } = followed.row;
    if (shipmentId === null) return;
    const shipment = (await lockShipments(writer, [shipmentId])).get(shipmentId);
    if (shipment?.bookingId !== null)
      throw new Problem('unavailable', BOOKED_MEANWHILE, { retryAfterSeconds: 1 });
    await noteFollowed(writer, followed, { task: null, held });
  });
}

const BOOKED_MEANWHILE = say('was_booked_at_same_moment', 'was booked at the same moment; please try again');

async function cancel(
  account: AccountContext & CourierParts & BookingParts,
  followed: ParcelToFollow,
): Promise<void> {
  const [result] = await cancelShipments(account, 'shipment_id', [followed.row.shipmentId ?? '']);
  const task = { task: CANCELLED_BUT_BOOKED, action: 'cancel_shipment' } as const;
  await note(account, followed, { task: result?.isCancelled === true ? null : task, isWanted: false });
}

/** The shop first hears that its fulfilment is over; until then, the parcel stays with its cancelled order. */
async function makeAgain(
  account: AccountContext & BookingParts,
  shop: StoredShop,
  followed: ParcelToFollow,
): Promise<void> {
  const { orderId } = followed.row;
  if (orderId === null) return;
  await changeOfShop(account, (writer) => openParcelAgain(writer, followed.row, orderId));
  const row = await freshOf(account, followed.row);
  if (row !== undefined && row.orderId === null) await followParcel(account, shop, { ...followed, row });
}

interface Followed {
  readonly row: ShopParcelRow;
  readonly version: number;
}

interface ToMake extends Followed {
  readonly draft: OrderDraft;
  /** The order id of a first order. */
  readonly base: string;
  readonly items: ShippedItems;
  readonly share: ParcelShare;
  readonly chosen: ChosenDelivery | null;
}

/** Thrown to roll back, because the order was made meanwhile, or is not wanted any more. */
class MadeMeanwhile extends Error {}

/** Makes our order, and books it if the rules say so. If it cannot be booked, it is made, and a person books it. */
async function make(account: AccountContext & BookingParts, rules: ShopRules, toMake: ToMake): Promise<void> {
  const { row, version, items, draft, share, chosen } = toMake;
  const keep = (tasks: MadeTasks) => async (writer: AccountWriter, result: OrderResult) => {
    const made = {
      orderId: result.orderId,
      shipmentId: result.shipmentId,
      version,
      items,
      share,
      ...tasks,
    };
    if (!(await markParcelMade(writer, row, made))) throw new MadeMeanwhile();
  };
  let unbooked: Sentence | null = null;
  try {
    const prepared = await prepareOrder(account, draft);
    if (rules.booking !== 'none') {
      try {
        const { carrierId, missedService } = chooseCarrier(prepared.quote, rules, chosen);
        const kept = keep({ task: null, missedService });
        await orchestrateOrder(account, prepared, { carrierId, printLabel: false }, kept);
        return;
      } catch (error) {
        if (!isRefusal(error) || isAboutId(error)) throw error;
        unbooked = notBooked(error);
      }
    }
    await createOrder(
      account,
      preparedAgain(account, prepared),
      keep({ task: unbooked, missedService: null }),
    );
  } catch (error) {
    if (error instanceof MadeMeanwhile) return;
    if (!isRefusal(error)) throw error;
    const other = isAboutId(error) ? await otherIdOf(account, toMake) : null;
    if (other === null) return settleAs(account, row, 'needs_attention', error.problems);
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

/** Changes our order until a courier is booked, and books it if the rules say so. */
async function change(
  account: AccountContext & BookingParts,
  rules: ShopRules,
  { draft, items, share, chosen, ...followed }: ToMake,
): Promise<void> {
  const { orderId, shipmentId } = followed.row;
  try {
    await updateOrder(account, orderId ?? '', {
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
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const task = say(
      'order_cannot_follow',
      'It changed in the shop, but our order cannot follow: {problems}',
      {
        problems: allOf(error.problems.map(sentenceOf)),
      },
    );
    return note(account, followed, { task: { task, action: null } });
  }
  await note(account, followed, { task: null, items, share });
  if (rules.booking === 'none' || shipmentId === null) return;
  const unbooked = await bookByRule(account, rules, shipmentId, { ...followed, draft, chosen });
  if (unbooked !== null) await note(account, followed, { task: { task: unbooked, action: null } });
}

/** Returns why no courier was booked; null if one was. */
async function bookByRule(
  account: AccountContext & BookingParts,
  rules: ShopRules,
  shipmentId: string,
  { draft, chosen, ...followed }: Followed & Pick<ToMake, 'draft' | 'chosen'>,
): Promise<Sentence | null> {
  try {
    // Its own order id is taken by itself.
    const { quote } = await prepareOrder(account, { ...draft, displayId: account.newId() });
    const { carrierId, missedService } = chooseCarrier(quote, rules, chosen);
    await bookShipment(account, { journey: 'forward', shipmentId, carrierId }, async (writer) => {
      if (missedService !== null) await noteFollowed(writer, followed, { task: null, missedService });
    });
    return null;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return notBooked(error);
  }
}

function notBooked({ problems }: Problem): Sentence {
  return say('no_courier_was_booked', 'No courier was booked: {problems}', {
    problems: allOf(problems.map(sentenceOf)),
  });
}

/** Changes the address and the cash of a booked parcel if its courier takes that; else a person decides. */
async function changeAtCourier(
  account: AccountContext & CourierParts & RateParts,
  { draft, items, share, ...followed }: ToMake,
  task: ParcelTask,
): Promise<void> {
  const shipment = await shipmentOf(account, followed.row);
  const takesChanges = shipment !== undefined && (await changeableBookingOf(account, shipment)) !== null;
  try {
    if (takesChanges) {
      const isCashSame = Math.abs(draft.codAmountPaise - shipment.codAmountPaise) <= 1;
      await updateOrder(account, shipment.orderId, {
        billing: draft.billing,
        shipping: draft.shipping ?? {},
        shipsToBilling: draft.shipping === null,
        ...{ parcel: {}, items: undefined, itemChanges: [], doubts: [], storeName: undefined },
        ...(!isCashSame && { isCod: draft.isCod, codAmountPaise: draft.codAmountPaise }),
      });
      return note(account, followed, { task: null, items, share });
    }
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
  await note(account, followed, { task });
}

async function shipmentOf(
  account: AccountContext,
  { shipmentId }: ShopParcelRow,
): Promise<Shipment | undefined> {
  if (shipmentId === null) return undefined;
  const [shipment] = await findShipments(account.database.account(account.accountId), [shipmentId]);
  return shipment;
}

async function orderOf(account: AccountContext, { orderId }: ShopParcelRow): Promise<Order | null> {
  return orderId === null ? null : findOrder(account.database.account(account.accountId), orderId);
}

function settleAs(
  account: AccountContext,
  row: ShopParcelRow,
  state: Exclude<ShopParcelState, 'made'>,
  reasons: readonly ProblemDetail[],
): Promise<void> {
  return changeOfShop(account, (writer) => settleParcel(writer, row, state, reasons));
}

function note(
  account: AccountContext,
  followed: Followed,
  noted: Pick<ParcelFollowed, 'task'> & Partial<ParcelFollowed>,
): Promise<void> {
  return changeOfShop(account, (writer) => noteFollowed(writer, followed, noted));
}

function noteFollowed(
  writer: AccountWriter,
  { row, version }: Followed,
  noted: Pick<ParcelFollowed, 'task'> & Partial<ParcelFollowed>,
): Promise<void> {
  return noteParcelFollowed(writer, row, {
    ...{ version, items: null, share: null, held: null, isWanted: true, missedService: null },
    ...noted,
  });
}

/** Changes what is known of a shop, which no audit log shows. */
export function changeOfShop<T>(
  account: AccountContext,
  work: (writer: AccountWriter) => Promise<T>,
): Promise<T> {
  return account.database.change(account.accountId, changeBy(account, SYSTEM), (writer) => {
    writer.skipAudit('what is known of the shop is no data of the account; each order is recorded');
    return work(writer);
  });
}
