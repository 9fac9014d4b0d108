import { ON_ITS_WAY } from '../../api/statuses.ts';
import { addressOf, namesOf } from '../../search.ts';
import { indianDay } from '../../words/format.tsx';
import { listsOf, secondsOf } from '../list/filter.ts';

/** Filters with lists of values: the name in the API, and the name in the address. */
export const LISTS = {
  carrier: 'carrier_id',
  store: 'store_name',
  warehouse: 'warehouse_ids',
  zone: 'zone',
  channel: 'channel',
  tag: 'tags',
  sku: 'sku',
  ndr: 'ndr_reason',
  rto: 'rto_reason',
  order: 'order_display_id',
  import: 'import_id',
  granular: 'granular_status',
  state: 'state',
} as const;
export type ListName = keyof typeof LISTS;

/** Filters with lower and upper numbers. */
export const BOUNDS = {
  amount_from: 'cod_amount_min',
  amount_to: 'cod_amount_max',
  weight_from: 'applied_weight_min',
  weight_to: 'applied_weight_max',
  attempts_from: 'attempts_count__gte',
  attempts_to: 'attempts_count__lte',
} as const;

export const DATE_FIELDS = [
  'created_at',
  'order_date',
  'picked_up_at',
  'out_for_delivery_at',
  'delivered_at',
  'ndr_raised_at',
  'rto_initiated_at',
  'rto_delivered_at',
  'cancelled_at',
  'updated_at',
  'last_scan_at',
] as const;
export type DateField = (typeof DATE_FIELDS)[number];

export const SPANS = ['today', 'yesterday', 'last7', 'last30', 'month', 'older3'] as const;
export type Span = (typeof SPANS)[number];

/** Reads the state of the page from the address. */
export const readShipmentsView = addressOf({
  lists: [...namesOf(LISTS), 'columns'],
  texts: [...namesOf(BOUNDS), 'status', 'q', 'from', 'to', 'open'],
  words: {
    cod: ['yes', 'no'],
    // The courier has not paid out everything that it collected.
    owed: ['yes'],
    // The courier has not picked the parcel up, and no closed manifest has it.
    handover: ['waiting'],
    // Something about the order is odd.
    odd: ['yes'],
    dates: DATE_FIELDS,
    span: SPANS,
    // What the list is sorted by; absent for the creation time, newest first.
    by: ['last_scan_at'],
    sort: ['asc'],
  },
});
export type ShipmentsView = ReturnType<typeof readShipmentsView>;

/** Tells whether the view shows parcels without a scan for some days. */
export function isStuck({ span, dates }: ShipmentsView): boolean {
  return span === 'older3' && dates === 'last_scan_at';
}

const DAY_MS = 86_400_000;

/** The days of a span relative to now, in India. */
export function daysOf(span: Span, now: Date): { from?: string; to?: string } {
  const day = (ago: number) => indianDay(new Date(now.getTime() - ago * DAY_MS));
  switch (span) {
    case 'today':
      return { from: day(0) };
    case 'yesterday':
      return { from: day(1), to: day(1) };
    case 'last7':
      return { from: day(6) };
    case 'last30':
      return { from: day(29) };
    case 'month':
      return { from: `${day(0).slice(0, 8)}01` };
    case 'older3':
      return { to: day(3) };
  }
}

/** The listing's filter without the status; the tabs use it to count. */
export function filterOf(view: ShipmentsView, now: Date): Record<string, unknown> {
  const filter = listsOf(view, LISTS);
  for (const [name, parameter] of Object.entries(BOUNDS)) {
    const value = Number(view[name as keyof typeof BOUNDS] ?? Number.NaN);
    if (Number.isFinite(value)) filter[parameter] = value;
  }
  // No more scans are expected for a finished parcel.
  if (isStuck(view) && view.granular === undefined) filter.granular_status = ON_ITS_WAY;
  if (view.q?.trim()) filter.search = view.q.trim();
  if (view.cod !== undefined) filter.is_cod = view.cod === 'yes';
  if (view.owed !== undefined) filter.is_cod_owed = true;
  if (view.handover !== undefined) filter.handover = view.handover;
  if (view.odd !== undefined) filter.has_warnings = true;
  Object.assign(
    filter,
    secondsOf(view.span === undefined ? view : daysOf(view.span, now), 'start_time', 'end_time'),
  );
  if (view.dates !== undefined && ('start_time' in filter || 'end_time' in filter))
    filter.date_field = view.dates;
  return filter;
}

/** The statuses of the tab `rto`. */
export const RTO_STATUSES = ['rto_initiated', 'rto_in_transit', 'rto_delivered'] as const;

/** The listing's filter with the status. */
export function wholeFilterOf(view: ShipmentsView, now: Date): Record<string, unknown> {
  const filter = filterOf(view, now);
  if (view.status === undefined) return filter;
  return { ...filter, status: view.status === 'rto' ? RTO_STATUSES : [view.status] };
}

/** The view without filters; columns, order and status stay. */
export function withoutFilters({ columns, by, sort, status }: ShipmentsView): ShipmentsView {
  return {
    ...(columns && { columns }),
    ...(by && { by }),
    ...(sort && { sort }),
    ...(status && { status }),
  };
}
