import { type ForwardStatus, listingStatusOf } from '../../domain/tracking/statuses.ts';
import { type Zone, zoneWord } from '../../domain/zones/zone.ts';
import type { AccountScope } from '../account-scope.ts';
import { countFacetsBySql, type FacetShape, type ShownFacets, shownFacets } from '../listing/facets.ts';
import { statusOfColumn } from '../tracking/column-status.ts';
import { RETURN_FILTERS, type ReturnFilters } from './filters.ts';

const plain = (column: string, own: string): FacetShape => ({
  sql: `s.${column}`,
  own: [own],
  shown: (kept) => kept,
});

const ofReturn = (kept: string) => statusOfColumn(kept as ForwardStatus, 'return');

const FACETS = {
  status: { ...plain('granular_status', 'status'), shown: (kept) => listingStatusOf(ofReturn(kept)) },
  granular_status: { ...plain('granular_status', 'granular_status'), shown: ofReturn },
  carrier_ids: plain('carrier_id', 'carrier_ids'),
  warehouse_id: plain('warehouse_id', 'warehouse_id'),
  channel: plain('channel', 'channel'),
  zone: { ...plain('zone', 'zone'), shown: (kept) => zoneWord(kept as Zone) },
  store_name: plain('store_id', 'store_name'),
  qc_status: { ...plain('', 'qc_status'), sql: 'r.qc_status' },
  sku: { ...plain('', 'sku'), each: '(select distinct word from unnest(r.skus) as word)' },
} as const satisfies Record<string, FacetShape>;

// Many returns are counted, so they are joined at once: to look them up one by one took twice as long or more.
const JOINS = 'left join returns r on r.account_id = s.account_id and r.shipment_id = s.shipment_id';

export type ReturnFacet = keyof typeof FACETS;

export const RETURN_FACETS = Object.keys(FACETS) as ReturnFacet[];
/** Facets that return only their most frequent values, and only if the request names them. */
export const LONG_RETURN_FACETS: readonly ReturnFacet[] = ['sku'];

export type ReturnFacets = ShownFacets<ReturnFacet>;

/** Counts by SQL. The scope's transaction must have one snapshot. */
export async function returnFacetsBySql(
  scope: AccountScope,
  filters: ReturnFilters,
  names: readonly ReturnFacet[],
): Promise<ReturnFacets> {
  const shapes = names.map((name) => FACETS[name]);
  const counted = await countFacetsBySql(scope, 'return', RETURN_FILTERS, filters, shapes, JOINS);
  return shownFacets(scope, FACETS, LONG_RETURN_FACETS, names, counted);
}
