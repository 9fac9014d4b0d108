import { setImmediate as turn } from 'node:timers/promises';
import { OPERATOR } from '../../src/domain/actor.ts';
import type { SerialPermutation } from '../../src/domain/orders/serial-permutation.ts';
import { StartupError } from '../../src/problems/startup-error.ts';
import { countOrders, ORDER_ID_TAKEN } from '../../src/storage/booking/orders.ts';
import { violatesUnique } from '../../src/storage/outage.ts';
import { listStoresWith } from '../../src/storage/stores/stores.ts';
import { listWarehouses } from '../../src/storage/warehouses/warehouses.ts';
import { assertAccount } from '../../src/usecases/accounts/accounts.ts';
import { createAccount } from '../../src/usecases/accounts/create-account.ts';
import { openSerialPermutation } from '../../src/usecases/booking/open-serial-permutation.ts';
import type { RateBooks } from '../../src/usecases/rates/rate-books.ts';
import { changeBy, WHOLE_ACCOUNT } from '../../src/usecases/service.ts';
import type { ShippingAccount, ShippingService } from '../../src/usecases/shipping-service.ts';
import { NO_ONE } from '../../src/usecases/tracking/on-moments.ts';
import { type BulkLoad, type BulkLoadTimes, bulkLoad } from './bulk/bulk-load.ts';
import { takeSerials } from './bulk/serials.ts';
import { ShipmentRows } from './bulk/shipment-rows.ts';
import { type BulkGround, BulkShipments } from './bulk-shipments.ts';
import { Places } from './demo-places.ts';
import { SeededIds } from './random.ts';
import { openShop } from './sample-shop.ts';

export interface DemoLoadInput {
  readonly accountId: string;
  readonly shipments: number;
  /** The number of days, up to now, over which the orders are spread. */
  readonly days: number;
  /** The same seed makes the same shipments on the same day, if the account had as many shipments before. */
  readonly seed: string;
  readonly accounts: number;
  readonly accountsShipments: number;
}

export interface DemoLoadOptions {
  readonly progress: (done: number, total: number) => void;
  /** Called before the shipments of a nearly empty service are locked until all are loaded. */
  readonly holding?: () => void;
  readonly signal: AbortSignal;
}

/** The result of loading, with durations in milliseconds. */
interface DemoLoaded extends BulkLoadTimes {
  readonly shipments: number;
  readonly returns: number;
  readonly accounts: number;
  /** From the first shipment to the last index. */
  readonly total: number;
}

/** The number of shipments that are copied together; meanwhile the next rows are made. */
const SHIPMENTS_AT_ONCE = 4_000;
/** Making this many shipments takes about a millisecond; then pending I/O gets its turn. */
const SHIPMENTS_PER_TURN = 8;
const DAY_MS = 86_400_000;
const HALF_A_DAY_MS = DAY_MS / 2;

/**
 * Loads made-up shipments with their histories, for measurements and trials. Accounts without stores or
 * warehouses get some. Memory use does not depend on the number of shipments.
 *
 * @throws Problem `not_found` for an unknown account
 */
export async function loadDemo(
  service: ShippingService,
  rateBooks: RateBooks,
  input: DemoLoadInput,
  { progress, holding, signal }: DemoLoadOptions,
): Promise<DemoLoaded> {
  const { database } = service;
  await assertAccount(service, input.accountId);
  const places = new Places(rateBooks.ground.directory);
  const serialPermutation = await openSerialPermutation(service);
  const common = { service, rateBooks, places, serialPermutation, input };
  const grounds = [await groundOf(common, input.accountId, input.shipments)];
  for (let more = 0; more < input.accounts; more += 1) {
    signal.throwIfAborted();
    const { accountId } = await createAccount(service, OPERATOR, `Demo ${more + 1}`);
    grounds.push(await groundOf(common, accountId, shareOf(input, more)));
  }
  const total = grounds.reduce((sum, { shipments }) => sum + shipments, 0);
  const begun = performance.now();
  let returns = 0;
  const audit = {
    action: 'demo.loaded',
    changes: { shipments: input.shipments, days: input.days, seed: input.seed },
  };
  try {
    const times = await bulkLoad(
      database,
      changeBy(service, OPERATOR),
      audit,
      async (load) => {
        const watch = { signal, progress: (done: number) => progress(done, total) };
        returns = await loadAll(service, load, grounds, watch);
      },
      holding,
    );
    return {
      ...times,
      shipments: total,
      returns,
      accounts: input.accounts,
      total: performance.now() - begun,
    };
  } catch (error) {
    if (!violatesUnique(error, ORDER_ID_TAKEN)) throw error;
    throw new StartupError(
      'The account has orders of the names that were to be loaded, such as D-1: take another',
    );
  }
}

interface Common {
  readonly service: ShippingService;
  readonly rateBooks: RateBooks;
  readonly places: Places;
  readonly serialPermutation: SerialPermutation;
  readonly input: DemoLoadInput;
}

async function groundOf(
  { service, rateBooks, places, serialPermutation, input }: Common,
  accountId: string,
  shipments: number,
): Promise<BulkGround> {
  const now = service.now().getTime();
  const from = now - input.days * DAY_MS;
  const shop = await openShop(shopkeeper(service, accountId, input.seed, from - HALF_A_DAY_MS));
  const scope = service.database.account(accountId);
  const stores = await listStoresWith(scope, 'connected');
  const warehouses = await listWarehouses(scope);
  return {
    accountId,
    shop,
    storeIds: new Map(stores.map(({ storeName, storeId }) => [storeName, storeId])),
    zipOf: new Map(warehouses.map(({ warehouseId, zip }) => [warehouseId, zip])),
    book: await rateBooks.bookOf(accountId),
    places,
    serialPermutation,
    seed: input.seed,
    existing: await countOrders(scope),
    shipments,
    from,
    to: now,
  };
}

/** The operator, on the day when the account opens its stores and warehouses. */
function shopkeeper(service: ShippingService, accountId: string, seed: string, at: number): ShippingAccount {
  const ids = new SeededIds(`${seed} ${accountId} shop`);
  return {
    ...service,
    now: () => new Date(at),
    newId: () => ids.at(at),
    onMoments: NO_ONE,
    ...WHOLE_ACCOUNT,
    accountId,
    actor: OPERATOR,
  };
}

/** Returns an even share of the shipments; the first accounts get the remainder. */
function shareOf({ accounts, accountsShipments }: DemoLoadInput, account: number): number {
  return Math.floor(accountsShipments / accounts) + (account < accountsShipments % accounts ? 1 : 0);
}

/** Makes the rows of one round while the previous round is copied. @returns the number of returns */
async function loadAll(
  service: ShippingService,
  load: BulkLoad,
  grounds: readonly BulkGround[],
  { signal, progress }: { signal: AbortSignal; progress: (done: number) => void },
): Promise<number> {
  const makers = grounds.map((ground) => new BulkShipments(ground)).values();
  let maker = makers.next();
  let loading = Promise.resolve();
  let done = 0;
  let returns = 0;
  try {
    while (!maker.done) {
      const rows = new ShipmentRows();
      const serials = await takeSerials(service.database, SHIPMENTS_AT_ONCE);
      while (!maker.done && rows.shipments < SHIPMENTS_AT_ONCE) {
        if (!maker.value.hasNext) {
          maker = makers.next();
          continue;
        }
        rows.add(maker.value.next(serials[rows.shipments] ?? 0));
        if (rows.shipments % SHIPMENTS_PER_TURN === 0) {
          signal.throwIfAborted();
          await turn();
        }
      }
      await loading;
      done += rows.shipments - rows.returns;
      returns += rows.returns;
      loading = load.load(rows);
      // This prevents an unhandled rejection; the error is handled where the promise is awaited.
      loading.catch(() => undefined);
      progress(done);
    }
  } finally {
    await loading;
  }
  return returns;
}
