export {
  FILTER_FIELDS,
  FILTER_ORDERS,
  readFilters,
  type SentFilters,
} from '../../storage/listing/filters.ts';
