import { judgeHandoverDay, type Pickup } from '../../domain/handover/handover.ts';
import { indiaDate } from '../../domain/india-time.ts';
import { fieldProblem, refused } from '../../problems/problem.ts';
import { findPickup, insertPickup } from '../../storage/handover/pickups.ts';
import { findWarehouse } from '../../storage/warehouses/warehouses.ts';
import type { WriteAnswer } from '../idempotency.ts';
import { listCarriersOfAccount } from '../rates/list-account-carriers.ts';
import type { RateBooks } from '../rates/rate-books.ts';
import { type AccountContext, changeBy } from '../service.ts';
import { unknownWarehouse, type WantedHandover } from './create-manifest.ts';

/**
 * Keeps that a carrier is to come to a warehouse on a day. Where that is kept already, the one that there is is the
 * answer, and nothing changes.
 *
 * @throws Problem `refused` for a warehouse or a carrier that the account has not
 */
export async function createPickup<Told>(
  account: AccountContext,
  rateBooks: RateBooks,
  { warehouseId, carrierId, day: wanted }: WantedHandover,
  answer: WriteAnswer<Pickup, Told>,
): Promise<Told> {
  const now = account.now();
  const day = wanted ?? indiaDate(now.getTime());
  const carriers = await listCarriersOfAccount(account, rateBooks);
  const carrierName = carriers.find(({ carrier }) => carrier.id === carrierId)?.carrier.name;
  const scope = account.database.account(account.accountId);
  const warehouse = await findWarehouse(scope, warehouseId);
  const wrongDay = judgeHandoverDay(day, now);
  const problems = [
    ...(warehouse === null ? [unknownWarehouse(warehouseId)] : []),
    ...(carrierName === undefined ? [unknownCarrier(carrierId)] : []),
    ...(wrongDay === null ? [] : [wrongDay]),
  ];
  if (carrierName === undefined || problems.length > 0) throw refused(problems);
  return account.database.change(account.accountId, changeBy(account, account.actor), async (writer) => {
    const pickupId = writer.newId();
    const isNew = await insertPickup(writer, { pickupId, warehouseId, carrierId, carrierName, day });
    if (isNew) {
      await writer.record({
        action: 'pickup.created',
        subjectKind: 'pickup',
        subjectId: pickupId,
        changes: { warehouse_id: warehouseId, carrier_id: carrierId, date: day },
      });
    } else writer.leaveUnrecorded('it is kept already');
    const pickup = await findPickup(writer, { warehouseId, carrierId, day });
    if (pickup === null) throw new Error('The pickup that stood in the way is gone');
    return answer(writer, pickup);
  });
}

function unknownCarrier(carrierId: string) {
  return fieldProblem('carrier_id', 'unknown', `carrier_id ${carrierId} is not a carrier of this account`);
}
