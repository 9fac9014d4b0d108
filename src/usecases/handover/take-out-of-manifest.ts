import { manifestState } from '../../domain/handover/handover.ts';
import { fieldProblem, notFound, refused } from '../../problems/problem.ts';
import { say } from '../../problems/sentence.ts';
import { lockShipments } from '../../storage/booking/shipments.ts';
import { findManifest, listManifestShipments, removeParcels } from '../../storage/handover/manifests.ts';
import { lockWarehouse } from '../../storage/warehouses/warehouses.ts';
import { type AccountActor, changeBy } from '../service.ts';
import type { ShownManifest } from './show-handover.ts';

/**
 * Removes parcels from a manifest, so that they wait again. If one of them cannot be removed, none is
 * removed. A parcel that the courier has scanned has left the warehouse and stays in the manifest.
 *
 * @throws Problem `not_found`, `refused`
 */
export async function takeOutOfManifest(
  account: AccountActor,
  manifestId: string,
  shipmentIds: readonly string[],
): Promise<ShownManifest> {
  return account.database.change(account.accountId, changeBy(account, account.actor), async (writer) => {
    const warehouseId = (await findManifest(writer, manifestId))?.warehouseId;
    if (warehouseId === undefined) throw notFound('Manifest');
    // The same order of locks as for adding parcels to manifests, then as for scans.
    await lockWarehouse(writer, warehouseId);
    const wanted = [...new Set(shipmentIds)];
    const standing = await listManifestShipments(writer, manifestId, wanted);
    const shipments = await lockShipments(writer, wanted);
    const problems = wanted.flatMap((shipmentId) => {
      const parcel = standing.get(shipmentId);
      const shipment = shipments.get(shipmentId);
      if (parcel === undefined || shipment === undefined) return [notInIt(shipmentId)];
      const hasLeft = ['moving', 'final'].includes(shipment.state.phase);
      return hasLeft ? [scanned(parcel.trackingNumber)] : [];
    });
    if (problems.length > 0) throw refused(problems);
    const parcels = await removeParcels(writer, manifestId, wanted);
    await writer.record({
      action: 'manifest.parcels_taken_out',
      subjectKind: 'manifest',
      subjectId: manifestId,
      changes: { parcels, tracking_numbers: wanted.map((id) => standing.get(id)?.trackingNumber) },
    });
    const left = await findManifest(writer, manifestId);
    if (left === null) throw new Error('The manifest is gone');
    return { ...left, state: manifestState(left, writer.now) };
  });
}

function notInIt(shipmentId: string) {
  const sentence = say('not_in_manifest', 'Shipment {shipment_id} is not in this manifest', {
    shipment_id: shipmentId,
  });
  return fieldProblem('shipment_ids', 'unknown', sentence);
}

function scanned(trackingNumber: string) {
  const sentence = say(
    'scanned_by_courier',
    'The courier has scanned {tracking_number}, so it has left and cannot be removed from the manifest',
    { tracking_number: trackingNumber },
  );
  return fieldProblem('shipment_ids', 'not_allowed', sentence);
}
