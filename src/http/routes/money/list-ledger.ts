import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import {
  earliestTime,
  latestTime,
  object,
  oneOf,
  optional,
  text,
  type ValueOf,
} from '../../../reading/fields.ts';
import { listAccountLedger } from '../../../usecases/money/list-ledger.ts';
import { answer, operation } from '../../operation.ts';
import { amount, Time, textLike, Uuid } from '../../schemas.ts';
import { clientOf } from '../../streamed-answer.ts';
import { NEWEST_FIELDS, newestMeta, newestMetaBody, pageOf } from '../newest-page.ts';
import { CHARGE_FIELDS, chargeBody } from './charges-answer.ts';
import { LEDGER_EVENT_WORDS } from './money-words.ts';

const Query = object(
  {
    tracking_number: optional(text({ max: 100, mayBeNumber: true, aliases: ['awb'] })),
    event_type: optional(oneOf(LEDGER_EVENT_WORDS)),
    start_time: optional(earliestTime({ description: 'Recorded then or later.' })),
    end_time: optional(latestTime({ description: 'Recorded then or earlier.' })),
    ...NEWEST_FIELDS,
  },
  { inOrder: [{ lower: 'start_time', upper: 'end_time', relation: 'after' }] },
);

const Sum = Type.Object(
  { amount_without_gst: amount(84.75), gst: amount(15.26), amount_with_gst: amount(100.01) },
  { description: 'Debits minus credits of all matching entries.' },
);

const Entry = Type.Object(
  {
    id: Uuid,
    shipment_id: Uuid,
    tracking_number: textLike('ND00000000017'),
    ...CHARGE_FIELDS,
    gst: amount(15.26),
    happened_at: Type.String({
      format: 'date-time',
      description: 'The time of the charged event; for a correction, the time of the correction.',
    }),
    recorded_at: Time,
  },
  { title: 'LedgerEntry' },
);

export function addListLedger(api: FastifyInstance): void {
  api.get<{ Querystring: ValueOf<typeof Query> }>(
    '/ledger',
    {
      schema: operation({
        operationId: 'listLedger',
        tag: 'Money',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'List ledger entries',
        description:
          'Every charge of the account, newest first. Entries never change: a correction is a new entry.',
        querystring: Query,
        answers: {
          200: answer(
            'A page of the entries, newest first.',
            Type.Object({ data: Type.Array(Entry), meta: newestMeta({ sum: Sum }) }),
          ),
        },
      }),
    },
    async (request, reply) => {
      const { tracking_number, event_type, start_time, end_time } = request.query;
      const filters = {
        trackingNumber: tracking_number ?? null,
        event: event_type ?? null,
        from: start_time ?? null,
        to: end_time ?? null,
        ...pageOf(request.query),
      };
      const found = await listAccountLedger(request.account, filters, clientOf(reply));
      const { paise, gstPaise } = found.sums;
      return {
        data: found.rows.map((entry) => ({
          id: entry.id,
          shipment_id: entry.shipmentId,
          tracking_number: entry.trackingNumber,
          ...chargeBody(entry),
          gst: entry.gstPaise / 100,
          happened_at: new Date(entry.happenedAt).toISOString(),
          recorded_at: new Date(entry.recordedAt).toISOString(),
        })),
        meta: {
          ...newestMetaBody(request.query, found),
          sum: {
            amount_without_gst: paise / 100,
            gst: gstPaise / 100,
            amount_with_gst: (paise + gstPaise) / 100,
          },
        },
      };
    },
  );
}
