import type { QcItem } from '../domain/orders/order.ts';
import type { ParcelSize } from '../domain/rates/parcel.ts';
import type { Journey } from '../domain/tracking/statuses.ts';

/**
 * What a courier's adapter does (one adapter may serve many carriers of the rate book). Quotes are the rate
 * book's; an adapter only carries out what was quoted.
 *
 * Every call may take long and fail: it gets a signal that aborts it, is made outside any database
 * transaction, and an error that it throws means that its outcome is unknown. An adapter that knows that
 * the courier did nothing, because it refused or could not be reached at all, answers so instead.
 */
export interface CarrierAdapter {
  /** As it stands in the registry. */
  readonly name: string;

  /** Whether this adapter books the carrier. */
  serves(carrierId: string): boolean;

  /** Hands a shipment over. Asked again under the same reference, it answers with the same booking. */
  book(request: BookingRequest, signal: AbortSignal): Promise<BookingAnswer>;

  /**
   * What became of a booking whose answer was lost. The answer is final: a booking that is `not_booked` is
   * not made any more, though the request might still arrive.
   */
  findBooking(reference: BookingReference, signal: AbortSignal): Promise<BookingFound>;

  /** Withdraws a booking before pickup. Withdrawing one that is withdrawn already succeeds. */
  cancel(booking: CarrierBooking, signal: AbortSignal): Promise<ActionAnswer>;

  /** Asks for another delivery attempt after a failed one. */
  requestReattempt(
    booking: CarrierBooking,
    correction: ReattemptCorrection,
    signal: AbortSignal,
  ): Promise<ActionAnswer>;

  /** Asks for the parcel to be returned after a failed attempt. */
  requestRto(booking: CarrierBooking, signal: AbortSignal): Promise<ActionAnswer>;

  /** Reads what the courier sends by itself. Throws `Problem` `refused` for what it does not understand. */
  readWebhook(payload: unknown): CarrierScan[];
}

/** How a booking is known on both sides before there is a tracking number. */
export interface BookingReference {
  /** Ours, new for every booking. */
  readonly reference: string;
  readonly accountId: string;
  readonly carrierId: string;
}

/** A booking that was made. */
export interface CarrierBooking extends BookingReference {
  readonly trackingNumber: string;
}

/** A shipment to be booked. */
export interface BookingRequest extends BookingReference, ParcelSize {
  /** Of a return, `pickup` is the customer's door. */
  readonly journey: Journey;
  readonly carrierCode: string;
  readonly serviceLevel: string;
  readonly displayId: string;
  readonly pickup: CarrierAddress;
  readonly delivery: CarrierAddress;
  /** 0 for prepaid. */
  readonly codAmountPaise: number;
  readonly totalPricePaise: number;
  readonly items: readonly { readonly name: string; readonly sku: string | null; readonly units: number }[];
  /** What is checked at the door before a return is taken; empty where nothing is. */
  readonly qcItems: readonly QcItem[];
}

export interface CarrierAddress {
  readonly name: string;
  readonly phone: string;
  readonly address: string;
  readonly city: string;
  readonly state: string;
  readonly pincode: string;
}

export type BookingAnswer =
  | {
      readonly outcome: 'booked';
      /** In upper case, like all of them. */
      readonly trackingNumber: string;
      /** Tracking numbers that the courier gave the same request beside it: to be withdrawn. */
      readonly surplus: readonly string[];
    }
  /** The courier did nothing, and says why: `does not serve 781001`. */
  | { readonly outcome: 'refused'; readonly reason: string };

export type BookingFound =
  | { readonly outcome: 'booked'; readonly trackingNumber: string; readonly surplus: readonly string[] }
  | { readonly outcome: 'not_booked' };

export type ActionAnswer =
  | { readonly outcome: 'done' }
  | { readonly outcome: 'refused'; readonly reason: string };

/** What the merchant corrects for the next attempt; null stays as it is. */
export interface ReattemptCorrection {
  readonly addressLine: string | null;
  readonly landmark: string | null;
  readonly phone: string | null;
  readonly comments: string | null;
}

/** A scan as a courier words it: the status and the reason are read by the domain. */
export interface CarrierScan {
  readonly trackingNumber: string;
  readonly status: string;
  /** As written; read like every moment that clients send. */
  readonly eventDateTime: string;
  readonly location: string | null;
  readonly description: string | null;
  readonly reason: string | null;
  readonly carrierEventId: string | null;
}
