import { Type } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
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
import { clientOf, sendFile } from '../../long-answer.ts';
import { NEWEST_FIELDS, newestMeta, newestMetaBody, pageOf } from '../newest-page.ts';
import { courierName } from './courier-name.ts';

const Query = object({
  courier: optional(courierName),
  utr: optional(text({ max: 60, nearMisses: ['utr_no'] })),
  ...NEWEST_FIELDS,
});

const RowsQuery = object({
  differs: optional(
    boolean({ description: 'Only rows whose amount differs from what was to be collected.' }),
  ),
  ...NEWEST_FIELDS,
});

const RemittancePath = pathParameters({ id: uuid() }, 'Remittance');

const REMITTANCE = {
  id: Type.String({ format: 'uuid' }),
  courier: Type.String(),
  utr_no: Type.String(),
  remittance_date: Type.String({ format: 'date' }),
  amount: Type.Number(),
  cod_amount: Type.Number({ description: 'What was to be collected for its shipments.' }),
  difference: Type.Number({ description: 'What was paid beyond that; below 0 where it is less.' }),
  shipments: Type.Integer(),
  differences: Type.Integer({ description: 'Shipments whose amount differs.' }),
  recorded_at: Type.String({ format: 'date-time' }),
};

const Owed = Type.Object({
  carrier: Type.Object({ id: Type.String(), name: Type.String() }),
  shipments: Type.Integer(),
  amount: Type.Number({ description: 'Collected and not remitted; below 0 where more was remitted.' }),
});

const Row = Type.Object({
  shipment_id: Type.String({ format: 'uuid' }),
  tracking_number: Type.String(),
  order_id: Type.String(),
  carrier_name: Type.String(),
  delivered_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  remittance_date: Type.String({ format: 'date' }),
  cod_amount: Type.Number(),
  amount: Type.Number(),
  difference: Type.Number(),
});

export function addRemittances(api: FastifyInstance): void {
  api.get<{ Querystring: ValueOf<typeof Query> }>(
    '/remittances',
    {
      schema: {
        tags: ['Money'],
        summary: 'What couriers have paid, newest first, and what each owes now',
        querystring: Query,
        response: {
          200: Type.Object({
            data: Type.Array(Type.Object(REMITTANCE)),
            meta: newestMeta({ owed: Type.Array(Owed) }),
          }),
        },
      },
    },
    async (request) => {
      const { courier = null, utr = null } = request.query;
      const found = await listAccountRemittances(request.account, { ...pageOf(request.query), courier, utr });
      return {
        data: found.rows.map(remittanceBody),
        meta: {
          ...newestMetaBody(request.query, found),
          owed: found.owed.map(({ carrierId, carrierName, shipments, paise }) => ({
            carrier: { id: carrierId, name: carrierName },
            shipments,
            amount: paise / 100,
          })),
        },
      };
    },
  );
  api.get<{ Params: ValueOf<typeof RemittancePath>; Querystring: ValueOf<typeof RowsQuery> }>(
    '/remittances/:id',
    {
      schema: {
        tags: ['Money'],
        summary: 'One payment of a courier, with its shipments',
        params: RemittancePath,
        querystring: RowsQuery,
        response: {
          200: Type.Object({
            data: Type.Object({ ...REMITTANCE, rows: Type.Array(Row) }),
            meta: newestMeta({}),
          }),
        },
      },
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
      schema: {
        tags: ['Money'],
        summary: 'All shipments of a payment as CSV',
        params: RemittancePath,
        produces: ['text/csv'],
      },
    },
    async (request, reply) => {
      const rows = await exportRemittance(request.account, request.params.id, clientOf(reply));
      const headers = {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="remittance.csv"',
        'cache-control': 'private, no-store',
      };
      return sendFile(reply, headers, rows);
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
