import type { OrderDraft } from '../../domain/orders/order.ts';
import {
  decideParcel,
  type OrderRequest,
  type ParcelDecision,
  type ParcelToDecide,
} from '../../domain/shops/parcel-request.ts';
import type { ShopOrder } from '../../domain/shops/shop-order.ts';
import { fieldProblem, type ProblemDetail } from '../../problems/problem.ts';
import type { StoredShop } from '../../storage/shops/shops.ts';
import type { AccountContext } from '../service.ts';

/** The field of a mending that ships a cash order above the limit. */
export const CONFIRM = 'confirm';

export interface ParcelToJudge extends Omit<ParcelToDecide, 'displayId' | 'channel'> {
  /** From 1 within its order. */
  readonly position: number;
}

/** What becomes of a parcel by the rules of its shop, and by those of every new order. */
export type ParcelVerdict =
  | { readonly kind: 'make'; readonly draft: OrderDraft }
  | { readonly kind: 'skip'; readonly reason: string }
  | { readonly kind: 'ask'; readonly problems: readonly ProblemDetail[] };

export function judgeParcel(
  account: Pick<AccountContext, 'readOrder'>,
  shop: Pick<StoredShop, 'shop' | 'rules'>,
  parcel: ParcelToJudge,
): ParcelVerdict {
  const decision = decide(shop, parcel);
  if (decision.kind === 'skip') return decision;
  if (decision.kind === 'ask') {
    const { reasons, hold } = decision;
    const held = hold === null ? [] : [fieldProblem(CONFIRM, 'required', hold)];
    return { kind: 'ask', problems: [...reasons.map(sentence), ...held] };
  }
  const read = account.readOrder(decision.request);
  return 'problems' in read ? { kind: 'ask', problems: read.problems } : { kind: 'make', draft: read.draft };
}

/** The fields of a new order from which an order is made; null if it is not to be shipped. */
export function orderRequestOf(
  shop: Pick<StoredShop, 'shop' | 'rules'>,
  parcel: ParcelToJudge,
): OrderRequest | null {
  const decision = decide(shop, parcel);
  return decision.kind === 'skip' ? null : decision.request;
}

function decide(
  { shop, rules }: Pick<StoredShop, 'shop' | 'rules'>,
  { position, ...parcel }: ParcelToJudge,
): ParcelDecision {
  const { number } = parcel.order;
  const displayId = (position === 1 ? number : `${number}-${position}`).slice(0, 100);
  return decideParcel({ ...parcel, displayId, channel: shop }, rules);
}

/** A reason that is about no field. */
export function sentence(message: string): ProblemDetail {
  return { field: null, code: 'not_allowed', message };
}

/** An order with its dates, which are texts in the database. */
export function dated(order: ShopOrder): ShopOrder {
  return { ...order, createdAt: new Date(order.createdAt), changedAt: new Date(order.changedAt) };
}
