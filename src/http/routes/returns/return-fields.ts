import {
  MOST_ORDER_ITEMS,
  type OrderDraft,
  type QcItem,
  type ReturnDraft,
} from '../../../domain/orders/order.ts';
import {
  boolean,
  customerPhone,
  emailIfAny,
  list,
  listOf,
  object,
  oneOf,
  optional,
  pincode,
  text,
  type ValueOf,
  withDefault,
} from '../../../reading/fields.ts';
import { usableEmail } from '../../../usecases/booking/order-warnings.ts';
import {
  address,
  city,
  country,
  itemOf,
  LEFT_OUT,
  lastName,
  name,
  OrderItemBody,
  orderFields,
  SHIPPING,
  secondAddress,
  shippingOf,
  state,
  USUAL_CHANNEL,
} from '../orders/order-fields.ts';
import { isWebAddress } from '../web-address.ts';

const LONGEST_ADDRESS = 2_000;

const said = optional(text({ max: 200 }));

const ReturnItem = object(
  {
    ...OrderItemBody.fields,
    qc_enable: withDefault(
      boolean({
        description: 'Whether the item is checked at the customer’s door; if so, its image is required.',
      }),
      false,
    ),
    qc_product_name: said,
    qc_product_image: optional(
      text({
        max: LONGEST_ADDRESS,
        check: isWebAddress,
        checkSentence: 'must be a web address that starts with https:// or http://',
        description: 'The picture that the rider compares the item with.',
        examples: ['https://shop.example/images/kurta.jpg'],
      }),
    ),
    qc_brand: said,
    qc_size: said,
    qc_color: said,
    qc_questions: optional(list(text({ max: 300 }), { max: 20 })),
  },
  {
    title: 'NewReturnItem',
    conditions: [{ field: 'qc_enable', is: true, requires: ['qc_product_image'] }],
  },
);

/** The door at which a return is picked up. */
export const pickupFields = {
  pickup_customer_name: name(['pickup_name', 'pickup_first_name']),
  pickup_last_name: optional(lastName),
  pickup_address: address(['pickup_address_1', 'pickup_address1', 'pickup_address_line_1']),
  pickup_address_2: optional(secondAddress(['pickup_address2', 'pickup_address_line_2'])),
  pickup_city: city,
  pickup_pincode: pincode({
    examples: ['560038'],
    nearMisses: ['pickup_pin_code', 'pickup_zip', 'pickup_zipcode'],
  }),
  pickup_state: state,
  pickup_country: optional(country),
  pickup_email: optional(emailIfAny({ description: LEFT_OUT })),
  pickup_phone: customerPhone({
    examples: ['9876543210'],
    nearMisses: ['pickup_phone_number', 'pickup_mobile'],
  }),
} as const;

export const returnItemsField = listOf(ReturnItem, { min: 1, max: MOST_ORDER_ITEMS });
export const returnReasonField = optional(text({ max: 300, nearMisses: ['reason'] }));
export const forwardOrderField = optional(
  text({
    max: 100,
    mayBeNumber: true,
    description: 'The delivered order to return: our id or yours.',
  }),
);

/** The fields of a new return, in the order in which their problems are reported. */
export const returnFields = {
  order_id: text({
    max: 100,
    mayBeNumber: true,
    description: 'Unique among the account’s returns, also after a cancellation.',
    examples: ['RET-1001'],
  }),
  order_date: orderFields.order_date,
  ...pickupFields,
  shipping_customer_name: orderFields.shipping_customer_name,
  shipping_last_name: orderFields.shipping_last_name,
  shipping_address: orderFields.shipping_address,
  shipping_address_2: orderFields.shipping_address_2,
  shipping_city: orderFields.shipping_city,
  shipping_pincode: orderFields.shipping_pincode,
  shipping_state: orderFields.shipping_state,
  shipping_country: orderFields.shipping_country,
  shipping_email: orderFields.shipping_email,
  shipping_phone: orderFields.shipping_phone,
  order_items: returnItemsField,
  payment_method: withDefault(
    oneOf(['PREPAID'], { description: 'COD is not possible for a return.', nearMisses: ['payment_mode'] }),
    'PREPAID',
  ),
  sub_total: orderFields.sub_total,
  length: orderFields.length,
  breadth: orderFields.breadth,
  height: orderFields.height,
  weight: orderFields.weight,
  warehouse_id: orderFields.warehouse_id,
  store_name: orderFields.store_name,
  channel: orderFields.channel,
  external_id: orderFields.external_id,
  forward_order_id: forwardOrderField,
  return_reason: returnReasonField,
  request_pickup: optional(boolean({ description: 'Ignored: a booked courier comes in any case.' })),
} as const;

/** The complete destination. Without any of these fields, the destination is the warehouse. */
export const returnFieldGroups = [SHIPPING] as const;

/** A new return without a choice of carrier. */
export const ReturnBody = object(returnFields, { title: 'NewReturn', together: returnFieldGroups });

export function returnOf(body: ValueOf<typeof ReturnBody>): OrderDraft {
  return {
    displayId: body.order_id,
    externalId: body.external_id ?? body.order_id,
    orderDate: body.order_date,
    channel: body.channel?.toLowerCase() ?? USUAL_CHANNEL,
    tags: [],
    storeName: body.store_name ?? null,
    warehouseId: body.warehouse_id,
    billing: pickupOf(body),
    shipping: null,
    items: body.order_items.map(itemOf),
    isCod: false,
    isDemo: false,
    subTotalPaise: body.sub_total,
    codAmountPaise: 0,
    parcel: { deadWeight: body.weight, length: body.length, width: body.breadth, height: body.height },
    returned: {
      destination: body.shipping_address === undefined ? null : shippingOf(body),
      reason: body.return_reason ?? null,
      forwardOrder: body.forward_order_id ?? null,
      qcItems: qcItemsOf(body.order_items),
    },
  };
}

/** Returns the person at the door. */
export function pickupOf(
  body: Pick<ValueOf<typeof ReturnBody>, keyof typeof pickupFields>,
): OrderDraft['billing'] {
  return {
    firstName: body.pickup_customer_name,
    lastName: body.pickup_last_name ?? null,
    phone: body.pickup_phone,
    email: usableEmail(body.pickup_email),
    address: body.pickup_address,
    address2: body.pickup_address_2 ?? null,
    city: body.pickup_city,
    pincode: body.pickup_pincode,
    state: body.pickup_state,
    country: 'India',
  };
}

/** Returns the questions of the quality check. */
export function qcItemsOf(items: readonly ValueOf<typeof ReturnItem>[]): ReturnDraft['qcItems'] {
  return items.flatMap((item, index): QcItem[] => {
    if (!item.qc_enable) return [];
    return [
      {
        position: index + 1,
        productName: item.qc_product_name ?? null,
        productImage: item.qc_product_image ?? '',
        brand: item.qc_brand ?? null,
        size: item.qc_size ?? null,
        color: item.qc_color ?? null,
        questions: item.qc_questions ?? [],
      },
    ];
  });
}
