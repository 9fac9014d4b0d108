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

/** A carrier as one book prices it. */
export interface BookCarrier {
  readonly carrier: Carrier;
  readonly setting: CarrierSetting;
  /** Null where neither the account nor the default book has a rate card for it; it is then not offered. */
  readonly pricing: MarkedUpRateCard | null;
  /** Overrides of this carrier alone: the account's own, then the default book's. */
  readonly zoneOverrides: readonly ZoneOverrides[];
  readonly connection: CarrierConnection;
}

/** By which courier account a courier is reached. */
export interface CourierInReach {
  readonly courierAccountId: string;
  /** It is the operator's, and other accounts book by it too. */
  readonly isShared: boolean;
}

/**
 * The connection of a carrier's courier: a courier account, or none needed (`offline`). A carrier is not offered while its
 * courier is `not_connected`; an offline one also not once `beside_couriers` carriers have a price.
 */
export type CarrierConnection =
  | ({ readonly kind: 'connected' } & CourierInReach)
  | { readonly kind: 'offline' | 'not_connected' | 'beside_couriers' };

/**
 * All that a quote is computed from, compiled for one account (or for the default book): nothing in it ever
 * changes, so that a quote that began with one version ends with it. A change makes a new book.
 *
 * Parts that an account did not change are the default book's own objects.
 */
export interface RateBook extends RateGround {
  /** The version of the rows that it was compiled from. */
  readonly version: number;
  /** By name, then id: the order of equals in a quote. Switched-off ones included. */
  readonly carriers: readonly BookCarrier[];
  readonly serviceability: Serviceability;
  readonly standing: StandingCarriers;
  /** Overrides of the account's zone: the account's own, then the default book's. */
  readonly zoneOverrides: readonly ZoneOverrides[];
  readonly platformFeePaise: number;
  /** The couriers that are connected, by name: the account's own courier account counts before the operator's. */
  readonly couriers: ReadonlyMap<string, CourierInReach>;
  /** The names of those that are connected, or were. */
  readonly couriersHad: ReadonlySet<string>;
  /** Tells whether a connected courier has a rate card. Then sample carriers are no longer offered. */
  readonly hasPricedCourier: boolean;
  /** An estimate of what this book takes beside the ground and the default book, in bytes. */
  readonly ownBytes: number;
  /** Rows that name a carrier or an area that is not there (any more), and so say nothing. */
  readonly unusedRows: number;
}

/** The carriers that stand for a kind of quote at all, one bit each, in words as those of `Serviceability`. */
export interface StandingCarriers {
  readonly forward: Uint32Array;
  readonly return: Uint32Array;
  readonly returnWithQc: Uint32Array;
}

/** A carrier with a rate card: every carrier that stands for a quote has one. */
export interface PricedCarrier extends BookCarrier {
  readonly pricing: MarkedUpRateCard;
}

export function isPriced(carrier: BookCarrier): carrier is PricedCarrier {
  return carrier.pricing !== null;
}
