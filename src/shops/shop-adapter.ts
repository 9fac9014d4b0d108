import type { ProgressWord } from '../domain/shops/progress.ts';
import type { ShopOrder } from '../domain/shops/shop-order.ts';
import { NotSentError, type Refused } from '../partners/partner.ts';
import type { Sentence } from '../problems/sentence.ts';

/**
 * The adapter of a shop system, bound to one connection. It knows nothing of our database.
 *
 * Every call may take long and fail: it gets a signal that aborts it, and is made outside any database transaction. A call that
 * throws `NotSentError` did nothing; after any other error, its outcome is unknown. If the shop refused, so that nothing was done,
 * the adapter returns the refusal as its answer.
 *
 * The first five calls are required. The others exist if the shop's `can` says so.
 */
export interface ShopAdapter {
  /** Checks the credential and everything that the connection needs, without a change in the shop. */
  check(signal: AbortSignal): Promise<ShopCheck>;

  /** The orders that changed since a time, the oldest change first, with those of that moment. */
  changedOrders(since: OrdersSince, signal: AbortSignal): Promise<ShopOrderPage>;

  /** Null if the shop has no such order, not even a deleted one. */
  order(orderKey: string, signal: AbortSignal): Promise<ShopOrder | null>;

  /**
   * Tells the shop that a parcel is on its way. The caller has looked before whether the shop knows its tracking number, and
   * looks again after a lost answer.
   */
  fulfil(parcel: SentParcel, signal: AbortSignal): Promise<FulfilmentAnswer>;

  /** The fulfilments of an order that are not cancelled. */
  fulfilments(orderKey: string, signal: AbortSignal): Promise<readonly KnownFulfilment[]>;

  /** Tells where a parcel is. */
  tellProgress?(progress: ParcelProgress, signal: AbortSignal): Promise<DoneAnswer>;

  /** Takes a fulfilment back, so that the shop shows the items as unfulfilled. A repeat succeeds. */
  cancelFulfilment?(parcel: FulfilledParcel, signal: AbortSignal): Promise<DoneAnswer>;

  /** Marks an order as paid. A repeat succeeds. @param order.isDone false if its status does not change by this */
  markPaid?(
    order: { readonly orderKey: string; readonly isDone: boolean },
    signal: AbortSignal,
  ): Promise<DoneAnswer>;

  /** Marks an order as done, or takes that back. A repeat succeeds. */
  complete?(
    order: { readonly orderKey: string; readonly isDone: boolean },
    signal: AbortSignal,
  ): Promise<DoneAnswer>;

  /** Makes the shop send its webhooks to an address. A repeat repairs what is missing or switched off. */
  subscribe?(address: string, secret: string, signal: AbortSignal): Promise<SubscribeAnswer>;

  /** Removes the webhooks to an address. A repeat succeeds. */
  unsubscribe?(address: string, signal: AbortSignal): Promise<DoneAnswer>;

  /** Makes the shop ask an address for rates during checkout. A repeat repairs what is missing or switched off. */
  offerRates?(address: string, signal: AbortSignal): Promise<DoneAnswer>;

  /** Ends it. A repeat succeeds. */
  withdrawRates?(address: string, signal: AbortSignal): Promise<DoneAnswer>;

  /** The places from which the shop ships. */
  locations?(signal: AbortSignal): Promise<readonly ShopPlace[]>;
}

/** A place from which a shop ships. */
export interface ShopPlace {
  readonly locationKey: string;
  readonly name: string;
}

/** The shop does not take the credential, so that only the merchant can go on. Nothing was done. */
export class KeptOutError extends NotSentError {}

/** What a check found. The message is a sentence for the merchant. */
export interface ShopCheck {
  readonly ok: boolean;
  readonly message: Sentence;
}

export interface OrdersSince {
  /** Counts for the first page only. */
  readonly time: Date;
  /** Of the previous page, which may have been read long ago; null for the first page. */
  readonly cursor: string | null;
}

export interface ShopOrderPage {
  readonly orders: readonly ShopOrder[];
  /** Orders that cannot be read in this form, with the reason. */
  readonly unreadable: readonly UnreadableOrder[];
  /** Of the next page; null if this was the last. */
  readonly cursor: string | null;
}

export interface UnreadableOrder {
  readonly orderKey: string;
  readonly reason: Sentence;
}

/** A parcel that a courier has, for its fulfilment in the shop. */
export interface SentParcel {
  readonly orderKey: string;
  readonly parcelKey: string;
  readonly items: readonly { readonly lineKey: string; readonly units: number }[];
  readonly trackingNumber: string;
  readonly courierName: string;
  /** The tracking page in the brand of the store. */
  readonly trackingUrl: string;
  /** True if the shop tells the customer. */
  readonly notifiesCustomer: boolean;
}

export interface KnownFulfilment {
  readonly fulfilmentKey: string;
  /** Null if it has none. */
  readonly trackingNumber: string | null;
}

export interface FulfilledParcel {
  readonly orderKey: string;
  readonly fulfilmentKey: string;
}

export type FulfilmentAnswer = { readonly outcome: 'done'; readonly fulfilmentKey: string } | Refused;
export type DoneAnswer = { readonly outcome: 'done' } | Refused;
/** `mended`: how many webhooks were missing or switched off. */
export type SubscribeAnswer = { readonly outcome: 'done'; readonly mended: number } | Refused;

export interface ParcelProgress extends FulfilledParcel {
  readonly trackingNumber: string;
  readonly word: ProgressWord;
  readonly happenedAt: Date;
  readonly notifiesCustomer: boolean;
}
