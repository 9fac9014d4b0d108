import type { Holidays } from '../calendar/holidays.ts';
import type { Zone } from '../zones/zone.ts';
import type { Carrier } from './carrier.ts';
import type { RateCard } from './rate-card.ts';
import type { ServiceabilityRules } from './serviceability-rules.ts';
import type { Millionths } from './share.ts';

/** Tells whether a carrier is offered, and its markup. Key: `carrierId`. */
export interface CarrierSetting {
  readonly carrierId: string;
  /** False switches the carrier off. */
  readonly offered: boolean;
  /** Percentage of freight: 100,000 is 10 %; -1,000,000 (free) to 10,000,000. */
  readonly markup: Millionths;
  /** For an `OFFLINE` carrier: tells whether it is offered next to connected couriers. */
  readonly besideCouriers: boolean;
}

/** A courier that the account has connected, or had. */
export interface ConnectedCourier {
  readonly courier: string;
  readonly courierAccountId: string;
  /** It was connected earlier, but is no longer. */
  readonly isRemoved: boolean;
}

/**
 * A zone set by hand, for one direction from origin to destination. Key `carrierId`, `origin`, `destination`.
 *
 * The most specific row counts: a pair of pincodes, then one pincode, then prefixes, longer ones first.
 */
export interface ZoneOverrideRow {
  /** Null sets the account's zone; otherwise the zone for this carrier's price and shipments only. */
  readonly carrierId: string | null;
  /** A pincode, a prefix of 1 to 5 digits, or `''` for everywhere. Not both ends are `''`. */
  readonly origin: string;
  /** As `origin`. */
  readonly destination: string;
  readonly zone: Zone;
}

/**
 * The rows of the default book, or an account's own rows. The default book has all its carriers and rate cards here; an
 * account's rows hold only what differs, and override the default's.
 */
export interface BookRows {
  readonly carriers: readonly Carrier[];
  readonly rateCards: readonly RateCard[];
  readonly carrierSettings: readonly CarrierSetting[];
  readonly zoneOverrides: readonly ZoneOverrideRow[];
  /** Null if there are none. */
  readonly serviceability: ServiceabilityRules | null;
  /** Null uses the default book's. */
  readonly platformFeePaise: number | null;
  /** The couriers that the account, or the operator for all accounts, has connected. */
  readonly couriers: readonly ConnectedCourier[];
  /** The account's own list; null uses the default book's. */
  readonly holidays: Holidays | null;
}

/** Nothing of its own. */
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
