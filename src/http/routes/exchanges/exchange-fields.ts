import type { ExchangeDraft } from '../../../domain/orders/exchange.ts';
import type { OrderDraft } from '../../../domain/orders/order.ts';
import {
  boolean,
  decimal,
  kilograms,
  object,
  oneOf,
  optional,
  uuid,
  type ValueOf,
  withDefault,
} from '../../../reading/fields.ts';
import { DISPATCHES } from '../../../usecases/exchanges/orchestrate-exchange.ts';
import { carrierChoice, itemOf, orderConditions, orderFields, orderOf } from '../orders/order-fields.ts';
import {
  forwardOrderField,
  pickupFields,
  pickupOf,
  qcItemsOf,
  returnItemsField,
  returnReasonField,
} from '../returns/return-fields.ts';

const { sub_total: _subTotal, warehouse_id: _warehouse, ...forwardFields } = orderFields;

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
    ...pickupFields,
    return_items: returnItemsField,
    forward_warehouse_id: uuid({ of: 'a warehouse', nearMisses: ['warehouse_id'] }),
    return_warehouse_id: optional(
      uuid({ of: 'a warehouse', description: 'Default: the warehouse of the new parcel.' }),
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
  { title: 'NewExchange', conditions: orderConditions },
);

function totalOf(items: OrderDraft['items']): number {
  return items.reduce((sum, { sellingPricePaise, units }) => sum + sellingPricePaise * units, 0);
}

const USUAL_REASON = 'Return';

export function exchangeOf(body: ValueOf<typeof ExchangeBody>): ExchangeDraft {
  const { forward_warehouse_id: warehouse_id } = body;
  const sub_total = totalOf(body.order_items.map(itemOf));
  const forward = orderOf({ ...body, warehouse_id, sub_total });
  const items = body.return_items.map(itemOf);
  const { deadWeight, length, width, height } = forward.parcel;
  const back: OrderDraft = {
    ...forward,
    tags: [],
    warehouseId: body.return_warehouse_id ?? warehouse_id,
    billing: pickupOf(body),
    shipping: null,
    items,
    isCod: false,
    subTotalPaise: totalOf(items),
    codAmountPaise: 0,
    chargesPaise: 0,
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
