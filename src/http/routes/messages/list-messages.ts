import { Type } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import {
  object,
  oneOf,
  optional,
  uuid,
  type ValueOf,
  wholeNumber,
  withDefault,
} from '../../../reading/fields.ts';
import { listAccountMessages, type MessageView } from '../../../usecases/messages/list-messages.ts';
import { CHANNEL_WORDS, MOMENT_WORDS, STATUS_WORDS } from './message-words.ts';

const Query = object({
  shipment_id: optional(uuid()),
  moment: optional(oneOf(MOMENT_WORDS)),
  channel: optional(oneOf(CHANNEL_WORDS)),
  status: optional(oneOf(STATUS_WORDS)),
  per_page: withDefault(wholeNumber({ atLeast: 1, atMost: 100 }), 20),
  before: optional(uuid({ description: '`meta.next_before` of the page before.' })),
});

const MessageBody = Type.Object({
  id: Type.String({ format: 'uuid' }),
  shipment_id: Type.String({ format: 'uuid' }),
  moment: Type.String({ enum: [...MOMENT_WORDS] }),
  channel: Type.String({ enum: [...CHANNEL_WORDS] }),
  status: Type.String({
    enum: [...STATUS_WORDS],
    description:
      '`preview`: only to be looked at, since nothing is set up that could send it or its order is a demo order.',
  }),
  to: Type.Union([Type.String(), Type.Null()], {
    description: 'Masked; null where the customer was erased.',
  }),
  subject: Type.Union([Type.String(), Type.Null()]),
  text: Type.String(),
  from_name: Type.String(),
  error: Type.Union([Type.String(), Type.Null()]),
  created_at: Type.String({ format: 'date-time' }),
  sent_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
});

export function addListMessages(api: FastifyInstance): void {
  api.get<{ Querystring: ValueOf<typeof Query> }>(
    '/messages',
    {
      schema: {
        tags: ['Messages'],
        summary: 'Messages to customers, newest first',
        querystring: Query,
        response: {
          200: Type.Object({
            data: Type.Array(MessageBody),
            meta: Type.Object({
              per_page: Type.Integer(),
              next_before: Type.Union([Type.String({ format: 'uuid' }), Type.Null()]),
            }),
          }),
        },
      },
    },
    async (request) => {
      const { shipment_id, moment, channel, status, per_page, before } = request.query;
      const { messages, next } = await listAccountMessages(request.account, {
        shipmentId: shipment_id ?? null,
        moment: moment ?? null,
        channel: channel ?? null,
        status: status ?? null,
        before: before ?? null,
        limit: per_page,
      });
      return { data: messages.map(messageBody), meta: { per_page, next_before: next } };
    },
  );
}

function messageBody(message: MessageView): Static<typeof MessageBody> {
  return {
    id: message.messageId,
    shipment_id: message.shipmentId,
    moment: message.moment,
    channel: message.channel,
    status: message.status,
    to: message.to,
    subject: message.subject,
    text: message.text,
    from_name: message.fromName,
    error: message.error,
    created_at: message.createdAt.toISOString(),
    sent_at: message.sentAt?.toISOString() ?? null,
  };
}
