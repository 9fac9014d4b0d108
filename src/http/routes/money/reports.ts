import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { earliestTime, latestTime, object, oneOf, type ValueOf } from '../../../reading/fields.ts';
import { readTimeBound, readTimestamp } from '../../../reading/timestamp.ts';
import { makeReport, type ReportLine } from '../../../usecases/money/make-report.ts';
import { answer, operation } from '../../operation.ts';
import { amount, textLike } from '../../schemas.ts';
import { clientOf } from '../../streamed-answer.ts';

const Body = object(
  {
    start_date_time: earliestTime({ description: 'Orders created then or later.', examples: [1763179200] }),
    end_date_time: latestTime({ description: 'Orders created then or earlier.', examples: [1795564800] }),
    shipment_type: oneOf(['forward', 'return'], { examples: ['forward'] }),
  },
  { inOrder: [{ lower: 'start_date_time', upper: 'end_date_time', relation: 'after' }] },
);

const LineBody = Type.Object(
  {
    count: Type.Integer({ examples: [1] }),
    sum_of_prepaid_orders: amount(499),
    sum_of_cod_orders: amount(0),
  },
  { title: 'ReportLine' },
);

export function addReports(api: FastifyInstance): void {
  api.post<{ Body: ValueOf<typeof Body> }>(
    '/reports',
    {
      config: { access: 'read' },
      schema: operation({
        operationId: 'makeReport',
        tag: 'Money',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'Get a report by status',
        description:
          'Counts and order values (rupees) of the shipments whose orders were created in a time span. Forward: `pickup_pending`, `in_transit`, `delivered`, `rto_in_transit`, `rto_delivered`, `lost`, `cancelled`; returns: `return_pickup_scheduled`, `return_in_transit`, `return_delivered`, `return_lost`, `cancelled`.',
        body: Body,
        answers: {
          200: answer(
            'The report.',
            Type.Object({
              status: Type.Literal('SUCCESS'),
              payload: Type.Object({
                date_range: Type.Object(
                  {
                    start_date_time: textLike('2025-11-15T04:00:00.000Z'),
                    end_date_time: textLike('2026-11-24T20:00:00.000Z'),
                  },
                  { description: 'The period as it was sent; Unix times as ISO 8601.' },
                ),
                shipment_type: textLike('forward'),
                summary: Type.Object(
                  { total_shipments: Type.Integer({ examples: [1] }) },
                  {
                    additionalProperties: LineBody,
                    description: 'By status, in addition to `total_shipments`.',
                    examples: [
                      {
                        delivered: { count: 1, sum_of_prepaid_orders: 499, sum_of_cod_orders: 0 },
                        total_shipments: 1,
                      },
                    ],
                  },
                ),
              }),
            }),
          ),
        },
      }),
    },
    async (request, reply) => {
      const { start_date_time: from, end_date_time: to, shipment_type } = request.body;
      const input = { journey: shipment_type, from, to };
      const sent = request.sentBody as Readonly<Record<keyof typeof request.body, unknown>>;
      const { lines, total } = await makeReport(request.account, input, clientOf(reply));
      const summary = Object.entries(lines).map(([status, line]) => [status, lineBody(line)] as const);
      return {
        status: 'SUCCESS' as const,
        payload: {
          date_range: {
            start_date_time: asSent(sent.start_date_time),
            end_date_time: asSent(sent.end_date_time),
          },
          shipment_type,
          summary: { ...Object.fromEntries(summary), total_shipments: total },
        },
      };
    },
  );
}

/** Returns the time as sent; Unix times as ISO 8601. The stored end of a span is a different time. */
function asSent(sent: unknown): string {
  return readTimestamp(sent) === undefined
    ? new Date(readTimeBound(sent)?.first ?? Number.NaN).toISOString()
    : String(sent).trim();
}

function lineBody({ count, prepaidPaise, codPaise }: ReportLine) {
  return { count, sum_of_prepaid_orders: prepaidPaise / 100, sum_of_cod_orders: codPaise / 100 };
}
