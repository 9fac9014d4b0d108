import type { WorkingCalendar } from '../calendar/working-calendar.ts';
import type { PincodeDirectory } from '../pincodes/pincode-directory.ts';
import type { ZoneMap } from '../zones/zone-map.ts';
import type { ZoneOverrides } from '../zones/zone-overrides.ts';
import type { CarrierSetting } from './book-rows.ts';
import type { Carrier } from './carrier.ts';
import type { MarkedUpRateCard } from './rate-card.ts';
import type { Serviceability } from './serviceability.ts';

/** The data that all rate books of a process share. */
export interface RateGround {
  readonly directory: PincodeDirectory;
  /** The zone map of the same directory. */
  readonly zoneMap: ZoneMap;
  readonly calendar: WorkingCalendar;
}

export interface BookCarrier {
  readonly carrier: Carrier;
  readonly setting: CarrierSetting;
  /** Null if neither the account nor the default book has a rate card; the carrier is then not offered. */
  readonly pricing: MarkedUpRateCard | null;
  /** Overrides of this carrier only: the account's own, then the default book's. */
  readonly zoneOverrides: readonly ZoneOverrides[];
  readonly connection: CarrierConnection;
}

export interface CourierInReach {
  readonly courierAccountId: string;
  /** The courier account belongs to the operator, and other accounts book with it too. */
  readonly isShared: boolean;
}

/**
 * The connection of a carrier's courier: a courier account, or none needed (`offline`). A carrier is not
 * offered while its courier is `not_connected`. Unless its setting `besideCouriers` is on, an offline carrier
 * is a `sample` while a courier is connected that has no prices: it is quoted, but booked only if the order
 * names it. Once a connected courier has prices, it is `beside_couriers` and not offered.
 */
export type CarrierConnection =
  | ({ readonly kind: 'connected' } & CourierInReach)
  | { readonly kind: 'offline' | 'sample' | 'not_connected' | 'beside_couriers' };

/**
 * All data for quotes, compiled for one account (or for the default book). It is immutable, so a quote uses
 * one version throughout; a change makes a new book.
 *
 * Parts that an account did not change are shared with the default book.
 */
export interface RateBook extends RateGround {
  /** The version of the rows that the book was compiled from. */
  readonly version: number;
  /** Sorted by name, then id: also the order of equal offers in a quote. Includes switched-off carriers. */
  readonly carriers: readonly BookCarrier[];
  readonly serviceability: Serviceability;
  readonly standing: StandingCarriers;
  /** Overrides of the account's zone: the account's own, then the default book's. */
  readonly zoneOverrides: readonly ZoneOverrides[];
  readonly platformFeePaise: number;
  /** The connected couriers, indexed by name. The account's own courier accounts replace the operator's. */
  readonly couriers: ReadonlyMap<string, CourierInReach>;
  /** The names of the couriers that are or were connected. */
  readonly couriersHad: ReadonlySet<string>;
  /** Tells whether a connected courier has a rate card. Then sample carriers are no longer offered. */
  readonly hasPricedCourier: boolean;
  /** The estimated memory of this book in bytes, without the shared data and the default book. */
  readonly ownBytes: number;
  /** The number of rows about an unknown carrier or area, which are ignored. */
  readonly unusedRows: number;
}

/** The carriers that each kind of quote can have: one bit per carrier, in words as in `Serviceability`. */
export interface StandingCarriers {
  readonly forward: Uint32Array;
  readonly return: Uint32Array;
  readonly returnWithQc: Uint32Array;
}

/** A carrier with a rate card, which every carrier in a quote has. */
export interface PricedCarrier extends BookCarrier {
  readonly pricing: MarkedUpRateCard;
}

export function isPriced(carrier: BookCarrier): carrier is PricedCarrier {
  return carrier.pricing !== null;
}
