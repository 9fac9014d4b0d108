import { AWAITING_PICKUP } from '../../domain/handover/handover.ts';
import { indiaDate } from '../../domain/india-time.ts';
import type { JobItemResult } from '../../domain/jobs/job.ts';
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
        ? `It was handed over with manifest ${keeping.manifestId}: remove it from that manifest first`
        : `It is already in manifest ${keeping.manifestId}`,
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
  if (manifestId === null) return failed("Today's manifest of this job was closed");
  const added = await addParcels(writer, manifestId, [shipmentId]);
  if (added.length === 0)
    throw new Error(`Shipment ${shipmentId} was added to another manifest at the same moment`);
  return { isDone: true, message: `In manifest ${manifestId}` };
}

const NO_NUMBER = 'No courier is booked yet';
const NOT_WAITING = 'It is not waiting for its courier: it was picked up or cancelled';

function failed(message: string): JobItemResult {
  return { isDone: false, message };
}
