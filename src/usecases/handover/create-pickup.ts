import { judgeHandoverDay, type Pickup } from '../../domain/handover/handover.ts';
import { indiaDate } from '../../domain/india-time.ts';
import type { BookCarrier } from '../../domain/rates/rate-book.ts';
import { fieldProblem, refused } from '../../problems/problem.ts';
import { about, word } from '../../problems/sentence.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import { askForPickup } from '../../storage/handover/pickup-requests.ts';
import { findPickup, insertPickup } from '../../storage/handover/pickups.ts';
import { findWarehouse } from '../../storage/warehouses/warehouses.ts';
import type { CourierParts } from '../couriers/courier-parts.ts';
import type { WriteAnswer } from '../idempotency.ts';
import type { RateBooks } from '../rates/rate-books.ts';
import { type AccountContext, changeBy } from '../service.ts';
import { unknownWarehouse, type WantedHandover } from './create-manifest.ts';

/**
 * Stores that a carrier picks up at a warehouse on a day. If the courier accepts pickup requests, the request
 * is sent within seconds. Returns an existing pickup; if its request was refused, the request is sent again.
 *
 * @throws Problem `refused` for a warehouse or a carrier that the account does not have
 */
export async function createPickup<Answer>(
  account: AccountContext & Pick<CourierParts, 'couriers'>,
  rateBooks: RateBooks,
  { warehouse: named, carrierId, day: wanted }: WantedHandover,
  answer: WriteAnswer<Pickup, Answer>,
): Promise<Answer> {
  const now = account.now();
  const day = wanted ?? indiaDate(now.getTime());
  const { carriers } = await rateBooks.bookOf(account.accountId);
  const found = carriers.find(({ carrier }) => carrier.id === carrierId);
  const courier = found === undefined ? null : courierToAsk(account, found);
  const carrierName = found?.carrier.name;
  const scope = account.database.account(account.accountId);
  const warehouse = await findWarehouse(scope, named);
  const wrongDay = judgeHandoverDay(day, now);
  const problems = [
    ...(warehouse === null ? [unknownWarehouse(named)] : []),
    ...(carrierName === undefined ? [unknownCarrier(carrierId)] : []),
    ...(wrongDay === null ? [] : [wrongDay]),
  ];
  if (warehouse === null || carrierName === undefined || problems.length > 0) throw refused(problems);
  const { warehouseId } = warehouse;
  return account.database.change(account.accountId, changeBy(account, account.actor), async (writer) => {
    const pickupId = writer.newId();
    const isNew = await insertPickup(writer, { pickupId, warehouseId, carrierId, carrierName, day });
    const keptId = isNew ? pickupId : (await readPickup(writer, { warehouseId, carrierId, day })).pickupId;
    const isAsked =
      courier !== null && (await askForPickup(writer, keptId, { warehouseId, day, ...courier }));
    if (isNew) {
      await writer.record({
        action: 'pickup.created',
        subjectKind: 'pickup',
        subjectId: pickupId,
        changes: { warehouse_id: warehouseId, carrier_id: carrierId, date: day },
      });
    } else if (isAsked) {
      await writer.record({
        action: 'pickup.requested',
        subjectKind: 'pickup',
        subjectId: keptId,
        changes: { courier: courier.courier },
      });
    } else writer.skipAudit('it exists already');
    return answer(writer, await readPickup(writer, { warehouseId, carrierId, day }));
  });
}

async function readPickup(
  writer: AccountWriter,
  key: Pick<Pickup, 'warehouseId' | 'carrierId' | 'day'>,
): Promise<Pickup> {
  const pickup = await findPickup(writer, key);
  if (pickup === null) throw new Error('The pickup that was made, or stood in the way, is gone');
  return pickup;
}

/** Returns the courier and courier account for a carrier's pickup request; null if there is nobody to ask. */
function courierToAsk({ couriers }: Pick<CourierParts, 'couriers'>, { carrier, connection }: BookCarrier) {
  const courier = couriers.named(carrier.adapter);
  if (connection.kind !== 'connected' || courier?.can.pickupRequests !== true) return null;
  return { courier: courier.name, courierAccountId: connection.courierAccountId };
}

function unknownCarrier(carrierId: string) {
  const sentence = about('not_of_account', '{value} is not {thing} of this account', {
    value: carrierId,
    thing: word('a carrier'),
  });
  return fieldProblem('carrier_id', 'unknown', sentence);
}
