import type { Measure } from '../../columns/measures.ts';
import { sumGroups } from '../../columns/sum-groups.ts';
import { firstStepOf, INDIA_SECONDS, stepSecondsOf } from '../../domain/figures.ts';
import type { AccountScope } from '../account-scope.ts';
import type { ListingColumns } from '../columns/listing-columns.ts';
import { queryColumns } from '../columns/query-columns.ts';
import { type ListingFilters, SHIPMENT_FILTERS } from '../listing/filters.ts';
import { BOOKED, CONSIGNEE, usualStateOf } from '../shipment-joins.ts';
import { type Dimension, figuresBySql, minutesSql, ON_TIME, PROMISED } from './figures-by-sql.ts';
import { type FigureQuery, type GroupedFigures, groupedFigures, type Minutes } from './grouped-figures.ts';

interface ShipmentDimension extends Dimension {
  /** The dimension's column in memory. */
  readonly column: string;
}

const plain = (column: string): ShipmentDimension => ({ sql: `s.${column}`, column });

/** The dimensions of shipments' figures. Stores are grouped by id and named at the end. */
const DIMENSIONS = {
  carrier_id: plain('carrier_id'),
  zone: plain('zone'),
  store_name: plain('store_id'),
  warehouse_id: plain('warehouse_id'),
  channel: plain('channel'),
  is_cod: plain('is_cod'),
  state: { sql: usualStateOf('c.state'), joins: CONSIGNEE, column: 'state' },
  city: { sql: `c.city || ', ' || ${usualStateOf('c.state')}`, joins: CONSIGNEE, column: 'city' },
  sku: {
    sql: '',
    each: `(select distinct i.sku as word from order_items i
            where i.account_id = $1 and i.order_id = s.order_id and i.sku is not null)`,
    column: 'skus',
  },
  ndr_reason: plain('ndr_reason'),
  rto_reason: plain('rto_reason'),
} as const satisfies Record<string, ShipmentDimension>;

export type ShipmentDimensionName = keyof typeof DIMENSIONS;
export const SHIPMENT_DIMENSIONS = Object.keys(DIMENSIONS) as ShipmentDimensionName[];

export interface ShipmentFigures {
  readonly delivered: number;
  readonly rto: number;
  readonly ndr: number;
  /** Delivered shipments with a promised day of delivery, and those that arrived by that day. */
  readonly promised: number;
  readonly onTime: number;
  /** The minutes from pickup to delivery. */
  readonly minutes: Minutes;
  readonly codDuePaise: number;
  readonly freightPaise: number;
}

/** Each figure as a measure of the columns and as SQL. A test compares the two. */
const MEASURES = {
  delivered: [{ kind: 'present', column: 'delivered_at' }, 'count(delivered_at)'],
  rto: [{ kind: 'present', column: 'rto_initiated_at' }, 'count(rto_initiated_at)'],
  ndr: [{ kind: 'present', column: 'ndr_raised_at' }, 'count(ndr_raised_at)'],
  promised: [{ kind: 'both', column: 'delivered_at', other: 'expected_delivery_date' }, PROMISED],
  onTime: [
    { kind: 'byDay', column: 'delivered_at', day: 'expected_delivery_date', zoneSeconds: INDIA_SECONDS },
    ON_TIME,
  ],
  minutes: [
    { kind: 'minutes', from: 'picked_up_at', until: 'delivered_at', shares: [0.5, 0.9] },
    minutesSql('picked_up_at', 'delivered_at'),
  ],
  codDuePaise: [{ kind: 'sum', column: 'cod_due_paise' }, 'coalesce(sum(cod_due_paise), 0)'],
  freightPaise: [{ kind: 'sum', column: 'freight_paise' }, 'coalesce(sum(freight_paise), 0)'],
} as const satisfies Readonly<Record<keyof ShipmentFigures, readonly [Measure, string]>>;
const MEASURED = Object.keys(MEASURES) as (keyof ShipmentFigures)[];

const JOINS = `${BOOKED}
           left join cod_dues d on d.account_id = (select $1::uuid) and d.shipment_id = s.shipment_id
           cross join lateral (select d.collected_paise - d.remitted_paise as cod_due_paise,
             b.forward_freight_paise as freight_paise) as facts`;

/** Computes figures from columns in memory: null if SQL has to answer; `tooMany` for too many groups. */
export function shipmentFiguresByColumns(
  columns: ListingColumns,
  accountId: string,
  { filters, bucket, by, mostGroups }: FigureQuery<ListingFilters, ShipmentDimensionName>,
): Promise<GroupedFigures<ShipmentFigures> | 'tooMany' | null> {
  const time = filters.date_field ?? 'created_at';
  const buckets = bucket && {
    column: time === 'created_at' ? null : time,
    stepSeconds: stepSecondsOf(bucket),
    zoneSeconds: INDIA_SECONDS,
    bucketOf: (step: number) => firstStepOf(bucket, step),
  };
  const grouping = {
    buckets,
    by: by.map((name) => DIMENSIONS[name].column),
    measures: MEASURED.map((name) => MEASURES[name][0]),
    mostGroups,
  };
  return queryColumns(columns, accountId, filters, {
    find: (table, conditions) => sumGroups(table, [...conditions.values()], grouping),
    show: (groups, scope) => groupedFigures(scope, by, groups, MEASURED),
  });
}

/** Computes figures by SQL. The scope's transaction must have one snapshot. */
export async function shipmentFiguresBySql(
  scope: AccountScope,
  { filters, bucket, by, mostGroups }: FigureQuery<ListingFilters, ShipmentDimensionName>,
): Promise<GroupedFigures<ShipmentFigures> | 'tooMany'> {
  const groups = await figuresBySql(scope, {
    journey: 'forward',
    narrow: (conditions) => SHIPMENT_FILTERS.add(conditions, filters),
    bucket: bucket && { of: bucket, time: `s.${filters.date_field ?? 'created_at'}` },
    dimensions: by.map((name) => DIMENSIONS[name]),
    measures: MEASURED.map((name) => MEASURES[name][1]),
    joins: JOINS,
    mostGroups,
  });
  return groupedFigures(scope, by, groups, MEASURED);
}
