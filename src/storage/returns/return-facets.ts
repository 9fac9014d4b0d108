import { type ForwardStatus, listingStatusOf } from '../../domain/tracking/statuses.ts';
import { type Zone, zoneWord } from '../../domain/zones/zone.ts';
import type { AccountScope } from '../account-scope.ts';
import {
  countFacetsBySql,
  type FacetCounts,
  type FacetShape,
  shownCounts,
  storeNames,
} from '../listing/facets.ts';
import { leftJoinOne } from '../shipment-joins.ts';
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

const JOINS = leftJoinOne('returns', 'r', 'shipment_id = s.shipment_id');

export type ReturnFacet = keyof typeof FACETS;

export const RETURN_FACETS = Object.keys(FACETS) as ReturnFacet[];
/** Facets that return only their most frequent values, and only if the request names them. */
export const LONG_RETURN_FACETS: readonly ReturnFacet[] = ['sku'];
const MOST_VALUES = 1_000;
const MOST_LONG_VALUES = 50;

/** The number of matches, and for each facet the counts by value, without the facet's own filters. */
export interface ReturnFacets {
  readonly total: number;
  readonly facets: Readonly<Partial<Record<ReturnFacet, FacetCounts>>>;
}

/** Counts by SQL. The scope's transaction must have one snapshot. */
export async function returnFacetsBySql(
  scope: AccountScope,
  filters: ReturnFilters,
  names: readonly ReturnFacet[],
): Promise<ReturnFacets> {
  const shapes = names.map((name) => FACETS[name]);
  const { total, counts } = await countFacetsBySql(scope, 'return', RETURN_FILTERS, filters, shapes, JOINS);
  const stores = names.includes('store_name') ? await storeNames(scope) : new Map<string, string>();
  const facets: [ReturnFacet, FacetCounts][] = [];
  for (const [index, name] of names.entries()) {
    const shape: FacetShape =
      name === 'store_name' ? { ...FACETS[name], shown: (id) => stores.get(id) ?? null } : FACETS[name];
    const most = LONG_RETURN_FACETS.includes(name) ? MOST_LONG_VALUES : MOST_VALUES;
    facets.push([name, await shownCounts(shape, counts[index] ?? new Map(), most)]);
  }
  return { total, facets: Object.fromEntries(facets) };
}
