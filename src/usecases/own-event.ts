import type { NdrReason, RtoReason } from '../domain/tracking/reasons.ts';
import type { GranularStatus } from '../domain/tracking/statuses.ts';
import type { AccountWriter } from '../storage/account-scope.ts';
import type { NewEvent } from '../storage/tracking-events.ts';
import type { Service } from './service.ts';

/** An action of our own, or of the merchant through us, as an event of a shipment's history: it happens now. */
export function ownEvent(
  shipmentId: string,
  service: Service,
  { now, actor }: AccountWriter,
  status: GranularStatus,
  description: string,
  reason: NdrReason | RtoReason | null = null,
): NewEvent {
  return {
    shipmentId,
    eventId: service.newId(),
    carrierEventKey: null,
    status,
    eventTime: now.getTime(),
    reason,
    actor,
    location: null,
    description,
    carrierStatus: null,
    carrierReason: null,
  };
}
