import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import {
  boolean,
  day,
  object,
  optional,
  pathParameters,
  text,
  uuid,
  type ValueOf,
} from '../../../reading/fields.ts';
import { listOwed } from '../../../usecases/money/list-cod.ts';
import {
  exportRemittance,
  exportRemittances,
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

const FILTERS = {
  courier: optional(courierName),
  utr: optional(text({ max: 60, nearMisses: ['utr_no'] })),
  start_date: optional(day({ description: 'Paid on that day or later.' })),
  end_date: optional(day({ description: 'Paid on that day or earlier.' })),
  differs: optional(
    boolean({ description: 'Only payments with a shipment whose amount differs from its COD.' }),
  ),
};
const IN_ORDER = { lower: 'start_date', upper: 'end_date', relation: 'after' } as const;
const ExportQuery = object(FILTERS, { inOrder: [IN_ORDER] });
const Query = object({ ...FILTERS, ...NEWEST_FIELDS }, { inOrder: [IN_ORDER] });

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
    oldest_delivered_at: orNull(Time),
    due_since: orNull({ ...Day, description: 'The day on which the oldest unpaid delivery is or was due.' }),
  },
  { title: 'OwedByCarrier' },
);

const Sum = Type.Object(
  {
    amount: amount(499),
    cod_amount: amount(499, 'The expected amount for the shipments.'),
    difference: amount(0),
    shipments: Type.Integer({ examples: [1] }),
  },
  { description: 'The sums of all matching payments.' },
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
        description:
          'What couriers have paid, by the day of payment, and what each owes now: the most overdue first.',
        querystring: Query,
        answers: {
          200: answer(
            'A page of the payments, newest first.',
            Type.Object({
              data: Type.Array(Type.Object(REMITTANCE, { title: 'Remittance' })),
              meta: newestMeta({ sum: Sum, owed: Type.Array(Owed) }),
            }),
          ),
        },
      }),
    },
    async ({ account, query }) => {
      const { calendar } = await rateBooks.bookOf(account.accountId);
      const [found, owed] = await Promise.all([
        listAccountRemittances(account, filtersOf(query), pageOf(query)),
        listOwed(account, calendar),
      ]);
      const { amountPaise, expectedPaise, shipments } = found.sums;
      return {
        data: found.rows.map(remittanceBody),
        meta: {
          ...newestMetaBody(query, found),
          sum: {
            amount: amountPaise / 100,
            cod_amount: expectedPaise / 100,
            difference: (amountPaise - expectedPaise) / 100,
            shipments,
          },
          owed: owed.map((one) => ({
            carrier: { id: one.carrierId, name: one.carrierName },
            shipments: one.shipments,
            amount: one.paise / 100,
            overdue: one.overduePaise / 100,
            oldest_delivered_at: one.oldestAt === null ? null : new Date(one.oldestAt).toISOString(),
            due_since: one.dueSince,
          })),
        },
      };
    },
  );
  api.get<{ Querystring: ValueOf<typeof ExportQuery> }>(
    '/remittances.csv',
    {
      schema: operation({
        operationId: 'exportRemittances',
        tag: 'Money',
        role: 'viewer',
        summary: 'Export COD remittances as CSV',
        description: 'All matching payments, by the day of payment.',
        querystring: ExportQuery,
        answers: { 200: fileAnswer('A heading and a row for each payment.', ['text/csv']) },
      }),
    },
    async ({ account, query }, reply) =>
      sendCsv(reply, 'remittances', exportRemittances(account, filtersOf(query), clientOf(reply))),
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

function filtersOf({ courier, utr, start_date, end_date, differs }: ValueOf<typeof ExportQuery>) {
  return {
    courier: courier ?? null,
    utr: utr ?? null,
    from: start_date ?? null,
    to: end_date ?? null,
    differs: differs ?? null,
  };
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
