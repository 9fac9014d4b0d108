import { freeErrandsOfTheDead } from '../storage/couriers/errands.ts';
import { compareCourierWeights } from './couriers/compare-courier-weights.ts';
import { type ErrandRound, TAKEN_MS } from './couriers/errands.ts';
import { registerWarehouses } from './couriers/register-warehouses.ts';
import { settleDecisions } from './couriers/settle-decisions.ts';
import { requestPickups } from './handover/request-pickups.ts';
import type { ProcessParts } from './health/job-workers.ts';
import { fetchLabels } from './labels/courier-labels.ts';
import type { Service } from './service.ts';
import type { ShippingService } from './shipping-service.ts';
import { pollShops } from './shops/poll-shops.ts';
import { settleShopOrders } from './shops/settle-shop-order.ts';
import { tellShops } from './shops/tell-shops.ts';

/** The rounds of each kind of errand to couriers and shops, by what they do. */
export const ERRAND_ROUNDS: Readonly<Record<string, ErrandRound<ShippingService>>> = {
  'registering warehouses': registerWarehouses,
  'requesting pickups': requestPickups,
  "fetching couriers' labels": fetchLabels,
  "comparing couriers' weights with ours": compareCourierWeights,
  'asking couriers for the outcome of decisions': settleDecisions,
  'asking shops for orders': pollShops,
  'making the orders of shops': settleShopOrders,
  'telling shops of parcels': tellShops,
};

/** Frees what dead processes had taken, where that is allowed. */
export async function freeErrands({
  database,
  now,
  processId,
}: Service & Pick<ProcessParts, 'processId'>): Promise<void> {
  const until = new Date(now().getTime() + TAKEN_MS);
  for (const { table } of Object.values(ERRAND_ROUNDS)) {
    if (table.isFreedOfTheDead) await freeErrandsOfTheDead(database, table, { now: now(), until, processId });
  }
}
