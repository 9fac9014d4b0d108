/**
 * An order as a shop system shows it, in the same form for every shop. Adapters read it from the shop's answers; nothing
 * in it is checked yet.
 */
export interface ShopOrder {
  /** The shop's id of the order, which never changes. */
  readonly orderKey: string;
  /** The number that the customer knows: `1001`. */
  readonly number: string;
  readonly createdAt: Date;
  /** The time of the last change in the shop; it decides which of two versions is newer. */
  readonly changedAt: Date;
  readonly state: ShopOrderState;
  /** Made by the shop's own test payment. */
  readonly isTest: boolean;
  /** `INR`. */
  readonly currency: string;
  readonly buyer: ShopContact;
  /** Null if the goods go to the buyer. */
  readonly recipient: ShopContact | null;
  readonly payment: ShopPayment;
  /** What the customer pays in addition to the items: delivery, fees, and their taxes. */
  readonly chargesPaise: number;
  readonly tags: readonly string[];
  /** What the customer wrote about the order. Absent for nothing, and in what older releases have kept. */
  readonly note?: string;
  /** What the shop has as the GSTIN of the buyer; nobody has checked it. Absent as `note` is. */
  readonly gstin?: string;
  /**
   * Our services among the deliveries that the customer chose at checkout. Absent if there are none, and in what older releases have
   * kept.
   */
  readonly chosenServices?: readonly ChosenService[];
  /**
   * The price of the goods that are shipped, but in none of `parcels`: held back, sent already, or by others. They share what is to
   * be collected.
   */
  readonly elsewherePaise: number;
  /** What is still to ship, by parcel. Empty if nothing is: digital goods, all refunded, all sent. */
  readonly parcels: readonly ShopParcel[];
}

/**
 * `open`: to be shipped. `waiting`: the shop does not want it shipped yet, for example because it is not paid.
 * `done`: shipped without us. `cancelled`: also deleted, refunded or failed.
 */
export const SHOP_ORDER_STATES = ['waiting', 'open', 'done', 'cancelled'] as const;
export type ShopOrderState = (typeof SHOP_ORDER_STATES)[number];

/** A person and place in the shop's words; texts may be empty. */
export interface ShopContact {
  readonly firstName: string;
  readonly lastName: string;
  readonly company: string;
  readonly phone: string;
  readonly email: string;
  readonly address1: string;
  readonly address2: string;
  readonly city: string;
  readonly state: string;
  readonly pincode: string;
  /** The code of two letters: `IN`. */
  readonly country: string;
}

export interface ShopPayment {
  /** The shop's code of the payment method: `cod`. */
  readonly method: string;
  /** Unpaid, after refunds; 0 for a paid order. */
  readonly outstandingPaise: number;
  /** What a courier collects if the method is cash on delivery. Only of shops that call such an order paid beforehand. */
  readonly outstandingCashPaise?: number;
  /** True if the shop shows that a part was paid, but not how much. */
  readonly isPartUnclear?: boolean;
  /** True if a gateway has authorised what is outstanding. */
  readonly isAuthorised: boolean;
}

/** A service that was offered at checkout, and chosen there. */
export interface ChosenService {
  /** The code of a `CheckoutService`. */
  readonly code: string;
  /** What the customer pays for it, after discounts, in the form of the checkout: without GST in most shops. */
  readonly pricePaise: number;
  /** The parcel that it is for; null if it is for all of them. */
  readonly parcelKey: string | null;
}

/** Goods that the shop wants shipped together, from one place. */
export interface ShopParcel {
  /** Unique within the order; empty if the shop has no parcels of its own. */
  readonly parcelKey: string;
  /** The shop's id of the place from which they are shipped; null if the shop has no places. */
  readonly locationKey: string | null;
  readonly items: readonly ShopItem[];
  /** How it gets to the customer, if not by a courier: such a parcel is not shipped. */
  readonly without?: WithoutCourier;
}

/** `fetched`: the customer comes for it. `shop`: the shop brings it. `unclear`: a part of it is fetched, but the shop does not say which. */
export type WithoutCourier = 'fetched' | 'shop' | 'unclear';

export interface ShopItem {
  /** The shop's id of the line, used in fulfilments. */
  readonly lineKey: string;
  readonly name: string;
  readonly sku: string | null;
  /** The units still to ship; more than 0. */
  readonly units: number;
  /** The price of all units, after discounts, with taxes. */
  readonly totalPaise: number;
  /** The rate of GST in percent, as decimal text; null if the shop does not say. */
  readonly taxRate: string | null;
  readonly hsn: string | null;
  /** What the customer chose or wrote of it: `Engraving: Asha, Size: L`. Absent as `note` of the order is. */
  readonly options?: string;
  /** The weight of one unit; null if the shop does not know it. */
  readonly gramsEach: number | null;
  /** The size of one unit; null if the shop does not know it. */
  readonly size: ShopItemSize | null;
}

/** In centimetres. */
export interface ShopItemSize {
  readonly length: number;
  readonly breadth: number;
  readonly height: number;
}
