import type { BookingTerms } from '../../storage/booking/bookings.ts';

/** An order with its shipment, as the endpoints that make and book orders answer it. */
export interface OrderResult {
  readonly orderId: string;
  readonly shipmentId: string;
  readonly isCod: boolean;
  /** 0.01 g. */
  readonly appliedCentigrams: number;
  /** Null where no carrier has it, or whether one has is not known yet. */
  readonly booking: {
    readonly terms: BookingTerms;
    readonly trackingNumber: string;
    /** `2026-11-15T10:30:00.000+05:30`. */
    readonly bookedAtInIndia: string;
  } | null;
  readonly labelUrl: string | null;
}
