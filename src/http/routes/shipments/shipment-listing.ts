import { LISTING_STATUSES } from '../../../domain/tracking/statuses.ts';
import { object } from '../../../reading/fields.ts';
import { countShipmentFacets, SHIPMENT_FACETS } from '../../../usecases/listing/count-facets.ts';
import { countShipments } from '../../../usecases/listing/count-shipments.ts';
import { exportShipments } from '../../../usecases/listing/export-shipments.ts';
import { SHIPMENT_FILTERS } from '../../../usecases/listing/list-shipments.ts';
import { chosenFacets } from '../listing/listing-routes.ts';

const { fields, inOrder, read } = SHIPMENT_FILTERS;
const { status: _status, ...counted } = fields;

/** The counts, the export and the facets of shipments. */
export const SHIPMENT_LISTING = {
  noun: 'shipment',
  tag: 'Shipments',
  read,
  counts: {
    operationId: 'countShipments',
    body: object(counted, { inOrder }),
    statuses: LISTING_STATUSES,
    run: countShipments,
  },
  file: { operationId: 'exportShipments', body: object(fields, { inOrder }), run: exportShipments },
  facets: {
    operationId: 'countShipmentFacets',
    body: object({ facets: chosenFacets(SHIPMENT_FACETS), ...fields }, { inOrder }),
    names: SHIPMENT_FACETS,
    run: countShipmentFacets,
  },
} as const;
