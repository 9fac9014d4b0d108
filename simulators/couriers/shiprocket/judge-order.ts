import { fieldsOf, itemsOf, numberOf, textOf } from '../../../src/partners/answer-fields.ts';
import type { Sent } from '../../kit/stand-in.ts';

const PARTY = ['customer_name', 'address', 'city', 'state', 'country', 'email', 'phone', 'pincode'];
const LONGEST_ID = 50;
const LONGEST_CITY = 30;
const LONGEST_SKU = 50;

/** Checks an order against Shiprocket's documentation: problems by field; null if it is valid. */
export function judgeOrder(
  sent: Sent,
  isReturn: boolean,
  hasPlace: (nickname: string) => boolean,
): Readonly<Record<string, readonly string[]>> | null {
  const errors: Record<string, string[]> = {};
  const wrong = (field: string, words: string) => {
    errors[field] = [...(errors[field] ?? []), words];
  };
  const prefixes = isReturn ? ['pickup', 'shipping'] : ['billing'];
  const required = [
    ...prefixes.flatMap((prefix) => PARTY.map((field) => `${prefix}_${field}`)),
    ...['order_id', 'order_date', 'payment_method', 'sub_total', 'length', 'breadth', 'height', 'weight'],
    ...(isReturn ? [] : ['pickup_location', 'shipping_is_billing']),
  ];
  for (const field of required) {
    const value = sent[field];
    if (textOf(value) === null && typeof value !== 'boolean') wrong(field, `The ${field} field is required.`);
  }
  if ((textOf(sent.order_id) ?? '').length > LONGEST_ID)
    wrong('order_id', 'May not be greater than 50 characters.');
  for (const prefix of prefixes) {
    const city = `${prefix}_city`;
    if ((textOf(sent[city]) ?? '').length > LONGEST_CITY)
      wrong(city, 'May not be greater than 30 characters.');
    if (!/^[6-9]\d{9}$/.test(textOf(sent[`${prefix}_phone`]) ?? '')) {
      wrong(`${prefix}_phone`, 'Phone number is invalid.');
    }
  }
  if (!isReturn && !hasPlace(textOf(sent.pickup_location) ?? '')) {
    wrong('pickup_location', 'Wrong Pickup location entered.');
  }
  if (sent.payment_method !== 'COD' && sent.payment_method !== 'Prepaid') {
    wrong('payment_method', 'The selected payment method is invalid.');
  }
  for (const field of ['length', 'breadth', 'height', 'weight', 'sub_total']) {
    if (!((numberOf(sent[field]) ?? 0) > 0)) wrong(field, `The ${field} must be greater than 0.`);
  }
  judgeItems(sent.order_items, wrong);
  return Object.keys(errors).length === 0 ? null : errors;
}

function judgeItems(sent: unknown, wrong: (field: string, words: string) => void): void {
  const items = itemsOf(sent).map(fieldsOf);
  if (items.length === 0) wrong('order_items', 'The order items field is required.');
  const skus = items.map(({ sku }) => textOf(sku));
  if (new Set(skus).size < skus.length) wrong('order_items', 'SKU cannot be repeated.');
  if (skus.some((sku) => [...(sku ?? '')].length > LONGEST_SKU)) {
    wrong('order_items', 'SKU may not be greater than 50 characters.');
  }
  for (const { name, sku, units, selling_price: price } of items) {
    if (
      textOf(name) === null ||
      textOf(sku) === null ||
      numberOf(units) === null ||
      numberOf(price) === null
    ) {
      wrong('order_items', 'Items need name, sku, units and selling_price.');
    }
  }
}
