import { SYSTEM } from '../../domain/actor.ts';
import { indiaDate } from '../../domain/india-time.ts';
import { listingStatusOf } from '../../domain/tracking/statuses.ts';
import { lockShipments } from '../../storage/booking/shipments.ts';
import { listDelayedShipments } from '../../storage/messages/delayed-shipments.ts';
import { changeBy, type Service } from '../service.ts';
import type { AnnouncementParts } from '../tracking/on-moments.ts';

/** A delay lasts for days, so customers need not know within a minute. */
const LOOK_EVERY_MS = 10 * 60_000;
/** Hours in Indian time in which a message wakes nobody up. */
const FROM_HOUR = 9;
const TO_HOUR = 20;
const INDIA_MS = 330 * 60_000;

const lastLooks = new WeakMap<object, number>();

/** Notifies customers of parcels that are past their delivery day, if the merchant has enabled it. */
export async function notifyDelays(service: Service & AnnouncementParts): Promise<void> {
  const now = service.now().getTime();
  const hour = new Date(now + INDIA_MS).getUTCHours();
  const isSoon = now - (lastLooks.get(service.database) ?? 0) < LOOK_EVERY_MS;
  if (isSoon || hour < FROM_HOUR || hour >= TO_HOUR) return;
  lastLooks.set(service.database, now);
  const late = await listDelayedShipments(service.database, indiaDate(now));
  for (const { accountId, shipmentId } of late) {
    await service.database.change(accountId, changeBy(service, SYSTEM), async (writer) => {
      writer.skipAudit('messages are not audited');
      const shipment = (await lockShipments(writer, [shipmentId])).get(shipmentId);
      // The parcel may have arrived after the list was read.
      if (shipment === undefined || listingStatusOf(shipment.state.status) !== 'in_transit') return;
      const message = { accountId, shipmentId, moment: 'delayed', attempt: 0, eventAt: now } as const;
      await service.onMoments(writer.acrossAccounts, [message]);
    });
  }
}
