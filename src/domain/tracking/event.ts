import type { NdrReason, RtoReason } from './reasons.ts';
import type { GranularStatus } from './statuses.ts';

/**
 * An entry of a shipment's history: a carrier's scan, or an action of this service (booking, cancelling, NDR
 * actions). It has only the data that the fold needs; callers may add more.
 */
export interface TrackingEvent {
  readonly status: GranularStatus;
  /** The time of the event as the carrier reports it, in epoch milliseconds. */
  readonly eventTime: number;
  /**
   * The order in which events reached this service, unique within the shipment. If two events have the same
   * time, the later arrival counts as later.
   */
  readonly arrival: number;
  /**
   * The reason of a failed attempt (an NDR reason) or of a return (an RTO reason); null if the carrier gave
   * no reason. Ignored for other events.
   */
  readonly reason: NdrReason | RtoReason | null;
}

/** The order of history: by time, then by arrival. */
export function compareEvents(a: TrackingEvent, b: TrackingEvent): number {
  return a.eventTime - b.eventTime || a.arrival - b.arrival;
}
