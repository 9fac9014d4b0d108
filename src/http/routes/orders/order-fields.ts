import type { Static } from 'typebox';
import type { ContactFields, OrderFields } from '../../../usecases/order-draft.ts';
import {
  boolean,
  decimal,
  email,
  list,
  listOf,
  mobile,
  money,
  object,
  oneOf,
  optional,
  pincode,
  text,
  timestamp,
  uuid,
  wholeNumber,
  withDefault,
} from '../../schemas/fields.ts';

const name = text({ max: 120 });
const address = text({ max: 300, multiline: true });
const place = text({ max: 100 });
const country = oneOf(['India', 'IN', 'IND'], { description: 'Only India is served.' });

/** The larger is a mistake: contract, rates. */
const side = decimal({ greaterThan: 0, atMost: 10_000, unit: 'centimetres' });
const weight = decimal({
  greaterThan: 0,
  atMost: 10_000,
  unit: 'kilograms',
  description: 'Kilograms, not grams.',
  examples: [0.5],
});

const OrderItem = object({
  name: text({ max: 300 }),
  sku: optional(text({ max: 100 })),
  units: wholeNumber({ atLeast: 1, atMost: 1_000_000 }),
  selling_price: money({ atLeast: 0, description: 'Of one unit.' }),
  discount: optional(money({ atLeast: 0 })),
  tax: optional(decimal({ atLeast: 0, atMost: 1_000_000_000 })),
  hsn: optional(text({ max: 20 })),
});

const SHIPPING = [
  'shipping_customer_name',
  'shipping_address',
  'shipping_city',
  'shipping_pincode',
  'shipping_state',
  'shipping_phone',
] as const;

const OPTIONAL_SHIPPING = [
  'shipping_last_name',
  'shipping_address_2',
  'shipping_country',
  'shipping_email',
] as const;

/** The fields of a new order, in the order in which their problems are reported (contract: orders and shipments). */
export const orderFields = {
  order_id: text({ max: 100, description: 'Unique in the account for ever.', examples: ['CHAI-1001'] }),
  order_date: timestamp(),
  billing_customer_name: name,
  billing_last_name: optional(name),
  billing_address: address,
  billing_address_2: optional(address),
  billing_city: place,
  billing_pincode: pincode(),
  billing_state: place,
  billing_country: optional(country),
  billing_email: optional(email()),
  billing_phone: mobile(),
  shipping_is_billing: withDefault(boolean(), true),
  shipping_customer_name: optional(name),
  shipping_last_name: optional(name),
  shipping_address: optional(address),
  shipping_address_2: optional(address),
  shipping_city: optional(place),
  shipping_pincode: optional(pincode()),
  shipping_state: optional(place),
  shipping_country: optional(country),
  shipping_email: optional(email()),
  shipping_phone: optional(mobile()),
  order_items: listOf(OrderItem, { min: 1, max: 200 }),
  payment_method: oneOf(['COD', 'PREPAID']),
  sub_total: money({ atLeast: 0 }),
  cod_collectible: optional(money({ greaterThan: 0, description: 'What is collected at the door.' })),
  length: side,
  breadth: side,
  height: side,
  weight,
  warehouse_id: uuid(),
  store_name: optional(text({ max: 200, trim: false, description: 'Links the order to this store.' })),
  channel: optional(
    text({
      max: 50,
      pattern: /^[A-Za-z0-9_-]+$/,
      patternSentence: 'may hold only letters, digits, hyphens and underscores',
    }),
  ),
  tags: optional(list(text({ max: 50 }), { max: 20 })),
  external_id: optional(text({ max: 100 })),
} as const;

export const orderConditions = [
  { field: 'shipping_is_billing', is: false, requires: SHIPPING },
  { field: 'shipping_is_billing', is: true, ignores: [...SHIPPING, ...OPTIONAL_SHIPPING] },
  { field: 'payment_method', is: 'COD', requires: ['cod_collectible'] },
  { field: 'payment_method', is: 'PREPAID', ignores: ['cod_collectible'] },
] as const;

/** A new order without a word about its carrier. */
export const OrderBody = object(orderFields, { conditions: orderConditions });

/** The order that the body asks for. */
export function orderFieldsOf(body: Static<typeof OrderBody>): OrderFields {
  return {
    orderId: body.order_id,
    externalId: body.external_id,
    orderDate: body.order_date,
    channel: body.channel,
    tags: body.tags,
    storeName: body.store_name,
    warehouseId: body.warehouse_id,
    billing: {
      firstName: body.billing_customer_name,
      lastName: body.billing_last_name,
      phone: body.billing_phone,
      email: body.billing_email,
      address: body.billing_address,
      address2: body.billing_address_2,
      city: body.billing_city,
      pincode: body.billing_pincode,
      state: body.billing_state,
    },
    shipping: body.shipping_is_billing ? undefined : shippingOf(body),
    items: body.order_items.map((item) => ({
      name: item.name,
      sku: item.sku,
      units: item.units,
      sellingPrice: item.selling_price,
      discount: item.discount,
      tax: item.tax,
      hsn: item.hsn,
    })),
    isCod: body.payment_method === 'COD',
    subTotal: body.sub_total,
    codCollectible: body.cod_collectible,
    weightKg: body.weight,
    length: body.length,
    breadth: body.breadth,
    height: body.height,
  };
}

/** The fields that the conditions require are there. */
function shippingOf(body: Static<typeof OrderBody>): ContactFields {
  return {
    firstName: body.shipping_customer_name ?? '',
    lastName: body.shipping_last_name,
    phone: body.shipping_phone ?? '',
    email: body.shipping_email,
    address: body.shipping_address ?? '',
    address2: body.shipping_address_2,
    city: body.shipping_city ?? '',
    pincode: body.shipping_pincode ?? '',
    state: body.shipping_state ?? '',
  };
}
