import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import {
  boolean,
  object,
  optional,
  pathParameters,
  text,
  uuid,
  type ValueOf,
} from '../../../reading/fields.ts';
import {
  exportRemittance,
  getRemittance,
  listAccountRemittances,
  type Remittance,
  type RemittedRow,
} from '../../../usecases/money/show-remittances.ts';
import { answer, fileAnswer, operation } from '../../operation.ts';
import { amount, Day, orNull, Time, textLike, Uuid } from '../../schemas.ts';
import { clientOf, sendCsv } from '../../streamed-answer.ts';
import { NEWEST_FIELDS, newestMeta, newestMetaBody, pageOf } from '../newest-page.ts';
import { courierName } from './courier-name.ts';
import type { MoneyOptions } from './money-options.ts';

const Query = object({
  courier: optional(courierName),
  utr: optional(text({ max: 60, nearMisses: ['utr_no'] })),
  ...NEWEST_FIELDS,
});

const RowsQuery = object({
  differs: optional(boolean({ description: 'Only rows whose amount differs from the expected one.' })),
  ...NEWEST_FIELDS,
});

const RemittancePath = pathParameters({ id: uuid() }, 'Remittance');

const REMITTANCE = {
  id: Uuid,
  courier: textLike('Titlipath'),
  utr_no: textLike('HDFC0000012345'),
  remittance_date: Day,
  amount: amount(499),
  cod_amount: amount(499, 'The expected amount for the shipments.'),
  difference: amount(0, 'The amount paid in addition; below 0 if less was paid.'),
  shipments: Type.Integer({ examples: [1] }),
  differences: Type.Integer({ description: 'The number of shipments whose amount differs.', examples: [0] }),
  recorded_at: Time,
};

const Owed = Type.Object(
  {
    carrier: Type.Object({ id: textLike('k4tq9m2x'), name: textLike('Titlipath Lite 250 g') }),
    shipments: Type.Integer({ examples: [3] }),
    amount: amount(1497, 'Collected and not yet remitted; below 0 if more was remitted.'),
    overdue: amount(499, 'The part that is overdue; see `/remittance-cycles`.'),
  },
  { title: 'OwedByCarrier' },
);

const Row = Type.Object(
  {
    shipment_id: Uuid,
    tracking_number: textLike('ND00000000017'),
    order_id: textLike('CHAI-1001'),
    carrier_name: textLike('Titlipath Lite 250 g'),
    delivered_at: orNull(Time),
    remittance_date: Day,
    cod_amount: amount(499),
    amount: amount(499),
    difference: amount(0),
  },
  { title: 'RemittedShipment' },
);

export function addRemittances(api: FastifyInstance, { rateBooks }: MoneyOptions): void {
  api.get<{ Querystring: ValueOf<typeof Query> }>(
    '/remittances',
    {
      schema: operation({
        operationId: 'listRemittances',
        tag: 'Money',
        role: 'viewer',
        summary: 'List COD remittances',
        description: 'What couriers have paid, newest first, and what each owes now.',
        querystring: Query,
        answers: {
          200: answer(
            'A page of the payments, newest first.',
            Type.Object({
              data: Type.Array(Type.Object(REMITTANCE, { title: 'Remittance' })),
              meta: newestMeta({ owed: Type.Array(Owed) }),
            }),
          ),
        },
      }),
    },
    async (request) => {
      const { courier = null, utr = null } = request.query;
      const { calendar } = await rateBooks.bookOf(request.account.accountId);
      const found = await listAccountRemittances(request.account, calendar, {
        ...pageOf(request.query),
        courier,
        utr,
      });
      return {
        data: found.rows.map(remittanceBody),
        meta: {
          ...newestMetaBody(request.query, found),
          owed: found.owed.map(({ carrierId, carrierName, shipments, paise, overduePaise }) => ({
            carrier: { id: carrierId, name: carrierName },
            shipments,
            amount: paise / 100,
            overdue: overduePaise / 100,
          })),
        },
      };
    },
  );
  api.get<{ Params: ValueOf<typeof RemittancePath>; Querystring: ValueOf<typeof RowsQuery> }>(
    '/remittances/:id',
    {
      schema: operation({
        operationId: 'getRemittance',
        tag: 'Money',
        role: 'viewer',
        summary: 'Get a COD remittance',
        description: 'One payment of a courier, with its shipments.',
        params: RemittancePath,
        querystring: RowsQuery,
        answers: {
          200: answer(
            'The payment with a page of its shipments.',
            Type.Object({
              data: Type.Object({ ...REMITTANCE, rows: Type.Array(Row) }),
              meta: newestMeta({}),
            }),
          ),
        },
      }),
    },
    async (request) => {
      const page = { ...pageOf(request.query), differs: request.query.differs ?? null };
      const { remittance, rows } = await getRemittance(request.account, request.params.id, page);
      return {
        data: { ...remittanceBody(remittance), rows: rows.rows.map(rowBody) },
        meta: newestMetaBody(request.query, rows),
      };
    },
  );
  api.get<{ Params: ValueOf<typeof RemittancePath> }>(
    '/remittances/:id/rows.csv',
    {
      schema: operation({
        operationId: 'exportRemittance',
        tag: 'Money',
        role: 'viewer',
        summary: 'Export a COD remittance as CSV',
        description: 'All shipments of the payment.',
        params: RemittancePath,
        answers: { 200: fileAnswer('A heading and a row for each shipment.', ['text/csv']) },
      }),
    },
    async (request, reply) => {
      const rows = await exportRemittance(request.account, request.params.id, clientOf(reply));
      return sendCsv(reply, 'remittance', rows);
    },
  );
}

function remittanceBody(remittance: Remittance) {
  return {
    id: remittance.id,
    courier: remittance.courier,
    utr_no: remittance.utr,
    remittance_date: remittance.remittedOn,
    amount: remittance.amountPaise / 100,
    cod_amount: remittance.expectedPaise / 100,
    difference: (remittance.amountPaise - remittance.expectedPaise) / 100,
    shipments: remittance.shipments,
    differences: remittance.differences,
    recorded_at: new Date(remittance.recordedAt).toISOString(),
  };
}

function rowBody(row: RemittedRow) {
  return {
    shipment_id: row.shipmentId,
    tracking_number: row.trackingNumber,
    order_id: row.orderId,
    carrier_name: row.carrierName,
    delivered_at: row.deliveredAt === null ? null : new Date(row.deliveredAt).toISOString(),
    remittance_date: row.remittedOn,
    cod_amount: row.expectedPaise / 100,
    amount: row.amountPaise / 100,
    difference: (row.amountPaise - row.expectedPaise) / 100,
  };
}
