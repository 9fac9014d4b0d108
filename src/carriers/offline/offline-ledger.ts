import type { TrackingNumberParts } from '../../domain/orders/tracking-number.ts';

/**
 * The offline carrier's own records, as a courier would keep them: they survive a crash, and are the same for every process.
 */
export interface OfflineLedger {
  /** The failures that the carrier was told to play for an account. */
  behaviours(accountId: string): Promise<readonly OfflineBehaviour[]>;

  /**
   * Enters a booking, or finds what was entered under the reference before.
   *
   * @param copies how often the request is carried out
   * @returns the parts of the tracking number of each copy, its serial unique for ever and in the whole service;
   * none where the reference was closed
   */
  book(reference: string, carrierId: string, prefix: string, copies: number): Promise<TrackingNumberParts[]>;

  /** The bookings under a reference. */
  entries(reference: string): Promise<TrackingNumberParts[]>;

  /** Closes a reference: what was entered under it stays, and nothing is entered any more. */
  close(reference: string, carrierId: string, prefix: string): Promise<TrackingNumberParts[]>;

  cancel(reference: string, serial: number): Promise<void>;
}

/**
 * - `refuse`: says no.
 * - `lose_request`: the request is never carried out, and never answered.
 * - `lose_answer`: it is carried out, and never answered.
 * - `slow`: it is carried out and answered after some time.
 * - `twice`: it is carried out twice, and answered once with both.
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
