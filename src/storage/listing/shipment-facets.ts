import { countFacets } from '../../columns/column-facets.ts';
import { type ForwardStatus, listingStatusOf } from '../../domain/tracking/statuses.ts';
import { type Zone, zoneWord } from '../../domain/zones/zone.ts';
import type { AccountScope } from '../account-scope.ts';
import type { ListingColumns } from '../columns/listing-columns.ts';
import { type ColumnConditions, queryColumns } from '../columns/query-columns.ts';
import { usualStateOf } from '../shipment-joins.ts';
import {
  type CountedWords,
  countFacetsBySql,
  type FacetShape,
  type ShownFacets,
  shownFacets,
} from './facets.ts';
import { type ListingFilters, SHIPMENT_FILTERS } from './filters.ts';

const asKept = (kept: string) => kept;
interface ColumnFacet extends FacetShape {
  readonly column: string;
}

const plain = (column: string, own: string): ColumnFacet => ({
  sql: `s.${column}`,
  column,
  own: [own],
  shown: asKept,
});

/** The facets of shipments, by the names of their filters. Stores are counted by id and named at the end. */
const FACETS = {
  status: { ...plain('granular_status', 'status'), shown: (kept) => listingStatusOf(kept as ForwardStatus) },
  granular_status: plain('granular_status', 'granular_status'),
  carrier_id: plain('carrier_id', 'carrier_id'),
  warehouse_ids: plain('warehouse_id', 'warehouse_ids'),
  channel: plain('channel', 'channel'),
  zone: { ...plain('zone', 'zone'), shown: (kept) => zoneWord(kept as Zone) },
  ndr_reason: plain('ndr_reason', 'ndr_reason'),
  rto_reason: plain('rto_reason', 'rto_reason'),
  store_name: plain('store_id', 'store_name'),
  is_cod: plain('is_cod', 'is_cod'),
  attempts_count: {
    sql: 's.attempt_count',
    column: 'attempt_count',
    own: ['attempts_count__gte', 'attempts_count__lte'],
    shown: asKept,
  },
  sku: {
    sql: '',
    each: `(select distinct i.sku as word from order_items i
            where i.account_id = $1 and i.order_id = s.order_id)`,
    column: 'skus',
    own: ['sku'],
    shown: asKept,
  },
  tags: {
    sql: '',
    each: `(select distinct tag as word from orders o cross join unnest(o.tags) as tag
            where o.account_id = $1 and o.order_id = s.order_id)`,
    column: 'tags',
    own: ['tags'],
    shown: asKept,
  },
  state: {
    sql: '',
    each: `(select ${usualStateOf('c.state')} as word from order_contacts c
             where c.account_id = $1 and c.order_id = s.order_id and c.role in ('billing', 'shipping')
             order by c.role desc limit 1)`,
    column: 'state',
    own: ['state'],
    shown: asKept,
  },
} as const satisfies Record<string, ColumnFacet>;

export type ShipmentFacet = keyof typeof FACETS;

export const SHIPMENT_FACETS = Object.keys(FACETS) as ShipmentFacet[];
/** Facets that return only their most frequent values, and only if the request names them. */
export const LONG_SHIPMENT_FACETS: readonly ShipmentFacet[] = ['sku', 'tags', 'state'];

export type ShipmentFacets = ShownFacets<ShipmentFacet>;

/** Counts by the columns in memory; null if SQL has to answer. */
export function facetsByColumns(
  columns: ListingColumns,
  accountId: string,
  filters: ListingFilters,
  names: readonly ShipmentFacet[],
): Promise<ShipmentFacets | null> {
  return queryColumns(columns, accountId, filters, {
    leavesOut: true,
    find: (table, conditions) => countFacets(table, [...conditions.values()], names.map(facetIn(conditions))),
    show: (counted, scope) => shown(scope, names, counted),
  });
}

const facetIn = (conditions: ColumnConditions) => (name: ShipmentFacet) => ({
  column: FACETS[name].column,
  own: FACETS[name].own.flatMap((filter) => conditions.get(filter) ?? []),
});

/** Counts by SQL. The scope's transaction must have one snapshot. */
export async function facetsBySql(
  scope: AccountScope,
  filters: ListingFilters,
  names: readonly ShipmentFacet[],
): Promise<ShipmentFacets> {
  const shapes = names.map((name) => FACETS[name]);
  return shown(scope, names, await countFacetsBySql(scope, 'forward', SHIPMENT_FILTERS, filters, shapes));
}

function shown(
  scope: AccountScope,
  names: readonly ShipmentFacet[],
  counted: CountedWords,
): Promise<ShipmentFacets> {
  return shownFacets(scope, FACETS, LONG_SHIPMENT_FACETS, names, counted);
}
