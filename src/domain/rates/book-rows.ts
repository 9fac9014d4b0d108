import type { Holidays } from '../calendar/holidays.ts';
import type { Zone } from '../zones/zone.ts';
import type { Carrier } from './carrier.ts';
import type { RateCard } from './rate-card.ts';
import type { ServiceabilityRules } from './serviceability-rules.ts';
import type { Millionths } from './share.ts';

/** An account's settings for a carrier. Key: `carrierId`. */
export interface CarrierSetting {
  readonly carrierId: string;
  readonly offered: boolean;
  /** The markup on freight in millionths: 100,000 is 10 %. From -1,000,000 (free) to 10,000,000. */
  readonly markup: Millionths;
  /** For an `OFFLINE` carrier: tells whether it is offered next to connected couriers. */
  readonly besideCouriers: boolean;
}

/** A courier that the account has connected, or had. */
export interface ConnectedCourier {
  readonly courier: string;
  readonly courierAccountId: string;
  /** The courier was connected earlier, but is no longer. */
  readonly isRemoved: boolean;
}

/**
 * A zone set by hand, for one direction from origin to destination. Key: `carrierId`, `origin`,
 * `destination`.
 *
 * The most specific row counts: a pair of pincodes, then a single pincode, then prefixes, with longer
 * prefixes first.
 */
export interface ZoneOverrideRow {
  /** Null to set the account's zone; otherwise the zone is only for this carrier's price and shipments. */
  readonly carrierId: string | null;
  /** A pincode, a prefix of 1 to 5 digits, or `''` for everywhere. At most one end is `''`. */
  readonly origin: string;
  /** In the same format as `origin`. */
  readonly destination: string;
  readonly zone: Zone;
}

/**
 * The rows of the default book, or an account's own rows. The default book has all carriers and rate cards;
 * an account's rows hold only what differs, and override those of the default book.
 */
export interface BookRows {
  readonly carriers: readonly Carrier[];
  readonly rateCards: readonly RateCard[];
  readonly carrierSettings: readonly CarrierSetting[];
  readonly zoneOverrides: readonly ZoneOverrideRow[];
  /** Null if there are no rules. */
  readonly serviceability: ServiceabilityRules | null;
  /** Null to use the default book's fee. */
  readonly platformFeePaise: number | null;
  /** The couriers that the account, or the operator for all accounts, has connected. */
  readonly couriers: readonly ConnectedCourier[];
  /** The account's own list; null to use the default book's list. */
  readonly holidays: Holidays | null;
}

/** The rows of an account that overrides nothing. */
export const NO_ROWS: BookRows = {
  carriers: [],
  rateCards: [],
  carrierSettings: [],
  zoneOverrides: [],
  serviceability: null,
  platformFeePaise: null,
  couriers: [],
  holidays: null,
};
