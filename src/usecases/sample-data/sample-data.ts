import { refused } from '../../problems/problem.ts';
import { say } from '../../problems/sentence.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import { WHOLE_SERVICE } from '../../storage/accounts/audit.ts';
import { ORDER_ID_TAKEN } from '../../storage/booking/orders.ts';
import { listCourierAccounts } from '../../storage/couriers/courier-accounts.ts';
import { violatesUnique } from '../../storage/outage.ts';
import { type KeptPlaces, removeSamples } from '../../storage/sample-data/remove-sample-data.ts';
import {
  findSampleData,
  hasCourierBookings,
  keepSampleData,
  lockSampleData,
  type SampleData,
} from '../../storage/sample-data/sample-data.ts';
import { type AccountContext, changeBy } from '../service.ts';
import type { SampleParts } from './prepare-samples.ts';

export type { SampleData };

const HAS_COURIERS = say(
  'sample_data_beside_courier',
  'Sample data is only for accounts without a courier: it must never be mixed with real parcels',
);
const ORDER_STANDS = say(
  'sample_order_exists',
  'An order of the account has the id of a sample order, such as SAMPLE-1001',
);
const HAS_SAMPLES = say(
  'has_sample_data',
  'The account has sample data: remove it before you connect a courier',
);

/** Returns the account's sample data; null if it has none. */
export function showSampleData({ database, accountId }: AccountContext): Promise<SampleData | null> {
  return findSampleData(database.account(accountId));
}

/**
 * Loads sample data. Does nothing if the account has it.
 *
 * @throws Problem `refused` for an account with a courier, or with parcels at one
 */
export async function loadSampleData(account: AccountContext & SampleParts): Promise<SampleData> {
  const { database, accountId, actor } = account;
  const loaded = await showSampleData(account);
  if (loaded !== null) return loaded;
  const shared = await listCourierAccounts(database.account(WHOLE_SERVICE));
  if (shared.length > 0) throw refused(HAS_COURIERS);
  const makeSamples = await account.prepareSamples(account);
  try {
    return await database.change(accountId, changeBy(account, actor), async (writer) => {
      const known = await lockSampleData(writer);
      if (known !== null) {
        writer.skipAudit('it is loaded already');
        return known;
      }
      const own = await listCourierAccounts(writer);
      if (own.length > 0 || (await hasCourierBookings(writer))) throw refused(HAS_COURIERS);
      const made = await makeSamples(writer);
      await keepSampleData(writer, made);
      await writer.record({
        action: 'sample_data.loaded',
        subjectKind: 'account',
        subjectId: accountId,
        changes: { orders: made.orderIds.length },
      });
      return { ...made, loadedAt: writer.now };
    });
  } catch (error) {
    if (!violatesUnique(error, ORDER_ID_TAKEN)) throw error;
    throw refused(ORDER_STANDS);
  }
}

/**
 * Removes the sample data with all that was done with it. Does nothing if the account has none.
 *
 * @returns the sample stores and warehouses that stay, because the account uses or has changed them
 */
export function removeSampleData(account: AccountContext): Promise<KeptPlaces> {
  const { database, accountId, actor } = account;
  return database.change(accountId, changeBy(account, actor), async (writer) => {
    const samples = await lockSampleData(writer);
    if (samples === null) {
      writer.skipAudit('there is none');
      return { stores: [], warehouses: [] };
    }
    const kept = await removeSamples(writer, samples);
    await writer.record({
      action: 'sample_data.removed',
      subjectKind: 'account',
      subjectId: accountId,
      changes: { kept_stores: kept.stores, kept_warehouses: kept.warehouses },
    });
    return kept;
  });
}

/** Sample parcels must not reach a courier. @throws Problem `refused` while the account has sample data */
export async function refuseBesideSamples(writer: AccountWriter): Promise<void> {
  if ((await lockSampleData(writer)) !== null) throw refused(HAS_SAMPLES);
}
