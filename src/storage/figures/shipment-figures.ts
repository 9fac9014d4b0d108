import type { SummedGroups } from '../../columns/groups.ts';
import type { Measure } from '../../columns/measures.ts';
import { sumGroups } from '../../columns/sum-groups.ts';
import { type Bucket, firstStepOf, INDIA_SECONDS, stepSecondsOf } from '../../domain/figures.ts';
import { type Zone, zoneWord } from '../../domain/zones/zone.ts';
import type { AccountScope } from '../account-scope.ts';
import { askMatching } from '../columns/asked-conditions.ts';
import type { ListingColumns } from '../columns/listing-columns.ts';
import { storeNames } from '../listing/facets.ts';
import { type ListingFilters, SHIPMENT_FILTERS } from '../listing/filters.ts';
import { BOOKED, CONSIGNEE, usualStateOf } from '../shipment-joins.ts';
import { type Dimension, figuresBySql, secondOf } from './figures-by-sql.ts';

interface ShipmentDimension extends Dimension {
  /** Its column in memory. */
  readonly column: string;
}

const plain = (column: string): ShipmentDimension => ({ sql: `s.${column}`, column });

/** What shipments' figures are told by. Stores are kept by their ids, and named last. */
const DIMENSIONS = {
  carrier_id: plain('carrier_id'),
  zone: plain('zone'),
  store_name: plain('store_id'),
  warehouse_id: plain('warehouse_id'),
  channel: plain('channel'),
  is_cod: plain('is_cod'),
  state: { sql: usualStateOf('c.state'), column: 'state' },
  city: { sql: `c.city || ', ' || ${usualStateOf('c.state')}`, column: 'city' },
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

/** Each figure by the columns and by SQL, which a test holds to one another. */
const MEASURES = [
  [{ kind: 'present', column: 'delivered_at' }, 'count(delivered_at)'],
  [{ kind: 'present', column: 'rto_initiated_at' }, 'count(rto_initiated_at)'],
  [{ kind: 'present', column: 'ndr_raised_at' }, 'count(ndr_raised_at)'],
  [
    { kind: 'both', column: 'delivered_at', other: 'expected_delivery_date' },
    'count(*) filter (where delivered_at is not null and expected_delivery_date is not null)',
  ],
  [
    { kind: 'byDay', column: 'delivered_at', day: 'expected_delivery_date', zoneSeconds: INDIA_SECONDS },
    "count(*) filter (where (delivered_at at time zone 'Asia/Kolkata')::date <= expected_delivery_date)",
  ],
  [
    { kind: 'minutes', from: 'picked_up_at', until: 'delivered_at', shares: [0.5, 0.9] },
    `percentile_disc(array[0.5, 0.9]) within group (order by floor((${secondOf('delivered_at')} - ${secondOf('picked_up_at')}) / 60))
       filter (where ${secondOf('delivered_at')} >= ${secondOf('picked_up_at')})`,
  ],
  [{ kind: 'sum', column: 'cod_due_paise' }, 'coalesce(sum(cod_due_paise), 0)'],
  [{ kind: 'sum', column: 'freight_paise' }, 'coalesce(sum(freight_paise), 0)'],
] as const satisfies readonly (readonly [Measure, string])[];

const JOINS = `${BOOKED}
           ${CONSIGNEE}
           left join cod_dues d on d.account_id = s.account_id and d.shipment_id = s.shipment_id
           cross join lateral (select d.collected_paise - d.remitted_paise as cod_due_paise,
             b.forward_freight_paise as freight_paise) as facts`;

/** Which figures. */
export interface ShipmentFigureWish {
  readonly filters: ListingFilters;
  readonly bucket: Bucket | null;
  readonly by: readonly ShipmentDimensionName[];
  readonly mostGroups: number;
}

/** Groups of shipments, numbered from 0; the figures of each are made when they are asked for. */
export interface GroupedFigures {
  readonly count: number;
  /** The first hour or day of its bucket, counted from 1970 by India's clock. */
  readonly bucketOf: (group: number) => number | null;
  readonly wordOf: (group: number, nth: number) => string | null;
  readonly figuresOf: (group: number) => ShipmentFigures;
  readonly shipmentsOf: (group: number) => number;
}

/** Figures of one group of shipments. */
export interface ShipmentFigures {
  readonly shipments: number;
  readonly delivered: number;
  readonly rto: number;
  readonly ndr: number;
  /** Delivered ones whose day of delivery was promised, and those that came by then. */
  readonly promised: number;
  readonly onTime: number;
  /** From pickup to delivery: what half of them, and nine of ten, did not pass. */
  readonly minutes: readonly [p50: number, p90: number] | null;
  readonly codDuePaise: number;
  readonly freightPaise: number;
}

/** By the columns in memory: null where SQL is to answer; `tooMany` where there are more groups than are wanted. */
export function shipmentFiguresByColumns(
  columns: ListingColumns,
  accountId: string,
  { filters, bucket, by, mostGroups }: ShipmentFigureWish,
): Promise<GroupedFigures | 'tooMany' | null> {
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
    measures: MEASURES.map(([measure]) => measure),
    mostGroups,
  };
  return askMatching(columns, accountId, filters, {
    find: (table, conditions) => sumGroups(table, [...conditions.values()], grouping),
    show: (groups, scope) => shown(scope, by, groups),
  });
}

/** By SQL. The scope's transaction is of one snapshot. */
export async function shipmentFiguresBySql(
  scope: AccountScope,
  { filters, bucket, by, mostGroups }: ShipmentFigureWish,
): Promise<GroupedFigures | 'tooMany'> {
  const groups = await figuresBySql(scope, {
    journey: 'forward',
    narrow: (conditions) => SHIPMENT_FILTERS.add(conditions, filters),
    bucket: bucket && { of: bucket, time: `s.${filters.date_field ?? 'created_at'}` },
    dimensions: by.map((name) => DIMENSIONS[name]),
    measures: MEASURES.map(([, sql]) => sql),
    joins: JOINS,
    mostGroups,
  });
  return shown(scope, by, groups);
}

async function shown(
  scope: AccountScope,
  by: readonly ShipmentDimensionName[],
  groups: SummedGroups | null,
): Promise<GroupedFigures | 'tooMany'> {
  if (groups === null) return 'tooMany';
  const stores = by.includes('store_name') ? await storeNames(scope) : new Map<string, string>();
  const shownWord = (kept: string, name: ShipmentDimensionName | undefined) => {
    if (name === 'zone') return zoneWord(kept as Zone);
    return name === 'store_name' ? (stores.get(kept) ?? null) : kept;
  };
  const { count, rows, bucketOf } = groups;
  const [delivered, rto, ndr, promised, onTime, minutes, codDuePaise, freightPaise] =
    groups.values as unknown as Values;
  const shipmentsOf = (group: number) => rows[group] as number;
  return {
    count,
    bucketOf,
    wordOf: (group, nth) => {
      const kept = groups.wordOf(group, nth);
      return kept === null ? null : shownWord(kept, by[nth]);
    },
    shipmentsOf,
    figuresOf: (group) => ({
      shipments: shipmentsOf(group),
      delivered: delivered[group] as number,
      rto: rto[group] as number,
      ndr: ndr[group] as number,
      promised: promised[group] as number,
      onTime: onTime[group] as number,
      minutes: minutes[group] ?? null,
      codDuePaise: codDuePaise[group] as number,
      freightPaise: freightPaise[group] as number,
    }),
  };
}

type Numbers = ArrayLike<number>;
/** By group, as `MEASURES` has them. */
type Values = [
  delivered: Numbers,
  rto: Numbers,
  ndr: Numbers,
  promised: Numbers,
  onTime: Numbers,
  minutes: ArrayLike<ShipmentFigures['minutes']>,
  codDuePaise: Numbers,
  freightPaise: Numbers,
];
