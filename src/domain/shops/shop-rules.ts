/** What an account has decided for the orders of one shop. */
export interface ShopRules {
  /** The warehouse of orders whose place has none of its own. */
  readonly warehouseId: string;
  readonly locations: readonly ShopLocation[];
  /** The shop's payment methods that mean cash on delivery. */
  readonly codMethods: readonly string[];
  /** Orders with one of these tags are not taken. */
  readonly skipTags: readonly string[];
  /** Items with one of these SKUs are not shipped. */
  readonly skipSkus: readonly string[];
  /** Weights and sizes of items for which the shop has none. */
  readonly skuSizes: readonly SkuSize[];
  /** For parcels with an item that has neither. */
  readonly usualParcel: ParcelGuess;
  readonly booking: BookingRule;
  /** Cash orders above this amount wait until a person confirms them; null for no limit. */
  readonly confirmCodAbovePaise: number | null;
  /** Who tells customers that their parcel is on its way: never both. */
  readonly customerNews: 'dakiya' | 'shop';
}

export interface ShopLocation {
  readonly locationKey: string;
  readonly warehouseId: string;
}

/** Kilograms, and centimetres. */
export interface ParcelGuess {
  readonly weight: number;
  readonly length: number;
  readonly breadth: number;
  readonly height: number;
}

export interface SkuSize extends ParcelGuess {
  readonly sku: string;
}

/** `none`: a person books. Preferred carriers come first, in their order, whatever they cost. */
export interface BookingRule {
  readonly choose: 'none' | 'cheapest' | 'fastest';
  /** `fastest` takes the fastest carrier up to this price; null for any price. */
  readonly atMostPaise: number | null;
  /** Ids of carriers. */
  readonly preferred: readonly string[];
}
