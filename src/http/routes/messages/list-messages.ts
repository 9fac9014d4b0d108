import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { LANGUAGES } from '../../../domain/store.ts';
import { object, oneOf, optional, uuid, type ValueOf } from '../../../reading/fields.ts';
import { moment } from '../../../reading/timestamp.ts';
import { listAccountMessages, type MessageView } from '../../../usecases/messages/list-messages.ts';
import { answer, operation } from '../../operation.ts';
import { orNull, Time, textLike, Uuid, words } from '../../schemas.ts';
import { SentenceOrNull, sentenceField } from '../../sentence-body.ts';
import { clientOf } from '../../streamed-answer.ts';
import { NEWEST_FIELDS, newestMeta, newestMetaBody, pageOf } from '../newest-page.ts';
import { CHANNEL_WORDS, ChannelWord, MOMENT_WORDS, MomentWord, STATUS_WORDS } from './message-words.ts';

const Query = object({
  shipment_id: optional(uuid({ description: 'Messages about this shipment only.' })),
  moment: optional(oneOf(MOMENT_WORDS)),
  channel: optional(oneOf(CHANNEL_WORDS)),
  status: optional(oneOf(STATUS_WORDS)),
  from: optional(moment({ description: 'Created then or later.' })),
  ...NEWEST_FIELDS,
});

const SmsBody = Type.Object(
  {
    encoding: words('SmsEncoding', ['GSM-7', 'UCS-2']),
    segments: Type.Integer({ examples: [1] }),
    characters: Type.Integer({ examples: [96] }),
  },
  { title: 'SmsSegments', description: 'For an SMS with our text: the number of segments that are billed.' },
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
      '`preview`: not sent, because no provider is configured or the order is a demo order.',
    ),
    to: orNull(textLike('a***@example.in', 'Masked; null if the customer was erased.')),
    language: words('Language', LANGUAGES),
    subject: orNull(textLike('Your order CHAI-1001 is on its way')),
    text: textLike('Your order CHAI-1001 is on its way.'),
    sms: Type.Union([SmsBody, Type.Null()], { examples: [null] }),
    from_name: textLike('Chai & Co'),
    error: orNull(textLike('The mail server refused the address')),
    error_details: SentenceOrNull,
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
        summary: 'List messages to customers',
        description: 'Newest first, with the state of each.',
        querystring: Query,
        answers: {
          200: answer(
            'A page of the messages, newest first.',
            Type.Object({
              data: Type.Array(MessageBody),
              meta: newestMeta({}),
            }),
          ),
        },
      }),
    },
    async (request, reply) => {
      const { shipment_id, moment: wanted, channel, status, from } = request.query;
      const filters = {
        ...pageOf(request.query),
        shipmentId: shipment_id ?? null,
        moment: wanted ?? null,
        channel: channel ?? null,
        status: status ?? null,
        from: from ?? null,
      };
      const found = await listAccountMessages(request.account, filters, clientOf(reply).signal);
      return { data: found.rows.map(messageBody), meta: newestMetaBody(request.query, found) };
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
    language: message.language,
    subject: message.subject,
    text: message.text,
    sms: message.sms,
    from_name: message.fromName,
    ...sentenceField('error', message.error),
    created_at: message.createdAt.toISOString(),
    sent_at: message.sentAt?.toISOString() ?? null,
  };
}
