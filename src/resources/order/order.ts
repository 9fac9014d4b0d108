import { type Contact, MOST_ORDER_ITEMS, type OrderDraft } from '../../domain/orders/order.ts';
import { emailDoubts, type OrderDoubt, orderDoubt } from '../../domain/orders/order-doubts.ts';
import { amountsOf } from '../../domain/orders/order-sums.ts';
import { about } from '../../problems/sentence.ts';
import {
  boolean,
  decimal,
  gstin,
  kilograms,
  list,
  listOf,
  moment,
  object,
  oneOf,
  optional,
  paise,
  text,
  unitPrice,
  type ValueOf,
  warehouse,
  wholeNumber,
  withDefault,
} from '../../reading/fields.ts';
import { nullable, part, required, shape } from '../shape.ts';
import {
  BILLING,
  type ContactRole,
  contactOf,
  SHIPPING,
  SHIPPING_FIELDS,
  SHIPPING_PLACE,
  sameAsBilling,
  secondLineNeedsPlace,
  shippingFields,
} from './contact.ts';

/** A side of a parcel. A value above the limit is a mistake. */
const side = (nearMisses: readonly string[] = []) =>
  decimal({ greaterThan: 0, atMost: 10_000, unit: 'centimetres', examples: [10], nearMisses });
const weight = kilograms({
  greaterThan: 0,
  atMost: 10_000,
  description: 'In kilograms, not grams.',
  examples: [0.5],
});

export const LONGEST_NOTE = 1_000;
export const LONGEST_OPTIONS = 500;

export const ITEM = shape({
  name: required(
    text({
      max: 300,
      examples: ['Assam tea 250 g'],
      nearMisses: ['product_name', 'item_name', 'title'],
    }),
  ),
  sku: nullable(
    text({ max: 100, mayBeNumber: true, examples: ['TEA-250'], nearMisses: ['sku_code', 'product_sku'] }),
  ),
  units: required(
    wholeNumber({ atLeast: 1, atMost: 1_000_000, examples: [2], nearMisses: ['quantity', 'qty'] }),
  ),
  sellingPricePaise: required(
    unitPrice({
      atLeast: 0,
      description: 'The price of one unit.',
      examples: [249.5],
      nearMisses: ['price', 'unit_price'],
    }),
    { api: 'selling_price' },
  ),
  discountPaise: nullable(paise({ atLeast: 0 }), { api: 'discount' }),
  /** Decimal text, as the merchant sent it. */
  tax: nullable(decimal({ atLeast: 0, atMost: 100, description: 'The rate of GST in percent.' })),
  hsn: nullable(text({ max: 20, mayBeNumber: true, nearMisses: ['hsn_code'] })),
  options: nullable(
    text({
      max: LONGEST_OPTIONS,
      description:
        'What the customer chose or wrote of it, such as an engraving; printed on the packing slip and the invoice.',
      examples: ['Engraving: Asha'],
      nearMisses: ['item_options', 'properties', 'personalisation', 'customization'],
    }),
  ),
});

export const carrierChoice = optional(
  text({
    max: 40,
    description: 'Default: the cheapest carrier that accepts the shipment.',
    nearMisses: ['courier_id', 'courier_company_id'],
  }),
);

/** The fields of a new order, in the order in which their problems are reported. */
export const orderFields = {
  order_id: text({
    max: 100,
    mayBeNumber: true,
    description: 'Unique in the account, also after a cancellation: see `replaces_cancelled`.',
    examples: ['CHAI-1001'],
  }),
  order_date: optional(moment({ description: 'Default: now.' })),
  ...BILLING.create,
  billing_gstin: optional(
    gstin({
      description: 'For a buyer that is registered for GST; printed on the invoice.',
      examples: ['29ABCDE1234F1ZW'],
      nearMisses: ['customer_gstin', 'buyer_gstin', 'billing_gst_no'],
    }),
  ),
  customer_note: optional(
    text({
      max: LONGEST_NOTE,
      multiline: true,
      description: 'What the customer wrote about the order; printed on the packing slip.',
      examples: ['Please pack it as a gift'],
      nearMisses: ['note', 'notes', 'order_note', 'buyer_note', 'customer_notes'],
    }),
  ),
  shipping_is_billing: optional(
    boolean({
      description: 'Default: `false` if an address in `shipping_*` is given.',
      nearMisses: ['shipping_is_same_as_billing', 'shipping_same_as_billing'],
    }),
  ),
  ...shippingFields,
  order_items: listOf(part(ITEM, { title: 'NewOrderItem' }), {
    min: 1,
    max: MOST_ORDER_ITEMS,
    nearMisses: ['items', 'line_items', 'products'],
  }),
  payment_method: oneOf(['COD', 'PREPAID'], {
    examples: ['COD'],
    nearMisses: ['payment_mode', 'payment_type'],
  }),
  sub_total: optional(
    paise({
      atLeast: 0,
      description:
        'What the customer pays for the goods, without or with the charges: the reading in which the numbers agree counts. Default: the sum of the items.',
      examples: [499],
      nearMisses: ['subtotal'],
    }),
  ),
  total_discount: optional(
    paise({ atLeast: 0, description: 'A discount on the whole order.', nearMisses: ['order_discount'] }),
  ),
  cod_collectible: optional(
    paise({
      greaterThan: 0,
      description: 'The amount that the courier collects at the door. Default for COD: the total.',
      examples: [499],
      nearMisses: ['cod_collectable', 'cod_amount', 'collectable_amount', 'collectible_amount'],
    }),
  ),
  shipping_charges: addedCharge('for the delivery'),
  giftwrap_charges: addedCharge('for gift wrap'),
  transaction_charges: addedCharge('for the payment, for example by cash on delivery'),
  other_amount: optional(
    paise({
      atLeast: 0,
      description:
        'What is collected at the door for things that are not in the parcel, for example a tip. It is on no invoice.',
    }),
  ),
  length: side(),
  breadth: side(['width']),
  height: side(),
  weight,
  warehouse_id: warehouse(),
  rto_warehouse_id: optional(
    text({
      max: 100,
      mayBeNumber: true,
      description: 'Not used, which a warning says: parcels come back to the warehouse of the pickup.',
    }),
  ),
  store_name: optional(
    text({
      max: 200,
      trim: false,
      description: 'Links the order to this store.',
      nearMisses: ['storename', 'storeName'],
    }),
  ),
  channel: optional(
    text({
      max: 50,
      description: 'Where the order was placed, such as `shopify`; default `manual_order`.',
      pattern: /^[A-Za-z0-9_-]+$/,
      patternSentence: about(
        'only_letters_digits_hyphens_underscores',
        'may hold only letters, digits, hyphens and underscores',
      ),
    }),
  ),
  tags: optional(list(text({ max: 50 }), { max: 20, examples: [['fragile']] })),
  external_id: optional(text({ max: 100, mayBeNumber: true, nearMisses: ['external_order_id'] })),
  replaces_cancelled: withDefault(
    boolean({
      description:
        '`true` takes the `order_id` of a cancelled order, if no courier was ever booked for that.',
    }),
    false,
  ),
} as const;

/** An order by the names of a request, before it is read. Whoever makes one cannot name a field that does not exist. */
export type SentOrder = { readonly [Name in keyof typeof orderFields | 'carrier_id']?: unknown };

function addedCharge(what: string) {
  return optional(
    paise({
      atLeast: 0,
      description: `What the customer pays ${what}.`,
    }),
  );
}

type SentAmounts = Partial<
  Record<
    | 'sub_total'
    | 'total_discount'
    | 'cod_collectible'
    | 'shipping_charges'
    | 'giftwrap_charges'
    | 'transaction_charges'
    | 'other_amount',
    number | undefined
  >
>;

/** The amounts of a request that were sent. */
export function sentAmounts(sent: SentAmounts) {
  return {
    subTotalPaise: sent.sub_total ?? null,
    totalDiscountPaise: sent.total_discount ?? 0,
    shippingChargesPaise: sent.shipping_charges ?? 0,
    giftwrapChargesPaise: sent.giftwrap_charges ?? 0,
    transactionChargesPaise: sent.transaction_charges ?? 0,
    otherPaise: sent.other_amount ?? 0,
    codPaise: sent.cod_collectible ?? null,
  };
}

/** The rules over several fields of a new order. */
export const orderRules = {
  conditions: [
    { field: 'shipping_is_billing', is: false, requires: SHIPPING_PLACE },
    { field: 'shipping_is_billing', is: true, ignores: SHIPPING_FIELDS.all },
    { field: 'payment_method', is: 'PREPAID', ignores: ['cod_collectible'] },
  ],
  together: [SHIPPING_PLACE],
  rules: [sameAsBilling, secondLineNeedsPlace],
} as const;

/** A new order without a choice of carrier. */
export const OrderBody = object(orderFields, { title: 'NewOrder', ...orderRules });

const ShippingBody = object(shippingFields);

export const USUAL_CHANNEL = 'manual_order';

/** @param now its date if it has none */
export function orderOf(body: ValueOf<typeof OrderBody>, now: Date): OrderDraft {
  const isCod = body.payment_method === 'COD';
  const billing = contactOf(BILLING, body);
  const amounts = amountsOf({ ...sentAmounts(body), items: body.order_items, isCod });
  return {
    ...amounts,
    doubts: [
      ...emailDoubtsOf(body),
      ...unusedNameDoubts(body),
      ...unusedWarehouseDoubts(body),
      ...amounts.doubts,
    ],
    displayId: body.order_id,
    externalId: body.external_id ?? body.order_id,
    orderDate: body.order_date ?? now,
    channel: body.channel?.toLowerCase() ?? USUAL_CHANNEL,
    tags: [...new Set(body.tags)],
    storeName: body.store_name ?? null,
    warehouseId: body.warehouse_id,
    billing: {
      ...billing,
      ...(body.billing_gstin !== undefined && { gstin: body.billing_gstin }),
      ...(body.customer_note !== undefined && { note: body.customer_note }),
    },
    shipping: recipientOf(body, billing),
    items: body.order_items,
    isCod,
    isDemo: false,
    replacesCancelled: body.replaces_cancelled,
    parcel: { deadWeight: body.weight, length: body.length, width: body.breadth, height: body.height },
    returned: null,
  };
}

/** The warnings about invalid email addresses of all contacts. */
export function emailDoubtsOf(
  sent: {
    readonly [Of in ContactRole as `${Of}_email`]?: string | null | undefined;
  },
): OrderDoubt[] {
  const { billing_email, shipping_email, pickup_email } = sent;
  return Object.entries({ billing_email, pickup_email, shipping_email }).flatMap(([field, email]) =>
    emailDoubts(field, email),
  );
}

/**
 * The contact at another place than the buyer's, who gives the name and phone that it lacks; null if there is no such place. Without an
 * email of its own, emails go to the buyer, by the buyer's name.
 */
function recipientOf(body: ValueOf<typeof OrderBody>, buyer: Contact): Contact | null {
  if (body.shipping_address === undefined) return null;
  const { shipping_customer_name: name, shipping_phone: phone } = body;
  const { firstName, lastName, ...recipient } = shippingOf(body);
  return {
    ...recipient,
    ...(name === undefined
      ? { firstName: buyer.firstName, lastName: buyer.lastName }
      : { firstName, lastName }),
    phone: phone ?? buyer.phone,
  };
}

/** The warning about a recipient without an address: the parcel goes to the buyer. */
function unusedNameDoubts(body: ValueOf<typeof OrderBody>): OrderDoubt[] {
  const name = body.shipping_customer_name;
  const isUsed = body.shipping_address !== undefined || body.shipping_is_billing === true;
  if (isUsed || name === undefined || name === body.billing_customer_name) return [];
  const sentence = about(
    'recipient_without_address',
    '{name} is not used, because no shipping address is given',
    {
      name,
    },
  );
  return [orderDoubt('shipping_customer_name', 'recipient_without_address', sentence)];
}

/** The warning about another warehouse for parcels that come back: couriers bring them to that of the pickup. */
function unusedWarehouseDoubts(body: ValueOf<typeof OrderBody>): OrderDoubt[] {
  const sent = body.rto_warehouse_id?.toLowerCase();
  if (sent === undefined || sent === body.warehouse_id.toLowerCase()) return [];
  const sentence = about('rto_warehouse_unused', 'is not used: parcels come back to the pickup warehouse');
  return [orderDoubt('rto_warehouse_id', 'rto_warehouse_unused', sentence)];
}

/** Reads a shipping contact. A rule over its fields has made sure that it has a place. */
export function shippingOf(body: ValueOf<typeof ShippingBody>): Contact {
  return contactOf(SHIPPING, body as Parameters<typeof SHIPPING.created>[0]);
}
