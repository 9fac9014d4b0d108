import {
  MOST_ORDER_ITEMS,
  type OrderDraft,
  type QcItem,
  type ReturnDraft,
} from '../../domain/orders/order.ts';
import { amountsOf } from '../../domain/orders/order-sums.ts';
import {
  boolean,
  list,
  listOf,
  object,
  oneOf,
  optional,
  text,
  type ValueOf,
  webAddress,
  withDefault,
} from '../../reading/fields.ts';
import { contactOf, PICKUP, SHIPPING_FIELDS, shippingFields } from './contact.ts';
import { emailDoubtsOf, ITEM, orderFields, sentAmounts, shippingOf, USUAL_CHANNEL } from './order.ts';

const said = optional(text({ max: 200 }));

const ReturnItem = object(
  {
    ...ITEM.create,
    qc_enable: withDefault(
      boolean({
        description: 'Whether the item is checked at the customer’s door; if so, its image is required.',
      }),
      false,
    ),
    qc_product_name: said,
    qc_product_image: optional(
      webAddress({
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
  ...PICKUP.create,
  ...shippingFields,
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
export const returnFieldGroups = [SHIPPING_FIELDS.needed];

/** A new return without a choice of carrier. */
export const ReturnBody = object(returnFields, { title: 'NewReturn', together: returnFieldGroups });

/** @param now its date if it has none */
export function returnOf(body: ValueOf<typeof ReturnBody>, now: Date): OrderDraft {
  const items = body.order_items.map(returnedItemOf);
  const amounts = amountsOf({ ...sentAmounts({ sub_total: body.sub_total }), items, isCod: false });
  return {
    ...amounts,
    doubts: [...emailDoubtsOf(body), ...amounts.doubts],
    displayId: body.order_id,
    externalId: body.external_id ?? body.order_id,
    orderDate: body.order_date ?? now,
    channel: body.channel?.toLowerCase() ?? USUAL_CHANNEL,
    tags: [],
    storeName: body.store_name ?? null,
    warehouseId: body.warehouse_id,
    billing: contactOf(PICKUP, body),
    shipping: null,
    items,
    isCod: false,
    isDemo: false,
    replacesCancelled: false,
    parcel: { deadWeight: body.weight, length: body.length, width: body.breadth, height: body.height },
    returned: {
      destination: body.shipping_address === undefined ? null : shippingOf(body),
      reason: body.return_reason ?? null,
      forwardOrder: body.forward_order_id ?? null,
      qcItems: qcItemsOf(body.order_items),
    },
  };
}

export function returnedItemOf(item: ValueOf<typeof ReturnItem>): OrderDraft['items'][number] {
  return { ...ITEM.empty, ...ITEM.created(item) };
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
