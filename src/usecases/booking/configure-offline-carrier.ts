import type { OfflineBehaviour } from '../../carriers/offline/offline-ledger.ts';
import { refused } from '../../problems/problem.ts';
import { say } from '../../problems/sentence.ts';
import { DatabaseOfflineLedger, setOfflineBehaviours } from '../../storage/booking/offline-ledger.ts';
import { findCarrierIds } from '../../storage/rates/rate-changes.ts';
import { assertAccount } from '../accounts/accounts.ts';
import type { Service } from '../service.ts';

export type { OfflineBehaviour };

/**
 * Adds a way in which the offline carrier fails for an account; null removes all ways. So an operator can see
 * what happens to orders when couriers fail.
 *
 * @returns all ways in which it fails for the account
 * @throws Problem `not_found` for an unknown account; `refused` for a carrier that is in no rate book
 */
export async function configureOfflineCarrier(
  { database }: Service,
  accountId: string,
  behaviour: OfflineBehaviour | null,
): Promise<readonly OfflineBehaviour[]> {
  await assertAccount({ database }, accountId);
  if (behaviour === null) {
    await setOfflineBehaviours(database, accountId, []);
    return [];
  }
  const { carrierId } = behaviour;
  if (carrierId !== null && !(await findCarrierIds(database, [carrierId])).has(carrierId)) {
    throw refused(
      say('no_book_has_carrier', 'no rate book has a carrier {carrier_id}', { carrier_id: carrierId }),
    );
  }
  const others = (await new DatabaseOfflineLedger(database).behaviours(accountId)).filter(
    (existing) =>
      existing.kind !== behaviour.kind ||
      existing.carrierId !== carrierId ||
      existing.pincode !== behaviour.pincode,
  );
  const all = [...others, behaviour];
  await setOfflineBehaviours(database, accountId, all);
  return all;
}
