import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { object, oneOf, optional, type ValueOf } from '../../../reading/fields.ts';
import { exportLedger, listAccountLedger } from '../../../usecases/money/list-ledger.ts';
import { answer, fileAnswer, operation } from '../../operation.ts';
import { amount, orNull, Time, textLike, Uuid, words } from '../../schemas.ts';
import { clientOf, sendCsv } from '../../streamed-answer.ts';
import { NEWEST_FIELDS, newestMeta, newestMetaBody, pageOf } from '../newest-page.ts';
import { CHARGE_FIELDS, chargeBody } from './charges-answer.ts';
import {
  SHIPMENT_FIELDS,
  SPAN_IN_ORDER,
  shipmentsOf,
  spanFields,
  spanOf,
  TRACKING_NUMBER,
} from './money-filters.ts';
import { LEDGER_EVENT_WORDS, LEDGER_SIDE_WORDS } from './money-words.ts';

const FILTERS = {
  tracking_number: TRACKING_NUMBER,
  event_type: optional(oneOf(LEDGER_EVENT_WORDS)),
  transaction_type: optional(oneOf(LEDGER_SIDE_WORDS)),
  ...SHIPMENT_FIELDS,
  ...spanFields('Recorded'),
};
const ExportQuery = object(FILTERS, { inOrder: [SPAN_IN_ORDER] });
const Query = object({ ...FILTERS, ...NEWEST_FIELDS }, { inOrder: [SPAN_IN_ORDER] });

const Sum = Type.Object(
  {
    amount_without_gst: amount(84.75, 'Debits minus credits.'),
    gst: amount(15.26, 'Debits minus credits.'),
    amount_with_gst: amount(100.01, 'Debits minus credits.'),
    debits: amount(150.01, 'With GST.'),
    credits: amount(50, 'With GST.'),
  },
  { description: 'The sums of all matching entries.' },
);

const Entry = Type.Object(
  {
    id: Uuid,
    shipment_id: Uuid,
    tracking_number: textLike('ND00000000017'),
    order_id: textLike('CHAI-1001'),
    shipment_type: words('ShipmentType', ['forward', 'return']),
    carrier_name: orNull(textLike('Titlipath Lite 250 g')),
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
          'Every charge of the account, by the time of recording, newest first. Entries never change: a correction is a new entry.',
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
      const { query, account } = request;
      const found = await listAccountLedger(account, filtersOf(query), pageOf(query), clientOf(reply));
      const { paise, gstPaise, debitPaise, creditPaise } = found.sums;
      return {
        data: found.rows.map((entry) => ({
          id: entry.id,
          shipment_id: entry.shipmentId,
          tracking_number: entry.trackingNumber,
          order_id: entry.orderId,
          shipment_type: entry.journey,
          carrier_name: entry.carrierName,
          ...chargeBody(entry),
          gst: entry.gstPaise / 100,
          happened_at: new Date(entry.happenedAt).toISOString(),
          recorded_at: new Date(entry.recordedAt).toISOString(),
        })),
        meta: {
          ...newestMetaBody(query, found),
          sum: {
            amount_without_gst: paise / 100,
            gst: gstPaise / 100,
            amount_with_gst: (paise + gstPaise) / 100,
            debits: debitPaise / 100,
            credits: creditPaise / 100,
          },
        },
      };
    },
  );
  api.get<{ Querystring: ValueOf<typeof ExportQuery> }>(
    '/ledger.csv',
    {
      schema: operation({
        operationId: 'exportLedger',
        tag: 'Money',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'Export ledger entries as CSV',
        description: 'All matching entries, newest first. Amounts of credits are below 0.',
        querystring: ExportQuery,
        answers: { 200: fileAnswer('A heading and a row for each entry.', ['text/csv']) },
      }),
    },
    async ({ account, query }, reply) =>
      sendCsv(reply, 'ledger', exportLedger(account, filtersOf(query), clientOf(reply))),
  );
}

function filtersOf(query: ValueOf<typeof ExportQuery>) {
  return {
    trackingNumber: query.tracking_number ?? null,
    event: query.event_type ?? null,
    side: query.transaction_type ?? null,
    ...shipmentsOf(query),
    ...spanOf(query),
  };
}
