import { RETURN_LISTING_STATUSES } from '../../../domain/tracking/statuses.ts';
import { object } from '../../../reading/fields.ts';
import { countReturnFacets, RETURN_FACETS } from '../../../usecases/listing/count-facets.ts';
import { countReturns, exportReturns, RETURN_FILTERS } from '../../../usecases/returns/list-returns.ts';
import { chosenFacets } from '../listing/listing-routes.ts';

const { fields, inOrder, read } = RETURN_FILTERS;
const { status: _status, ...counted } = fields;

/** The counts, the export and the facets of returns. */
export const RETURN_LISTING = {
  noun: 'return',
  tag: 'Returns',
  read,
  counts: {
    operationId: 'countReturns',
    body: object(counted, { inOrder }),
    statuses: RETURN_LISTING_STATUSES,
    run: countReturns,
  },
  file: { operationId: 'exportReturns', body: object(fields, { inOrder }), run: exportReturns },
  facets: {
    operationId: 'countReturnFacets',
    body: object({ facets: chosenFacets(RETURN_FACETS), ...fields }, { inOrder }),
    names: RETURN_FACETS,
    run: countReturnFacets,
  },
} as const;
