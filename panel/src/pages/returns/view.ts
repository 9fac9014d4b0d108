import { listsOf, secondsOf } from '../../parts/list/filter.ts';
import { addressOf, namesOf } from '../../search.ts';

/** Filters with lists of values, with their API names. */
export const RETURN_LISTS = {
  carrier: 'carrier_ids',
  store: 'store_name',
  warehouse: 'warehouse_id',
  zone: 'zone',
  channel: 'channel',
  sku: 'sku',
  qc: 'qc_status',
  granular: 'granular_status',
} as const;
export type ReturnList = keyof typeof RETURN_LISTS;

/** The dates to which a time span can apply, with the API's fields. */
export const RETURN_DATES = {
  created: 'created_at',
  pickup: 'return_pickup_scheduled_at',
  delivered: 'return_delivered_at',
} as const;
export type ReturnDate = keyof typeof RETURN_DATES;

/** Reads the state of the page from the address. */
export const readReturnsView = addressOf({
  lists: namesOf(RETURN_LISTS),
  texts: ['status', 'q', 'from', 'to', 'open'],
  words: { dates: namesOf(RETURN_DATES) },
});
export type ReturnsView = ReturnType<typeof readReturnsView>;

/** The listing's filter without the status. */
export function returnFilterOf(view: ReturnsView): Record<string, unknown> {
  const field = RETURN_DATES[view.dates ?? 'created'];
  return {
    ...listsOf(view, RETURN_LISTS),
    ...(view.q?.trim() && { search: view.q.trim() }),
    ...secondsOf(view, `${field}__gte`, `${field}__lte`),
  };
}
