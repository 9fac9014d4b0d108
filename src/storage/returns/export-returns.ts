import type { AccountScope } from '../account-scope.ts';
import { Conditions, ofJourney } from '../listing/conditions.ts';
import {
  type ExportParts,
  exportShape,
  indiaTime,
  PARTS,
  readInParts,
  rupeesSql,
} from '../listing/export.ts';
import { returnStatusSql } from '../tracking/column-status.ts';
import { RETURN_FILTERS, type ReturnFilters } from './filters.ts';

const RETURNS = exportShape(
  'export-returns',
  [
    ['return_id', 's.shipment_id'],
    'tracking_number',
    ['status', returnStatusSql('s.granular_status')],
    'created_at',
    'order_id',
    'external_id',
    'order_date',
    ['forward_order_id', { text: 'f.display_id' }],
    ['return_reason', { text: 'r.return_reason' }],
    ['qc_status', 'r.qc_status'],
    'channel',
    'store_name',
    'warehouse',
    'carrier',
    'zone',
    'total_price',
    'freight',
    ['qc_charges', rupeesSql('b.qc_charges_paise')],
    'applied_weight_g',
    ['missed_pickups', 's.attempt_count'],
    'name',
    'phone',
    'email',
    'address',
    'city',
    'state',
    'pincode',
    'items',
    'expected_delivery_date',
    ['pickup_scheduled_at', indiaTime('s.ready_for_pickup_at')],
    'picked_up_at',
    'delivered_at',
    'cancelled_at',
  ],
  `join returns r on r.account_id = $1 and r.shipment_id = s.shipment_id
    left join orders f on f.account_id = $1 and f.order_id = r.forward_order_id
    left join order_contacts c on c.account_id = $1 and c.order_id = s.order_id and c.role = 'billing'`,
);

export const EXPORT_RETURN_HEADINGS = RETURNS.headings;

/** Returns the lines of all matching returns, newest first: see `exportLines`. */
export function exportReturnLines(
  scope: AccountScope,
  filters: ReturnFilters,
  parts: ExportParts = PARTS,
): AsyncGenerator<string, void, undefined> {
  return readInParts(scope, RETURNS, parts, () => {
    const conditions = new Conditions(ofJourney('return'));
    RETURN_FILTERS.add(conditions, filters);
    return { conditions, from: 'shipments s', where: conditions.sql };
  });
}
