import type { OrderDraft } from '../../domain/orders/order.ts';
import { type ChosenDelivery, chosenDelivery } from '../../domain/shops/checkout-services.ts';
import type { ParcelShare } from '../../domain/shops/parcel-shares.ts';
import type { ShopOrder } from '../../domain/shops/shop-order.ts';
import { fieldProblem, type ProblemDetail, problemDetail } from '../../problems/problem.ts';
import type { Sentence } from '../../problems/sentence.ts';
import type { SentOrder } from '../../resources/order/order.ts';
import type { StoredShop } from '../../storage/shops/shops.ts';
import { orderReaderOf } from '../booking/read-order.ts';
import type { RateParts } from '../rates/quote-source.ts';
import { decideParcel, type ParcelDecision, type ParcelToDecide } from './parcel-request.ts';

/** The field of a mending that ships a cash order above the limit. */
export const CONFIRM = 'confirm';

export interface ParcelToJudge extends Omit<ParcelToDecide, 'displayId' | 'channel'> {
  /** From 1 within its order. */
  readonly position: number;
}

/** What becomes of a parcel by the rules of its shop, and by those of every new order. */
export type ParcelVerdict =
  | {
      readonly kind: 'make';
      readonly draft: OrderDraft;
      readonly share: ParcelShare;
      /** Null if the customer chose none of our services. */
      readonly chosen: ChosenDelivery | null;
    }
  | { readonly kind: 'skip'; readonly reason: Sentence }
  | { readonly kind: 'ask'; readonly problems: readonly ProblemDetail[] };

export function judgeParcel(
  account: Pick<RateParts, 'directory'>,
  shop: Pick<StoredShop, 'shop' | 'rules'>,
  parcel: ParcelToJudge,
): ParcelVerdict {
  const decision = decide(shop, parcel);
  if (decision.kind === 'skip') return decision;
  if (decision.kind === 'ask') {
    const { reasons, hold } = decision;
    const held = hold === null ? [] : [fieldProblem(CONFIRM, 'required', hold)];
    return { kind: 'ask', problems: [...reasons.map(aboutNoField), ...held] };
  }
  const read = orderReaderOf(account)(decision.request, parcel.order.createdAt);
  if ('problems' in read) return { kind: 'ask', problems: read.problems };
  const chosen = chosenDelivery(parcel.order, parcel.parcel.parcelKey);
  const draft = { ...read.draft, doubts: [...read.draft.doubts, ...decision.doubts] };
  return { kind: 'make', draft, share: decision.share, chosen };
}

/** The fields of a new order from which an order is made; null if it is not to be shipped. */
export function orderRequestOf(
  shop: Pick<StoredShop, 'shop' | 'rules'>,
  parcel: ParcelToJudge,
): SentOrder | null {
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
export function aboutNoField(sentence: Sentence): ProblemDetail {
  return problemDetail(null, 'not_allowed', sentence);
}

/** An order with its dates, which are texts in the database. */
export function dated(order: ShopOrder): ShopOrder {
  return { ...order, createdAt: new Date(order.createdAt), changedAt: new Date(order.changedAt) };
}
