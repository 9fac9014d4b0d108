import { returnStatusesOf } from '../../domain/tracking/statuses.ts';
import type { AccountScope } from '../account-scope.ts';
import { RETURN_FILTERS, type ReturnFilters } from '../returns/filters.ts';
import { BOOKED, usualStateOf } from '../shipment-joins.ts';
import { columnStatus } from '../tracking/column-status.ts';
import { type Dimension, figuresBySql, minutesSql, ON_TIME, PROMISED } from './figures-by-sql.ts';
import { type FigureQuery, type GroupedFigures, groupedFigures, type Minutes } from './grouped-figures.ts';

const CUSTOMER = `left join order_contacts c on c.account_id = (select $1::uuid) and c.order_id = s.order_id and c.role = 'billing'`;

const plain = (column: string): Dimension => ({ sql: `s.${column}` });

/** The dimensions of returns' figures. State and city are those of the customer. */
const DIMENSIONS = {
  carrier_id: plain('carrier_id'),
  zone: plain('zone'),
  store_name: plain('store_id'),
  warehouse_id: plain('warehouse_id'),
  channel: plain('channel'),
  state: { sql: usualStateOf('c.state'), joins: CUSTOMER },
  city: { sql: `c.city || ', ' || ${usualStateOf('c.state')}`, joins: CUSTOMER },
  sku: { sql: '', each: '(select distinct word from unnest(r.skus) as word)' },
  return_reason: { sql: 'r.return_reason' },
  qc_status: { sql: 'r.qc_status' },
  ndr_reason: plain('ndr_reason'),
} as const satisfies Record<string, Dimension>;

export type ReturnDimensionName = keyof typeof DIMENSIONS;
export const RETURN_DIMENSIONS = Object.keys(DIMENSIONS) as ReturnDimensionName[];

/** The dates that time buckets can use, by their names in responses, and their columns. */
const DATE_FIELDS = {
  created_at: 'created_at',
  return_pickup_scheduled_at: 'ready_for_pickup_at',
  return_picked_up_at: 'picked_up_at',
  return_delivered_at: 'delivered_at',
} as const;

export type ReturnDateField = keyof typeof DATE_FIELDS;
export const RETURN_DATE_FIELDS = Object.keys(DATE_FIELDS) as ReturnDateField[];

const CANCELLED = returnStatusesOf('cancelled').map((status) => `'${columnStatus(status)}'`);

export interface ReturnFigures {
  /** Returns with at least one failed pickup. */
  readonly pickupFailed: number;
  readonly pickedUp: number;
  readonly received: number;
  /** Returns that ended without goods: cancelled, rejected, or failed at the door. */
  readonly cancelled: number;
  /** Returns with a check at the door, and the results of the check. */
  readonly qcAsked: number;
  readonly qcPassed: number;
  readonly qcFailed: number;
  /** Received returns with a promised day of arrival, and those that arrived by that day. */
  readonly promised: number;
  readonly onTime: number;
  /** The minutes from the request to the pickup, and from the pickup to the arrival. */
  readonly minutesToPickup: Minutes;
  readonly minutesToReturn: Minutes;
  readonly freightPaise: number;
  readonly qcChargesPaise: number;
}

const MEASURES: Readonly<Record<keyof ReturnFigures, string>> = {
  pickupFailed: 'count(*) filter (where attempt_count > 0)',
  pickedUp: 'count(picked_up_at)',
  received: 'count(delivered_at)',
  cancelled: `count(*) filter (where granular_status in (${CANCELLED.join(', ')}))`,
  qcAsked: 'count(qc_status)',
  qcPassed: "count(*) filter (where qc_status = 'passed')",
  qcFailed: "count(*) filter (where qc_status = 'failed')",
  promised: PROMISED,
  onTime: ON_TIME,
  minutesToPickup: minutesSql('created_at', 'picked_up_at'),
  minutesToReturn: minutesSql('picked_up_at', 'delivered_at'),
  freightPaise: 'coalesce(sum(freight_paise), 0)',
  qcChargesPaise: 'coalesce(sum(qc_charges_paise), 0)',
};
const MEASURED = Object.keys(MEASURES) as (keyof ReturnFigures)[];

const JOINS = `join returns r on r.account_id = s.account_id and r.shipment_id = s.shipment_id
           ${BOOKED}
           cross join lateral (select r.qc_status, b.forward_freight_paise as freight_paise, b.qc_charges_paise) as facts`;

/** Computes figures by SQL. The scope's transaction must have one snapshot. */
export async function returnFiguresBySql(
  scope: AccountScope,
  {
    filters,
    bucket,
    dateField,
    by,
    mostGroups,
  }: FigureQuery<ReturnFilters, ReturnDimensionName> & { readonly dateField: ReturnDateField },
): Promise<GroupedFigures<ReturnFigures> | 'tooMany'> {
  const groups = await figuresBySql(scope, {
    journey: 'return',
    narrow: (conditions) => RETURN_FILTERS.add(conditions, filters),
    bucket: bucket && { of: bucket, time: `s.${DATE_FIELDS[dateField]}` },
    dimensions: by.map((name) => DIMENSIONS[name]),
    measures: Object.values(MEASURES),
    joins: JOINS,
    mostGroups,
  });
  return groupedFigures(scope, by, groups, MEASURED);
}
