import type { OrderDraft } from '../../domain/orders/order.ts';
import { decideParcel, type ParcelToDecide } from '../../domain/shops/parcel-request.ts';
import type { ShopOrder } from '../../domain/shops/shop-order.ts';
import type { ProblemDetail } from '../../problems/problem.ts';
import type { StoredShop } from '../../storage/shops/shops.ts';
import type { AccountContext } from '../service.ts';

export interface ParcelToJudge
  extends Pick<ParcelToDecide, 'order' | 'parcel' | 'storeName' | 'isConfirmed'> {
  /** From 1 within its order. */
  readonly position: number;
  /** Fields of the order that a person has corrected, by the API's names. */
  readonly mended: Readonly<Record<string, unknown>>;
}

/** What becomes of a parcel by the rules of its shop, and by those of every new order. */
export type ParcelVerdict =
  | { readonly kind: 'make'; readonly draft: OrderDraft }
  | { readonly kind: 'skip'; readonly reason: string }
  | { readonly kind: 'ask'; readonly problems: readonly ProblemDetail[] };

export function judgeParcel(
  account: Pick<AccountContext, 'readOrder'>,
  { shop, rules }: Pick<StoredShop, 'shop' | 'rules'>,
  { position, mended, ...parcel }: ParcelToJudge,
): ParcelVerdict {
  const { number } = parcel.order;
  const displayId = (position === 1 ? number : `${number}-${position}`).slice(0, 100);
  const decision = decideParcel({ ...parcel, displayId, channel: shop }, rules);
  if (decision.kind === 'skip') return decision;
  if (decision.kind === 'ask') return { kind: 'ask', problems: decision.reasons.map(sentence) };
  const read = account.readOrder({ ...decision.request, ...mended });
  return 'problems' in read ? { kind: 'ask', problems: read.problems } : { kind: 'make', draft: read.draft };
}

/** A reason that is about no field. */
export function sentence(message: string): ProblemDetail {
  return { field: null, code: 'not_allowed', message };
}

/** An order with its dates, which are texts in the database. */
export function dated(order: ShopOrder): ShopOrder {
  return { ...order, createdAt: new Date(order.createdAt), changedAt: new Date(order.changedAt) };
}
