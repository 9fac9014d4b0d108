export { RETURN_FILTERS } from '../../storage/returns/filters.ts';
