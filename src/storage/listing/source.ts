import type { ListingFilters } from '../../domain/listing/filters.ts';
import { addFilters, type Conditions, searchCondition } from './conditions.ts';

/** Where rows that match are found, each once: the columns `created_at` and `shipment_id` of `s`. */
export interface Source {
  readonly from: string;
  readonly where: string;
}

/**
 * The smallest place that knows the filters. Search, SKU and tag have tables of their own, which hold
 * forward shipments only and the listing's order: alone, they need no look at the shipments. Measured on
 * 1,000,000 shipments: a name that 20,000 share in 60 ms instead of 100 ms, a SKU of 3,800 in 3 ms instead
 * of 30 ms.
 */
export function narrowestSource(conditions: Conditions, filters: ListingFilters): Source {
  const names = Object.keys(filters).filter((name) => name !== 'dateField');
  const only = names.length === 1 ? names[0] : null;
  if (only === 'search' && filters.search !== undefined) {
    return {
      from: 'shipment_search s',
      where: `s.account_id = $1 and ${searchCondition(conditions, filters.search)}`,
    };
  }
  if (only === 'skus') return ofValues(conditions, 'shipment_skus', 'sku', filters.skus ?? []);
  if (only === 'tags') return ofValues(conditions, 'shipment_tags', 'tag', filters.tags ?? []);
  addFilters(conditions, filters);
  return { from: 'shipments s', where: conditions.sql };
}

/** A shipment may have several of the values, and counts once. */
function ofValues(conditions: Conditions, table: string, column: string, values: readonly string[]): Source {
  const places = conditions.parameter(values);
  const from = `(select distinct created_at, shipment_id from ${table}
            where account_id = $1 and ${column} = any(${places}::text[])) s`;
  return { from, where: 'true' };
}
