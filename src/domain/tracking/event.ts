import type { NdrReason, RtoReason } from './reasons.ts';
import type { GranularStatus } from './statuses.ts';

/**
 * One entry of a shipment's history: a carrier's scan, or an action of our own (booking, cancelling, NDR
 * actions). It has only what the fold needs; callers may add more.
 */
export interface TrackingEvent {
  readonly status: GranularStatus;
  /** When it happened, as the carrier says: epoch milliseconds. */
  readonly eventTime: number;
  /**
   * The order in which events reached this service, unique within the shipment. Of two events at the same
   * time the one that arrived later counts as later.
   */
  readonly arrival: number;
  /**
   * The reason of a failed attempt (an NDR reason) or of a return (an RTO reason); null if the carrier gave
   * none. Ignored for other events.
   */
  readonly reason: NdrReason | RtoReason | null;
}

/** The order of history: by time, then by arrival. */
export function compareEvents(a: TrackingEvent, b: TrackingEvent): number {
  return a.eventTime - b.eventTime || a.arrival - b.arrival;
}
