import type { ListingPage } from '../../../src/storage/listing/listing.ts';
import { type SentFilters, SHIPMENT_FILTERS } from '../../../src/usecases/listing/list-shipments.ts';

/** A kind of page that clients request, and the index that it needs. */
export interface FilterMix {
  /** Also the file's name in docs/explanation/queries/listing. */
  readonly name: string;
  readonly page: ListingPage;
  /** Each of these indexes must be in the plan. */
  readonly indexes: readonly string[];
}

/** 2026-10-01, within what `makeShipments` makes. */
const SINCE = 1_790_812_800_000;
/** A day later, with its whole second. */
const UNTIL = SINCE + 86_400_999;

/** The warehouse in the filter mix `warehouse`. */
export const FILTERED_WAREHOUSE = '01900000-0000-7000-9000-000000000001';

/** One of each kind. */
export const FILTER_MIXES: readonly FilterMix[] = [
  mix('no-filter', {}, ['shipments_listed', 'shipment_counts_pkey', 'shipment_count_deltas_pkey']),
  mix('no-filter-after', {}, ['shipments_listed'], {
    after: { at: SINCE, shipmentId: '01900000-0000-7000-8000-000000000000' },
  }),
  mix('no-filter-ascending', {}, ['shipments_listed'], { order: 'asc' }),
  mix('no-filter-deep', {}, ['shipments_listed'], { page: 25_000 }),
  mix('status', { status: ['rto_initiated'] }, ['shipments_by_status']),
  mix('granular-status', { granular_status: ['lost'] }, ['shipments_by_status']),
  mix('status-and-days', { status: ['rto_initiated'], start_time: SINCE, end_time: UNTIL }, [
    'shipments_by_status',
  ]),
  mix(
    'carriers-zones-cod-weights',
    {
      carrier_id: ['k4tq9m2x', 'h7vd3r8c'],
      zone: ['zone_b', 'zone_d'],
      is_cod: true,
      applied_weight_min: '500',
      applied_weight_max: '600',
    },
    ['shipments_listed'],
  ),
  mix('ndr-reason', { ndr_reason: ['cod_not_ready'] }, ['shipments_listed']),
  mix('rto-reason', { rto_reason: ['address_issue'] }, ['shipments_listed']),
  mix('sku', { sku: ['CUP'] }, ['shipment_skus_pkey']),
  mix('tag', { tags: ['gift'] }, ['shipment_tags_pkey', 'shipment_tags_counted']),
  mix('tags', { tags: ['gift', 'vip'] }, ['shipment_tags_pkey']),
  mix('order-ids', { order_display_id: ['#1', '#2'] }, ['order_display_id_is_unique', 'shipments_of_order']),
  mix('search', { search: 'asha mumbai' }, ['shipments_by_words']),
  mix('search-code', { search: 'DKY12345678901' }, ['shipments_by_words']),
  mix('search-and-status', { search: 'dky123456', status: ['delivered'] }, ['shipments_by_words']),
  mix(
    'waiting-longest',
    { status: ['ndr_raised'], granular_status: ['ndr_raised', 'need_attention'] },
    ['shipments_by_status'],
    {
      sortBy: 'last_scan_at',
      order: 'asc',
      after: { at: SINCE, shipmentId: '01900000-0000-7000-8000-000000000000' },
    },
  ),
  mix('newest-deliveries', { date_field: 'delivered_at', status: ['delivered'] }, ['shipments_by_status'], {
    sortBy: 'date_field',
  }),
  mix('has-warnings', { has_warnings: true }, ['shipments_listed']),
  mix('warehouse', { warehouse_ids: [FILTERED_WAREHOUSE] }, ['shipments_listed']),
];

function mix(
  name: string,
  sent: SentFilters,
  indexes: readonly string[],
  page: Partial<ListingPage> = {},
): FilterMix {
  const { filters } = SHIPMENT_FILTERS.read(sent);
  return {
    name,
    indexes,
    page: { filters, sortBy: 'created_at', order: 'desc', perPage: 20, after: null, page: 1, ...page },
  };
}
