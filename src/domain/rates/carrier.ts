/** Ways to move parcels. */
export const CARRIER_MODES = ['surface', 'air'] as const;
export type CarrierMode = (typeof CARRIER_MODES)[number];

/** The carrier's word for how soon it delivers. */
export const SERVICE_LEVELS = ['standard', 'express'] as const;
export type ServiceLevel = (typeof SERVICE_LEVELS)[number];

/** 14:00, when nothing else is said: domain, "expected dates". */
export const USUAL_CUTOFF_MINUTE = 14 * 60;

/**
 * One bookable service of a courier. As a row: one for each
 * carrier of the default book, and one for each that an account has of its own; key `id`.
 */
export interface Carrier {
  /** Short and opaque, 1 to 40 of `[a-z0-9_-]`; the same for ever. */
  readonly id: string;
  readonly name: string;
  readonly code: string;
  readonly serviceLevel: ServiceLevel;
  readonly mode: CarrierMode;
  readonly isFast: boolean;
  readonly isPrime: boolean;
  /** The largest applicable weight it takes, included; whole grams. */
  readonly maxWeightGrams: number;
  /** The longest side it takes, included; null for any. */
  readonly maxSideCm: number | null;
  /** The most that length, width and height may come to together, included; null for any. */
  readonly maxSidesCm: number | null;
  /** The largest cash amount it collects, included, in paise; null for any, 0 for no COD at all. */
  readonly codLimitPaise: number | null;
  /** Asked before this minute of the day (IST, 0 to 1440), it picks up the same day. */
  readonly cutoffMinute: number;
  /** Working days from pickup to delivery, by zone A to E. */
  readonly transitDays: readonly number[];
  /** The courier that it is a service of, by the name that this installation has for it: `delhivery`. */
  readonly adapter: string;
  /** The courier's own code of the service; empty where it needs none. */
  readonly courierProduct: string;
  /** The courier's name for customers; null takes the start of the carrier's name (`courierNameOf`). */
  readonly courierName: string | null;
  /** Whom they call about a parcel; null where nobody is said. */
  readonly helpline: string | null;
}

/** The courier of carriers that have no interface to talk to: nobody has to connect it. */
export const OFFLINE = 'offline';
