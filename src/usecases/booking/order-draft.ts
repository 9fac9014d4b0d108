import { decimalToInteger, formatDecimal, parseDecimal } from '../../domain/decimal.ts';
import { isEmailAddress } from '../../domain/email-address.ts';
import { readCustomerPhone } from '../../domain/orders/phone.ts';
import type { Contact, OrderItem } from '../../storage/booking/orders.ts';
import type { ParcelAsGiven } from '../../storage/booking/shipments.ts';

/** An order as a client asks for it, each field valid by itself: amounts in rupees and numbers as decimal text. */
export interface OrderFields {
  readonly orderId: string;
  readonly externalId: string | undefined;
  /** UTC, to the millisecond. */
  readonly orderDate: string;
  readonly channel: string | undefined;
  readonly tags: readonly string[] | undefined;
  readonly storeName: string | undefined;
  readonly warehouseId: string;
  readonly billing: ContactFields;
  /** Undefined where the parcel goes to the billing contact. */
  readonly shipping: ContactFields | undefined;
  readonly items: readonly ItemFields[];
  readonly isCod: boolean;
  readonly subTotal: string;
  /** Of COD. */
  readonly codCollectible: string | undefined;
  readonly weightKg: string;
  readonly length: string;
  readonly breadth: string;
  readonly height: string;
}

export interface ContactFields {
  readonly firstName: string;
  readonly lastName: string | undefined;
  readonly phone: string;
  /** Whatever was sent: only an address is kept. */
  readonly email: string | undefined;
  readonly address: string;
  readonly address2: string | undefined;
  readonly city: string;
  readonly pincode: string;
  readonly state: string;
}

export interface ItemFields {
  readonly name: string;
  readonly sku: string | undefined;
  readonly units: number;
  readonly sellingPrice: string;
  readonly discount: string | undefined;
  readonly tax: string | undefined;
  readonly hsn: string | undefined;
}

/** An order to be made, as it is kept. */
export interface OrderDraft {
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
  readonly items: readonly Omit<OrderItem, 'itemId'>[];
  readonly isCod: boolean;
  /** Made up: nothing is ever sent to its customer. */
  readonly isDemo: boolean;
  readonly subTotalPaise: number;
  /** 0 for prepaid. */
  readonly codCollectiblePaise: number;
  readonly parcel: ParcelAsGiven;
}

/** What orders that name no channel came by. */
const USUAL_CHANNEL = 'manual_order';
const GRAMS_PER_KILOGRAM_SCALE = 3;

/** Brings an order into the form in which it is kept: paise, grams, a phone's digits. */
export function draftOrder(fields: OrderFields): OrderDraft {
  return {
    displayId: fields.orderId,
    externalId: fields.externalId ?? fields.orderId,
    orderDate: new Date(fields.orderDate),
    channel: fields.channel?.toLowerCase() ?? USUAL_CHANNEL,
    tags: [...new Set(fields.tags)],
    storeName: fields.storeName ?? null,
    warehouseId: fields.warehouseId,
    billing: contactOf(fields.billing),
    shipping: fields.shipping === undefined ? null : contactOf(fields.shipping),
    items: fields.items.map((item) => ({
      name: item.name,
      sku: item.sku ?? null,
      units: item.units,
      sellingPricePaise: paiseOf(item.sellingPrice),
      discountPaise: item.discount === undefined ? null : paiseOf(item.discount),
      tax: item.tax ?? null,
      hsn: item.hsn ?? null,
    })),
    isCod: fields.isCod,
    isDemo: false,
    subTotalPaise: paiseOf(fields.subTotal),
    codCollectiblePaise: fields.isCod ? paiseOf(fields.codCollectible ?? '0') : 0,
    parcel: {
      deadWeight: gramsOf(fields.weightKg),
      length: fields.length,
      breadth: fields.breadth,
      height: fields.height,
    },
  };
}

/** Whom the parcel goes to. */
export function consigneeOf({ billing, shipping }: Pick<OrderDraft, 'billing' | 'shipping'>): Contact {
  return shipping ?? billing;
}

function contactOf(fields: ContactFields): Contact {
  return {
    firstName: fields.firstName,
    lastName: fields.lastName ?? null,
    phone: readCustomerPhone(fields.phone) ?? fields.phone,
    email: fields.email !== undefined && isEmailAddress(fields.email) ? fields.email : null,
    address: fields.address,
    address2: fields.address2 ?? null,
    city: fields.city,
    pincode: fields.pincode,
    state: fields.state,
    country: 'India',
  };
}

function gramsOf(kilograms: string): string {
  const { units, scale } = exactly(kilograms);
  const shift = GRAMS_PER_KILOGRAM_SCALE - scale;
  return formatDecimal(
    shift >= 0 ? { units: units * 10n ** BigInt(shift), scale: 0 } : { units, scale: -shift },
  );
}

function paiseOf(rupees: string): number {
  const paise = decimalToInteger(exactly(rupees), 2);
  if (paise === null) throw new Error(`${rupees} is not an amount in rupees`);
  return paise;
}

function exactly(text: string) {
  const value = parseDecimal(text);
  if (value === null) throw new Error(`${text} is not a decimal`);
  return value;
}
