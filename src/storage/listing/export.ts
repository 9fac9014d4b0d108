import type { ListingFilters } from '../../domain/listing/filters.ts';
import type { AccountScope } from '../account-scope.ts';
import { addFilters, Conditions } from './conditions.ts';

/** What an export shows of a shipment: each column's heading, and the SQL of its text. */
const COLUMNS: readonly (readonly [heading: string, sql: string])[] = [
  ['shipment_id', 's.shipment_id'],
  ['tracking_number', 's.tracking_number'],
  ['status', 's.status'],
  ['sub_status', 'nullif(s.granular_status::text, s.status::text)'],
  ['created_at', moment('s.created_at')],
  ['order_id', 'o.display_id'],
  ['external_id', 'o.external_id'],
  ['order_date', moment('s.order_date')],
  ['channel', 's.channel'],
  ['store_name', 'st.store_name'],
  ['warehouse', 'w.name'],
  ['carrier', 'coalesce(b.carrier_name, s.carrier_id)'],
  ['zone', "'zone_' || lower(s.zone::text)"],
  ['payment_method', "case when s.is_cod then 'COD' else 'PREPAID' end"],
  ['total_price', rupees('s.total_price_paise')],
  ['cod_amount', rupees('s.cod_amount_paise')],
  ['freight', rupees('b.forward_freight_paise')],
  ['cod_charges', rupees('b.cod_charges_paise')],
  ['applied_weight_g', 'trim_scale(s.applied_weight / 100.0)'],
  ['attempt_count', 's.attempt_count'],
  ['ndr_reason', 's.ndr_reason'],
  ['rto_reason', 's.rto_reason'],
  ['name', "concat_ws(' ', c.first_name, c.last_name)"],
  ['phone', 'c.phone'],
  ['email', 'c.email'],
  ['address', "concat_ws(', ', c.address, c.address_2)"],
  ['city', 'c.city'],
  ['state', 'c.state'],
  ['pincode', 'c.pincode'],
  [
    'items',
    `(select string_agg(i.units || ' x ' || i.name, '; ' order by i.position)
        from order_items i where i.account_id = $1 and i.order_id = s.order_id)`,
  ],
  ['tags', "array_to_string(o.tags, ', ')"],
  ['expected_delivery_date', 's.expected_delivery_date'],
  ['picked_up_at', moment('s.picked_up_at')],
  ['out_for_delivery_at', moment('s.out_for_delivery_at')],
  ['delivered_at', moment('s.delivered_at')],
  ['ndr_raised_at', moment('s.ndr_raised_at')],
  ['rto_initiated_at', moment('s.rto_initiated_at')],
  ['rto_delivered_at', moment('s.rto_delivered_at')],
  ['cancelled_at', moment('s.cancelled_at')],
];

/** The headings of an export. */
export const EXPORT_HEADINGS = COLUMNS.map(([heading]) => heading);

/** One row: its cells as text, null for an empty one. */
export type ExportRow = readonly (string | null)[];

const ROWS_AT_ONCE = 1_000;

/** All that match the filters, newest first, a thousand rows at a time, in one snapshot. */
export async function* exportRows(
  scope: AccountScope,
  filters: ListingFilters,
  signal: AbortSignal,
): AsyncGenerator<ExportRow[], void, undefined> {
  const conditions = new Conditions();
  addFilters(conditions, filters);
  const cells = COLUMNS.map(([, sql]) => `(${sql})::text`).join(', ');
  const text = `select array[${cells}] as cells
    from shipments s
    join orders o on o.account_id = $1 and o.order_id = s.order_id
    join warehouses w on w.account_id = $1 and w.warehouse_id = s.warehouse_id
    left join stores st on st.account_id = $1 and st.store_id = s.store_id
    left join bookings b on b.account_id = $1 and b.shipment_id = s.shipment_id and b.booking_id = s.booking_id
      and b.state = 'booked'
    cross join lateral (
      select c.* from order_contacts c
       where c.account_id = $1 and c.order_id = s.order_id and c.role in ('billing', 'shipping')
       order by c.role desc limit 1) c
   where ${conditions.sql}
   order by s.created_at desc, s.shipment_id desc`;
  const pieces = scope.streamQuery<{ cells: (string | null)[] }>(text, conditions.parameters, {
    rowsAtOnce: ROWS_AT_ONCE,
    signal,
  });
  for await (const rows of pieces) yield rows.map(({ cells: row }) => row);
}

function moment(column: string): string {
  return `to_char(${column} at time zone 'Asia/Kolkata', 'YYYY-MM-DD HH24:MI:SS')`;
}

function rupees(column: string): string {
  return `trim_scale(${column} / 100.0)`;
}
