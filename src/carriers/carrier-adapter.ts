import type { QcItem } from '../domain/orders/order.ts';
import type { ParcelSize } from '../domain/rates/parcel.ts';
import type { Journey } from '../domain/tracking/statuses.ts';
import type { Refused } from '../partners/partner.ts';
import type { Sentence } from '../problems/sentence.ts';

/**
 * The adapter of a courier, bound to one courier account. One adapter may serve many carriers of the rate
 * book. It books what the rate book quoted.
 *
 * Every call may take long and fail: it gets a signal that aborts it, and is made outside any database
 * transaction. A call that throws `NotSentError` did nothing; after any other error, the outcome of the call
 * is unknown. If the courier refused, so that nothing was done, the adapter returns the refusal as its
 * answer.
 *
 * The first five calls are required. The other calls exist if the courier's `can` says so.
 */
export interface CarrierAdapter {
  /** Books a shipment. A repeat with the same reference returns the same booking. */
  book(request: BookingRequest, signal: AbortSignal): Promise<BookingAnswer>;

  /**
   * Finds a booking after its answer was lost. `not_booked` is final: the booking will not be made any more.
   * While the request might still arrive and the courier cannot stop it, the answer is `too_early`.
   */
  findBooking(lost: LostBooking, signal: AbortSignal): Promise<BookingLookup>;

  /** Finds several bookings, at most as many as `can` allows: one result for each, in the same order. */
  findBookings?(lost: readonly LostBooking[], signal: AbortSignal): Promise<readonly BookingLookup[]>;

  /** Cancels a booking before pickup. Cancelling it again succeeds. */
  cancel(booking: CarrierBooking, signal: AbortSignal): Promise<ActionAnswer>;

  requestReattempt(
    booking: CarrierBooking,
    correction: ReattemptCorrection,
    signal: AbortSignal,
  ): Promise<ActionAnswer>;

  /** Requests the return of a parcel to its sender after a failed attempt. */
  requestRto(booking: CarrierBooking, signal: AbortSignal): Promise<ActionAnswer>;

  /** Makes one harmless call to check the settings. */
  check?(signal: AbortSignal): Promise<CarrierCheck>;

  /** The courier's services at a pincode; null if the courier does not say. */
  serves?(pincode: string, signal: AbortSignal): Promise<PincodeService | null>;

  /** Registers a pickup place with the courier. A repeat, also with changed data, succeeds. */
  registerWarehouse?(warehouse: CourierWarehouse, signal: AbortSignal): Promise<WarehouseAnswer>;

  /** Requests a pickup. It succeeds if the courier comes anyway. */
  requestPickup?(pickup: PickupInput, signal: AbortSignal): Promise<PickupAnswer>;

  /** Tracks parcels, at most `can.polling.batch` at once. Unknown parcels are left out. */
  track?(bookings: readonly CarrierBooking[], signal: AbortSignal): Promise<TrackedParcel[]>;

  /** The courier's own label, or the data that our label must show; null if the courier has neither yet. */
  label?(booking: CarrierBooking, signal: AbortSignal): Promise<CourierLabel | null>;

  change?(booking: CarrierBooking, changes: BookingChanges, signal: AbortSignal): Promise<ActionAnswer>;

  /** The price of a shipment; null if the courier does not say. */
  charges?(shipment: ChargesRequest, signal: AbortSignal): Promise<CourierCharges | null>;

  /** The result of an action that was `accepted`. */
  actionResult?(
    actionId: string,
    signal: AbortSignal,
  ): Promise<ActionAnswer | { readonly outcome: 'pending' }>;

  /** The services that can be booked, for couriers with different services for each account. */
  listProducts?(signal: AbortSignal): Promise<CourierProduct[]>;

  /** Fetches at most `count` tracking numbers in advance, for couriers that allot them. */
  fetchNumbers?(count: number, signal: AbortSignal): Promise<readonly string[]>;
}

/** What a check found. The message is a sentence for the merchant. */
export interface CarrierCheck {
  readonly ok: boolean;
  readonly message: Sentence;
}

/** Identifies a booking at both sides before there is a tracking number. */
export interface BookingReference {
  /** Our reference, new for every booking. */
  readonly reference: string;
  readonly accountId: string;
  readonly carrierId: string;
  /**
   * The reference for the parcel at the courier: the merchant's order id, shortened to `referenceLength`, with a suffix for a
   * later booking of the same order.
   */
  readonly orderReference: string;
  /** The courier's own code of the service, from the rate book; empty if the courier needs no code. */
  readonly courierProduct: string;
  readonly journey: Journey;
}

export interface LostBooking extends BookingReference {
  readonly askedAt: Date;
}

export interface CarrierBooking extends BookingReference {
  readonly trackingNumber: string;
  /** The courier's own order id; null if the courier gave no id. */
  readonly courierOrderId: string | null;
}

export interface BookingRequest extends BookingReference, ParcelSize {
  readonly carrierCode: string;
  readonly serviceLevel: string;
  readonly displayId: string;
  readonly orderDate: Date;
  /** The pickup place; for a return the destination, unless `delivery` names another. */
  readonly warehouse: CourierWarehouse;
  /** The customer's address, for a return. */
  readonly pickup: CarrierAddress;
  readonly delivery: CarrierAddress;
  /** 0 for prepaid. */
  readonly codAmountPaise: number;
  /** With all charges. Couriers are told `declaredPaise`. */
  readonly totalPricePaise: number;
  readonly items: readonly CarrierItem[];
  /** Questions of the check at the door; empty if there is no check. */
  readonly qcItems: readonly QcItem[];
  readonly returnReason: string | null;
}

export interface CarrierItem {
  readonly name: string;
  readonly sku: string | null;
  readonly units: number;
  /** The price of one unit. */
  readonly sellingPricePaise: number;
  readonly hsn: string | null;
  /** Per cent or rupees, as decimal text, as the merchant sent it. */
  readonly tax: string | null;
}

export interface CourierWarehouse extends CarrierAddress {
  readonly warehouseId: string;
  /** The merchant's name for the place. */
  readonly warehouseName: string;
  /** The name under which the courier knows the place: the registered name if registration is required. */
  readonly courierName: string;
  readonly email: string;
  readonly gstin: string | null;
}

export interface CarrierAddress {
  readonly name: string;
  readonly phone: string;
  readonly address: string;
  readonly city: string;
  readonly state: string;
  readonly pincode: string;
}

/** The courier accepted a shipment. */
export interface Booked {
  readonly outcome: 'booked';
  /** In upper case, like all tracking numbers. */
  readonly trackingNumber: string;
  /** Further tracking numbers that the courier gave to the same request; the caller cancels them. */
  readonly surplus: readonly string[];
  /** The courier's sort code for the label: `PNQ/VAD`; null if the courier gave no code. */
  readonly routingCode: string | null;
  /** The courier's own id of the booking; null if the courier gave no id. */
  readonly courierOrderId: string | null;
  /** A PDF, from couriers that send their label only with the booking; else null or absent. */
  readonly label?: Buffer | null;
  /** The tracking number was allotted to this reference in advance, so no other parcel can have it. */
  readonly isAllotted?: true;
}

export type BookingAnswer = Booked | Refused;

/**
 * `too_early`: the request may still arrive; ask again. `isAssumed`: the courier may nevertheless have the
 * booking and cannot be asked, so only a person who has checked may book again.
 */
export type BookingLookup =
  | Booked
  | { readonly outcome: 'not_booked'; readonly isAssumed?: true }
  | { readonly outcome: 'too_early' };

export type ActionAnswer =
  | { readonly outcome: 'done' }
  | Refused
  /** Accepted: `actionResult` asks for the outcome later. */
  | { readonly outcome: 'accepted'; readonly actionId: string }
  /** The cancellation came too late, and the parcel comes back. */
  | { readonly outcome: 'turned_into_return' };

/** For each service at a pincode, the reason why the courier does not offer it; null if it does. */
export interface PincodeService {
  /** Delivery of prepaid parcels. */
  readonly prepaid: Sentence | null;
  /** Delivery of COD parcels. */
  readonly cod: Sentence | null;
  /** Pickup at the customer's door. */
  readonly returns: Sentence | null;
}

export type WarehouseAnswer = { readonly outcome: 'registered'; readonly courierName: string } | Refused;

export interface PickupInput {
  readonly warehouse: CourierWarehouse;
  /** `2026-11-23`, in India. */
  readonly date: string;
  /** `14:00`, in India. */
  readonly time: string;
  readonly parcels: number;
  readonly weightGrams: number;
  /** The bookings to be picked up. */
  readonly bookings: readonly CarrierBooking[];
}

export type PickupAnswer =
  | {
      readonly outcome: 'requested';
      readonly pickupId: string;
      /** A note for the merchant, such as a pickup time other than requested; null if there is no note. */
      readonly note: Sentence | null;
    }
  | Refused;

/** The courier's data about one parcel. */
export interface TrackedParcel {
  readonly trackingNumber: string;
  /** The scans, in any order. */
  readonly scans: readonly CarrierScan[];
  /** `2026-11-25`, in India; null if the courier does not say. */
  readonly expectedDeliveryDate: string | null;
  readonly chargedWeightGrams: number | null;
}

export type CourierLabel = { readonly pdf: Buffer } | { readonly routingCode: string };

/** Changes of a booking; null keeps a value. */
export interface BookingChanges {
  readonly delivery: CarrierAddress | null;
  readonly parcel: ParcelSize | null;
  /** 0 makes it prepaid. */
  readonly codAmountPaise: number | null;
}

export interface ChargesRequest extends ParcelSize {
  readonly journey: Journey;
  readonly courierProduct: string;
  readonly originPincode: string;
  readonly destinationPincode: string;
  /** 0 for prepaid. */
  readonly codAmountPaise: number;
  readonly totalPricePaise: number;
  /** The leg that is charged: to the customer (or the return's way), or the way back to the sender. */
  readonly leg: 'out' | 'rto';
}

export interface CourierCharges {
  /** With all surcharges and taxes. */
  readonly totalPaise: number;
  /** The weight that the courier charges for; null if it does not say. */
  readonly chargedWeightGrams: number | null;
  /** The courier's name for the zone. */
  readonly zone: string | null;
}

/** A service of a courier account. The merchant can make a carrier of the rate book from it. */
export interface CourierProduct {
  /** The courier's own code, used as `courierProduct` of a booking. */
  readonly code: string;
  readonly name: string;
  readonly isAir: boolean;
}

/** Corrections for the next attempt; null keeps a value. */
export interface ReattemptCorrection {
  readonly addressLine: string | null;
  readonly landmark: string | null;
  readonly phone: string | null;
  readonly comments: string | null;
  /** The requested day, `2026-11-25` in India; absent or null for the next possible day. */
  readonly deliveryDate?: string | null;
}

/** A scan in the courier's words. The domain reads status and reason from them. */
export interface CarrierScan {
  readonly trackingNumber: string;
  readonly status: string;
  /** The time as the courier wrote it; read with the same rules as times that clients send. */
  readonly eventDateTime: string;
  readonly location: string | null;
  readonly description: string | null;
  readonly reason: string | null;
  readonly carrierEventId: string | null;
  /** The courier's code, beside a status in words that the adapter does not know. */
  readonly code?: string | null;
  /** The expected delivery day that a push gave with the scan: `2026-11-25`, in India. */
  readonly expectedDay?: string;
}
