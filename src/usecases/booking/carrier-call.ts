import type { BookingReference, CarrierAdapter } from '../../carriers/carrier-adapter.ts';
import type { BookedCourier } from '../../storage/booking/bookings.ts';

export type CarrierCall = 'book' | 'findBooking' | 'cancel' | 'requestReattempt' | 'requestRto' | 'change';

export type CarrierAnswer<Call extends CarrierCall> = Awaited<ReturnType<NonNullable<CarrierAdapter[Call]>>>;

export type PlacedReference = BookingReference & BookedCourier & { readonly shipmentId?: string };

/** A call to a carrier, for the log and the metrics. */
export interface CarrierCallMade {
  readonly adapter: string;
  readonly call: CarrierCall;
  readonly booking: PlacedReference;
  /** The carrier's answer; `not_sent` if nothing was sent; `timed_out` or `failed` without an answer. */
  readonly outcome: CarrierAnswer<CarrierCall>['outcome'] | 'not_sent' | 'timed_out' | 'failed';
  readonly milliseconds: number;
  /** The adapter's error and its place in the code, without addresses and numbers; null for an answer. */
  readonly error: string | null;
}
