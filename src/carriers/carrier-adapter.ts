import type { QcItem } from '../domain/orders/order.ts';
import type { ParcelSize } from '../domain/rates/parcel.ts';
import type { Journey } from '../domain/tracking/statuses.ts';

/**
 * The adapter of a courier, bound to one courier account. One adapter may serve many carriers of the rate book. It carries out
 * what the rate book quoted.
 *
 * Every call may take long and fail: it gets a signal that aborts it, and is made outside any database
 * transaction. A call that throws `NotSentError` did nothing; any other error means that its outcome is unknown. An
 * adapter that knows that the courier did nothing, because it refused, answers so instead.
 *
 * What an adapter has beside the first five is what its courier `can`.
 */
export interface CarrierAdapter {
  /** Hands a shipment over. Asked again under the same reference, it answers with the same booking. */
  book(request: BookingRequest, signal: AbortSignal): Promise<BookingAnswer>;

  /**
   * Finds a booking whose answer was lost. `not_booked` is final: the booking will not be made any more. While the request
   * might still arrive and the courier cannot stop it, the answer is that it is too early to tell.
   */
  findBooking(lost: LostBooking, signal: AbortSignal): Promise<BookingLookup>;

  /** The same of several at once, at most as many as the courier `can` find so: for each, in their order. */
  findBookings?(lost: readonly LostBooking[], signal: AbortSignal): Promise<readonly BookingLookup[]>;

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

  /** One harmless call: whether the courier takes the settings, and in words what is wrong with them. */
  check?(signal: AbortSignal): Promise<{ readonly ok: boolean; readonly message: string }>;

  /** The courier's services at a pincode; null if it does not say. */
  serves?(pincode: string, signal: AbortSignal): Promise<PincodeService | null>;

  /** Tells the courier of a place where it picks up. Asked again, or told of a changed one, it is registered all the same. */
  registerWarehouse?(warehouse: CourierWarehouse, signal: AbortSignal): Promise<WarehouseAnswer>;

  /** Asks the courier to come. Where it comes anyway, it is requested. */
  requestPickup?(pickup: PickupWish, signal: AbortSignal): Promise<PickupAnswer>;

  /** Tracks parcels, at most `can.polling.batch` at once. Unknown ones are left out. */
  track?(bookings: readonly CarrierBooking[], signal: AbortSignal): Promise<TrackedParcel[]>;

  /** The courier's own label, or what ours must show; null where it has neither yet. */
  label?(booking: CarrierBooking, signal: AbortSignal): Promise<CourierLabel | null>;

  /** Changes a booking that is made. */
  change?(booking: CarrierBooking, changes: BookingChanges, signal: AbortSignal): Promise<ActionAnswer>;

  /** The price of a shipment; null if the courier does not say. */
  charges?(shipment: ChargesRequest, signal: AbortSignal): Promise<CourierCharges | null>;

  /** The result of an action that was `accepted`. */
  actionResult?(
    actionId: string,
    signal: AbortSignal,
  ): Promise<ActionAnswer | { readonly outcome: 'pending' }>;

  /** Services that can be booked with the courier account, for couriers whose services differ by account. */
  listProducts?(signal: AbortSignal): Promise<CourierProduct[]>;

  /** Tracking numbers to have at hand, at most as many as wanted; for couriers that allot them. */
  fetchNumbers?(count: number, signal: AbortSignal): Promise<readonly string[]>;
}

/** Identifies a booking on both sides before there is a tracking number. */
export interface BookingReference {
  /** Ours, new for every booking. */
  readonly reference: string;
  readonly accountId: string;
  readonly carrierId: string;
  /**
   * The reference for the parcel at the courier: the merchant's order id, shortened to `referenceLength`, with a suffix for a
   * later booking of the same order.
   */
  readonly orderReference: string;
  /** The courier's own code of the service, from the rate book; empty where it needs none. */
  readonly courierProduct: string;
  readonly journey: Journey;
}

/** A booking whose answer was lost. */
export interface LostBooking extends BookingReference {
  readonly askedAt: Date;
}

/** A booking that was made. */
export interface CarrierBooking extends BookingReference {
  readonly trackingNumber: string;
  /** The courier's own order id; null if it gave none. */
  readonly courierOrderId: string | null;
}

/** A shipment to be booked. */
export interface BookingRequest extends BookingReference, ParcelSize {
  readonly carrierCode: string;
  readonly serviceLevel: string;
  readonly displayId: string;
  readonly orderDate: Date;
  /** Where a forward shipment is picked up, and where a return goes unless `delivery` is elsewhere. */
  readonly warehouse: CourierWarehouse;
  /** The customer's door, for a return. */
  readonly pickup: CarrierAddress;
  readonly delivery: CarrierAddress;
  /** 0 for prepaid. */
  readonly codAmountPaise: number;
  readonly totalPricePaise: number;
  readonly items: readonly CarrierItem[];
  /** Questions of the check at the door; empty for none. */
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
  /** In per cent or rupees, as the merchant sent it, as decimal text. */
  readonly tax: string | null;
}

/** A place where a courier picks up. */
export interface CourierWarehouse extends CarrierAddress {
  readonly warehouseId: string;
  /** The merchant's name for it. */
  readonly warehouseName: string;
  /** The name under which the courier knows it; as registered, where it asks for that. */
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

/** A courier has taken a shipment. */
export interface Booked {
  readonly outcome: 'booked';
  /** In upper case, like all of them. */
  readonly trackingNumber: string;
  /** Tracking numbers that the courier gave the same request beside it: to be withdrawn. */
  readonly surplus: readonly string[];
  /** By which the courier sorts, for the label: `PNQ/VAD`; null where it gave none. */
  readonly routingCode: string | null;
  /** The courier's own id of the booking; null if it gave none. */
  readonly courierOrderId: string | null;
  /** A PDF, of couriers that give their label out here and never again; null or left out where there is none. */
  readonly label?: Buffer | null;
  /** The tracking number is the one that was allotted to this reference in advance: no other parcel can have it. */
  readonly isAllotted?: true;
}

/** The courier did nothing, and says why: `does not serve 781001`. */
export interface Refused {
  readonly outcome: 'refused';
  /** The reason as it follows the courier's name, without a full stop. */
  readonly reason: string;
}

export type BookingAnswer = Booked | Refused;

/**
 * `too_early`: the request may still arrive; ask again. `isAssumed`: nobody can be sure, and the courier may have it all
 * the same, so that it is booked again only by people who have looked.
 */
export type BookingLookup =
  | Booked
  | { readonly outcome: 'not_booked'; readonly isAssumed?: true }
  | { readonly outcome: 'too_early' };

export type ActionAnswer =
  | { readonly outcome: 'done' }
  | Refused
  /** Taken: what comes of it is asked by `actionResult`. */
  | { readonly outcome: 'accepted'; readonly actionId: string }
  /** A cancellation that came too late: the parcel comes back. */
  | { readonly outcome: 'turned_into_return' };

/** For each service at a pincode, why the courier does not offer it (as it follows its name); null if it does. */
export interface PincodeService {
  /** Brings parcels that are paid for. */
  readonly prepaid: string | null;
  /** Brings parcels and takes the money for them. */
  readonly cod: string | null;
  /** Picks up at customers' doors. */
  readonly returns: string | null;
}

export type WarehouseAnswer = { readonly outcome: 'registered'; readonly courierName: string } | Refused;

export interface PickupWish {
  readonly warehouse: CourierWarehouse;
  /** `2026-11-23`, in India. */
  readonly date: string;
  /** `14:00`, in India. */
  readonly time: string;
  readonly parcels: number;
  readonly weightGrams: number;
  /** Those that are to be picked up. */
  readonly bookings: readonly CarrierBooking[];
}

export type PickupAnswer =
  | {
      readonly outcome: 'requested';
      readonly pickupId: string;
      /** A note for the merchant, such as another pickup time than requested; null for none. */
      readonly note: string | null;
    }
  | Refused;

/** The courier's data about one parcel. */
export interface TrackedParcel {
  readonly trackingNumber: string;
  /** In any order. */
  readonly scans: readonly CarrierScan[];
  /** `2026-11-25`, in India; null where it does not say. */
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
  /** The leg that is charged: to the customer (or a return's way), or the way back. */
  readonly leg: 'out' | 'rto';
}

export interface CourierCharges {
  /** With all that the courier adds, taxes included. */
  readonly totalPaise: number;
  /** That the courier charges for; null where it does not say. */
  readonly chargedWeightGrams: number | null;
  /** As the courier calls it. */
  readonly zone: string | null;
}

/** One service of a courier account, which a carrier of the rate book can be made of. */
export interface CourierProduct {
  /** The courier's own code of it: `courierProduct` of a booking. */
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
  /** The day to come again, `2026-11-25` in India; none, or null, for as soon as can be. */
  readonly deliveryDate?: string | null;
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
