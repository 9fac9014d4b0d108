import type { NdrReason, RtoReason } from './reasons.ts';
import type { GranularStatus } from './statuses.ts';

/**
 * One entry of a shipment's history: a carrier's scan, or an action of our own (booking, cancelling, NDR
 * actions). What the fold needs of it; callers may carry more.
 */
export interface TrackingEvent {
  readonly status: GranularStatus;
  /** When it happened, as the carrier says: epoch milliseconds. */
  readonly eventTime: number;
  /**
   * The order in which events reached this service, unique within the shipment. Of two events of the same
   * moment the one that arrived later is the later one.
   */
  readonly arrival: number;
  /**
   * The mapped reason of a failed attempt or a return; null where the carrier gave none. A failed attempt's
   * is of the NDR vocabulary, a return's of the RTO one; on other events it is ignored.
   */
  readonly reason: NdrReason | RtoReason | null;
}

/** The order of history: when it happened, then arrival. */
export function compareEvents(a: TrackingEvent, b: TrackingEvent): number {
  return a.eventTime - b.eventTime || a.arrival - b.arrival;
}
