import { type Static, Type } from 'typebox';
import type { CustomerRequest } from '../../../usecases/customer-requests/decide-requests.ts';
import { Day, orNull, Time, textLike, Uuid, words } from '../../schemas.ts';
import { SentenceOrNull, sentenceField } from '../../sentence-body.ts';
import { CUSTOMER_RETURN_REASON_WORDS, REQUEST_KIND_WORDS, REQUEST_STATE_WORDS } from './request-words.ts';

export const RequestKindWord = words(
  'CustomerRequestKind',
  REQUEST_KIND_WORDS,
  '`reattempt`: another delivery; `refusal`: the parcel is no longer wanted; `return`: of a delivered order.',
);
export const ReturnReasonWord = words('CustomerReturnReason', CUSTOMER_RETURN_REASON_WORDS);

export const RequestBody = Type.Object(
  {
    id: Uuid,
    kind: RequestKindWord,
    state: words(
      'CustomerRequestState',
      REQUEST_STATE_WORDS,
      '`waiting`: for you, or, where `at_once`, for the courier; `rejected` by you; `refused` by the courier; `outdated`: the parcel moved on before it was done.',
    ),
    at_once: Type.Boolean({ description: 'Whether it was approved automatically by your rules.' }),
    shipment_id: Uuid,
    tracking_number: orNull(textLike('ND00000000017')),
    order_id: textLike('CHAI-1001'),
    customer_name: orNull(textLike('Asha Rao', 'Null if the customer was erased.')),
    store_name: orNull(textLike('my-first-store')),
    attempt: Type.Integer({ description: 'The number of the failed delivery attempt.', examples: [1] }),
    delivery_date: orNull(Day),
    landmark: orNull(textLike('Opposite the temple')),
    phone: orNull(textLike('9876543210', 'Another phone number for the courier.')),
    note: orNull(textLike('Please ring the bell')),
    return_reason: Type.Union([ReturnReasonWord, Type.Null()], { examples: ['damaged'] }),
    items: Type.Array(
      Type.Object(
        {
          position: Type.Integer({
            description: 'The position of the item in the order, from 1.',
            examples: [1],
          }),
          name: textLike('Masala chai 500 g'),
          sku: orNull(textLike('CHAI-500')),
          units: Type.Integer({ examples: [1] }),
        },
        { title: 'CustomerRequestItem' },
      ),
      { description: 'The reason for a return.' },
    ),
    photos: Type.Array(
      Type.String({
        format: 'uri',
        description: 'The address of the photo. Needs your credential; works for 180 days.',
      }),
      {
        examples: [[]],
      },
    ),
    return_id: orNull(Uuid),
    answer: orNull(textLike('We come tomorrow', 'Your answer, or the courier’s reason for a refusal.')),
    answer_details: SentenceOrNull,
    decided_by: orNull(textLike('Asha')),
    decided_at: orNull(Time),
    created_at: Time,
  },
  { title: 'CustomerRequest' },
);

/** @param address the address of the API, as this client reaches it */
export function requestBody(request: CustomerRequest, address: string): Static<typeof RequestBody> {
  return {
    id: request.id,
    kind: request.kind,
    state: request.state,
    at_once: request.isAtOnce,
    shipment_id: request.shipmentId,
    tracking_number: request.trackingNumber,
    order_id: request.orderId,
    customer_name: request.customerName,
    store_name: request.storeName,
    attempt: request.attempt,
    delivery_date: request.deliveryDate,
    landmark: request.landmark,
    phone: request.phone,
    note: request.note,
    return_reason: request.returnReason,
    items: request.items.map(({ position, name, sku, units }) => ({ position, name, sku, units })),
    photos: Array.from(
      { length: request.photos },
      (_, index) => `${address}/requests/${request.id}/photos/${index + 1}`,
    ),
    return_id: request.returnShipmentId,
    ...sentenceField('answer', request.answer),
    decided_by: request.decidedBy,
    decided_at: request.decidedAt === null ? null : new Date(request.decidedAt).toISOString(),
    created_at: new Date(request.createdAt).toISOString(),
  };
}
