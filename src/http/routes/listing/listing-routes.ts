import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Field } from '../../../reading/field.ts';
import { list, oneOf, optional } from '../../../reading/fields.ts';
import type { ObjectField } from '../../../reading/object.ts';
import type { Client, ListingParts } from '../../../usecases/long-work.ts';
import type { AccountContext } from '../../../usecases/service.ts';
import { answer, fileAnswer, type Operation, operation } from '../../operation.ts';
import { clientOf, sendCsv } from '../../streamed-answer.ts';

interface ListingRoute<Body> extends Pick<Operation, 'operationId'> {
  readonly body: ObjectField & Field<Body>;
}

/** All differences between shipments and returns in the routes below. `Sent` has the filters of a body. */
export interface ListingSide<Sent, Filters, Facet extends string> extends Pick<Operation, 'tag'> {
  readonly noun: 'shipment' | 'return';
  readonly read: (sent: Sent) => { readonly filters: Filters; readonly unknownValues: string[] };
  readonly counts: ListingRoute<Sent> & {
    readonly statuses: readonly string[];
    readonly run: (
      account: AccountContext & ListingParts,
      filters: Filters,
      signal: AbortSignal,
    ) => Promise<object>;
  };
  readonly file: ListingRoute<Sent> & {
    readonly run: (
      account: AccountContext & ListingParts,
      filters: Filters,
      client: Client,
    ) => AsyncGenerator<Buffer, void, undefined>;
  };
  readonly facets: ListingRoute<Sent & { facets?: Facet[] }> & {
    readonly names: readonly Facet[];
    readonly run: (
      account: AccountContext & ListingParts,
      filters: Filters,
      names: readonly Facet[] | undefined,
      signal: AbortSignal,
    ) => Promise<{ readonly total: number; readonly facets: object }>;
  };
}

const READ = { config: { access: 'read' } } as const;
const SEEN_BY = { role: 'viewer', restricted: 'filtered' } as const;

/** Adds the route that counts shipments or returns by status. */
export function addCountByStatus<Sent, Filters, Facet extends string>(
  api: FastifyInstance,
  { noun, tag, read, counts: { operationId, body, statuses, run } }: ListingSide<Sent, Filters, Facet>,
): void {
  const totals = ['all', ...statuses].map((name) => [name, Type.Integer({ examples: [3] })]);
  const schema = operation({
    operationId,
    tag,
    ...SEEN_BY,
    summary: `Count ${noun}s by status`,
    description: `With the filters of \`POST /${noun}s\` except \`status\`.`,
    body,
    answers: {
      200: answer('The totals.', Type.Object({ data: Type.Object(Object.fromEntries(totals)) })),
    },
  });
  api.post(`/${noun}s/counts`, { ...READ, schema }, async (request, reply) => {
    const { filters } = read(request.body as Sent);
    return { data: await run(request.account, filters, clientOf(reply).signal) };
  });
}

/** Adds the route that exports shipments or returns as CSV. */
export function addExportCsv<Sent, Filters, Facet extends string>(
  api: FastifyInstance,
  { noun, tag, read, file: { operationId, body, run } }: ListingSide<Sent, Filters, Facet>,
): void {
  const schema = operation({
    operationId,
    tag,
    ...SEEN_BY,
    summary: `Export ${noun}s as CSV`,
    description: `All ${noun}s that match the filters of \`POST /${noun}s\`.`,
    body,
    answers: { 200: fileAnswer(`A heading and a row for each ${noun}.`, ['text/csv']) },
  });
  api.post(`/${noun}s/export`, { ...READ, schema }, async (request, reply) => {
    const { filters } = read(request.body as Sent);
    return sendCsv(reply, `${noun}s`, run(request.account, filters, clientOf(reply)));
  });
}

/** The field that chooses facets. */
export const chosenFacets = <const Facet extends string>(names: readonly Facet[]) =>
  optional(
    list(oneOf(names), {
      max: names.length,
      description:
        'The filters to count by. Default: all except the long ones. For SKUs and tags, the 50 most frequent values.',
    }),
  );

const FacetCounts = Type.Array(Type.Object({ value: Type.String(), count: Type.Integer() }), {
  title: 'FacetCounts',
  description: 'The most frequent first.',
  examples: [[{ value: 'zone_b', count: 3 }]],
});

/** Adds the route that counts shipments or returns by the values of each filter. */
export function addFacets<Sent, Filters, Facet extends string>(
  api: FastifyInstance,
  { noun, tag, read, facets: { operationId, body, names, run } }: ListingSide<Sent, Filters, Facet>,
): void {
  const schema = operation({
    operationId,
    tag,
    ...SEEN_BY,
    summary: `Count ${noun}s by filter value`,
    description: `For each filter, the number of ${noun}s for each of its values, with the other filters applied.`,
    body,
    answers: {
      200: answer(
        'For each filter, the number of rows with each of its values, under all other filters.',
        Type.Object({
          data: Type.Partial(Type.Object(Object.fromEntries(names.map((name) => [name, FacetCounts])))),
          meta: Type.Object({
            total: Type.Integer({ description: 'The exact number of all matches.', examples: [3] }),
            unknown_values: Type.Optional(Type.Array(Type.String())),
          }),
        }),
      ),
    },
  });
  api.post(`/${noun}s/facets`, { ...READ, schema }, async (request, reply) => {
    const sent = request.body as Sent & { facets?: Facet[] };
    const { filters, unknownValues } = read(sent);
    const { total, facets } = await run(request.account, filters, sent.facets, clientOf(reply).signal);
    const unknown = unknownValues.length === 0 ? {} : { unknown_values: unknownValues };
    return { data: facets, meta: { total, ...unknown } };
  });
}
