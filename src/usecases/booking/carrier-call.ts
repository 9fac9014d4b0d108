import type { BookingReference, CarrierAdapter } from '../../carriers/carrier-adapter.ts';
import type { BookedCourier } from '../../storage/booking/bookings.ts';

/** Calls of an adapter about a booking. */
export type CarrierCall = 'book' | 'findBooking' | 'cancel' | 'requestReattempt' | 'requestRto' | 'change';

/** The answers of these calls. */
export type CarrierAnswer<Call extends CarrierCall> = Awaited<ReturnType<NonNullable<CarrierAdapter[Call]>>>;

/** A booking with its courier, and its shipment if that already exists. */
export type PlacedReference = BookingReference & BookedCourier & { readonly shipmentId?: string };

/** A call that was made, for the log and the metrics. */
export interface CarrierCallMade {
  readonly adapter: string;
  readonly call: CarrierCall;
  readonly booking: PlacedReference;
  /** As answered; `not_sent` if nothing was sent; `timed_out` and `failed` without an answer. */
  readonly outcome: CarrierAnswer<CarrierCall>['outcome'] | 'not_sent' | 'timed_out' | 'failed';
  readonly milliseconds: number;
  /** The adapter's error and where it was thrown, without addresses and numbers; null for an answer. */
  readonly error: string | null;
}
