import { boolean, object, uuid, type ValueOf, withDefault } from '../../../reading/fields.ts';
import { carrierChoice } from '../../../resources/order/order.ts';
import { ReturnBody, returnFieldGroups, returnFields, returnOf } from '../../../resources/order/return.ts';
import { LARGE_BODY } from '../../plugins/body-limits.ts';
import type { BookingSide } from '../booking/booking-routes.ts';
import type { RouteOptions } from '../route-options.ts';
import { ReturnAnswer, returnAnswer } from './return-answer.ts';

const ReturnToBook = object(
  { ...returnFields, carrier_id: carrierChoice, print_label: withDefault(boolean(), true) },
  { title: 'NewReturnToBook', together: returnFieldGroups },
);

const NamedReturn = object({
  return_id: uuid({ of: 'a return', nearMisses: ['shipment_id'] }),
  carrier_id: carrierChoice,
});

/** What the routes that create and book returns say and read. */
export function returnSide({
  publicUrl,
}: RouteOptions): BookingSide<ValueOf<typeof ReturnBody>, ValueOf<typeof NamedReturn>> {
  return {
    tag: 'Returns',
    role: 'manager',
    journey: 'return',
    draftOf: returnOf,
    idOf: ({ return_id }) => return_id,
    answerSchema: ReturnAnswer,
    answerOf: (result, isNew) => returnAnswer(result, publicUrl(), isNew),
    create: {
      path: '/reverse-order',
      bodyLimit: LARGE_BODY,
      operationId: 'createReturn',
      summary: 'Create a return',
      description: 'Without a courier. Book a courier with `POST /reverse-order-shipment`.',
      body: ReturnBody,
      answered: 'The return.',
    },
    orchestrate: {
      path: '/reverse-order-orchestration',
      bodyLimit: LARGE_BODY,
      operationId: 'createReturnAndBook',
      summary: 'Create a return and book it',
      description:
        'Creates a return and books a courier for it, from the customer to a warehouse or to the address in `shipping_*`. If no carrier accepts it, nothing is created.',
      body: ReturnToBook,
      answered: 'The return and its booking.',
    },
    book: {
      path: '/reverse-order-shipment',
      bodyLimit: LARGE_BODY,
      operationId: 'bookReturn',
      summary: 'Book a courier for a return',
      description: 'For a return that has no courier. The courier collects it from the customer.',
      body: NamedReturn,
      answered: 'The booking.',
    },
  };
}
