import { manifestState } from '../../domain/handover/handover.ts';
import { notFound } from '../../problems/problem.ts';
import { findManifest, markClosed } from '../../storage/handover/manifests.ts';
import { lockWarehouse } from '../../storage/warehouses/warehouses.ts';
import { type AccountActor, changeBy } from '../service.ts';
import type { ShownManifest } from './show-handover.ts';

/**
 * Closes a manifest: its parcels were handed over and no longer wait. Has no effect on a closed manifest.
 *
 * @throws Problem `not_found`
 */
export async function closeManifest(account: AccountActor, manifestId: string): Promise<ShownManifest> {
  return account.database.change(account.accountId, changeBy(account, account.actor), async (writer) => {
    const warehouseId = (await findManifest(writer, manifestId))?.warehouseId;
    if (warehouseId === undefined) throw notFound('Manifest');
    // The same lock as for adding parcels to manifests.
    await lockWarehouse(writer, warehouseId);
    const found = await findManifest(writer, manifestId);
    if (found === null) throw notFound('Manifest');
    const isClosed = manifestState(found, writer.now) === 'closed';
    if (!isClosed) {
      await markClosed(writer, manifestId);
      const { carrierId, day } = found;
      await writer.record({
        action: 'manifest.closed',
        subjectKind: 'manifest',
        subjectId: manifestId,
        changes: { warehouse_id: warehouseId, carrier_id: carrierId, date: day },
      });
    } else writer.skipAudit('it was closed already');
    return { ...found, closedAt: found.closedAt ?? writer.now, state: 'closed' };
  });
}
