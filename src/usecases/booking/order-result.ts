import type { BookingTerms } from '../../storage/booking/bookings.ts';

/** An order with its shipment, as answered by the endpoints that create and book orders. */
export interface OrderResult {
  readonly orderId: string;
  readonly shipmentId: string;
  readonly isCod: boolean;
  /** 0.01 g. */
  readonly appliedCentigrams: number;
  /** Null if it has no carrier, or the outcome is not known yet. */
  readonly booking: {
    readonly terms: BookingTerms;
    readonly trackingNumber: string;
    /** `2026-11-15T10:30:00.000+05:30`. */
    readonly bookedAtInIndia: string;
  } | null;
  readonly labelUrl: string | null;
}
