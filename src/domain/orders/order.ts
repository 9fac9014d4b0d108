import type { ProblemDetail } from '../../problems/problem.ts';
import type { ParcelSize } from '../rates/parcel.ts';
import type { Journey } from '../tracking/statuses.ts';
import type { OrderDoubt } from './order-doubts.ts';

/** The recipient of a parcel, or the buyer. */
export interface Contact {
  readonly firstName: string;
  readonly lastName: string | null;
  /** Ten digits of a mobile number; a landline number with its area code and a 0 in front. */
  readonly phone: string;
  readonly email: string | null;
  readonly address: string;
  readonly address2: string | null;
  readonly city: string;
  readonly pincode: string;
  readonly state: string;
  readonly country: string;
  /** The GSTIN of a registered buyer, for the invoice. */
  readonly gstin?: string | null;
  /** What the buyer wrote about the order, for the packing slip. */
  readonly note?: string | null;
}

/** The most items of an order: wholesale orders of shops have hundreds. */
export const MOST_ORDER_ITEMS = 1_000;

export interface OrderItem {
  readonly name: string;
  readonly sku: string | null;
  readonly units: number;
  /** The price of one unit. */
  readonly sellingPricePaise: number;
  readonly discountPaise: number | null;
  /** Decimal text, as the merchant sent it. */
  readonly tax: string | null;
  readonly hsn: string | null;
  /** What the customer chose or wrote of it, for the packing slip and the invoice: `Engraving: Asha, Size: L`. */
  readonly options?: string | null;
}

/** What a customer pays beside the goods, in paise. A fee for cash on delivery is a transaction charge. */
export interface Charges {
  readonly shippingChargesPaise: number;
  readonly giftwrapChargesPaise: number;
  readonly transactionChargesPaise: number;
}

export const NO_CHARGES: Charges = {
  shippingChargesPaise: 0,
  giftwrapChargesPaise: 0,
  transactionChargesPaise: 0,
};

/** The amounts of an order, which add up: `totalPaise` is goods, charges and the rest. */
export interface OrderSums {
  /** What the customer owes for the goods, without charges. */
  readonly subTotalPaise: number;
  /** What is collected at the door for things that are not in the parcel. It is on no invoice. */
  readonly otherPaise: number;
  readonly totalPaise: number;
  /** What the courier collects: 0 for prepaid, less than the total for a part payment. */
  readonly codAmountPaise: number;
}

/** A question of the quality check of a returned item. */
export interface QcItem {
  /** The position of its item in the order, from 1. */
  readonly position: number;
  readonly productName: string | null;
  /** A web address that is shown and sent to the courier, and never fetched. */
  readonly productImage: string;
  readonly brand: string | null;
  readonly size: string | null;
  readonly color: string | null;
  readonly questions: readonly string[];
}

/** The additional data of a return. The goods are picked up at the billing contact's address. */
export interface ReturnDraft {
  /** The recipient; null for the warehouse itself. */
  readonly destination: Contact | null;
  readonly reason: string | null;
  /** The order of the returned goods, by our id or the merchant's; null if the request names no order. */
  readonly forwardOrder: string | null;
  /** The items to check at the door; empty if no item is checked. */
  readonly qcItems: readonly QcItem[];
}

/** An order to create, as read from a request. */
export interface OrderDraft extends OrderSums, Charges {
  /** The merchant's `order_id`: unique for ever among the account's orders, or among its returns. */
  readonly displayId: string;
  readonly externalId: string;
  readonly orderDate: Date;
  readonly channel: string;
  readonly tags: readonly string[];
  /** The store to link; null for no store. */
  readonly storeName: string | null;
  readonly warehouseId: string;
  readonly billing: Contact;
  /** Null if the parcel goes to the billing contact. */
  readonly shipping: Contact | null;
  readonly items: readonly OrderItem[];
  readonly isCod: boolean;
  /** The order or its scans are made up, so its customer is never contacted. */
  readonly isDemo: boolean;
  /** A discount on the whole order. */
  readonly totalDiscountPaise: number;
  /** Weight and size exactly as the order gave them. */
  readonly parcel: ParcelSize;
  /** Null for an order that goes to the customer. */
  readonly returned: ReturnDraft | null;
  /** True if it takes the id of a cancelled order that no courier ever had. */
  readonly replacesCancelled: boolean;
  /** What is odd about it: it is made all the same. */
  readonly doubts: readonly OrderDoubt[];
  /** What contradicts itself in it, so that it is not made. */
  readonly problems: readonly ProblemDetail[];
}

export function journeyOf({ returned }: Pick<OrderDraft, 'returned'>): Journey {
  return returned === null ? 'forward' : 'return';
}

/** The merchant's order id and the direction: orders and returns have separate names. */
export interface OrderName {
  readonly displayId: string;
  readonly journey: Journey;
}

export function orderNameOf(draft: Pick<OrderDraft, 'displayId' | 'returned'>): OrderName {
  return { displayId: draft.displayId, journey: journeyOf(draft) };
}

/** Tells whether the goods are checked at the door. */
export function needsQc({ returned }: Pick<OrderDraft, 'returned'>): boolean {
  return returned !== null && returned.qcItems.length > 0;
}

export function fullNameOf({ firstName, lastName }: Pick<Contact, 'firstName' | 'lastName'>): string {
  return lastName === null ? firstName : `${firstName} ${lastName}`;
}

/** The recipient of the parcel: the shipping contact, else the billing contact. */
export function consigneeOf<Of>({ billing, shipping }: { billing: Of; shipping: Of | null }): Of {
  return shipping ?? billing;
}
