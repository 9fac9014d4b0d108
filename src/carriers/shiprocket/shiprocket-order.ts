import { indiaDateTime } from '../../domain/india-time.ts';
import { referenceInSigns } from '../../domain/orders/order-reference.ts';
import type { ParcelSize } from '../../domain/rates/parcel.ts';
import type { BookingRequest, CarrierAddress, CarrierItem } from '../carrier-adapter.ts';

export const LONGEST_ORDER_ID = 50;
const LONGEST_CITY = 30;
const LONGEST_SKU = 50;

/**
 * An order in Shiprocket's format: rupees as numbers, kilograms and centimetres. `sub_total` is the amount
 * that its couriers collect, with all charges; Shiprocket computes nothing itself. Its fields for charges stay empty, so that nothing
 * can be added twice.
 */
export function shiprocketOrder(request: BookingRequest): Readonly<Record<string, unknown>> {
  return {
    ...commonOf(request),
    pickup_location: request.warehouse.courierName,
    ...partyOf('billing', request.delivery),
    // Required, but couriers have no use for it, so the customer's address is not sent.
    billing_email: request.warehouse.email,
    shipping_is_billing: true,
    payment_method: request.codAmountPaise > 0 ? 'COD' : 'Prepaid',
    sub_total: (request.codAmountPaise > 0 ? request.codAmountPaise : request.totalPricePaise) / 100,
  };
}

/** A return in Shiprocket's format: from the customer's door (`pickup`) to us (`shipping`). */
export function shiprocketReturn(request: BookingRequest): Readonly<Record<string, unknown>> {
  return {
    ...commonOf(request),
    ...partyOf('pickup', request.pickup),
    pickup_email: request.warehouse.email,
    ...partyOf('shipping', request.delivery),
    shipping_email: request.warehouse.email,
    payment_method: 'Prepaid',
    sub_total: request.totalPricePaise / 100,
  };
}

/** Kilograms and centimetres. */
export function shiprocketSize(parcel: ParcelSize) {
  return {
    length: Number(parcel.length),
    breadth: Number(parcel.width),
    height: Number(parcel.height),
    weight: Math.max(Math.ceil(Number(parcel.deadWeight)), SMALLEST_GRAMS) / 1000,
  };
}

/** The smallest weight that Shiprocket accepts. */
const SMALLEST_GRAMS = 10;

function commonOf(request: BookingRequest) {
  return {
    order_id: request.orderReference,
    order_date: indiaDateTime(request.orderDate.getTime()).slice(0, 16),
    order_items: itemsOf(request.items),
    ...shiprocketSize(request),
  };
}

function partyOf(prefix: string, { name, phone, address, city, state, pincode }: CarrierAddress) {
  const [first = '', ...rest] = name.split(' ');
  const party = {
    customer_name: first,
    last_name: rest.join(' '),
    address,
    city: city.slice(0, LONGEST_CITY),
    state,
    country: 'India',
    pincode,
    phone: phone.slice(-10),
  };
  return Object.fromEntries(Object.entries(party).map(([field, value]) => [`${prefix}_${field}`, value]));
}

/** Shiprocket accepts each SKU once: equal items are combined, and others with the same SKU get a number. */
function itemsOf(items: readonly CarrierItem[]) {
  const combined = new Map<string, CarrierItem>();
  for (const item of items) {
    const { units, tax: _, ...same } = item;
    const key = JSON.stringify(same);
    combined.set(key, { ...item, units: units + (combined.get(key)?.units ?? 0) });
  }
  const taken = new Set<string>();
  return [...combined.values()].map(({ name, sku, units, sellingPricePaise, hsn }) => {
    const code = codeOf(sku ?? name, taken);
    taken.add(code);
    const price = { selling_price: sellingPricePaise / 100 };
    return { name, sku: code, units, ...price, ...(hsn === null ? {} : { hsn }) };
  });
}

/** A code in Shiprocket's length that is not taken. A long one ends with a hash, so that it stays different from others. */
function codeOf(text: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const whole = number === 1 ? text : `${text}-${number}`;
    const code = referenceInSigns(whole, [...whole].slice(0, LONGEST_SKU).join(''), LONGEST_SKU);
    if (!taken.has(code)) return code;
  }
}
