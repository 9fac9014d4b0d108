import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { MOST_ORDER_ITEMS } from '../../../domain/orders/order.ts';
import { Problem, type ProblemDetail } from '../../../problems/problem.ts';
import {
  boolean,
  clearable,
  customerPhone,
  emailIfAny,
  listOf,
  object,
  oneOf,
  optional,
  paise,
  pincode,
  text,
  unclearable,
  uuid,
  type ValueOf,
  wholeNumber,
} from '../../../reading/fields.ts';
import { orderWarnings, usableEmail } from '../../../usecases/booking/order-warnings.ts';
import { type OrderUpdate, updateOrder } from '../../../usecases/booking/update-order.ts';
import type { RateBooks } from '../../../usecases/rates/rate-books.ts';
import { answer, operation } from '../../operation.ts';
import { warn } from '../../plugins/answer-notes.ts';
import { LARGE_BODY } from '../../plugins/body-limits.ts';
import { chargesOf, country, itemOf, OrderItemBody, orderFields, SHIPPING_FIELDS } from './order-fields.ts';

const { fields: item } = OrderItemBody;
const noText = { emptyTextClears: true };

const NestedItem = object({
  id: optional(
    uuid({
      of: 'an item',
      description: 'The item’s id from `items[]` of the listing. An item without it is new.',
    }),
  ),
  _destroy: optional(boolean({ description: '`true` removes the item.' })),
  name: unclearable(item.name),
  sku: clearable(item.sku, noText),
  quantity: unclearable(wholeNumber({ atLeast: 1, atMost: 1_000_000, nearMisses: ['units'] })),
  price: unclearable(
    paise({ atLeast: 0, description: 'The price of one unit.', nearMisses: ['selling_price'] }),
  ),
  discount: clearable(item.discount, noText),
  tax: clearable(item.tax, noText),
  hsn: clearable(item.hsn, noText),
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
  warehouse_id: unclearable(orderFields.warehouse_id),
  weight: unclearable(orderFields.weight),
  length: unclearable(orderFields.length),
  breadth: unclearable(orderFields.breadth),
  height: unclearable(orderFields.height),
  shipping_address: optional(NestedAddress),
  order_items_attributes: optional(listOf(NestedItem, { max: 2 * MOST_ORDER_ITEMS })),
});

const Body = object(
  {
    order_id: text({
      max: 100,
      mayBeNumber: true,
      description: 'The order’s id: ours or yours.',
      examples: ['CHAI-1001'],
    }),
    order: optional(Nested),
    order_date: unclearable(orderFields.order_date),
    billing_customer_name: unclearable(orderFields.billing_customer_name),
    billing_last_name: clearable(orderFields.billing_last_name, noText),
    billing_address: unclearable(orderFields.billing_address),
    billing_address_2: clearable(orderFields.billing_address_2, noText),
    billing_city: unclearable(orderFields.billing_city),
    billing_pincode: unclearable(orderFields.billing_pincode),
    billing_state: unclearable(orderFields.billing_state),
    billing_country: orderFields.billing_country,
    billing_email: clearable(orderFields.billing_email, noText),
    billing_phone: unclearable(orderFields.billing_phone),
    billing_gstin: clearable(orderFields.billing_gstin, noText),
    shipping_is_billing: optional(
      boolean({ nearMisses: ['shipping_is_same_as_billing', 'shipping_same_as_billing'] }),
    ),
    shipping_customer_name: orderFields.shipping_customer_name,
    shipping_last_name: clearable(orderFields.shipping_last_name, noText),
    shipping_address: orderFields.shipping_address,
    shipping_address_2: clearable(orderFields.shipping_address_2, noText),
    shipping_city: orderFields.shipping_city,
    shipping_pincode: orderFields.shipping_pincode,
    shipping_state: orderFields.shipping_state,
    shipping_country: orderFields.shipping_country,
    shipping_email: clearable(orderFields.shipping_email, noText),
    shipping_phone: orderFields.shipping_phone,
    order_items: optional(orderFields.order_items),
    payment_method: optional(orderFields.payment_method),
    sub_total: unclearable(orderFields.sub_total),
    cod_collectible: orderFields.cod_collectible,
    shipping_charges: orderFields.shipping_charges,
    giftwrap_charges: orderFields.giftwrap_charges,
    transaction_charges: orderFields.transaction_charges,
    length: unclearable(orderFields.length),
    breadth: unclearable(orderFields.breadth),
    height: unclearable(orderFields.height),
    weight: unclearable(orderFields.weight),
    warehouse_id: unclearable(orderFields.warehouse_id),
    store_name: clearable(orderFields.store_name),
    channel: orderFields.channel,
    tags: orderFields.tags,
    external_id: orderFields.external_id,
  },
  {
    conditions: [
      { field: 'shipping_is_billing', is: true, ignores: SHIPPING_FIELDS },
      { field: 'payment_method', is: 'PREPAID', ignores: ['cod_collectible'] },
    ],
  },
);

type Sent = ValueOf<typeof Body>;

const OrderUpdated = Type.Object({
  status: Type.Literal(1),
  payload: Type.Object({
    order_id: Type.String({ format: 'uuid', description: 'Our id.' }),
    message: Type.Literal('Order updated successfully'),
  }),
});

export function addUpdateOrder(api: FastifyInstance, { rateBooks }: { rateBooks: RateBooks }): void {
  api.put<{ Body: Sent }>(
    '/order',
    {
      bodyLimit: LARGE_BODY,
      config: { errors: 'zero' },
      schema: operation({
        operationId: 'updateOrder',
        tag: 'Orders',
        role: 'packer',
        restricted: 'filtered',
        summary: 'Update an order',
        description:
          'Only the given fields change. Once a courier has the order, only the customer, the payment and the size can change, and only if the courier supports it (Delhivery): the courier is asked first, and what it refuses stays. The order is checked like a new one, and its shipment changes with it. Send the fields of a new order, or put them inside `order`, which takes precedence. A `sub_total` that is the sum of the items changes with them unless it is given.',
        body: Body,
        answers: { 200: answer('The order is changed.', OrderUpdated) },
      }),
    },
    async (request) => {
      const { body } = request;
      const { orderId, order } = await updateOrder(request.account, body.order_id, updateOf(body)).catch(
        (error: unknown) => {
          throw namedAsSent(error, body);
        },
      );
      const { billing_email, shipping_email } = body;
      const emails = {
        billing_email: billing_email ?? undefined,
        shipping_email: shipping_email ?? undefined,
      };
      warn(request, orderWarnings(order, emails, rateBooks.ground.directory));
      return {
        status: 1 as const,
        payload: { order_id: orderId, message: 'Order updated successfully' as const },
      };
    },
  );
}

function updateOf(body: Sent): OrderUpdate {
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
    billing: {
      firstName: body.billing_customer_name,
      lastName: body.billing_last_name,
      phone: body.billing_phone,
      email: emailOf(body.billing_email),
      address: body.billing_address,
      address2: body.billing_address_2,
      city: body.billing_city,
      pincode: body.billing_pincode,
      state: body.billing_state,
      gstin: body.billing_gstin,
    },
    shipsToBilling: address === undefined ? body.shipping_is_billing : false,
    shipping: {
      firstName: address?.name ?? body.shipping_customer_name,
      // A single name is the whole name, so the last name is removed.
      lastName: address?.name === undefined ? body.shipping_last_name : null,
      phone: address?.phone ?? body.shipping_phone,
      email: emailOf(address?.email === undefined ? body.shipping_email : address.email),
      address: address?.address ?? body.shipping_address,
      address2: address?.address_2 === undefined ? body.shipping_address_2 : address.address_2,
      city: address?.city ?? body.shipping_city,
      pincode: address?.zip ?? body.shipping_pincode,
      state: address?.state ?? body.shipping_state,
    },
    items: body.order_items?.map(itemOf),
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
    })),
    isCod: isCod ?? (body.payment_method === undefined ? undefined : body.payment_method === 'COD'),
    subTotalPaise: nested.sub_total ?? body.sub_total,
    chargesPaise: chargesOf(body),
    codAmountPaise: nested.cod_amount ?? body.cod_collectible,
    parcel: {
      deadWeight: nested.weight ?? body.weight,
      length: nested.length ?? body.length,
      width: nested.breadth ?? body.breadth,
      height: nested.height ?? body.height,
    },
  };
}

/** Leaves out an invalid email address: the contact then has no email address. */
function emailOf(sent: string | null | undefined): string | null | undefined {
  return typeof sent === 'string' ? usableEmail(sent) : sent;
}

/** Names of fields that are different inside `order`. */
const NESTED_NAMES: Readonly<Record<string, string>> = {
  warehouse_id: 'order.warehouse_id',
  cod_collectible: 'order.cod_amount',
  shipping_customer_name: 'order.shipping_address.name',
  shipping_address: 'order.shipping_address.address',
  shipping_city: 'order.shipping_address.city',
  shipping_pincode: 'order.shipping_address.zip',
  shipping_state: 'order.shipping_address.state',
  shipping_phone: 'order.shipping_address.phone',
};

/** Changes the names of fields in a problem to those that the client sent. */
function namedAsSent(error: unknown, { order }: Sent): unknown {
  if (!(error instanceof Problem) || order === undefined) return error;
  const problems = error.problems.map((one): ProblemDetail => {
    const name = NESTED_NAMES[one.field ?? ''];
    if (one.field === null || name === undefined) return one;
    return { ...one, field: name, message: name + one.message.slice(one.field.length) };
  });
  return new Problem(error.kind, problems, { cause: error });
}
