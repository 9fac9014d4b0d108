import { notFound } from '../../problems/problem.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import { WHOLE_SERVICE } from '../../storage/accounts/audit.ts';
import {
  type CourierAccount,
  findCourierAccount,
  lockCourierAccount,
} from '../../storage/couriers/courier-accounts.ts';
import { type AccountActor, changeBy } from '../service.ts';
import type { CourierParts } from './courier-parts.ts';

export { WHOLE_SERVICE };

/** The owner of courier accounts, and the actor of changes. `WHOLE_SERVICE` owns those of the operator. */
export interface CourierOwner extends AccountActor, CourierParts {}

/** @throws Problem `not_found` */
export async function ownCourierAccount(
  { database, accountId }: CourierOwner,
  courierAccountId: string,
): Promise<CourierAccount> {
  const found = await findCourierAccount(database.account(accountId), courierAccountId);
  if (found === null) throw notFound('Courier account');
  return found;
}

/** Changes a courier account while it is locked. @throws Problem `not_found` */
export async function changeLockedCourier<T>(
  owner: CourierOwner,
  courierAccountId: string,
  work: (writer: AccountWriter, account: CourierAccount) => Promise<T>,
): Promise<T> {
  return owner.database.change(owner.accountId, changeBy(owner, owner.actor), async (writer) => {
    const account = await lockCourierAccount(writer, courierAccountId);
    if (account === null) throw notFound('Courier account');
    return work(writer, account);
  });
}
