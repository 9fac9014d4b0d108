/** Ways to move parcels. */
export const CARRIER_MODES = ['surface', 'air'] as const;
export type CarrierMode = (typeof CARRIER_MODES)[number];

/** How fast the carrier delivers, in its own words. */
export const SERVICE_LEVELS = ['standard', 'express'] as const;
export type ServiceLevel = (typeof SERVICE_LEVELS)[number];

/** 14:00, unless the book says otherwise. */
export const USUAL_CUTOFF_MINUTE = 14 * 60;

/**
 * One bookable service of a courier. As a row: one for each carrier of the default book, and one for each
 * carrier of an account's own; key `id`.
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
  /** The largest applied weight that it takes, inclusive; whole grams. */
  readonly maxWeightGrams: number;
  /** The longest side that it takes, inclusive; null for any. */
  readonly maxSideCm: number | null;
  /** The largest sum of length, width and height, inclusive; null for any. */
  readonly maxSidesCm: number | null;
  /** The largest cash amount that it collects, inclusive, in paise; null for any, 0 for no COD at all. */
  readonly codLimitPaise: number | null;
  /** Booked before this minute of the day (IST, 0 to 1440), it picks up on the same day. */
  readonly cutoffMinute: number;
  /** Working days from pickup to delivery, by zone A to E. */
  readonly transitDays: readonly number[];
  /** The courier of this service, by the name that this installation has for it: `delhivery`. */
  readonly adapter: string;
  /** The courier's own code of the service; empty if it needs none. */
  readonly courierProduct: string;
  /** The courier's name for customers; null takes the start of the carrier's name (`courierNameOf`). */
  readonly courierName: string | null;
  /** The phone number for questions about a parcel; null for none. */
  readonly helpline: string | null;
}

/** The courier of carriers without an API: it needs no connection. */
export const OFFLINE = 'offline';
