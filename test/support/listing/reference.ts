import { listingStatusOf } from '../../../src/domain/tracking/statuses.ts';
import { type MadeShipment, wordsOf } from './shipment-rows.ts';

/**
 * Filters with their meaning. `body` is what a client sends; `searched` says what its `search` looks for, so
 * that the reference need not parse it: for each word the parts of which one must be found, or `whole` for a
 * word that must match exactly.
 */
export interface ReferenceFilters {
  readonly body: Readonly<Record<string, unknown>>;
  readonly searched?: readonly { readonly parts: readonly string[]; readonly whole: boolean }[];
}

/** Tells whether a shipment matches, by the documented rules, one by one. */
export function matches(made: MadeShipment, { body, searched }: ReferenceFilters): boolean {
  if (made.journey !== 'forward') return false;
  const status = listingStatusOf(made.granularStatus);
  const at = made.dates[String(body.date_field ?? 'created_at')] ?? null;
  const oneOf = (name: string, value: string | null) =>
    body[name] === undefined || (value !== null && (body[name] as string[]).includes(value));
  const anyOf = (name: string, values: readonly string[]) =>
    body[name] === undefined || values.some((value) => (body[name] as string[]).includes(value));
  const between = (least: string, most: string, value: number) =>
    (body[least] === undefined || value >= Number(body[least])) &&
    (body[most] === undefined || value <= Number(body[most]));
  const second = at === null ? null : Math.floor(at / 1000);
  return (
    (body.status === undefined || body.status === status || body.status === made.granularStatus) &&
    // A word of both kinds means the listing status.
    oneOf('granular_status', made.granularStatus) &&
    (body.start_time === undefined || (at !== null && at >= Number(body.start_time) * 1000)) &&
    (body.end_time === undefined || (second !== null && second <= Number(body.end_time))) &&
    oneOf('carrier_id', made.carrierId) &&
    oneOf('warehouse_ids', made.warehouseId) &&
    oneOf('channel', made.channel) &&
    oneOf('zone', `zone_${made.zone.toLowerCase()}`) &&
    oneOf('ndr_reason', made.ndrReason) &&
    oneOf('rto_reason', made.rtoReason) &&
    oneOf('store_name', made.storeName) &&
    oneOf('state', 'Karnataka') &&
    oneOf('order_display_id', made.displayId) &&
    anyOf('sku', made.skus) &&
    anyOf('tags', made.tags) &&
    (body.is_cod === undefined || body.is_cod === made.isCod) &&
    (body.has_warnings === undefined || body.has_warnings === made.isOdd) &&
    between('cod_amount_min', 'cod_amount_max', made.codAmount / 100) &&
    between('applied_weight_min', 'applied_weight_max', made.weight / 100) &&
    between('attempts_count__gte', 'attempts_count__lte', made.attempts) &&
    (searched ?? []).every(({ parts, whole }) =>
      wordsOf(made).some((word) => parts.some((part) => (whole ? word === part : word.includes(part)))),
    )
  );
}

export type SortedBy = 'created_at' | 'last_scan_at' | 'date_field';

/** The matching shipments, in the order of a listing. */
export function listed(
  all: readonly MadeShipment[],
  accountId: string,
  filters: ReferenceFilters,
  order: 'asc' | 'desc',
  sortBy: SortedBy = 'created_at',
): MadeShipment[] {
  const date = dateSortedBy(filters, sortBy);
  const found = all.filter(
    (made) =>
      made.accountId === accountId &&
      matches(made, filters) &&
      // Only `date_field` leaves out the shipments without the date.
      (sortBy !== 'date_field' || typeof made.dates[date] === 'number'),
  );
  const ascending = found.sort(
    (a, b) => timeSortedBy(a, date) - timeSortedBy(b, date) || (a.shipmentId < b.shipmentId ? -1 : 1),
  );
  return order === 'asc' ? ascending : ascending.reverse();
}

/** The date by which a listing with these filters is sorted. */
export function dateSortedBy({ body }: ReferenceFilters, sortBy: SortedBy): string {
  return sortBy === 'date_field' ? String(body.date_field ?? 'created_at') : sortBy;
}

/** The sorting time of a shipment: its creation, or the second of another date; 0 without it. */
export function timeSortedBy(made: MadeShipment, date: string): number {
  if (date === 'created_at') return made.createdAt;
  return Math.floor((made.dates[date] ?? 0) / 1000) * 1000;
}
