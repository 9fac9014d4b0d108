import { type Static, Type } from 'typebox';
import type { WaitingRequest } from '../../../domain/listing/shipment-view.ts';
import { Day, orNull, Time, textLike, Uuid } from '../../schemas.ts';
import { RequestKindWord, ReturnReasonWord } from '../customer-requests/request-body.ts';

export const WaitingRequestBody = Type.Object(
  {
    id: Uuid,
    kind: RequestKindWord,
    at_once: Type.Boolean({ description: 'Whether it was approved automatically by your rules.' }),
    delivery_date: orNull(Day),
    landmark: orNull(textLike('Opposite the temple')),
    phone: orNull(textLike('9876543210', 'Another phone number for the courier.')),
    note: orNull(textLike('Please ring the bell')),
    return_reason: Type.Union([ReturnReasonWord, Type.Null()], { examples: [null] }),
    created_at: Time,
  },
  {
    title: 'WaitingRequest',
    description:
      'The customer’s open request; null if there is none. Decide it with `POST /requests/{id}/approve` or `/reject`; `POST /reattempt` and `/initiate-rto` settle it too.',
  },
);

export function waitingRequestBody(request: WaitingRequest): Static<typeof WaitingRequestBody> {
  return {
    id: request.id,
    kind: request.kind,
    at_once: request.isAtOnce,
    delivery_date: request.deliveryDate,
    landmark: request.landmark,
    phone: request.phone,
    note: request.note,
    return_reason: request.returnReason,
    created_at: new Date(request.createdAt).toISOString(),
  };
}
