import { readReturnListingStatus, readReturnStatus } from '../../domain/tracking/read-status.ts';
import {
  RETURN_LISTING_STATUSES,
  type ReturnStatus,
  returnStatusesOf,
} from '../../domain/tracking/statuses.ts';
import { boolean, optional } from '../../reading/fields.ts';
import type { Conditions } from '../listing/conditions.ts';
import { type FilterValues, filterSet } from '../listing/filter-set.ts';
import {
  anyOf,
  CHANNELS,
  inReturns,
  ofCarriers,
  ofWarehouses,
  qcOf,
  REFUNDS,
  STORES,
  searchIn,
  statusFilters,
  timeSpan,
  ZONE_FILTER,
} from '../listing/shared-filters.ts';
import { columnStatus } from '../tracking/column-status.ts';

function addStatuses(conditions: Conditions, statuses: readonly ReturnStatus[]): void {
  conditions.add('s.granular_status = any(?::granular_status[])', statuses.map(columnStatus));
}

const CREATED = timeSpan('s.created_at');
const PICKUP_SCHEDULED = timeSpan('s.ready_for_pickup_at');
const DELIVERED = timeSpan('s.delivered_at');

/** All filters of the listing of returns, its counts and its export. */
const FILTERS = {
  search: searchIn('returns'),
  ...statusFilters({
    all: RETURN_LISTING_STATUSES,
    readListed: readReturnListingStatus,
    readGranular: readReturnStatus,
    granularOf: returnStatusesOf,
    whereListed: (conditions, status) => addStatuses(conditions, returnStatusesOf(status)),
    whereGranular: addStatuses,
    kept: columnStatus,
  }),
  warehouse_id: ofWarehouses(['warehouse_ids']),
  channel: CHANNELS,
  store_name: STORES,
  carrier_ids: ofCarriers(['carrier_id']),
  zone: ZONE_FILTER,
  refund_status: REFUNDS,
  qc_status: qcOf('s'),
  display_id: anyOf(
    'Any of these order ids of returns, exactly.',
    "s.order_id in (select order_id from orders where account_id = $1 and journey = 'return' and display_id = any(?::text[]))",
  ),
  sku: anyOf('An item with any of these SKUs.', inReturns('s', 'skus && ?::text[]')),
  is_dangerous_goods: {
    field: optional(
      boolean({ description: 'No return is kept as one of dangerous goods: `true` matches nothing.' }),
    ),
    parse: (sent: boolean) => sent,
    where: 'not ?::boolean',
  },
  created_at__gte: CREATED.from,
  created_at__lte: CREATED.until,
  return_pickup_scheduled_at__gte: PICKUP_SCHEDULED.from,
  return_pickup_scheduled_at__lte: PICKUP_SCHEDULED.until,
  return_delivered_at__gte: DELIVERED.from,
  return_delivered_at__lte: DELIVERED.until,
} as const;

export const RETURN_FILTERS = filterSet(FILTERS, [
  { lower: 'created_at__gte', upper: 'created_at__lte', relation: 'after' },
  {
    lower: 'return_pickup_scheduled_at__gte',
    upper: 'return_pickup_scheduled_at__lte',
    relation: 'after',
  },
  { lower: 'return_delivered_at__gte', upper: 'return_delivered_at__lte', relation: 'after' },
]);

export type ReturnFilters = FilterValues<typeof FILTERS>;
