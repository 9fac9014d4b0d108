import type { OrderDraft } from '../../domain/orders/order.ts';
import type { ShopRules } from '../../domain/shops/shop-rules.ts';
import { notFound, Problem, type ProblemDetail } from '../../problems/problem.ts';
import type { BookingTerms } from '../../storage/booking/bookings.ts';
import { listReadOrders, type ReadShopOrder } from '../../storage/shops/shop-orders.ts';
import { findShop } from '../../storage/shops/shops.ts';
import { findStore } from '../../storage/stores/stores.ts';
import { newConsignment, prepareOrder } from '../booking/prepare-order.ts';
import { inParallel } from '../in-parallel.ts';
import type { RateParts } from '../rates/quote-source.ts';
import type { AccountContext } from '../service.ts';
import { chooseCarrier } from './carrier-by-rule.ts';
import { aboutNoField, CONFIRM, dated, judgeParcel, type ParcelVerdict } from './judge-parcel.ts';
import type { ShopParts } from './open-shop.ts';
import { judgedRules, type RulesByUsual, usualCodMethods } from './shops.ts';

/**
 * What rules would have done with a parcel. `booked`: its order made and a carrier booked; `made`: its order made without a
 * carrier; `held`: kept until a person confirms its cash; `not_open`: the shop has never wanted it shipped.
 */
export const DRY_OUTCOMES = ['booked', 'made', 'held', 'needs_attention', 'skipped', 'not_open'] as const;

export interface DryParcel {
  readonly orderKey: string;
  readonly number: string;
  /** Null if nothing was read to ship. */
  readonly customerName: string | null;
  readonly outcome: (typeof DRY_OUTCOMES)[number];
  /** Why it was not booked, or not with the service that the customer paid for. */
  readonly reasons: readonly ProblemDetail[];
  /** What the order would be; null if none would be made. */
  readonly draft: OrderDraft | null;
  readonly carrier: Pick<
    BookingTerms,
    'carrierId' | 'carrierName' | 'totalChargesPaise' | 'expectedDeliveryDate'
  > | null;
}

const MOST_ORDERS = 100;
const ORDERS_AT_ONCE = 4;

/**
 * Tells what rules would have done with the orders of a shop that were read last, without what people have corrected or confirmed.
 * Nothing is written, and no courier is called.
 *
 * @param rulesBy null for those of the shop
 * @throws Problem `not_found`, `refused`
 */
export async function dryRunRules(
  account: AccountContext & RateParts & ShopParts,
  shopId: string,
  rulesBy: RulesByUsual | null,
): Promise<DryParcel[]> {
  const scope = account.database.account(account.accountId);
  const shop = await findShop(scope, shopId);
  if (shop === null) throw notFound('Shop');
  const sentRules = rulesBy?.(usualCodMethods(account, shop.shop));
  const rules = sentRules === undefined ? null : await judgedRules(scope, sentRules);
  const ruled = { shop: shop.shop, rules: rules ?? shop.rules };
  const storeName = (await findStore(scope, shop.storeId))?.storeName ?? '';
  const orders = await listReadOrders(scope, shopId, MOST_ORDERS);
  const judged = new Map<string, DryParcel[]>();
  await inParallel(ORDERS_AT_ONCE, orders, async (order) => {
    judged.set(order.orderKey, await judgeOrder(account, ruled, storeName, order));
  });
  return orders.flatMap(({ orderKey }) => judged.get(orderKey) ?? []);
}

interface Ruled {
  readonly shop: string;
  readonly rules: ShopRules;
}

async function judgeOrder(
  account: AccountContext & RateParts,
  ruled: Ruled,
  storeName: string,
  { orderKey, number, toShip }: ReadShopOrder,
): Promise<DryParcel[]> {
  const named = { orderKey, number, customerName: null, reasons: [], draft: null, carrier: null };
  if (toShip === null) return [{ ...named, outcome: 'not_open' }];
  const order = dated(toShip);
  const parcels: DryParcel[] = [];
  for (const [index, parcel] of order.parcels.entries()) {
    const to = order.recipient ?? order.buyer;
    const verdict = judgeParcel(account, ruled, {
      ...{ order, parcel, position: index + 1, mended: {}, storeName, isConfirmed: false },
      bookedShares: new Map(),
    });
    parcels.push({
      ...named,
      customerName: `${to.firstName} ${to.lastName}`.trim() || null,
      ...(await outcomeOf(account, ruled.rules, verdict)),
    });
  }
  return parcels;
}

type Outcome = Pick<DryParcel, 'outcome'> & Partial<Pick<DryParcel, 'reasons' | 'draft' | 'carrier'>>;

async function outcomeOf(
  account: AccountContext & RateParts,
  rules: ShopRules,
  verdict: ParcelVerdict,
): Promise<Outcome> {
  if (verdict.kind === 'skip') return { outcome: 'skipped', reasons: [aboutNoField(verdict.reason)] };
  if (verdict.kind === 'ask') {
    const isHeld = verdict.problems.every(({ field }) => field === CONFIRM);
    return { outcome: isHeld ? 'held' : 'needs_attention', reasons: verdict.problems };
  }
  const { draft, chosen } = verdict;
  // Its own order id is taken if the order was made.
  const copy = { ...draft, displayId: account.newId() };
  const prepared = await reasonsOr(() => prepareOrder(account, copy));
  if ('reasons' in prepared) return { outcome: 'needs_attention', reasons: prepared.reasons };
  if (rules.booking === 'none') return { outcome: 'made', draft };
  const { carrierId, missedService } = chooseCarrier(prepared.value.quote, rules, chosen);
  const booked = await reasonsOr(() => newConsignment(account, prepared.value, carrierId));
  if ('reasons' in booked) return { outcome: 'made', draft, reasons: booked.reasons };
  return {
    ...{ outcome: 'booked', draft, carrier: booked.value.candidates[0] ?? null },
    reasons: missedService === null ? [] : [aboutNoField(missedService)],
  };
}

async function reasonsOr<T>(
  work: () => Promise<T>,
): Promise<{ readonly value: T } | { readonly reasons: readonly ProblemDetail[] }> {
  try {
    return { value: await work() };
  } catch (error) {
    if (error instanceof Problem && error.kind === 'refused') return { reasons: error.problems };
    throw error;
  }
}
