export { type SentFilters, SHIPMENT_FILTERS } from '../../storage/listing/filters.ts';
