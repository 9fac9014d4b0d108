import { listIn, textIn } from '../../search.ts';

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

/** The state of the page, as stored in the address. */
export type ReturnsView = { readonly [List in ReturnList]?: readonly string[] } & {
  readonly status?: string;
  readonly q?: string;
  readonly dates?: ReturnDate;
  readonly from?: string;
  readonly to?: string;
  /** The return that is open next to the list. */
  readonly open?: string;
};

/** Reads the address; unknown values are left out. */
export function readReturnsView(search: Record<string, unknown>): ReturnsView {
  const view: Record<string, unknown> = {};
  for (const name of Object.keys(RETURN_LISTS)) {
    const values = listIn(search[name]);
    if (values.length > 0) view[name] = values;
  }
  for (const name of ['status', 'q', 'from', 'to', 'open']) {
    const text = textIn(search[name]);
    if (text !== undefined) view[name] = text;
  }
  const dates = textIn(search.dates);
  if (dates !== undefined && dates in RETURN_DATES) view.dates = dates;
  return view;
}

/** The listing's filter without the status. */
export function returnFilterOf(view: ReturnsView): Record<string, unknown> {
  const filter: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(RETURN_LISTS)) {
    const values = view[name as ReturnList];
    if (values !== undefined && values.length > 0) filter[parameter] = values;
  }
  if (view.q?.trim()) filter.search = view.q.trim();
  const field = RETURN_DATES[view.dates ?? 'created'];
  const start = Date.parse(`${view.from}T00:00:00+05:30`) / 1000;
  const end = Date.parse(`${view.to}T23:59:59+05:30`) / 1000;
  if (Number.isFinite(start)) filter[`${field}__gte`] = start;
  if (Number.isFinite(end)) filter[`${field}__lte`] = end;
  return filter;
}

export function withoutUndefined<View extends object>(view: View): View {
  return Object.fromEntries(Object.entries(view).filter(([, value]) => value !== undefined)) as View;
}
