import { usableEmail } from '../../domain/email-address.ts';
import type { OrderUpdate } from '../../domain/orders/change-order.ts';
import { type Contact, MOST_ORDER_ITEMS } from '../../domain/orders/order.ts';
import { emailDoubts } from '../../domain/orders/order-doubts.ts';
import {
  boolean,
  clearable,
  customerPhone,
  emailIfAny,
  listOf,
  moment,
  object,
  oneOf,
  optional,
  paise,
  pincode,
  text,
  unclearable,
  unitPrice,
  uuid,
  type ValueOf,
  warehouse,
  wholeNumber,
} from '../../reading/fields.ts';
import {
  BILLING,
  contactChangeOf,
  country,
  SHIPPING,
  SHIPPING_FIELDS,
  sentPlace,
  shippingFields,
} from './contact.ts';
import { emailDoubtsOf, ITEM, orderFields } from './order.ts';

const item = ITEM.change;
const noText = { emptyTextClears: true };

const NestedItem = object({
  id: optional(
    uuid({
      of: 'an item',
      description: 'The item’s id from `items[]` of the listing. An item without it is new.',
    }),
  ),
  _destroy: optional(boolean({ description: '`true` removes the item.' })),
  name: item.name,
  sku: item.sku,
  quantity: unclearable(wholeNumber({ atLeast: 1, atMost: 1_000_000, nearMisses: ['units'] })),
  price: unclearable(
    unitPrice({ atLeast: 0, description: 'The price of one unit.', nearMisses: ['selling_price'] }),
  ),
  discount: item.discount,
  tax: item.tax,
  hsn: item.hsn,
  options: item.options,
});

const NestedAddress = object({
  name: unclearable(text({ max: 120 })),
  phone: unclearable(customerPhone()),
  email: clearable(emailIfAny(), noText),
  address: unclearable(text({ max: 500, multiline: true })),
  address_2: clearable(text({ max: 500, multiline: true }), noText),
  city: unclearable(text({ max: 100 })),
  state: unclearable(text({ max: 100 })),
  country: optional(country),
  zip: unclearable(pincode({ nearMisses: ['pincode'] })),
});

const Nested = object({
  payment_status: optional(oneOf(['paid', 'unpaid'], { description: '`paid` is PREPAID, `unpaid` is COD.' })),
  cod_amount: optional(paise({ atLeast: 0 })),
  sub_total: unclearable(orderFields.sub_total),
  warehouse_id: unclearable(warehouse({ examples: [] })),
  weight: unclearable(orderFields.weight),
  length: unclearable(orderFields.length),
  breadth: unclearable(orderFields.breadth),
  height: unclearable(orderFields.height),
  shipping_address: optional(NestedAddress),
  order_items_attributes: optional(listOf(NestedItem, { max: 2 * MOST_ORDER_ITEMS })),
});

/** What changes in an order, by the names of a new order or inside `order`. */
export const OrderChangeBody = object(
  {
    order_id: text({
      max: 100,
      mayBeNumber: true,
      description: 'The order’s id: ours or yours.',
      examples: ['CHAI-1001'],
    }),
    order: optional(Nested),
    order_date: unclearable(moment()),
    ...BILLING.change,
    billing_gstin: clearable(orderFields.billing_gstin, noText),
    customer_note: clearable(orderFields.customer_note, noText),
    shipping_is_billing: optional(
      boolean({ nearMisses: ['shipping_is_same_as_billing', 'shipping_same_as_billing'] }),
    ),
    ...shippingFields,
    shipping_last_name: SHIPPING.change.shipping_last_name,
    shipping_address_2: SHIPPING.change.shipping_address_2,
    shipping_email: SHIPPING.change.shipping_email,
    order_items: optional(orderFields.order_items),
    payment_method: optional(orderFields.payment_method),
    sub_total: unclearable(orderFields.sub_total),
    cod_collectible: orderFields.cod_collectible,
    shipping_charges: orderFields.shipping_charges,
    giftwrap_charges: orderFields.giftwrap_charges,
    transaction_charges: orderFields.transaction_charges,
    total_discount: orderFields.total_discount,
    other_amount: orderFields.other_amount,
    length: unclearable(orderFields.length),
    breadth: unclearable(orderFields.breadth),
    height: unclearable(orderFields.height),
    weight: unclearable(orderFields.weight),
    warehouse_id: unclearable(warehouse({ examples: [] })),
    store_name: clearable(orderFields.store_name),
    channel: orderFields.channel,
    tags: orderFields.tags,
    external_id: orderFields.external_id,
  },
  {
    conditions: [
      { field: 'shipping_is_billing', is: true, ignores: SHIPPING_FIELDS.all },
      { field: 'payment_method', is: 'PREPAID', ignores: ['cod_collectible'] },
    ],
  },
);

/** @param sent the body before it was read: a shipping contact beside `shipping_is_billing: true` is not read */
export function orderChangeOf(
  body: ValueOf<typeof OrderChangeBody>,
  sent: Readonly<Record<string, unknown>>,
): OrderUpdate {
  const nested = body.order ?? {};
  const address = nested.shipping_address;
  const isCod = nested.payment_status === undefined ? undefined : nested.payment_status === 'unpaid';
  return {
    externalId: body.external_id,
    orderDate: body.order_date,
    channel: body.channel?.toLowerCase(),
    tags: body.tags === undefined ? undefined : [...new Set(body.tags)],
    storeName: body.store_name,
    warehouseId: nested.warehouse_id ?? body.warehouse_id,
    billing: { ...contactChangeOf(BILLING, body), gstin: body.billing_gstin, note: body.customer_note },
    shipsToBilling: address === undefined ? body.shipping_is_billing : false,
    placeOfBilling: body.shipping_is_billing === true ? sentPlace((name) => sent[name]) : null,
    shipping: { ...contactChangeOf(SHIPPING, body), ...nestedContactOf(address) },
    items: body.order_items,
    itemChanges: (nested.order_items_attributes ?? []).map((one) => ({
      itemId: one.id ?? null,
      isRemoved: one._destroy ?? false,
      name: one.name,
      sku: one.sku,
      units: one.quantity,
      sellingPricePaise: one.price,
      discountPaise: one.discount,
      tax: one.tax,
      hsn: one.hsn,
      options: one.options,
    })),
    isCod: isCod ?? (body.payment_method === undefined ? undefined : body.payment_method === 'COD'),
    subTotalPaise: nested.sub_total ?? body.sub_total,
    totalDiscountPaise: body.total_discount,
    shippingChargesPaise: body.shipping_charges,
    giftwrapChargesPaise: body.giftwrap_charges,
    transactionChargesPaise: body.transaction_charges,
    otherPaise: body.other_amount,
    doubts: [...emailDoubtsOf(body), ...emailDoubts('order.shipping_address.email', address?.email)],
    codAmountPaise: nested.cod_amount ?? body.cod_collectible,
    parcel: {
      deadWeight: nested.weight ?? body.weight,
      length: nested.length ?? body.length,
      width: nested.breadth ?? body.breadth,
      height: nested.height ?? body.height,
    },
  };
}

/** A single name is the whole name, so the last name is removed. */
function nestedContactOf(address: ValueOf<typeof NestedAddress> = {}): Partial<Contact> {
  const { name, email, address_2, zip, country: _, ...same } = address;
  return {
    ...same,
    ...(name !== undefined && { firstName: name, lastName: null }),
    ...(email !== undefined && { email: usableEmail(email) }),
    ...(address_2 !== undefined && { address2: address_2 }),
    ...(zip !== undefined && { pincode: zip }),
  };
}
