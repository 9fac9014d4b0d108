import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { list, object, oneOf, optional, type ValueOf } from '../../../reading/fields.ts';
import {
  countReturnFacets,
  countShipmentFacets,
  RETURN_FACETS,
  SHIPMENT_FACETS,
} from '../../../usecases/listing/count-facets.ts';
import { SHIPMENT_FILTERS } from '../../../usecases/listing/list-shipments.ts';
import { RETURN_FILTERS } from '../../../usecases/returns/list-returns.ts';
import { answer, operation } from '../../operation.ts';
import { clientOf } from '../../streamed-answer.ts';

const DESCRIPTION =
  'The filters to count by. Default: all except the long ones. For SKUs and tags, the 50 most frequent values.';

const ShipmentsBody = object(
  {
    facets: optional(list(oneOf(SHIPMENT_FACETS), { max: SHIPMENT_FACETS.length, description: DESCRIPTION })),
    ...SHIPMENT_FILTERS.fields,
  },
  { inOrder: SHIPMENT_FILTERS.inOrder },
);

const ReturnsBody = object(
  {
    facets: optional(list(oneOf(RETURN_FACETS), { max: RETURN_FACETS.length, description: DESCRIPTION })),
    ...RETURN_FILTERS.fields,
  },
  { inOrder: RETURN_FILTERS.inOrder },
);

const Counts = Type.Array(Type.Object({ value: Type.String(), count: Type.Integer() }), {
  title: 'FacetCounts',
  description: 'The most frequent first.',
  examples: [[{ value: 'zone_b', count: 3 }]],
});

const answerOf = (facets: readonly string[]) => ({
  200: answer(
    'For each filter, the number of rows with each of its values, under all other filters.',
    Type.Object({
      data: Type.Partial(Type.Object(Object.fromEntries(facets.map((name) => [name, Counts])))),
      meta: Type.Object({
        total: Type.Integer({ description: 'The exact number of all matches.', examples: [3] }),
        unknown_values: Type.Optional(Type.Array(Type.String())),
      }),
    }),
  ),
});

const unknown = (values: string[]) => (values.length === 0 ? {} : { unknown_values: values });

export function addFacets(api: FastifyInstance): void {
  api.post<{ Body: ValueOf<typeof ShipmentsBody> }>(
    '/shipments/facets',
    {
      config: { access: 'read' },
      schema: operation({
        operationId: 'countShipmentFacets',
        tag: 'Shipments',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'Count shipments by filter value',
        description:
          'For each filter, the number of shipments for each of its values, with the other filters applied.',
        body: ShipmentsBody,
        answers: answerOf(SHIPMENT_FACETS),
      }),
    },
    async (request, reply) => {
      const { filters, unknownValues } = SHIPMENT_FILTERS.read(request.body);
      const { signal } = clientOf(reply);
      const { total, facets } = await countShipmentFacets(
        request.account,
        filters,
        request.body.facets,
        signal,
      );
      return { data: facets, meta: { total, ...unknown(unknownValues) } };
    },
  );
  api.post<{ Body: ValueOf<typeof ReturnsBody> }>(
    '/returns/facets',
    {
      config: { access: 'read' },
      schema: operation({
        operationId: 'countReturnFacets',
        tag: 'Returns',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'Count returns by filter value',
        description:
          'For each filter, the number of returns for each of its values, with the other filters applied.',
        body: ReturnsBody,
        answers: answerOf(RETURN_FACETS),
      }),
    },
    async (request, reply) => {
      const { filters, unknownValues } = RETURN_FILTERS.read(request.body);
      const { signal } = clientOf(reply);
      const { total, facets } = await countReturnFacets(
        request.account,
        filters,
        request.body.facets,
        signal,
      );
      return { data: facets, meta: { total, ...unknown(unknownValues) } };
    },
  );
}
