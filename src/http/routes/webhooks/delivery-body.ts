import { type Static, Type } from 'typebox';
import { DELIVERY_STATES } from '../../../domain/webhooks/webhook-events.ts';
import type { Delivery } from '../../../usecases/webhooks/deliveries.ts';
import { orNull, Time, words } from '../../schemas.ts';
import { SentenceOrNull, sentenceField } from '../../sentence-body.ts';
import { WebhookEventWord } from './webhook-words.ts';

export const DeliveryBody = Type.Object(
  {
    id: Type.String({
      format: 'uuid',
      description: 'The `event_id` of the body, and the `webhook-id` of every try.',
    }),
    event: WebhookEventWord,
    shipment_id: Type.Union([Type.String({ format: 'uuid' }), Type.Null()]),
    state: words(
      'DeliveryState',
      DELIVERY_STATES,
      '`waiting`: not tried yet, or being tried for the first time; `retrying`: it failed and is tried again; `failed`: given up.',
    ),
    tries: Type.Integer(),
    http_status: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The status of the last answer; null if there was none.',
    }),
    error: Type.Union([Type.String(), Type.Null()]),
    error_details: SentenceOrNull,
    created_at: Time,
    tried_at: orNull(Time),
    next_try_at: orNull(Time),
    delivered_at: orNull(Time),
    duration_ms: Type.Union([Type.Integer(), Type.Null()]),
    body: Type.Unknown({ description: 'The body that was sent.' }),
  },
  { title: 'Delivery' },
);

export const DELIVERY_EXAMPLE = {
  id: '01a1fc49-5ff0-737d-bb6d-4b1fd065ec42',
  event: 'status_change',
  shipment_id: '01a1fcaa-4f78-7079-ad54-2c330776c936',
  state: 'retrying',
  tries: 1,
  http_status: 503,
  error: 'the endpoint answered 503',
  error_details: {
    message: 'the endpoint answered 503',
    template: 'endpoint_answered',
    values: { status: 503 },
  },
  created_at: '2026-11-22T04:31:00.000Z',
  tried_at: '2026-11-22T04:31:00.200Z',
  next_try_at: '2026-11-22T04:31:05.600Z',
  delivered_at: null,
  duration_ms: 84,
  body: { event: 'status_change', event_id: '01a1fc49-5ff0-737d-bb6d-4b1fd065ec42' },
};

export const OneDelivery = Type.Object({ data: DeliveryBody }, { examples: [{ data: DELIVERY_EXAMPLE }] });

export function deliveryBody(delivery: Delivery): Static<typeof DeliveryBody> {
  return {
    id: delivery.eventId,
    event: delivery.event,
    shipment_id: delivery.shipmentId,
    state: delivery.state,
    tries: delivery.tries,
    http_status: delivery.httpStatus,
    ...sentenceField('error', delivery.error),
    created_at: utc(delivery.createdAt),
    tried_at: delivery.triedAt === null ? null : utc(delivery.triedAt),
    next_try_at: delivery.nextTryAt === null ? null : utc(delivery.nextTryAt),
    delivered_at: delivery.deliveredAt === null ? null : utc(delivery.deliveredAt),
    duration_ms: delivery.durationMs,
    body: JSON.parse(delivery.body),
  };
}

function utc(time: string): string {
  return new Date(time).toISOString();
}
