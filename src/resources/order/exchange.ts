import { DISPATCHES, type ExchangeDraft } from '../../domain/orders/exchange.ts';
import type { OrderDraft } from '../../domain/orders/order.ts';
import { amountsOf } from '../../domain/orders/order-sums.ts';
import {
  boolean,
  decimal,
  kilograms,
  object,
  oneOf,
  optional,
  type ValueOf,
  warehouse,
  withDefault,
} from '../../reading/fields.ts';
import { contactOf, PICKUP } from './contact.ts';
import { carrierChoice, emailDoubtsOf, orderFields, orderOf, orderRules } from './order.ts';
import {
  forwardOrderField,
  qcItemsOf,
  returnedItemOf,
  returnItemsField,
  returnReasonField,
} from './return.ts';

const {
  sub_total: _subTotal,
  warehouse_id: _warehouse,
  replaces_cancelled: _replaces,
  ...forwardFields
} = orderFields;

const returnSide = () =>
  optional(
    decimal({
      greaterThan: 0,
      atMost: 10_000,
      unit: 'centimetres',
      description: 'Default: as for the new parcel.',
    }),
  );

export const ExchangeBody = object(
  {
    ...forwardFields,
    ...PICKUP.create,
    return_items: returnItemsField,
    forward_warehouse_id: warehouse({ nearMisses: ['warehouse_id'] }),
    return_warehouse_id: optional(
      warehouse({ description: 'Default: the warehouse of the new parcel.', examples: [] }),
    ),
    return_weight: optional(
      kilograms({
        greaterThan: 0,
        atMost: 10_000,
        description: 'In kilograms. Default: as for the new parcel.',
      }),
    ),
    return_length: returnSide(),
    return_breadth: returnSide(),
    return_height: returnSide(),
    forward_order_id: forwardOrderField,
    return_reason: returnReasonField,
    dispatch: withDefault(
      oneOf(DISPATCHES, {
        description: '`after_pickup`: a courier is booked for the new parcel once the return is picked up.',
      }),
      'at_once',
    ),
    carrier_id: carrierChoice,
    print_label: withDefault(boolean(), true),
  },
  { title: 'NewExchange', ...orderRules },
);

const USUAL_REASON = 'Return';

/** @param now its date if it has none */
export function exchangeOf(body: ValueOf<typeof ExchangeBody>, now: Date): ExchangeDraft {
  const { forward_warehouse_id: warehouse_id } = body;
  const forward = orderOf({ ...body, warehouse_id, replaces_cancelled: false }, now);
  const items = body.return_items.map(returnedItemOf);
  const { deadWeight, length, width, height } = forward.parcel;
  const amounts = amountsOf({ items, isCod: false }, 'return_items');
  const back: OrderDraft = {
    ...forward,
    tags: [],
    warehouseId: body.return_warehouse_id ?? warehouse_id,
    billing: contactOf(PICKUP, body),
    shipping: null,
    items,
    isCod: false,
    ...amounts,
    doubts: [...emailDoubtsOf({ pickup_email: body.pickup_email }), ...amounts.doubts],
    parcel: {
      deadWeight: body.return_weight ?? deadWeight,
      length: body.return_length ?? length,
      width: body.return_breadth ?? width,
      height: body.return_height ?? height,
    },
    returned: {
      destination: null,
      reason: body.return_reason ?? USUAL_REASON,
      forwardOrder: body.forward_order_id ?? null,
      qcItems: qcItemsOf(body.return_items),
    },
  };
  return { forward, back, dispatch: body.dispatch as ExchangeDraft['dispatch'] };
}
