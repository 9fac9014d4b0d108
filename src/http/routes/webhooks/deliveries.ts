import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { DELIVERY_STATES, WEBHOOK_EVENTS } from '../../../domain/webhooks/webhook-events.ts';
import { object, oneOf, optional, timestamp, type ValueOf, withDefault } from '../../../reading/fields.ts';
import {
  type Delivery,
  listEndpointDeliveries,
  replay,
  resend,
  sendTest,
} from '../../../usecases/webhooks/deliveries.ts';
import { IdempotencyHeader } from '../../idempotency.ts';
import { sendOnce } from '../../idempotent-answer.ts';
import { answer, operation } from '../../operation.ts';
import { NEWEST_FIELDS, newestMeta, newestMetaBody, pageOf } from '../newest-page.ts';
import type { RouteOptions } from '../route-options.ts';
import { DELIVERY_EXAMPLE, DeliveryBody, deliveryBody, OneDelivery } from './delivery-body.ts';
import { DeliveryPath, WebhookPath } from './webhook-fields.ts';
import { EXAMPLE_WORDS } from './webhook-words.ts';

const Query = object({
  state: optional(oneOf(DELIVERY_STATES)),
  event: optional(oneOf(WEBHOOK_EVENTS)),
  ...NEWEST_FIELDS,
});

const Deliveries = Type.Object(
  { data: Type.Array(DeliveryBody), meta: newestMeta({}) },
  { examples: [{ data: [DELIVERY_EXAMPLE], meta: { per_page: 20, total: 1, next_before: null } }] },
);

const Replay = object({
  since: timestamp({
    examples: ['2026-11-16T10:30:00+05:30'],
    description: 'At most 30 days ago. Events from before the webhook was created are not sent.',
  }),
});

const Test = object({ event: withDefault(oneOf(EXAMPLE_WORDS), 'status_change') });

type InPath = { Params: ValueOf<typeof WebhookPath> };

export function addDeliveries(api: FastifyInstance, { publicUrl }: RouteOptions): void {
  api.get<InPath & { Querystring: ValueOf<typeof Query> }>(
    '/webhooks/:id/deliveries',
    {
      schema: operation({
        operationId: 'listWebhookDeliveries',
        tag: 'Webhooks',
        role: 'viewer',
        summary: 'List deliveries of a webhook',
        description: 'Deliveries of the last 30 days, newest first.',
        params: WebhookPath,
        querystring: Query,
        answers: { 200: answer('A page of the deliveries, newest first.', Deliveries) },
      }),
    },
    async (request) => {
      const { state, event } = request.query;
      const found = await listEndpointDeliveries(request.account, {
        endpointId: request.params.id,
        state: state ?? null,
        event: event ?? null,
        ...pageOf(request.query),
      });
      return { data: found.rows.map(deliveryBody), meta: newestMetaBody(request.query, found) };
    },
  );

  api.post<{ Params: ValueOf<typeof DeliveryPath>; Body: object }>(
    '/webhooks/:id/deliveries/:delivery/resend',
    {
      schema: operation({
        operationId: 'resendWebhookDelivery',
        tag: 'Webhooks',
        role: 'manager',
        summary: 'Resend a delivery',
        description: 'Sends the event again, with the same `event_id`.',
        params: DeliveryPath,
        headerFields: IdempotencyHeader,
        body: object({}),
        answers: { 202: answer('The event will be sent again.', OneDelivery) },
      }),
    },
    async (request, reply) => {
      const { id: endpointId, delivery: eventId } = request.params;
      return sendOnce(request, reply, {
        endpoint: `/webhooks/${endpointId}/deliveries/${eventId}/resend`,
        status: 202,
        body: (delivery: Delivery) => ({ data: deliveryBody(delivery) }),
        run: (answer) => resend(request.account, { endpointId, eventId }, answer),
      });
    },
  );

  api.post<InPath & { Body: ValueOf<typeof Replay> }>(
    '/webhooks/:id/replay',
    {
      schema: operation({
        operationId: 'replayWebhookDeliveries',
        tag: 'Webhooks',
        role: 'manager',
        summary: 'Replay deliveries since a time',
        description:
          'Sends all events since then again, each with the same `event_id`, including those that the webhook missed while the service had switched it off.',
        params: WebhookPath,
        headerFields: IdempotencyHeader,
        body: Replay,
        answers: {
          202: answer(
            'The number of events that will be sent.',
            Type.Object(
              {
                data: Type.Object({
                  queued: Type.Integer({ description: 'The number of events that will be sent.' }),
                }),
              },
              { examples: [{ data: { queued: 42 } }] },
            ),
          ),
        },
      }),
    },
    async (request, reply) => {
      const { id: endpointId } = request.params;
      const since = new Date(request.body.since);
      return sendOnce(request, reply, {
        endpoint: `/webhooks/${endpointId}/replay`,
        status: 202,
        body: (queued: number) => ({ data: { queued } }),
        run: (answer) => replay(request.account, { endpointId, since }, answer),
      });
    },
  );

  api.post<InPath & { Body: ValueOf<typeof Test> }>(
    '/webhooks/:id/test',
    {
      schema: operation({
        operationId: 'testWebhook',
        tag: 'Webhooks',
        role: 'manager',
        summary: 'Send a test event',
        description: 'The body has `test: true`. `GET /webhooks/{id}/deliveries` shows the result.',
        params: WebhookPath,
        headerFields: IdempotencyHeader,
        body: Test,
        answers: { 202: answer('The test event will be sent.', OneDelivery) },
      }),
    },
    async (request, reply) => {
      const { id: endpointId } = request.params;
      const { event } = request.body;
      return sendOnce(request, reply, {
        endpoint: `/webhooks/${endpointId}/test`,
        status: 202,
        body: (delivery: Delivery) => ({ data: deliveryBody(delivery) }),
        run: (answer) => sendTest(request.account, { endpointId, event, publicUrl: publicUrl() }, answer),
      });
    },
  );
}
