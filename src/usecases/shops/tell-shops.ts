import { SYSTEM } from '../../domain/actor.ts';
import { courierNameOf } from '../../domain/rates/courier-name.ts';
import { type ParcelStage, stageOf } from '../../domain/shops/compare-parcel.ts';
import { CUSTOMER_WORDS, isFarEnough } from '../../domain/shops/completed-order.ts';
import { progressOf } from '../../domain/shops/progress.ts';
import type { ShopRules } from '../../domain/shops/shop-rules.ts';
import { trackingAddress } from '../../domain/tracking/tracking-address.ts';
import { type Sentence, say } from '../../problems/sentence.ts';
import type { ShopAdapter } from '../../shops/shop-adapter.ts';
import type { AccountScope } from '../../storage/account-scope.ts';
import { type BookingTerms, findBooking } from '../../storage/booking/bookings.ts';
import { findShipments, type Shipment } from '../../storage/booking/shipments.ts';
import type { ErrandValues, TakenErrand } from '../../storage/couriers/errands.ts';
import { isCashRemitted } from '../../storage/money/cash-remitted.ts';
import { ringShopOrders } from '../../storage/shops/shop-orders.ts';
import { listParcelsOf, SHOP_TELLS, type ShopParcelRow } from '../../storage/shops/shop-parcels.ts';
import { findShop, type StoredShop } from '../../storage/shops/shops.ts';
import { type ErrandOutcome, roundOf } from '../couriers/errands.ts';
import type { MessageParts } from '../messages/messaging.ts';
import { changeBy, type Service } from '../service.ts';
import { fulfilOnce, keyOfNumber } from './fulfil-once.ts';
import { askShop, laterOutcome, type ShopParts, type ShopReply, type Unanswered } from './open-shop.ts';

/** At most four questions fit into the time of a claim: otherwise another process would tell the shop at the same time. */
const TELL_WITHIN_MS = 25_000;

type Due = TakenErrand<typeof SHOP_TELLS>;
type Told = ErrandValues<typeof SHOP_TELLS>;

/** Tells shops what became of their parcels: the tracking number, where it is, cancelled, done, paid. */
export const tellShops = roundOf({
  table: SHOP_TELLS,
  ask: tell,
  fails: (_, __, failure) => ({ again: { failure } }),
});

/** Nothing is told twice, also after a lost answer: what the shop knows is read before it is told. */
async function tell(
  service: Service & ShopParts & MessageParts,
  due: Due,
): Promise<ErrandOutcome<typeof SHOP_TELLS>> {
  const scope = service.database.account(due.accountId);
  const shop = await findShop(scope, due.shopId);
  const [shipment] = due.shipmentId === null ? [] : await findShipments(scope, [due.shipmentId]);
  if (shop === null || shop.stoppedAt !== null || shipment === undefined) return { done: {} };
  const known: Known = { ...due };
  const key = known.fulfilmentKey;
  for (const step of [tellFulfilment, tellProgress, tellCompleted, tellPaid]) {
    const failed = await step(service, shop, shipment, known);
    // A new key is kept before anything else is told, so that it is never lost.
    if (failed === null && known.fulfilmentKey !== null && known.fulfilmentKey !== key) {
      return { next: { ...toldOf(known), failure: null, tries: 0 }, at: service.now() };
    }
    if (failed === null) continue;
    const told = { ...toldOf(known), failure: failed.reason };
    if (failed.isFinal) return { done: { ...told, task: taskOf(failed.reason), taskAction: null } };
    return laterOutcome(service.now(), due.tries, failed.waitMs, told);
  }
  if (NEEDS_COMPARING.includes(stageOf(shipment.state, shipment.bookingId))) {
    await service.database.change(due.accountId, changeBy(service, SYSTEM), async (writer) => {
      writer.skipAudit('what is known of the shop is no data of the account');
      // Read again first: what is known of it is from before the shop was told.
      await ringShopOrders(writer, due.shopId, [due.orderKey]);
    });
  }
  return { done: { ...toldOf(known), failure: null } };
}

/** How far a parcel has come if its shop may want another one. */
const NEEDS_COMPARING: readonly ParcelStage[] = ['cancelled', 'coming_back'];

/** What the shop knows; each step changes it as soon as the shop has answered. */
type Known = { -readonly [Key in keyof Due]: Due[Key] };

function toldOf({ fulfilmentKey, toldNumber, told, completedAt, paidAt }: Known): Told {
  return { fulfilmentKey, toldNumber, told, completedAt, paidAt };
}

/** `isFinal`: the shop refused, so that only a person can go on. */
interface Failed {
  readonly reason: Sentence;
  readonly isFinal: boolean;
  readonly waitMs: number | null;
}

type Step = (
  service: Service & ShopParts & MessageParts,
  shop: StoredShop,
  shipment: Shipment,
  known: Known,
) => Promise<Failed | null>;

function taskOf(reason: Sentence): Sentence {
  return say(
    'shop_was_not_told',
    'The shop was not told of this parcel, because it {reason}: enter it there yourself',
    { reason },
  );
}

/** Orders are read first: each is a parcel that nobody packs before. */
function tellShop<Answer>(
  service: Service & ShopParts,
  shop: StoredShop,
  ask: (adapter: ShopAdapter, signal: AbortSignal) => Promise<Answer>,
): Promise<ShopReply<Answer>> {
  return askShop(service, shop, TELL_WITHIN_MS, ask, 'later');
}

const tellFulfilment: Step = async (service, shop, shipment, known) => {
  const { trackingNumber: number } = shipment;
  const { orderKey, items } = known;
  if (number === null) return null;
  if (shipment.state.status === 'cancelled') return takeBack(service, shop, number, known);
  if (known.toldNumber !== null) return null;
  const scope = service.database.account(known.accountId);
  const booking =
    shipment.bookingId === null ? null : await findBooking(scope, shipment.shipmentId, shipment.bookingId);
  const isQuiet = await isMailedAsSent(service, shop, known);
  const reply = await tellShop(service, shop, async (adapter, signal) => {
    return fulfilOnce(
      adapter,
      {
        orderKey,
        parcelKey: known.parcelKey,
        items,
        trackingNumber: number,
        courierName: booking === null ? '' : courierOf(booking.terms),
        trackingUrl: trackingAddress(service.messaging.publicUrl(), number),
        notifiesCustomer: shop.rules.customerNews === 'shop' && !isQuiet,
      },
      signal,
    );
  });
  if (reply.kind !== 'answered') return failed(reply);
  Object.assign(known, { fulfilmentKey: reply.answer.fulfilmentKey, toldNumber: number });
  return null;
};

/** The courier's name for customers, without the slab of its carrier. */
function courierOf({ courierName, carrierName }: BookingTerms): string {
  return courierName ?? courierNameOf(carrierName);
}

/** Removes the fulfilment of a cancelled parcel, also one that we do not know of because the answer was lost. */
async function takeBack(
  service: Service & ShopParts,
  shop: StoredShop,
  number: string,
  known: Known,
): Promise<Failed | null> {
  const { orderKey } = known;
  const reply = await tellShop(service, shop, async (adapter, signal) => {
    const fulfilmentKey = known.fulfilmentKey ?? (await keyOfNumber(adapter, orderKey, number, signal));
    if (fulfilmentKey !== null) return adapter.cancelFulfilment?.({ orderKey, fulfilmentKey }, signal);
  });
  if (reply.kind !== 'answered') return failed(reply);
  // A completed order counts as sent, so that its goods would never be shipped again.
  if (known.toldNumber !== null && (await wasCompleted(service, known))) {
    const opened = await tellShop(service, shop, async (adapter, signal) =>
      adapter.complete?.({ orderKey, isDone: false }, signal),
    );
    if (opened.kind !== 'answered') return failed(opened);
  }
  Object.assign(known, { fulfilmentKey: null, toldNumber: null, told: null, completedAt: null });
  return null;
}

const tellProgress: Step = async (service, shop, shipment, known) => {
  const { state } = shipment;
  const word = progressOf(state.status);
  const { orderKey, fulfilmentKey } = known;
  if (fulfilmentKey === null || word === null || word === known.told) return null;
  const progress = {
    orderKey,
    fulfilmentKey,
    trackingNumber: known.toldNumber ?? '',
    word,
    happenedAt: new Date(state.statusAt),
    notifiesCustomer:
      shop.rules.customerNews === 'shop' &&
      CUSTOMER_WORDS.includes(word) &&
      // The shop mails its customer of a completed order.
      !(word === 'delivered' && (await completesNow(service, shop, shipment, known))),
  };
  const reply = await tellShop(service, shop, async (adapter, signal) =>
    adapter.tellProgress?.(progress, signal),
  );
  if (reply.kind !== 'answered') return failed(reply);
  known.told = word;
  return null;
};

const tellCompleted: Step = async (service, shop, shipment, known) => {
  if (!(await completesNow(service, shop, shipment, known))) return null;
  const { orderKey } = known;
  const reply = await tellShop(service, shop, async (adapter, signal) =>
    adapter.complete?.({ orderKey, isDone: true }, signal),
  );
  if (reply.kind !== 'answered') return failed(reply);
  known.completedAt = service.now();
  return null;
};

/** True if the shop has to be told now that a prepaid order is done: once for the parcels that it has. */
async function completesNow(
  service: Service & ShopParts,
  shop: StoredShop,
  own: Shipment,
  known: Known,
): Promise<boolean> {
  const rule = prepaidRuleOf(service, shop);
  if (known.fulfilmentKey === null || !isFarEnough(rule, stageOf(own.state, own.bookingId))) return false;
  const parcels = await wantedParcelsOf(service.database.account(known.accountId), known);
  return parcels.every(
    ({ row, shipment }) =>
      shipment !== undefined &&
      !shipment.isCod &&
      (row.fulfilmentKey !== null || row.parcelKey === known.parcelKey) &&
      isFarEnough(rule, stageOf(shipment.state, shipment.bookingId)) &&
      (row.completedAt === null || row.completedAt < own.createdAt),
  );
}

/** True if the shop mails its customer of a completed order soon after this parcel, so that it need not mail that it was sent. */
async function isMailedAsSent(
  service: Service & ShopParts,
  shop: StoredShop,
  known: Known,
): Promise<boolean> {
  if (!['booked', 'picked_up'].includes(prepaidRuleOf(service, shop))) return false;
  const parcels = await wantedParcelsOf(service.database.account(known.accountId), known);
  return parcels.every(
    ({ row, shipment }) =>
      shipment?.isCod === false && (row.fulfilmentKey !== null || row.parcelKey === known.parcelKey),
  );
}

function prepaidRuleOf({ shops }: ShopParts, { shop, rules }: StoredShop): ShopRules['completePrepaid'] {
  return shops.find(({ name }) => name === shop)?.can.complete === true ? rules.completePrepaid : 'never';
}

async function wasCompleted({ database }: Service, known: Known): Promise<boolean> {
  const rows = await listParcelsOf(database.account(known.accountId), known.shopId, known.orderKey);
  return rows.some(({ completedAt }) => completedAt !== null);
}

/** The parcels of an order that the shop still wants, with their shipments once they have one. */
async function wantedParcelsOf(
  scope: AccountScope,
  { shopId, orderKey }: Pick<ShopParcelRow, 'shopId' | 'orderKey'>,
) {
  const rows = (await listParcelsOf(scope, shopId, orderKey)).filter(
    ({ state }) => state !== 'skipped' && state !== 'cancelled',
  );
  const shipments = await findShipments(
    scope,
    rows.flatMap(({ shipmentId }) => shipmentId ?? []),
  );
  return rows
    .map((row) => ({ row, shipment: shipments.find(({ shipmentId }) => shipmentId === row.shipmentId) }))
    .filter(({ row, shipment }) => row.unwantedSince === null || shipment?.state.status !== 'cancelled');
}

const tellPaid: Step = async (service, shop, shipment, known) => {
  if (shipment.state.status !== 'delivered' || known.fulfilmentKey === null || known.paidAt !== null)
    return null;
  if (!shipment.isCod) {
    known.paidAt = service.now();
    return null;
  }
  if (!(await isAllCashRemitted(service.database.account(known.accountId), known))) return null;
  const reply = await tellShop(service, shop, async (adapter, signal) =>
    adapter.markPaid?.({ orderKey: known.orderKey, isDone: shop.rules.completeCash === 'remitted' }, signal),
  );
  if (reply.kind !== 'answered') return failed(reply);
  known.paidAt = service.now();
  return null;
};

/** The shop marks the whole order, so it waits for the cash of each parcel that is or will be shipped. */
async function isAllCashRemitted(scope: AccountScope, known: Known): Promise<boolean> {
  const parcels = await wantedParcelsOf(scope, known);
  if (parcels.some(({ shipment }) => shipment === undefined)) return false;
  return isCashRemitted(
    scope,
    parcels.flatMap(({ shipment }) => (shipment?.isCod === true ? [shipment.shipmentId] : [])),
  );
}

function failed(reply: Unanswered): Failed {
  const waitMs = reply.kind === 'not sent' ? reply.waitMs : null;
  return { reason: reply.reason, isFinal: reply.kind === 'refused', waitMs };
}
