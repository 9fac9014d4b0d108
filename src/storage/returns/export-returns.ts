import type { AccountScope, PreparedQuery } from '../account-scope.ts';
import { afterPosition, Conditions } from '../listing/conditions.ts';
import {
  type ExportParts,
  type ExportRow,
  indiaTime,
  PARTS,
  readInParts,
  rupees,
} from '../listing/export.ts';
import type { ListingPosition } from '../listing/listing.ts';
import { BOOKED } from '../shipment-joins.ts';
import { returnStatusSql } from '../tracking/kept-status.ts';
import { addReturnFilters, type ReturnFilters } from './filters.ts';

/** What an export shows of a return: each column's heading, and the SQL of its text. */
const COLUMNS: readonly (readonly [heading: string, sql: string])[] = [
  ['return_id', 's.shipment_id'],
  ['tracking_number', 's.tracking_number'],
  ['status', returnStatusSql('s.granular_status')],
  ['created_at', indiaTime('s.created_at')],
  ['order_id', 'o.display_id'],
  ['external_id', 'o.external_id'],
  ['order_date', indiaTime('s.order_date')],
  ['forward_order_id', 'f.display_id'],
  ['return_reason', 'r.return_reason'],
  ['qc_status', 'r.qc_status'],
  ['channel', 's.channel'],
  ['store_name', 'st.store_name'],
  ['warehouse', 'w.name'],
  ['carrier', 'coalesce(b.carrier_name, s.carrier_id)'],
  ['zone', "'zone_' || lower(s.zone::text)"],
  ['total_price', rupees('s.total_price_paise')],
  ['freight', rupees('b.forward_freight_paise')],
  ['qc_charges', rupees('b.qc_charges_paise')],
  ['applied_weight_g', 'trim_scale(s.applied_weight / 100.0)'],
  ['missed_pickups', 's.attempt_count'],
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
  ['expected_delivery_date', 's.expected_delivery_date'],
  ['pickup_scheduled_at', indiaTime('s.ready_for_pickup_at')],
  ['picked_up_at', indiaTime('s.picked_up_at')],
  ['delivered_at', indiaTime('s.delivered_at')],
  ['cancelled_at', indiaTime('s.cancelled_at')],
];

/** The headings of an export. */
export const EXPORT_RETURN_HEADINGS = COLUMNS.map(([heading]) => heading);

/** All returns that match the filters, newest first: see `exportRows`. */
export function exportReturnRows(
  scope: AccountScope,
  filters: ReturnFilters,
  parts: ExportParts = PARTS,
): AsyncGenerator<ExportRow[], void, undefined> {
  return readInParts(scope, ROWS, (after) => findPlaces(scope, filters, after, parts.places), parts);
}

async function findPlaces(
  scope: AccountScope,
  filters: ReturnFilters,
  after: ListingPosition | null,
  most: number,
): Promise<ListingPosition[]> {
  const conditions = new Conditions('return');
  addReturnFilters(conditions, filters);
  const where = `${conditions.sql}${after === null ? '' : afterPosition(conditions, after, 'desc')}`;
  const rows = await scope.rawQuery<{ created_ms: string; shipment_id: string }>(
    `select (extract(epoch from s.created_at) * 1000)::bigint as created_ms, s.shipment_id
    from shipments s
   where ${where}
   order by s.created_at desc, s.shipment_id desc
   limit ${most}`,
    conditions.parameters,
  );
  return rows.map((row) => ({ createdAt: Number(row.created_ms), shipmentId: row.shipment_id }));
}

const ROWS: PreparedQuery = {
  name: 'export-returns',
  text: `select array[${COLUMNS.map(([, sql]) => `(${sql})::text`).join(', ')}] as cells
    from shipments s
    join returns r on r.account_id = $1 and r.shipment_id = s.shipment_id
    join orders o on o.account_id = $1 and o.order_id = s.order_id
    left join orders f on f.account_id = $1 and f.order_id = r.forward_order_id
    left join order_contacts c on c.account_id = $1 and c.order_id = s.order_id and c.role = 'billing'
    left join stores st on st.account_id = $1 and st.store_id = s.store_id
    ${BOOKED}
    join warehouses w on w.account_id = $1 and w.warehouse_id = s.warehouse_id
   where s.account_id = $1 and s.shipment_id = any($2::uuid[])
   order by s.created_at desc, s.shipment_id desc`,
};
