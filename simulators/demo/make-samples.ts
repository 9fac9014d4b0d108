import { WAREHOUSE } from '../../src/resources/warehouse.ts';
import type { AccountWriter } from '../../src/storage/account-scope.ts';
import { findStoreNamed } from '../../src/storage/stores/stores.ts';
import { findSameWarehouse, insertWarehouse } from '../../src/storage/warehouses/warehouses.ts';
import { openSerialPermutation } from '../../src/usecases/booking/open-serial-permutation.ts';
import type { RateBooks } from '../../src/usecases/rates/rate-books.ts';
import type { PrepareSamples } from '../../src/usecases/sample-data/prepare-samples.ts';
import { type CheckedLogo, checkLogo } from '../../src/usecases/stores/check-logo.ts';
import { addStore } from '../../src/usecases/stores/stores.ts';
import { copyRows } from './bulk/copy-rows.ts';
import { takeSerials } from './bulk/serials.ts';
import { ShipmentRows } from './bulk/shipment-rows.ts';
import { BulkShipments } from './bulk-shipments.ts';
import { Places } from './demo-places.ts';
import { drawLogo } from './draw-logo.ts';
import { SHOWN_OUTCOMES } from './outcomes.ts';
import { planOrders } from './plan-orders.ts';
import { SAMPLE_STORES, SAMPLE_WAREHOUSES, type SampleStore } from './sample-shop.ts';

/** *Today* compares 30 days, of which the first has begun already. */
const DAYS = 29;
const DAY_MS = 86_400_000;
/** Every final status and every status in between, with fewer uneventful deliveries. Nothing is left to do later. */
const OUTCOMES = { ...SHOWN_OUTCOMES, delivered: 120, processing: 0 };
const ORDERS = Object.values(OUTCOMES).reduce((sum, share) => sum + share, 0);
/** A return is a shipment too; at most one for each order. */
const MOST_SHIPMENTS = 2 * ORDERS;

/**
 * Prepares the sample data that people load into their own account: stores and warehouses that are named as
 * samples, and orders of the last 30 days, booked with the carriers of the service itself. They are written
 * in one transaction, and no message, webhook or job follows them.
 */
export function samplesOf(rateBooks: RateBooks): PrepareSamples {
  return async (account) => {
    const book = await rateBooks.bookOf(account.accountId);
    const serialPermutation = await openSerialPermutation(account);
    const logos = new Map<string, CheckedLogo>();
    for (const { storeName, logo } of SAMPLE_STORES)
      logos.set(storeName, await checkLogo(await drawLogo(logo)));
    return async (writer) => {
      const stores = await makeStores(writer, logos);
      const warehouses = await makeWarehouses(writer);
      const to = writer.now.getTime();
      const seed = writer.newId();
      const maker = new BulkShipments({
        accountId: account.accountId,
        shop: { storeNames: [...stores.ids.keys()], warehouseIds: [...warehouses.zipOf.keys()] },
        storeIds: stores.ids,
        zipOf: warehouses.zipOf,
        book,
        places: new Places(rateBooks.ground.directory),
        serialPermutation,
        seed,
        existing: 0,
        shipments: ORDERS,
        plan: planOrders(seed, to, { orders: ORDERS, days: DAYS, outcomes: OUTCOMES, prefix: 'SAMPLE' }),
        from: to - DAYS * DAY_MS,
        to,
      });
      const serials = await takeSerials(writer.acrossAccounts, MOST_SHIPMENTS);
      const rows = new ShipmentRows();
      const orderIds: string[] = [];
      while (maker.hasNext) {
        const made = maker.next(serials[rows.shipments] ?? 0);
        rows.add(made);
        // A return follows its order.
        if (made.back === null) orderIds.push(made.order.orderId);
      }
      await copyRows(writer, rows);
      return { orderIds, storeIds: stores.made, warehouseIds: warehouses.made };
    };
  };
}

/** Makes the sample stores. One that stayed when sample data was removed belongs to the account, and is used. */
async function makeStores(
  writer: AccountWriter,
  logos: ReadonlyMap<string, CheckedLogo>,
): Promise<{ readonly ids: Map<string, string>; readonly made: string[] }> {
  const ids = new Map<string, string>();
  const made: string[] = [];
  for (const store of SAMPLE_STORES) {
    const fields = namedAsSample(store);
    const known = await findStoreNamed(writer, fields.storeName);
    const { storeId } = known ?? (await addStore(writer, fields, logos.get(store.storeName) ?? null));
    ids.set(fields.storeName, storeId);
    if (known === null) made.push(storeId);
  }
  return { ids, made };
}

function namedAsSample({ storeName, brandName, details }: SampleStore) {
  return { ...details, storeName: `${storeName}-sample`, brandName: `${brandName} (sample)` };
}

/** Makes the sample warehouses, and tells no courier about them. */
async function makeWarehouses(
  writer: AccountWriter,
): Promise<{ readonly zipOf: Map<string, string>; readonly made: string[] }> {
  const zipOf = new Map<string, string>();
  const made: string[] = [];
  for (const fields of SAMPLE_WAREHOUSES) {
    const warehouse = {
      ...WAREHOUSE.empty,
      ...fields,
      name: `${fields.name} (sample)`,
      warehouseId: writer.newId(),
      isActive: true,
      createdAt: writer.now,
    };
    const isNew = await insertWarehouse(writer, warehouse);
    const { warehouseId } = isNew ? warehouse : ((await findSameWarehouse(writer, warehouse)) ?? warehouse);
    zipOf.set(warehouseId, fields.zip);
    if (isNew) made.push(warehouseId);
  }
  return { zipOf, made };
}
