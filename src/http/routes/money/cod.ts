import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { object, oneOf, optional, type ValueOf, withDefault } from '../../../reading/fields.ts';
import { exportCod, listAccountCod } from '../../../usecases/money/list-cod.ts';
import { answer, fileAnswer, operation } from '../../operation.ts';
import { amount, Day, orNull, Time, textLike, Uuid } from '../../schemas.ts';
import { clientOf, sendCsv } from '../../streamed-answer.ts';
import { NEWEST_FIELDS, newestMeta, newestMetaBody, pageOf } from '../newest-page.ts';
import {
  SHIPMENT_FIELDS,
  SPAN_IN_ORDER,
  shipmentsOf,
  spanFields,
  spanOf,
  TRACKING_NUMBER,
} from './money-filters.ts';
import type { MoneyOptions } from './money-options.ts';
import { COD_STATE_WORDS } from './money-words.ts';

const FILTERS = {
  tracking_number: TRACKING_NUMBER,
  state: optional(
    oneOf(COD_STATE_WORDS, {
      description:
        '`owed`: not paid in full, or paid too much; `overdue`: the part of it that should have been paid; `settled`: paid exactly; `undelivered`: paid without a delivery.',
    }),
  ),
  ...SHIPMENT_FIELDS,
  ...spanFields('Delivered'),
  order: withDefault(
    oneOf(['desc', 'asc'], {
      description: 'By delivery: `desc` begins with the newest, `asc` with the oldest.',
    }),
    'desc',
  ),
};
const ExportQuery = object(FILTERS, { inOrder: [SPAN_IN_ORDER] });
const Query = object({ ...FILTERS, ...NEWEST_FIELDS }, { inOrder: [SPAN_IN_ORDER] });

const Sum = Type.Object(
  {
    cod_amount: amount(1497, 'Collected.'),
    remitted_amount: amount(998),
    owed_amount: amount(499, 'Collected and not yet remitted; below 0 if more was remitted.'),
    overdue_amount: amount(499),
  },
  { description: 'The sums of all matching shipments.' },
);

const Row = Type.Object(
  {
    shipment_id: Uuid,
    tracking_number: textLike('ND00000000017'),
    order_id: textLike('CHAI-1001'),
    carrier: Type.Object({ id: textLike('k4tq9m2x'), name: textLike('Titlipath Lite 250 g') }),
    delivered_at: orNull(Time),
    cod_amount: amount(499, 'Collected; 0 without a delivery.'),
    remitted_amount: amount(499),
    owed_amount: amount(0),
    due_date: orNull(Day),
    is_overdue: Type.Boolean({ examples: [false] }),
    remittance: orNull(
      Type.Object(
        { id: Uuid, remittance_date: Day, utr_no: textLike('HDFC0000012345') },
        { description: 'The newest payment with this shipment.' },
      ),
    ),
  },
  { title: 'ShipmentCod' },
);

export function addCod(api: FastifyInstance, { rateBooks }: MoneyOptions): void {
  api.get<{ Querystring: ValueOf<typeof Query> }>(
    '/cod',
    {
      schema: operation({
        operationId: 'listCod',
        tag: 'Money',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'List COD by shipment',
        description:
          'The cash that couriers collected, what they remitted of it, and when the rest is due, by the time of delivery.',
        querystring: Query,
        answers: {
          200: answer(
            'A page of the shipments.',
            Type.Object({ data: Type.Array(Row), meta: newestMeta({ sum: Sum }) }),
          ),
        },
      }),
    },
    async ({ account, query }, reply) => {
      const { calendar } = await rateBooks.bookOf(account.accountId);
      const client = clientOf(reply);
      const found = await listAccountCod(account, calendar, filtersOf(query), pageOf(query), client);
      const { collectedPaise, remittedPaise, overduePaise } = found.sums;
      return {
        data: found.rows.map((row) => ({
          shipment_id: row.shipmentId,
          tracking_number: row.trackingNumber,
          order_id: row.orderId,
          carrier: { id: row.carrierId, name: row.carrierName },
          delivered_at: row.deliveredAt === null ? null : new Date(row.deliveredAt).toISOString(),
          cod_amount: row.collectedPaise / 100,
          remitted_amount: row.remittedPaise / 100,
          owed_amount: (row.collectedPaise - row.remittedPaise) / 100,
          due_date: row.dueOn,
          is_overdue: row.isOverdue,
          remittance:
            row.remittanceId === null
              ? null
              : { id: row.remittanceId, remittance_date: row.remittedOn ?? '', utr_no: row.utr ?? '' },
        })),
        meta: {
          ...newestMetaBody(query, found),
          sum: {
            cod_amount: collectedPaise / 100,
            remitted_amount: remittedPaise / 100,
            owed_amount: (collectedPaise - remittedPaise) / 100,
            overdue_amount: overduePaise / 100,
          },
        },
      };
    },
  );
  api.get<{ Querystring: ValueOf<typeof ExportQuery> }>(
    '/cod.csv',
    {
      schema: operation({
        operationId: 'exportCod',
        tag: 'Money',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'Export COD by shipment as CSV',
        description: 'All matching shipments.',
        querystring: ExportQuery,
        answers: { 200: fileAnswer('A heading and a row for each shipment.', ['text/csv']) },
      }),
    },
    async ({ account, query }, reply) => {
      const { calendar } = await rateBooks.bookOf(account.accountId);
      return sendCsv(reply, 'cod', await exportCod(account, calendar, filtersOf(query), clientOf(reply)));
    },
  );
}

function filtersOf(query: ValueOf<typeof ExportQuery>) {
  return {
    trackingNumber: query.tracking_number ?? null,
    state: query.state ?? null,
    order: query.order,
    ...shipmentsOf(query),
    ...spanOf(query),
  };
}
