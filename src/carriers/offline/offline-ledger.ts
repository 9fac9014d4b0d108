import type { TrackingNumberParts } from '../../domain/orders/tracking-number.ts';

/** The offline carrier's own records. They survive a crash, and all processes share them. */
export interface OfflineLedger {
  /** The failures that the carrier simulates for an account. */
  behaviours(accountId: string): Promise<readonly OfflineBehaviour[]>;

  /**
   * Adds a booking, or finds the booking with this reference.
   *
   * @param copies the number of times that the request is carried out
   * @returns the parts of the tracking number of each copy, with a serial that is unique in the whole service
   * for ever; empty if the reference was closed
   */
  book(reference: string, carrierId: string, prefix: string, copies: number): Promise<TrackingNumberParts[]>;

  entries(reference: string): Promise<TrackingNumberParts[]>;

  /** Closes a reference: its entries stay, and no new ones are accepted. */
  close(reference: string, carrierId: string, prefix: string): Promise<TrackingNumberParts[]>;

  cancel(reference: string, serial: number): Promise<void>;
}

/**
 * - `refuse`: the carrier refuses.
 * - `lose_request`: the request is never carried out, and never answered.
 * - `lose_answer`: the request is carried out, and never answered.
 * - `slow`: the request is carried out and answered after some time.
 * - `twice`: the request is carried out twice, and answered once with both.
 */
export const OFFLINE_BEHAVIOUR_KINDS = ['refuse', 'lose_request', 'lose_answer', 'slow', 'twice'] as const;
export type OfflineBehaviourKind = (typeof OFFLINE_BEHAVIOUR_KINDS)[number];

export interface OfflineBehaviour {
  readonly kind: OfflineBehaviourKind;
  /** Null for every carrier. */
  readonly carrierId: string | null;
  /** The destination; null for any. */
  readonly pincode: string | null;
  /** The delay of `slow`. */
  readonly milliseconds: number;
}
