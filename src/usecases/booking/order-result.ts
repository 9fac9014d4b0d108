import type { BookingTerms } from '../../storage/booking/bookings.ts';

/** An order with its shipment, in the form that endpoints return when they create or book it. */
export interface OrderResult {
  readonly orderId: string;
  readonly shipmentId: string;
  readonly isCod: boolean;
  /** In units of 0.01 g. */
  readonly appliedCentigrams: number;
  /** Null without a carrier, or while the outcome is unknown. */
  readonly booking: {
    readonly terms: BookingTerms;
    readonly trackingNumber: string;
    /** For example `2026-11-15T10:30:00.000+05:30`. */
    readonly bookedAtInIndia: string;
  } | null;
  readonly labelUrl: string | null;
}
