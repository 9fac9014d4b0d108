export {
  RETURN_FILTER_FIELDS,
  RETURN_FILTER_ORDERS,
  readReturnFilters,
} from '../../storage/returns/filters.ts';
