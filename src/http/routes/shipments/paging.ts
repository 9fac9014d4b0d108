import { type Static, Type } from 'typebox';
import type { ShipmentView } from '../../../domain/listing/shipment-view.ts';
import { about } from '../../../problems/sentence.ts';
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
import type { Listing, ListingPage } from '../../../usecases/listing/list-shipments.ts';

const MOST_PER_PAGE = 100;
const USUAL_PER_PAGE = 20;
const LAST_PAGE = 1_000_000_000;

const pageNumber = wholeNumber({ atLeast: 1, atMost: LAST_PAGE });
const pageSize = (aliases: readonly string[]) =>
  wholeNumber({ atLeast: 1, atMost: LAST_PAGE, description: 'More than 100 counts as 100.', aliases });
const Page = object({ number: optional(pageNumber), size: optional(pageSize(['per_page'])) });

export const PAGE_FIELDS = {
  page: optional(either(pageNumber, Page, { aliases: ['page[number]'] })),
  per_page: optional(pageSize(['page[size]', 'page[per_page]'])),
  sort_order: withDefault(oneOf(['desc', 'asc']), 'desc'),
  search_after: optional(
    pair(
      wholeNumber({ atLeast: 0, atMost: 8_640_000_000_000_000 }),
      uuid(),
      about('must_be_search_after', 'must be a pair from meta.next_search_after'),
      {
        aliases: ['next_search_after'],
        description: 'The page after this position; takes precedence over `page`.',
      },
    ),
  ),
} as const;

export const PageMeta = Type.Object(
  {
    current_page: Type.Integer({ examples: [1] }),
    per_page: Type.Integer({ examples: [20] }),
    total: Type.Integer({ description: 'The exact number of all matches.', examples: [1] }),
    next_search_after: Type.Union(
      [
        Type.Array(Type.String(), {
          minItems: 2,
          maxItems: 2,
          examples: [['1763274600000', '01936d7e-5a10-7b3c-8d42-6f0e9a1b2c3d']],
        }),
        Type.Null(),
      ],
      { description: 'The position of the last row, also on the last page; null if the page is empty.' },
    ),
    unknown_values: Type.Optional(Type.Array(Type.String())),
  },
  { title: 'ListingMeta' },
);

type PageBody = { [Name in keyof typeof PAGE_FIELDS]?: ValueOf<(typeof PAGE_FIELDS)[Name]> };
type Place = Omit<ListingPage, 'filters' | 'sortBy'>;

export function placeOf(body: PageBody): Place {
  const requestedPage = typeof body.page === 'object' ? body.page : { number: body.page, size: undefined };
  const [at, shipmentId] = body.search_after ?? [];
  return {
    order: body.sort_order as 'asc' | 'desc',
    page: requestedPage.number ?? 1,
    perPage: Math.min(body.per_page ?? requestedPage.size ?? USUAL_PER_PAGE, MOST_PER_PAGE),
    after: at === undefined || shipmentId === undefined ? null : { at, shipmentId },
  };
}

/** Returns the `meta` of a page. @param timeOf the time by which the list is sorted, in Unix milliseconds */
export function metaOf<View extends Pick<ShipmentView, 'shipmentId' | 'createdAt'>>(
  { shipments, total }: Listing<View>,
  { page, perPage }: Place,
  unknownValues: string[],
  timeOf: (view: View) => number = ({ createdAt }) => createdAt.getTime(),
): Static<typeof PageMeta> {
  const last = shipments.at(-1);
  return {
    current_page: page,
    per_page: perPage,
    total,
    next_search_after: last ? [String(timeOf(last)), last.shipmentId] : null,
    ...(unknownValues.length === 0 ? {} : { unknown_values: unknownValues }),
  };
}
