import type pg from 'pg';
import { LISTING_STATUSES } from '../../../src/domain/tracking/statuses.ts';

/** Filters as a client sends them. */
export type Body = Readonly<Record<string, unknown>>;

const DAY_S = 86_400;
const MOST_FILTERS = 5;
const WORDS = {
  granular_status: 'granular_status',
  carrier_id: 'carrier_id',
  warehouse_ids: 'warehouse_id',
  channel: 'channel',
  ndr_reason: 'ndr_reason',
  rto_reason: 'rto_reason',
} as const;
const ZONES = ['zone_a', 'zone_b', 'zone_c', 'zone_d', 'zone_e'];
const DATES = ['created_at', 'order_date', 'picked_up_at', 'delivered_at', 'ndr_raised_at', 'updated_at'];
const GRAMS = [250, 500, 1_000, 2_000, 5_000];

/**
 * Draws sets of one to five filters, all kinds with equal probability, with real values of an account's
 * shipments.
 */
export async function randomSets(
  pool: pg.Pool,
  accountId: string,
  random: () => number,
  sets: number,
): Promise<Body[]> {
  const valuesOf = async (column: string, table: string) => {
    const { rows } = await pool.query<{ value: string }>(
      `select ${column} as value from ${table} where account_id = $1 and ${column} is not null group by 1 order by 1`,
      [accountId],
    );
    return rows.map(({ value }) => value);
  };
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const some = <T>(values: readonly T[]): T[] => [
    ...new Set(Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(values))),
  ];
  const { rows: spans } = await pool.query<{ first: number; last: number }>(
    `select extract(epoch from min(created_at))::float8 as first, extract(epoch from max(created_at))::float8 as last
       from shipments where account_id = $1`,
    [accountId],
  );
  const { first, last } = spans[0] as { first: number; last: number };
  // One after the other: each reads all shipments, and the pool has two connections, for which a query waits only some seconds.
  const lists: (readonly [string, string[]])[] = [];
  for (const [name, column] of Object.entries(WORDS)) lists.push([name, await valuesOf(column, 'shipments')]);
  const stores = await valuesOf('store_name', 'stores');
  const skus = await valuesOf('sku', 'shipment_skus');
  const tags = await valuesOf('tag', 'shipment_tags');
  const kinds: (() => Body)[] = [
    ...lists
      .filter(([, values]) => values.length > 0)
      .map(([name, values]) => () => ({ [name]: some(values) })),
    ...(stores.length > 0 ? [() => ({ store_name: some(stores) })] : []),
    () => ({ status: [pick(LISTING_STATUSES)] }),
    () => ({ zone: some(ZONES) }),
    () => ({ sku: some(skus) }),
    () => ({ tags: some(tags) }),
    () => ({ is_cod: random() < 0.5 }),
    () => ({ applied_weight_min: String(pick(GRAMS)) }),
    () => ({ applied_weight_max: String(pick(GRAMS)) }),
    () => ({ attempts_count__gte: 1 + Math.floor(random() * 3) }),
    () => ({ attempts_count__lte: Math.floor(random() * 3) }),
    () => {
      const days = pick([1, 7, 30, 90, 365]);
      const start_time = Math.floor(first + random() * Math.max(last - first - days * DAY_S, 1));
      return { date_field: pick(DATES), start_time, end_time: start_time + days * DAY_S };
    },
  ];
  return Array.from({ length: sets }, () => {
    const left = [...kinds];
    const filters = Array.from({ length: 1 + Math.floor(random() * MOST_FILTERS) }, () =>
      (left.splice(Math.floor(random() * left.length), 1)[0] as () => Body)(),
    );
    const { applied_weight_min, applied_weight_max, ...rest } = Object.assign({}, ...filters);
    const { attempts_count__gte, attempts_count__lte, ...body } = rest;
    // If the bounds cross, only the lower one is used.
    return {
      ...body,
      ...bounds('applied_weight_min', applied_weight_min, 'applied_weight_max', applied_weight_max),
      ...bounds('attempts_count__gte', attempts_count__gte, 'attempts_count__lte', attempts_count__lte),
    };
  });
}

function bounds(lower: string, low: unknown, upper: string, high: unknown): Body {
  if (low === undefined && high === undefined) return {};
  if (high === undefined || Number(low) > Number(high)) return { [lower]: low };
  return low === undefined ? { [upper]: high } : { [lower]: low, [upper]: high };
}
