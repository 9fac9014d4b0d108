import type { ListingFilters } from '../../storage/listing/filters.ts';
import {
  facetsByColumns,
  facetsBySql,
  LONG_SHIPMENT_FACETS,
  SHIPMENT_FACETS,
  type ShipmentFacet,
  type ShipmentFacets,
} from '../../storage/listing/shipment-facets.ts';
import type { ReturnFilters } from '../../storage/returns/filters.ts';
import {
  LONG_RETURN_FACETS,
  RETURN_FACETS,
  type ReturnFacet,
  type ReturnFacets,
  returnFacetsBySql,
} from '../../storage/returns/return-facets.ts';
import type { ListingParts } from '../long-work.ts';
import type { AccountContext } from '../service.ts';
import { columnsOrSql } from './columns-or-sql.ts';

export { RETURN_FACETS, type ReturnFacet, SHIPMENT_FACETS, type ShipmentFacet };

const USUAL_SHIPMENT_FACETS = SHIPMENT_FACETS.filter((name) => !LONG_SHIPMENT_FACETS.includes(name));
const USUAL_RETURN_FACETS = RETURN_FACETS.filter((name) => !LONG_RETURN_FACETS.includes(name));

/** Counts the values of each filter, under the other filters, in one snapshot. */
export function countShipmentFacets(
  account: AccountContext & ListingParts,
  filters: ListingFilters,
  requestedFacets: readonly ShipmentFacet[] | undefined,
  signal: AbortSignal,
): Promise<ShipmentFacets> {
  const { database, accountId, columns } = account;
  const names = requestedFacets ?? USUAL_SHIPMENT_FACETS;
  return columnsOrSql(
    account,
    filters,
    signal,
    () => facetsByColumns(columns, accountId, filters, names),
    () =>
      database.read(accountId, (from) =>
        from.readInSnapshot(accountId, (scope) => facetsBySql(scope, filters, names)),
      ),
  );
}

/** Like `countShipmentFacets`, for returns. */
export function countReturnFacets(
  { database, accountId, longWork }: AccountContext & ListingParts,
  filters: ReturnFilters,
  requestedFacets: readonly ReturnFacet[] | undefined,
  signal: AbortSignal,
): Promise<ReturnFacets> {
  const names = requestedFacets ?? USUAL_RETURN_FACETS;
  return longWork.run({ accountId, signal }, () =>
    database.read(accountId, (from) =>
      from.readInSnapshot(accountId, (scope) => returnFacetsBySql(scope, filters, names)),
    ),
  );
}
