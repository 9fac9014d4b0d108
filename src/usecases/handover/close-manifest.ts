import { canReopen, type Manifest, manifestState } from '../../domain/handover/handover.ts';
import { notFound, refused } from '../../problems/problem.ts';
import { say } from '../../problems/sentence.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import { findManifest, markClosed, markOpen } from '../../storage/handover/manifests.ts';
import { lockWarehouse } from '../../storage/warehouses/warehouses.ts';
import { type AccountActor, changeBy } from '../service.ts';
import type { ShownManifest } from './show-handover.ts';

/**
 * Closes a manifest: its parcels were handed over and no longer wait. Has no effect on a closed manifest.
 *
 * @throws Problem `not_found`
 */
export function closeManifest(account: AccountActor, manifestId: string): Promise<ShownManifest> {
  return change(account, manifestId, 'manifest.closed', async (writer, { closedAt }) => {
    if (closedAt !== null) return false;
    await markClosed(writer, manifestId);
    return true;
  });
}

/**
 * Undoes the closing of a manifest: its parcels wait again. Has no effect on a manifest that is not closed.
 *
 * @throws Problem `not_found`; `refused` if the courier has scanned one of its parcels
 */
export function reopenManifest(account: AccountActor, manifestId: string): Promise<ShownManifest> {
  return change(account, manifestId, 'manifest.reopened', async (writer, manifest) => {
    if (manifest.closedAt === null) return false;
    if (!canReopen(manifest)) throw refused(HAS_LEFT);
    await markOpen(writer, manifestId);
    return true;
  });
}

const HAS_LEFT = say(
  'manifest_has_left',
  'The courier has scanned parcels of this manifest, so they have left. Take out only those that it left behind',
);

/** @param make returns false if nothing is to be changed */
async function change(
  account: AccountActor,
  manifestId: string,
  action: string,
  make: (writer: AccountWriter, manifest: Manifest) => Promise<boolean>,
): Promise<ShownManifest> {
  return account.database.change(account.accountId, changeBy(account, account.actor), async (writer) => {
    const read = async () => {
      const manifest = await findManifest(writer, manifestId);
      if (manifest === null) throw notFound('Manifest');
      return manifest;
    };
    const { warehouseId, carrierId, day } = await read();
    // The same lock as for adding parcels to manifests.
    await lockWarehouse(writer, warehouseId);
    if (await make(writer, await read())) {
      await writer.record({
        action,
        subjectKind: 'manifest',
        subjectId: manifestId,
        changes: { warehouse_id: warehouseId, carrier_id: carrierId, date: day },
      });
    } else writer.skipAudit('it is so already');
    const manifest = await read();
    return { ...manifest, state: manifestState(manifest, writer.now) };
  });
}
