import { readReturnListingStatus, readReturnStatus } from '../../domain/tracking/read-status.ts';
import {
  QC_STATUSES,
  RETURN_LISTING_STATUSES,
  type ReturnListingStatus,
  type ReturnStatus,
  returnStatusesOf,
} from '../../domain/tracking/statuses.ts';
import { boolean, earliestTime, latestTime, optional, type ValueOf } from '../../reading/fields.ts';
import type { Conditions } from '../listing/conditions.ts';
import {
  addMeant,
  anyKnown,
  anyOf,
  CHANNELS,
  meantBy,
  ofCarriers,
  ofWarehouses,
  STORES,
  searchIn,
  statusIn,
  ZONE_FILTER,
} from '../listing/filters.ts';
import { keptStatus } from '../tracking/kept-status.ts';

const IN_RETURNS = 's.shipment_id in (select shipment_id from returns where account_id = $1 and';

function from(column: string) {
  return {
    field: optional(earliestTime({ description: 'Included.' })),
    meant: (sent: number) => sent,
    where: (conditions: Conditions, at: number) => conditions.add(`s.${column} >= ?`, new Date(at)),
  };
}

function until(column: string) {
  return {
    field: optional(latestTime({ description: 'Included, with its whole second, or day.' })),
    meant: (sent: number) => sent,
    where: (conditions: Conditions, at: number) => conditions.add(`s.${column} < ?`, new Date(at + 1)),
  };
}

function addStatuses(conditions: Conditions, statuses: readonly ReturnStatus[]): void {
  conditions.add('s.granular_status = any(?::granular_status[])', statuses.map(keptStatus));
}

/** Every filter of the listing of returns, its counts and its export (contract: returns and exchanges). */
const FILTERS = {
  search: searchIn('returns', ', SKU'),
  status: {
    ...statusIn(RETURN_LISTING_STATUSES, readReturnListingStatus, readReturnStatus),
    where: (conditions: Conditions, status: ReturnListingStatus) =>
      addStatuses(conditions, returnStatusesOf(status)),
  },
  granular_status: anyKnown(
    'Any of these granular statuses.',
    readReturnStatus,
    (conditions: Conditions, statuses: readonly ReturnStatus[]) => addStatuses(conditions, statuses),
  ),
  warehouse_id: ofWarehouses(['warehouse_ids']),
  channel: CHANNELS,
  store_name: STORES,
  carrier_ids: ofCarriers(['carrier_id']),
  zone: ZONE_FILTER,
  refund_status: anyKnown(
    'Refunds are not kept here: any value matches nothing.',
    () => null,
    'cardinality(?::text[]) > 0',
  ),
  qc_status: anyKnown(
    'Any of `pending`, `passed` and `failed`.',
    (word) => QC_STATUSES.find((status) => status === word.trim().toLowerCase()) ?? null,
    `${IN_RETURNS} qc_status = any(?::qc_status[]))`,
  ),
  display_id: anyOf(
    'Any of these order ids of returns, exactly.',
    "s.order_id in (select order_id from orders where account_id = $1 and journey = 'return' and display_id = any(?::text[]))",
  ),
  sku: anyOf('An item with any of these SKUs.', `${IN_RETURNS} skus && ?::text[])`),
  is_dangerous_goods: {
    field: optional(
      boolean({ description: 'No return is kept as one of dangerous goods: `true` matches nothing.' }),
    ),
    meant: (sent: boolean) => sent,
    where: 'not ?::boolean',
  },
  created_at__gte: from('created_at'),
  created_at__lte: until('created_at'),
  return_pickup_scheduled_at__gte: from('ready_for_pickup_at'),
  return_pickup_scheduled_at__lte: until('ready_for_pickup_at'),
  return_delivered_at__gte: from('delivered_at'),
  return_delivered_at__lte: until('delivered_at'),
} as const;

type Filters = typeof FILTERS;
type Name = keyof Filters;

/** The fields of the filters, as a request has them. */
export const RETURN_FILTER_FIELDS = Object.fromEntries(
  Object.entries(FILTERS).map(([name, { field }]) => [name, field]),
) as unknown as { readonly [N in Name]: Filters[N]['field'] };

/** Pairs of fields of which the first may not pass the second. */
export const RETURN_FILTER_ORDERS = [
  { lower: 'created_at__gte', upper: 'created_at__lte', relation: 'after' },
  {
    lower: 'return_pickup_scheduled_at__gte',
    upper: 'return_pickup_scheduled_at__lte',
    relation: 'after',
  },
  { lower: 'return_delivered_at__gte', upper: 'return_delivered_at__lte', relation: 'after' },
] as const;

/** The filters as a client sent them, each by itself readable. */
export type SentReturnFilters = { readonly [N in Name]?: ValueOf<Filters[N]['field']> | undefined };

/** What the listing of returns is narrowed to; see `ListingFilters`. */
export type ReturnFilters = { readonly [N in Name]?: NonNullable<ReturnType<Filters[N]['meant']>> };

/** The filters that a body asks for, and the values in it that name nothing (`meta.unknown_values`). */
export function readReturnFilters(sent: SentReturnFilters): {
  filters: ReturnFilters;
  unknownValues: string[];
} {
  const read = meantBy(FILTERS, sent);
  const filters = read.filters as ReturnFilters;
  if (sent.status === undefined || filters.status !== undefined) return { ...read, filters };
  const { granular_status } = filters;
  const both = granularStatusesMeant(sent.status).filter((one) => granular_status?.includes(one) ?? true);
  return { ...read, filters: { ...filters, granular_status: both } };
}

function granularStatusesMeant(sent: readonly string[]): ReturnStatus[] {
  const meant = sent.flatMap((word) => {
    const listed = readReturnListingStatus(word);
    return listed === null ? (readReturnStatus(word) ?? []) : returnStatusesOf(listed);
  });
  return [...new Set(meant)];
}

/** Adds what the filters ask for. */
export function addReturnFilters(conditions: Conditions, filters: ReturnFilters): void {
  addMeant(conditions, FILTERS, filters);
}
