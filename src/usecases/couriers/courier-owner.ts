import type { CourierRegistry } from '../../carriers/registry.ts';
import type { Actor } from '../../domain/actor.ts';
import type { PartnerTraffic } from '../../partners/partner-traffic.ts';
import { notFound } from '../../problems/problem.ts';
import type { Sealing } from '../../sealing/sealing.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import { WHOLE_SERVICE } from '../../storage/accounts/audit.ts';
import {
  type CourierAccount,
  findCourierAccount,
  lockCourierAccount,
} from '../../storage/couriers/courier-accounts.ts';
import { changeBy, type Service } from '../service.ts';
import type { TtlCache } from '../ttl-cache.ts';

export { WHOLE_SERVICE };

/** The owner of courier accounts, and the actor of changes. `WHOLE_SERVICE` owns those of the operator. */
export interface CourierOwner extends Service {
  readonly accountId: string;
  readonly actor: Actor;
  readonly sealing: Sealing;
  readonly couriers: CourierRegistry;
  readonly courierTraffic: PartnerTraffic;
  readonly courierAccounts: TtlCache<CourierAccount | null>;
}

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
