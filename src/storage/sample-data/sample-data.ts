import type { AccountScope, AccountWriter } from '../account-scope.ts';

/** What was made as sample data of an account. */
export interface MadeSamples {
  readonly orderIds: readonly string[];
  readonly storeIds: readonly string[];
  readonly warehouseIds: readonly string[];
}

export interface SampleData extends MadeSamples {
  readonly loadedAt: Date;
}

const HAS = { name: 'has-sample-data', text: 'select from sample_data where account_id = $1' };

const FIND = `select loaded_at as "loadedAt", order_ids as "orderIds", store_ids as "storeIds",
    warehouse_ids as "warehouseIds"
  from sample_data where account_id = $1`;

/** Finds the account's sample data; null if it has none. */
export async function findSampleData(scope: AccountScope): Promise<SampleData | null> {
  const [row] = await scope.read<SampleData>(FIND, []);
  return row ?? null;
}

/** Cheaper than to find it; asked before each call to a courier. */
export async function hasSampleData(scope: AccountScope): Promise<boolean> {
  return (await scope.read(HAS, [])).length > 0;
}

/**
 * Finds the account's sample data. Its lock lets loading, removing and connecting a courier happen one after
 * the other.
 */
export async function lockSampleData(writer: AccountWriter): Promise<SampleData | null> {
  await writer.read('select from accounts where account_id = $1 for no key update', []);
  return findSampleData(writer);
}

export async function keepSampleData(writer: AccountWriter, made: MadeSamples): Promise<void> {
  await writer.change(
    'insert into sample_data (account_id, loaded_at, order_ids, store_ids, warehouse_ids) values ($1, $2, $3, $4, $5)',
    [writer.now, made.orderIds, made.storeIds, made.warehouseIds],
  );
}

const HAS_COURIER_BOOKING = `select exists (select from bookings where account_id = $1 and courier_account_id is not null) as has
   from courier_accounts where account_id = $1 limit 1`;

/** Tells whether the account has ever booked with a courier that it had connected itself. */
export async function hasCourierBookings(writer: AccountWriter): Promise<boolean> {
  const [row] = await writer.read<{ has: boolean }>(HAS_COURIER_BOOKING, []);
  return row?.has === true;
}
