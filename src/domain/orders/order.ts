import type { ParcelSize } from '../rates/parcel.ts';
import type { Journey } from '../tracking/statuses.ts';

/** Whom a parcel goes to, or who pays for it. */
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
}

export interface OrderItem {
  readonly name: string;
  readonly sku: string | null;
  readonly units: number;
  /** The price of one unit. */
  readonly sellingPricePaise: number;
  readonly discountPaise: number | null;
  /** As the merchant sent it, as decimal text. */
  readonly tax: string | null;
  readonly hsn: string | null;
}

/** A question of the quality check of a returned item. */
export interface QcItem {
  /** The place of its item among the order's, from 1. */
  readonly position: number;
  readonly productName: string | null;
  /** An address that is shown and told to the courier, and never fetched. */
  readonly productImage: string;
  readonly brand: string | null;
  readonly size: string | null;
  readonly color: string | null;
  readonly questions: readonly string[];
}

/** The additional data of a return. It is picked up at the billing contact's address. */
export interface ReturnDraft {
  /** Whom it goes to; null for the warehouse itself. */
  readonly destination: Contact | null;
  readonly reason: string | null;
  /** The order that it brings back, by our id or the merchant's; null where none is named. */
  readonly forwardOrder: string | null;
  /** The items that are checked at the door; none where nothing is. */
  readonly qcItems: readonly QcItem[];
}

/** An order to be made, from the request to its rows. */
export interface OrderDraft {
  /** The merchant's `order_id`: unique among the account's orders, or among its returns, for ever. */
  readonly displayId: string;
  readonly externalId: string;
  readonly orderDate: Date;
  readonly channel: string;
  readonly tags: readonly string[];
  /** The store to link; null for none. */
  readonly storeName: string | null;
  readonly warehouseId: string;
  readonly billing: Contact;
  /** Null where the parcel goes to the billing contact. */
  readonly shipping: Contact | null;
  readonly items: readonly OrderItem[];
  readonly isCod: boolean;
  /** Made up, or its scans are: nothing is ever sent to its customer. */
  readonly isDemo: boolean;
  readonly subTotalPaise: number;
  /** 0 for prepaid. */
  readonly codAmountPaise: number;
  /** Charges beyond the items, such as delivery. They are not stored. */
  readonly chargesPaise?: number;
  /** Weight and size exactly as the order gave them. */
  readonly parcel: ParcelSize;
  /** Null for an order that goes to the customer. */
  readonly returned: ReturnDraft | null;
}

/** Which way an order's parcel goes. */
export function journeyOf({ returned }: Pick<OrderDraft, 'returned'>): Journey {
  return returned === null ? 'forward' : 'return';
}

/** An order id as the merchant gives it: orders and returns are named apart. */
export interface OrderName {
  readonly displayId: string;
  readonly journey: Journey;
}

/** Under which name an order is to be made. */
export function orderNameOf(draft: Pick<OrderDraft, 'displayId' | 'returned'>): OrderName {
  return { displayId: draft.displayId, journey: journeyOf(draft) };
}

/** Tells whether the goods are checked at the door. */
export function needsQc({ returned }: Pick<OrderDraft, 'returned'>): boolean {
  return returned !== null && returned.qcItems.length > 0;
}

/** First and last name. */
export function fullNameOf({ firstName, lastName }: Pick<Contact, 'firstName' | 'lastName'>): string {
  return lastName === null ? firstName : `${firstName} ${lastName}`;
}

/** Whom the parcel goes to: the shipping contact, else the billing one. */
export function consigneeOf<Of>({ billing, shipping }: { billing: Of; shipping: Of | null }): Of {
  return shipping ?? billing;
}
