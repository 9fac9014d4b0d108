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
import { answer, operation } from '../../operation.ts';
import { orNull, Time, textLike, Uuid, words } from '../../schemas.ts';
import { CHANNEL_WORDS, ChannelWord, MOMENT_WORDS, MomentWord, STATUS_WORDS } from './message-words.ts';

const Query = object({
  shipment_id: optional(uuid()),
  moment: optional(oneOf(MOMENT_WORDS)),
  channel: optional(oneOf(CHANNEL_WORDS)),
  status: optional(oneOf(STATUS_WORDS)),
  per_page: withDefault(wholeNumber({ atLeast: 1, atMost: 100 }), 20),
  before: optional(uuid({ description: '`meta.next_before` of the page before.' })),
});

const SmsBody = Type.Object(
  {
    encoding: words('SmsEncoding', ['GSM-7', 'UCS-2']),
    segments: Type.Integer({ examples: [1] }),
    characters: Type.Integer({ examples: [96] }),
  },
  { title: 'SmsSegments', description: 'Of an SMS in our words: what it is sent and billed as.' },
);

const MessageBody = Type.Object(
  {
    id: Uuid,
    shipment_id: Uuid,
    moment: MomentWord,
    channel: ChannelWord,
    status: words(
      'MessageStatus',
      STATUS_WORDS,
      '`preview`: only to be looked at, since nothing is set up that could send it or its order is a demo order.',
    ),
    to: orNull(textLike('a***@example.in', 'Masked; null where the customer was erased.')),
    subject: orNull(textLike('Your order CHAI-1001 is on its way')),
    text: textLike('Your order CHAI-1001 is on its way.'),
    sms: Type.Union([SmsBody, Type.Null()], { examples: [null] }),
    from_name: textLike('Chai & Co'),
    error: orNull(textLike('The mail server refused the address')),
    created_at: Time,
    sent_at: orNull(Time),
  },
  { title: 'Message' },
);

export function addListMessages(api: FastifyInstance): void {
  api.get<{ Querystring: ValueOf<typeof Query> }>(
    '/messages',
    {
      schema: operation({
        operationId: 'listMessages',
        tag: 'Messages',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'Messages to customers, newest first',
        querystring: Query,
        answers: {
          200: answer(
            'A page of the messages, newest first.',
            Type.Object({
              data: Type.Array(MessageBody),
              meta: Type.Object({
                per_page: Type.Integer({ examples: [20] }),
                next_before: orNull(Uuid),
              }),
            }),
          ),
        },
      }),
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
    sms: message.sms,
    from_name: message.fromName,
    error: message.error,
    created_at: message.createdAt.toISOString(),
    sent_at: message.sentAt?.toISOString() ?? null,
  };
}
