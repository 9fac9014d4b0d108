import type { ParcelSize } from '../rates/parcel.ts';

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
}

export interface OrderItem {
  readonly name: string;
  readonly sku: string | null;
  readonly units: number;
  /** Of one unit. */
  readonly sellingPricePaise: number;
  readonly discountPaise: number | null;
  /** As the merchant sent it, as decimal text. */
  readonly tax: string | null;
  readonly hsn: string | null;
}

/** An order to be made, from the request to its rows. */
export interface OrderDraft {
  /** The merchant's `order_id`: unique in the account for ever. */
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
  /** Weight and size exactly as the order gave them. */
  readonly parcel: ParcelSize;
}

/** First and last name. */
export function fullNameOf({ firstName, lastName }: Pick<Contact, 'firstName' | 'lastName'>): string {
  return lastName === null ? firstName : `${firstName} ${lastName}`;
}

/** Whom the parcel goes to: the shipping contact, else the billing one. */
export function consigneeOf<Of>({ billing, shipping }: { billing: Of; shipping: Of | null }): Of {
  return shipping ?? billing;
}
