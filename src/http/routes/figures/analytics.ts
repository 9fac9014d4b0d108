import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Static, type TProperties, Type } from 'typebox';
import { list, object, oneOf, optional, type ValueOf } from '../../../reading/fields.ts';
import { SHIPMENT_FILTERS } from '../../../usecases/listing/list-shipments.ts';
import {
  BUCKETS,
  makeReturnFigures,
  makeShipmentFigures,
  RETURN_DATE_FIELDS,
  RETURN_DIMENSIONS,
  type ReturnFigures,
  SHIPMENT_DIMENSIONS,
  type ShipmentFigures,
  type ShownFigures,
} from '../../../usecases/listing/make-figures.ts';
import { RETURN_FILTERS } from '../../../usecases/returns/list-returns.ts';
import { answer, operation } from '../../operation.ts';
import { metaNotesOf } from '../../plugins/answer-notes.ts';
import { amount, orNull } from '../../schemas.ts';
import { clientOf, sendRows } from '../../streamed-answer.ts';

const MOST_DIMENSIONS = 2;
const MINUTES_AN_HOUR = 60;

const bucket = optional(
  oneOf(BUCKETS, {
    description:
      'One row for each of these time spans, by `date_field`, in days of India; weeks begin on Monday.',
  }),
);
const by = <const Name extends string>(names: readonly Name[], rows: string) =>
  optional(
    list(oneOf(names), {
      max: MOST_DIMENSIONS,
      description: `One row for each value. A ${rows} with several SKUs counts once for each.`,
    }),
  );

const ShipmentsBody = object(
  { bucket, by: by(SHIPMENT_DIMENSIONS, 'shipment'), ...SHIPMENT_FILTERS.fields },
  { inOrder: SHIPMENT_FILTERS.inOrder },
);
const ReturnsBody = object(
  {
    bucket,
    date_field: optional(
      oneOf(RETURN_DATE_FIELDS, { description: 'The date that `bucket` uses. Default: `created_at`.' }),
    ),
    by: by(RETURN_DIMENSIONS, 'return'),
    ...RETURN_FILTERS.fields,
  },
  { inOrder: RETURN_FILTERS.inOrder },
);

const count = (description: string, example: number) => Type.Integer({ description, examples: [example] });
const hoursOf = (description: string, example: number) =>
  orNull(Type.Number({ description, examples: [example] }));

/** Returns the schema of a row: its group and its figures. */
const figuresOf = <const Figures extends TProperties>(title: string, figures: Figures) =>
  Type.Object(
    {
      bucket: orNull(
        Type.String({
          description: 'The first day, `2026-11-16`; for an hour, `2026-11-16T13:00+05:30`.',
          examples: ['2026-11-16'],
        }),
      ),
      by: Type.Record(Type.String(), orNull(Type.String()), {
        description:
          'For each name in `by`, the value of the row; null if its shipments or returns have no value.',
        examples: [{ zone: 'zone_b' }],
      }),
      ...figures,
    },
    { title },
  );

const onTimeShare = orNull(
  Type.Number({ description: 'The share among shipments with a promised date.', examples: [0.5] }),
);

const ShipmentsRow = figuresOf('ShipmentFigures', {
  shipments: count('The number of all matches.', 3),
  delivered: count('Delivered ones.', 2),
  rto: count('The number that were returned to origin.', 1),
  ndr: count('The number with at least one failed delivery.', 1),
  promised: count('The number of delivered ones with a promised date.', 2),
  delivered_on_time: count('The number that arrived by the promised date.', 1),
  on_time_share: onTimeShare,
  hours_to_deliver_p50: hoursOf('From pickup to delivery: the median.', 52.4),
  hours_to_deliver_p90: hoursOf('The 90th percentile.', 91.25),
  cod_outstanding: amount(499, 'COD collected by couriers and not yet remitted, in rupees.'),
  freight: amount(61.5, 'Freight as booked, without GST, in rupees.'),
});

const ReturnsRow = figuresOf('ReturnFigures', {
  returns: count('The number of all matches.', 3),
  pickup_failed: count('The number with at least one failed pickup.', 1),
  picked_up: count('Picked-up ones.', 2),
  received: count('The number that have arrived.', 2),
  cancelled: count(
    'The number that ended without goods: cancelled, rejected, or failed in the quality check.',
    1,
  ),
  qc_asked: count('The number with a quality check.', 2),
  qc_passed: count('The number that passed it.', 1),
  qc_failed: count('The number that failed it.', 1),
  promised: count('The number of received ones with a promised date.', 2),
  received_on_time: count('The number that arrived by the promised date.', 1),
  on_time_share: onTimeShare,
  hours_to_pick_up_p50: hoursOf('From the request to pickup: the median.', 26.5),
  hours_to_pick_up_p90: hoursOf('The 90th percentile.', 49.75),
  hours_to_return_p50: hoursOf('From pickup to arrival: the median.', 52.4),
  hours_to_return_p90: hoursOf('The 90th percentile.', 91.25),
  freight: amount(61.5, 'Freight as booked, without GST, in rupees.'),
  qc_charges: amount(10, 'Charges for quality checks, in rupees.'),
});

const answersOf = <Row extends typeof ShipmentsRow | typeof ReturnsRow>(row: Row) => ({
  200: answer(
    'The figures.',
    Type.Object({
      data: Type.Array(row),
      meta: Type.Object({ unknown_values: Type.Optional(Type.Array(Type.String())) }),
    }),
  ),
});

const DESCRIPTION =
  'Grouped by time and by up to two dimensions, for all rows that match the filters of the listing. Exact, from one snapshot. A request with more than 10,000 rows is refused.';

const metaOf = (request: FastifyRequest, unknownValues: string[]) => ({
  ...(unknownValues.length === 0 ? {} : { unknown_values: unknownValues }),
  ...metaNotesOf(request),
});

export function addAnalytics(api: FastifyInstance): void {
  api.post<{ Body: ValueOf<typeof ShipmentsBody> }>(
    '/analytics/shipments',
    {
      config: { access: 'read' },
      schema: operation({
        operationId: 'makeShipmentFigures',
        tag: 'Shipments',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'Get figures of shipments',
        description: DESCRIPTION,
        body: ShipmentsBody,
        answers: answersOf(ShipmentsRow),
      }),
    },
    async (request, reply) => {
      const { bucket = null, by = [] } = request.body;
      const { filters, unknownValues } = SHIPMENT_FILTERS.read(request.body);
      const input = { filters, bucket, by: [...new Set(by)] };
      const figures = await makeShipmentFigures(request.account, input, clientOf(reply).signal);
      return sendRows(reply, eachOf(figures, shipmentsRow), metaOf(request, unknownValues));
    },
  );
  api.post<{ Body: ValueOf<typeof ReturnsBody> }>(
    '/analytics/returns',
    {
      config: { access: 'read' },
      schema: operation({
        operationId: 'makeReturnFigures',
        tag: 'Returns',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'Get figures of returns',
        description: DESCRIPTION,
        body: ReturnsBody,
        answers: answersOf(ReturnsRow),
      }),
    },
    async (request, reply) => {
      const { bucket = null, by = [], date_field: dateField = 'created_at' } = request.body;
      const { filters, unknownValues } = RETURN_FILTERS.read(request.body);
      const input = { filters, bucket, dateField, by: [...new Set(by)] };
      const figures = await makeReturnFigures(request.account, input, clientOf(reply).signal);
      return sendRows(reply, eachOf(figures, returnsRow), metaOf(request, unknownValues));
    },
  );
}

function* eachOf<Figures, Row>(
  shown: Iterable<ShownFigures<Figures>>,
  rowOf: (one: ShownFigures<Figures>) => Row,
): Generator<Row, void, undefined> {
  for (const one of shown) yield rowOf(one);
}

function shipmentsRow(one: ShownFigures<ShipmentFigures>): Static<typeof ShipmentsRow> {
  const { bucket, by, rows, figures } = one;
  return {
    bucket,
    by,
    shipments: rows,
    delivered: figures.delivered,
    rto: figures.rto,
    ndr: figures.ndr,
    promised: figures.promised,
    delivered_on_time: figures.onTime,
    on_time_share: shareOf(figures),
    hours_to_deliver_p50: hours(figures.minutes?.[0]),
    hours_to_deliver_p90: hours(figures.minutes?.[1]),
    cod_outstanding: figures.codDuePaise / 100,
    freight: figures.freightPaise / 100,
  };
}

function returnsRow(one: ShownFigures<ReturnFigures>): Static<typeof ReturnsRow> {
  const { bucket, by, rows, figures } = one;
  return {
    bucket,
    by,
    returns: rows,
    pickup_failed: figures.pickupFailed,
    picked_up: figures.pickedUp,
    received: figures.received,
    cancelled: figures.cancelled,
    qc_asked: figures.qcAsked,
    qc_passed: figures.qcPassed,
    qc_failed: figures.qcFailed,
    promised: figures.promised,
    received_on_time: figures.onTime,
    on_time_share: shareOf(figures),
    hours_to_pick_up_p50: hours(figures.minutesToPickup?.[0]),
    hours_to_pick_up_p90: hours(figures.minutesToPickup?.[1]),
    hours_to_return_p50: hours(figures.minutesToReturn?.[0]),
    hours_to_return_p90: hours(figures.minutesToReturn?.[1]),
    freight: figures.freightPaise / 100,
    qc_charges: figures.qcChargesPaise / 100,
  };
}

function shareOf({ promised, onTime }: { readonly promised: number; readonly onTime: number }) {
  return promised === 0 ? null : Math.round((onTime / promised) * 10_000) / 10_000;
}

function hours(minutes: number | undefined): number | null {
  return minutes === undefined ? null : Math.round((minutes / MINUTES_AN_HOUR) * 100) / 100;
}
