import type { NdrReason, RtoReason } from '../../domain/tracking/reasons.ts';
import type { ShipmentState } from '../../domain/tracking/state.ts';
import type { GranularStatus } from '../../domain/tracking/statuses.ts';
import type { Sentence } from '../../problems/sentence.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import type { NewEvent } from '../../storage/tracking/tracking-events.ts';
import type { Service } from '../service.ts';

export interface ActedOn {
  readonly shipmentId: string;
  readonly state: Pick<ShipmentState, 'statusAt'>;
}

/**
 * Returns our own action, or the merchant's through us, as an event of a shipment's history. Its time is now,
 * but never before the events that caused it: a courier's clock, or that of another process, may be ahead,
 * and an action before its cause would have no effect.
 */
export function ownEvent(
  { shipmentId, state }: ActedOn,
  service: Service,
  { now, actor }: AccountWriter,
  status: GranularStatus,
  description: Sentence,
  reason: NdrReason | RtoReason | null = null,
): NewEvent {
  return {
    shipmentId,
    eventId: service.newId(),
    carrierEventKey: null,
    status,
    eventTime: Math.max(now.getTime(), state.statusAt),
    reason,
    actor,
    location: null,
    description: description.text,
    sentence: description,
    carrierStatus: null,
    carrierReason: null,
  };
}
