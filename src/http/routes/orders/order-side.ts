import { boolean, object, uuid, type ValueOf, withDefault } from '../../../reading/fields.ts';
import {
  carrierChoice,
  OrderBody,
  orderFields,
  orderOf,
  orderRules,
} from '../../../resources/order/order.ts';
import { LARGE_BODY } from '../../plugins/body-limits.ts';
import type { BookingSide } from '../booking/booking-routes.ts';
import { OrderAnswer, orderAnswer } from './order-answer.ts';

const OrderToBook = object(
  { ...orderFields, carrier_id: carrierChoice, print_label: withDefault(boolean(), true) },
  { title: 'NewOrderToBook', ...orderRules },
);

const NamedShipment = object({
  shipment_id: uuid({ of: 'a shipment' }),
  carrier_id: carrierChoice,
});

/** What the routes that create and book orders say and read. */
export function orderSide(): BookingSide<ValueOf<typeof OrderBody>, ValueOf<typeof NamedShipment>> {
  return {
    tag: 'Orders',
    role: 'packer',
    journey: 'forward',
    draftOf: orderOf,
    idOf: ({ shipment_id }) => shipment_id,
    answerSchema: OrderAnswer,
    answerOf: orderAnswer,
    create: {
      path: '/forward-order',
      bodyLimit: LARGE_BODY,
      operationId: 'createOrder',
      summary: 'Create an order',
      description:
        'Creates an order and its shipment, without a courier. Book a courier with `POST /forward-order-shipment`.',
      body: OrderBody,
      answered: 'The order and its shipment.',
    },
    orchestrate: {
      path: '/forward-order-orchestration',
      bodyLimit: LARGE_BODY,
      operationId: 'createOrderAndBook',
      summary: 'Create an order and book it',
      description:
        'Creates an order, books a courier and makes the label. Without `carrier_id` the cheapest carrier is booked; up to three are tried. If no carrier accepts it, nothing is created.',
      body: OrderToBook,
      answered: 'The order, its shipment and its booking.',
    },
    book: {
      path: '/forward-order-shipment',
      operationId: 'bookShipment',
      summary: 'Book a courier for a shipment',
      description:
        'For a shipment that has no courier. Without `carrier_id` the cheapest carrier is booked; up to three are tried.',
      body: NamedShipment,
      answered: 'The booking.',
    },
  };
}
