import { AWAITING_PICKUP } from '../../domain/handover/handover.ts';
import { indiaDate } from '../../domain/india-time.ts';
import type { JobItemResult } from '../../domain/jobs/job.ts';
import { type Sentence, say } from '../../problems/sentence.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import { findBooking } from '../../storage/booking/bookings.ts';
import { lockShipments, type Shipment } from '../../storage/booking/shipments.ts';
import { addParcels, findKeepingManifest, insertManifest } from '../../storage/handover/manifests.ts';
import { lockWarehouse } from '../../storage/warehouses/warehouses.ts';
import { type AccountContext, changeBy } from '../service.ts';

/** Adds a parcel to the job's manifest of today for the parcel's warehouse and carrier. */
export async function addToManifest(
  account: AccountContext,
  jobId: string,
  { shipmentId, warehouseId }: Pick<Shipment, 'shipmentId' | 'warehouseId'>,
  keep: (writer: AccountWriter, result: JobItemResult) => Promise<void>,
): Promise<JobItemResult> {
  return account.database.change(account.accountId, changeBy(account, account.actor), async (writer) => {
    writer.skipAudit('the job is recorded, and a manifest names who made it');
    await lockWarehouse(writer, warehouseId);
    const result = await add(writer, jobId, (await lockShipments(writer, [shipmentId])).get(shipmentId));
    await keep(writer, result);
    return result;
  });
}

async function add(
  writer: AccountWriter,
  jobId: string,
  shipment: Shipment | undefined,
): Promise<JobItemResult> {
  const { shipmentId = '', bookingId = null, trackingNumber = null } = shipment ?? {};
  if (shipment === undefined || bookingId === null || trackingNumber === null) return failed(NO_NUMBER);
  if (!AWAITING_PICKUP.some((status) => status === shipment.state.status)) return failed(NOT_WAITING);
  const booking = await findBooking(writer, shipmentId, bookingId);
  if (booking === null) return failed(NO_NUMBER);
  const keeping = await findKeepingManifest(writer, { shipmentId, trackingNumber });
  if (keeping !== null)
    return failed(
      keeping.isClosed
        ? say(
            'handed_over_already',
            'It was handed over with manifest {manifest_id}: remove it from that manifest first',
            { manifest_id: keeping.manifestId },
          )
        : say('in_manifest_already', 'It is already in manifest {manifest_id}', {
            manifest_id: keeping.manifestId,
          }),
    );
  const { carrierId, carrierName } = booking.terms;
  const manifestId = await insertManifest(writer, {
    manifestId: writer.newId(),
    warehouseId: shipment.warehouseId,
    carrierId,
    carrierName,
    day: indiaDate(writer.now.getTime()),
    jobId,
  });
  if (manifestId === null) return failed(MANIFEST_CLOSED);
  const added = await addParcels(writer, manifestId, [shipmentId]);
  if (added.length === 0)
    throw new Error(`Shipment ${shipmentId} was added to another manifest at the same moment`);
  const message = say('added_to_manifest', 'In manifest {manifest_id}', { manifest_id: manifestId });
  return { isDone: true, message };
}

const NO_NUMBER = say('no_courier_booked', 'No courier is booked yet');
const NOT_WAITING = say(
  'not_waiting_for_courier',
  'It is not waiting for its courier: it was picked up or cancelled',
);
const MANIFEST_CLOSED = say('manifest_of_job_closed', "Today's manifest of this job was closed");

function failed(message: Sentence): JobItemResult {
  return { isDone: false, message };
}
