import { Type } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import {
  either,
  object,
  oneOf,
  optional,
  pair,
  uuid,
  type ValueOf,
  wholeNumber,
  withDefault,
} from '../../../reading/fields.ts';
import { labelUrlOf } from '../../../usecases/listing/get-shipment.ts';
import { listShipments } from '../../../usecases/listing/list-shipments.ts';
import { FILTER_FIELDS, FILTER_ORDERS, readFilters } from '../../../usecases/listing/listing-filters.ts';
import { clientOf } from '../../long-answer.ts';
import { answer, operation } from '../../operation.ts';
import { ignoredFieldsOf } from '../../plugins/answer-notes.ts';
import { orNull } from '../../schemas.ts';
import { ShipmentBody, shipmentBody } from './shipment-body.ts';

const MOST_PER_PAGE = 100;
const USUAL_PER_PAGE = 20;
const LAST_PAGE = 1_000_000_000;

const pageNumber = wholeNumber({ atLeast: 1, atMost: LAST_PAGE });
const pageSize = (aliases: readonly string[]) =>
  wholeNumber({ atLeast: 1, atMost: LAST_PAGE, description: 'More than 100 is served as 100.', aliases });
const Page = object({ number: optional(pageNumber), size: optional(pageSize(['per_page'])) });

const Body = object(
  {
    page: optional(either(pageNumber, Page, { aliases: ['page[number]'] })),
    per_page: optional(pageSize(['page[size]', 'page[per_page]'])),
    sort_order: withDefault(oneOf(['desc', 'asc']), 'desc'),
    search_after: optional(
      pair(
        wholeNumber({ atLeast: 0, atMost: 8_640_000_000_000_000 }),
        uuid(),
        'must be a pair from meta.next_search_after',
        {
          aliases: ['next_search_after'],
          description: 'The page after this place; it wins over `page`.',
        },
      ),
    ),
    ...FILTER_FIELDS,
  },
  { inOrder: FILTER_ORDERS },
);

const Meta = Type.Object(
  {
    current_page: Type.Integer({ examples: [1] }),
    per_page: Type.Integer({ examples: [20] }),
    total: Type.Integer({ description: 'All that match, exactly.', examples: [1] }),
    next_search_after: orNull(
      Type.Array(Type.String(), {
        minItems: 2,
        maxItems: 2,
        examples: [['1763274600000', '01936d7e-5a10-7b3c-8d42-6f0e9a1b2c3d']],
      }),
    ),
    ignored_parameters: Type.Optional(Type.Array(Type.String())),
    unknown_values: Type.Optional(Type.Array(Type.String())),
  },
  { title: 'ListingMeta' },
);

export function addListShipments(api: FastifyInstance): void {
  api.post<{ Body: ValueOf<typeof Body> }>(
    '/shipments',
    {
      config: { access: 'read' },
      schema: operation({
        operationId: 'listShipments',
        tag: 'Shipments',
        summary: 'List forward shipments: search, filters, exact totals, stable paging',
        body: Body,
        answers: {
          200: answer(
            'A page of the shipments.',
            Type.Object({ data: Type.Array(ShipmentBody), meta: Meta }),
          ),
        },
      }),
    },
    async (request, reply) => {
      const { body } = request;
      const { filters, unknownValues } = readFilters(body);
      const asked = typeof body.page === 'object' ? body.page : { number: body.page, size: undefined };
      const page = asked.number ?? 1;
      const perPage = Math.min(body.per_page ?? asked.size ?? USUAL_PER_PAGE, MOST_PER_PAGE);
      const [createdAt, shipmentId] = body.search_after ?? [];
      const after = createdAt === undefined || shipmentId === undefined ? null : { createdAt, shipmentId };
      const order = body.sort_order as 'asc' | 'desc';
      const { signal } = clientOf(reply);
      const listing = await listShipments(request.account, { filters, order, perPage, after, page }, signal);
      const ignored = ignoredFieldsOf(request);
      const last = listing.shipments.at(-1);
      const meta: Static<typeof Meta> = {
        current_page: page,
        per_page: perPage,
        total: listing.total,
        next_search_after:
          listing.hasMore && last ? [String(last.createdAt.getTime()), last.shipmentId] : null,
        ...(ignored.length === 0 ? {} : { ignored_parameters: [...ignored] }),
        ...(unknownValues.length === 0 ? {} : { unknown_values: unknownValues }),
      };
      const data = listing.shipments.map((shipment) =>
        shipmentBody(shipment, labelUrlOf(request.account, shipment)),
      );
      return { data, meta };
    },
  );
}
