import type { SearchTerms } from '../../domain/listing/read-search.ts';
import { type Conditions, searchCondition, selectiveParts } from './conditions.ts';
import { type ListingFilters, SHIPMENT_FILTERS } from './filters.ts';

/** SQL that finds each matching row once, with the columns `created_at` and `shipment_id` of `s`. */
export interface Source {
  readonly from: string;
  readonly where: string;
  /**
   * The table of the page and its conditions, if an index alone finds the rows. Page and total are then read
   * separately. Storing the set and reading it twice, as for other sets (null), took two to five times as
   * long.
   */
  readonly pageFrom: string | null;
  /** The name of the statement's shape if one plan fits all values; else null. */
  readonly shape: string | null;
}

/**
 * The smallest table that supports the filters. Search, SKU and tag have separate tables, which contain only
 * forward shipments, and the columns that the listing is sorted by. If such a filter is the only one, no
 * shipment rows are read: a SKU of 102,000 rows takes 19 ms instead of 100 ms.
 */
export function narrowestSource(conditions: Conditions, filters: ListingFilters): Source {
  const { date_field: _, start_time, end_time, ...others } = filters;
  const names = Object.keys(others);
  const isDated = start_time !== undefined || end_time !== undefined;
  const only = !isDated && names.length === 1 ? names[0] : null;
  if (only === 'search' && filters.search !== undefined) return searched(conditions, filters.search);
  if (only === 'sku') return ofValues(conditions, 'shipment_skus', 'sku', filters.sku ?? []);
  if (only === 'tags') return ofValues(conditions, 'shipment_tags', 'tag', filters.tags ?? []);
  return allShipments(conditions, filters);
}

/** Returns the shipments table, which supports all filters. */
export function allShipments(conditions: Conditions, filters: ListingFilters): Source {
  SHIPMENT_FILTERS.add(conditions, filters);
  return { from: 'shipments s', where: conditions.sql, pageFrom: null, shape: null };
}

/** The part of a shape's name that describes a time range. */
export function spanShape(from: number | undefined, before: number | undefined): string {
  return (from === undefined ? '' : '-from') + (before === undefined ? '' : '-before');
}

function searched(conditions: Conditions, terms: SearchTerms): Source {
  const where = searchCondition(conditions, terms);
  const [first] = terms;
  const isOneWord = terms.length === 1 && first?.spellings.length === 1;
  // The statement's text depends on the number of parts of a code.
  const shape = isOneWord ? `search-${selectiveParts(first.spellings[0] ?? '').length}` : null;
  return { from: 'shipment_search s', where, pageFrom: null, shape };
}

/** A shipment that has several of the values counts only once. */
function ofValues(conditions: Conditions, table: string, column: string, values: readonly string[]): Source {
  if (values.length === 1) {
    const where = `s.account_id = $1 and s.${column} = ${conditions.parameter(values[0])}`;
    const from = `${table} s`;
    return { from, where, pageFrom: `${from} where ${where}`, shape: table };
  }
  const places = conditions.parameter(values);
  const from = `(select distinct created_at, shipment_id from ${table}
            where account_id = $1 and ${column} = any(${places}::text[])) s`;
  return { from, where: 'true', pageFrom: null, shape: null };
}
