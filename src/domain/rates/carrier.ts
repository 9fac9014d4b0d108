export const CARRIER_MODES = ['surface', 'air'] as const;
export type CarrierMode = (typeof CARRIER_MODES)[number];

/** The delivery speed that the carrier states. */
export const SERVICE_LEVELS = ['standard', 'express'] as const;
export type ServiceLevel = (typeof SERVICE_LEVELS)[number];

/** 14:00, unless the book says otherwise. */
export const USUAL_CUTOFF_MINUTE = 14 * 60;

/**
 * A bookable service of a courier. The default book has one row for each carrier, and an account has one row
 * for each of its own carriers. Key: `id`.
 */
export interface Carrier {
  /** Short and opaque, 1 to 40 of `[a-z0-9_-]`; it never changes. */
  readonly id: string;
  readonly name: string;
  readonly code: string;
  readonly serviceLevel: ServiceLevel;
  readonly mode: CarrierMode;
  readonly isFast: boolean;
  readonly isPrime: boolean;
  /** The largest applied weight that the carrier takes, inclusive; whole grams. */
  readonly maxWeightGrams: number;
  /** The longest side that the carrier takes, inclusive; null for any. */
  readonly maxSideCm: number | null;
  /** The largest sum of length, width and height, inclusive; null for any. */
  readonly maxSidesCm: number | null;
  /** The largest cash amount that the carrier collects, inclusive, in paise; null for any, 0 for no COD. */
  readonly codLimitPaise: number | null;
  /** A parcel booked before this minute of the day (IST, 0 to 1440) is picked up on the same day. */
  readonly cutoffMinute: number;
  /** Working days from pickup to delivery, by zone A to E. */
  readonly transitDays: readonly number[];
  /** The name of this service's courier in this installation: `delhivery`. */
  readonly adapter: string;
  /** The courier's own code of the service; empty if the courier needs no code. */
  readonly courierProduct: string;
  /** The courier's name for customers; null to use the start of the carrier's name (`courierNameOf`). */
  readonly courierName: string | null;
  /** The phone number for questions about a parcel; null for no number. */
  readonly helpline: string | null;
}

/** The courier of carriers without an API; no connection is needed. */
export const OFFLINE = 'offline';
