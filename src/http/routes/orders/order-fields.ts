import {
  type Contact,
  MOST_ORDER_ITEMS,
  type OrderDraft,
  type OrderItem,
} from '../../../domain/orders/order.ts';
import {
  boolean,
  customerPhone,
  decimal,
  emailIfAny,
  gstin,
  kilograms,
  list,
  listOf,
  moment,
  object,
  oneOf,
  optional,
  paise,
  pincode,
  text,
  uuid,
  type ValueOf,
  wholeNumber,
  withDefault,
} from '../../../reading/fields.ts';
import { usableEmail } from '../../../usecases/booking/order-warnings.ts';

export const name = (nearMisses: readonly string[] = []) =>
  text({ max: 120, examples: ['Asha'], nearMisses });
export const lastName = text({ max: 120 });
export const address = (nearMisses: readonly string[]) =>
  text({ max: 500, multiline: true, examples: ['14, Lajpat Nagar II'], nearMisses });
export const secondAddress = (nearMisses: readonly string[]) =>
  text({ max: 500, multiline: true, nearMisses });
export const city = text({ max: 100, examples: ['New Delhi'] });
export const state = text({ max: 100, examples: ['Delhi'] });
export const country = oneOf(['India', 'IN', 'IND'], { description: 'Only India is served.' });

export const LEFT_OUT = 'An invalid address is left out and reported in `warnings`.';

/** A side of a parcel. A value above the limit is a mistake. */
const side = (nearMisses: readonly string[] = []) =>
  decimal({ greaterThan: 0, atMost: 10_000, unit: 'centimetres', examples: [10], nearMisses });
const weight = kilograms({
  greaterThan: 0,
  atMost: 10_000,
  description: 'In kilograms, not grams.',
  examples: [0.5],
});

export const OrderItemBody = object(
  {
    name: text({
      max: 300,
      examples: ['Assam tea 250 g'],
      nearMisses: ['product_name', 'item_name', 'title'],
    }),
    sku: optional(
      text({ max: 100, mayBeNumber: true, examples: ['TEA-250'], nearMisses: ['sku_code', 'product_sku'] }),
    ),
    units: wholeNumber({ atLeast: 1, atMost: 1_000_000, examples: [2], nearMisses: ['quantity', 'qty'] }),
    selling_price: paise({
      atLeast: 0,
      description: 'The price of one unit.',
      examples: [249.5],
      nearMisses: ['price', 'unit_price'],
    }),
    discount: optional(paise({ atLeast: 0 })),
    tax: optional(decimal({ atLeast: 0, atMost: 100, description: 'The rate of GST in percent.' })),
    hsn: optional(text({ max: 20, mayBeNumber: true, nearMisses: ['hsn_code'] })),
  },
  { title: 'NewOrderItem' },
);

/** The fields that a separate shipping contact must have. */
export const SHIPPING = [
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

export const SHIPPING_FIELDS = [...SHIPPING, ...OPTIONAL_SHIPPING] as const;

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
    description: 'Unique in the account, also after a cancellation.',
    examples: ['CHAI-1001'],
  }),
  order_date: moment(),
  billing_customer_name: name(['billing_name', 'billing_first_name', 'billing_full_name']),
  billing_last_name: optional(lastName),
  billing_address: address([
    'billing_address_1',
    'billing_address1',
    'billing_address_line_1',
    'billing_address_line1',
  ]),
  billing_address_2: optional(
    secondAddress(['billing_address2', 'billing_address_line_2', 'billing_address_line2']),
  ),
  billing_city: city,
  billing_pincode: pincode({
    examples: ['110024'],
    nearMisses: [
      'billing_pin_code',
      'billing_zip',
      'billing_zipcode',
      'billing_zip_code',
      'billing_postal_code',
      'billing_postcode',
    ],
  }),
  billing_state: state,
  billing_country: optional(country),
  billing_email: optional(
    emailIfAny({
      description: LEFT_OUT,
      examples: ['asha@example.in'],
      nearMisses: ['billing_email_id', 'billing_email_address'],
    }),
  ),
  billing_phone: customerPhone({
    examples: ['9876543210'],
    nearMisses: ['billing_phone_number', 'billing_mobile', 'billing_mobile_number', 'billing_contact_number'],
  }),
  billing_gstin: optional(
    gstin({
      description: 'For a buyer that is registered for GST; printed on the invoice.',
      examples: ['29ABCDE1234F1ZW'],
      nearMisses: ['customer_gstin', 'buyer_gstin', 'billing_gst_no'],
    }),
  ),
  shipping_is_billing: withDefault(
    boolean({ nearMisses: ['shipping_is_same_as_billing', 'shipping_same_as_billing'] }),
    true,
  ),
  shipping_customer_name: optional(
    text({ max: 120, nearMisses: ['shipping_name', 'shipping_first_name', 'shipping_full_name'] }),
  ),
  shipping_last_name: optional(lastName),
  shipping_address: optional(
    secondAddress([
      'shipping_address_1',
      'shipping_address1',
      'shipping_address_line_1',
      'shipping_address_line1',
    ]),
  ),
  shipping_address_2: optional(
    secondAddress(['shipping_address2', 'shipping_address_line_2', 'shipping_address_line2']),
  ),
  shipping_city: optional(text({ max: 100 })),
  shipping_pincode: optional(
    pincode({
      nearMisses: [
        'shipping_pin_code',
        'shipping_zip',
        'shipping_zipcode',
        'shipping_zip_code',
        'shipping_postal_code',
        'shipping_postcode',
      ],
    }),
  ),
  shipping_state: optional(text({ max: 100 })),
  shipping_country: optional(country),
  shipping_email: optional(
    emailIfAny({ description: LEFT_OUT, nearMisses: ['shipping_email_id', 'shipping_email_address'] }),
  ),
  shipping_phone: optional(
    customerPhone({
      nearMisses: [
        'shipping_phone_number',
        'shipping_mobile',
        'shipping_mobile_number',
        'shipping_contact_number',
      ],
    }),
  ),
  order_items: listOf(OrderItemBody, {
    min: 1,
    max: MOST_ORDER_ITEMS,
    nearMisses: ['items', 'line_items', 'products'],
  }),
  payment_method: oneOf(['COD', 'PREPAID'], {
    examples: ['COD'],
    nearMisses: ['payment_mode', 'payment_type'],
  }),
  sub_total: paise({ atLeast: 0, examples: [499], nearMisses: ['subtotal'] }),
  cod_collectible: optional(
    paise({
      greaterThan: 0,
      description: 'The amount that the courier collects at the door.',
      examples: [499],
      nearMisses: ['cod_collectable', 'cod_amount', 'collectable_amount', 'collectible_amount'],
    }),
  ),
  shipping_charges: addedCharge('for the delivery'),
  giftwrap_charges: addedCharge('for gift wrap'),
  transaction_charges: addedCharge('for the payment'),
  length: side(),
  breadth: side(['width']),
  height: side(),
  weight,
  warehouse_id: uuid({ of: 'a warehouse' }),
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
      pattern: /^[A-Za-z0-9_-]+$/,
      patternSentence: 'may hold only letters, digits, hyphens and underscores',
    }),
  ),
  tags: optional(list(text({ max: 50 }), { max: 20, examples: [['fragile']] })),
  external_id: optional(text({ max: 100, mayBeNumber: true, nearMisses: ['external_order_id'] })),
} as const;

function addedCharge(what: string) {
  return optional(
    paise({
      atLeast: 0,
      description: `The amount that the customer pays ${what} in addition to \`sub_total\`; \`cod_collectible\` may include it.`,
    }),
  );
}

/** Returns what the customer pays in addition to the items, in paise. */
export function chargesOf(
  body: Partial<Record<'shipping_charges' | 'giftwrap_charges' | 'transaction_charges', number | undefined>>,
): number {
  return (body.shipping_charges ?? 0) + (body.giftwrap_charges ?? 0) + (body.transaction_charges ?? 0);
}

export const orderConditions = [
  { field: 'shipping_is_billing', is: false, requires: SHIPPING },
  { field: 'shipping_is_billing', is: true, ignores: SHIPPING_FIELDS },
  { field: 'payment_method', is: 'COD', requires: ['cod_collectible'] },
  { field: 'payment_method', is: 'PREPAID', ignores: ['cod_collectible'] },
] as const;

/** A new order without a choice of carrier. */
export const OrderBody = object(orderFields, { title: 'NewOrder', conditions: orderConditions });

export const USUAL_CHANNEL = 'manual_order';

export function orderOf(body: ValueOf<typeof OrderBody>): OrderDraft {
  return {
    displayId: body.order_id,
    externalId: body.external_id ?? body.order_id,
    orderDate: body.order_date,
    channel: body.channel?.toLowerCase() ?? USUAL_CHANNEL,
    tags: [...new Set(body.tags)],
    storeName: body.store_name ?? null,
    warehouseId: body.warehouse_id,
    billing: {
      firstName: body.billing_customer_name,
      lastName: body.billing_last_name ?? null,
      phone: body.billing_phone,
      email: usableEmail(body.billing_email),
      address: body.billing_address,
      address2: body.billing_address_2 ?? null,
      city: body.billing_city,
      pincode: body.billing_pincode,
      state: body.billing_state,
      country: 'India',
      ...(body.billing_gstin === undefined ? {} : { gstin: body.billing_gstin }),
    },
    shipping: body.shipping_is_billing ? null : shippingOf(body),
    items: body.order_items.map(itemOf),
    isCod: body.payment_method === 'COD',
    isDemo: false,
    subTotalPaise: body.sub_total,
    codAmountPaise: body.cod_collectible ?? 0,
    chargesPaise: chargesOf(body),
    parcel: { deadWeight: body.weight, length: body.length, width: body.breadth, height: body.height },
    returned: null,
  };
}

export function itemOf(item: ValueOf<typeof OrderItemBody>): OrderItem {
  return {
    name: item.name,
    sku: item.sku ?? null,
    units: item.units,
    sellingPricePaise: item.selling_price,
    discountPaise: item.discount ?? null,
    tax: item.tax ?? null,
    hsn: item.hsn ?? null,
  };
}

type ShippingFields = Partial<
  Pick<
    ValueOf<typeof OrderBody>,
    (typeof SHIPPING)[number] | 'shipping_last_name' | 'shipping_address_2' | 'shipping_email'
  >
>;

/** Relies on the conditions: they make sure that these fields are present. */
export function shippingOf(body: ShippingFields): Contact {
  return {
    firstName: body.shipping_customer_name ?? '',
    lastName: body.shipping_last_name ?? null,
    phone: body.shipping_phone ?? '',
    email: usableEmail(body.shipping_email),
    address: body.shipping_address ?? '',
    address2: body.shipping_address_2 ?? null,
    city: body.shipping_city ?? '',
    pincode: body.shipping_pincode ?? '',
    state: body.shipping_state ?? '',
    country: 'India',
  };
}
