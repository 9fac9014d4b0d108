import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { list, object, oneOf, optional, type ValueOf } from '../../../reading/fields.ts';
import { SHIPMENT_FILTERS } from '../../../usecases/listing/listing-filters.ts';
import {
  BUCKETS,
  makeShipmentFigures,
  SHIPMENT_DIMENSIONS,
  type ShownFigures,
} from '../../../usecases/listing/make-figures.ts';
import { clientOf, sendRows } from '../../long-answer.ts';
import { answer, operation } from '../../operation.ts';
import { amount, orNull } from '../../schemas.ts';

const MOST_DIMENSIONS = 2;
const MINUTES_AN_HOUR = 60;

const Body = object(
  {
    bucket: optional(
      oneOf(BUCKETS, {
        description:
          'A row for each of these in the span, by `date_field`, in days of India; weeks begin on Monday.',
      }),
    ),
    by: optional(
      list(oneOf(SHIPMENT_DIMENSIONS), {
        max: MOST_DIMENSIONS,
        description: 'A row for each value. A shipment with several SKUs counts for each.',
      }),
    ),
    ...SHIPMENT_FILTERS.fields,
  },
  { inOrder: SHIPMENT_FILTERS.inOrder },
);

const count = (description: string, example: number) => Type.Integer({ description, examples: [example] });

const Figures = Type.Object(
  {
    bucket: orNull(
      Type.String({
        description: 'Its first day, `2026-11-16`; of an hour `2026-11-16T13:00+05:30`.',
        examples: ['2026-11-16'],
      }),
    ),
    by: Type.Record(Type.String(), orNull(Type.String()), {
      description: 'What the row is of, for each name in `by`; null where shipments have none.',
      examples: [{ zone: 'zone_b' }],
    }),
    shipments: count('All that match.', 3),
    delivered: count('Delivered ones.', 2),
    rto: count('Ones that were sent back.', 1),
    ndr: count('Ones whose delivery failed once or more.', 1),
    promised: count('Delivered ones whose day of delivery was promised.', 2),
    delivered_on_time: count('Those that came by that day.', 1),
    on_time_share: orNull(Type.Number({ description: 'Of those promised.', examples: [0.5] })),
    hours_to_deliver_p50: orNull(
      Type.Number({ description: 'From pickup to delivery: half of them took no longer.', examples: [52.4] }),
    ),
    hours_to_deliver_p90: orNull(Type.Number({ description: 'Nine of ten.', examples: [91.25] })),
    cod_outstanding: amount(499, 'Collected by couriers and not remitted yet, in rupees.'),
    freight: amount(61.5, 'Freight as booked, without GST, in rupees.'),
  },
  { title: 'ShipmentFigures' },
);

/** Contract: figures. */
export function addAnalytics(api: FastifyInstance): void {
  api.post<{ Body: ValueOf<typeof Body> }>(
    '/analytics/shipments',
    {
      config: { access: 'read' },
      schema: operation({
        operationId: 'makeShipmentFigures',
        tag: 'Shipments',
        role: 'viewer',
        restricted: 'filtered',
        summary:
          "Figures of the shipments that match the listing's filters, by time and by up to two dimensions",
        description: 'Exact, and of one snapshot. At most 10,000 rows: more are refused.',
        body: Body,
        answers: {
          200: answer(
            'The figures.',
            Type.Object({
              data: Type.Array(Figures),
              meta: Type.Object({ unknown_values: Type.Optional(Type.Array(Type.String())) }),
            }),
          ),
        },
      }),
    },
    async (request, reply) => {
      const { bucket = null, by = [] } = request.body;
      const { filters, unknownValues } = SHIPMENT_FILTERS.read(request.body);
      const wish = { filters, bucket, by: [...new Set(by)] };
      const figures = await makeShipmentFigures(request.account, wish, clientOf(reply).signal);
      const meta = unknownValues.length === 0 ? {} : { unknown_values: unknownValues };
      return sendRows(reply, figuresBodies(figures), meta);
    },
  );
}

function* figuresBodies(rows: Iterable<ShownFigures>): Generator<Static<typeof Figures>, void, undefined> {
  for (const { bucket, by, figures } of rows) {
    yield {
      bucket,
      by,
      shipments: figures.shipments,
      delivered: figures.delivered,
      rto: figures.rto,
      ndr: figures.ndr,
      promised: figures.promised,
      delivered_on_time: figures.onTime,
      on_time_share:
        figures.promised === 0 ? null : Math.round((figures.onTime / figures.promised) * 10_000) / 10_000,
      hours_to_deliver_p50: hours(figures.minutes?.[0]),
      hours_to_deliver_p90: hours(figures.minutes?.[1]),
      cod_outstanding: figures.codDuePaise / 100,
      freight: figures.freightPaise / 100,
    };
  }
}

function hours(minutes: number | undefined): number | null {
  return minutes === undefined ? null : Math.round((minutes / MINUTES_AN_HOUR) * 100) / 100;
}
