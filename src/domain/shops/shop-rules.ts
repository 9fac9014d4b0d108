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
  /** Absent in rules from before rates at checkout: read it by `checkoutRulesOf`. */
  readonly checkout?: CheckoutRules;
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

export const CHECKOUT_OFFERS = ['cheapest', 'fastest', 'cheapest_and_fastest', 'each_courier'] as const;
export const CHECKOUT_ROUNDINGS = ['none', 'rupee', 'five', 'ten', 'nine'] as const;
export type CheckoutRounding = (typeof CHECKOUT_ROUNDINGS)[number];

/** What customers are offered at checkout, and for how much. */
export interface CheckoutRules {
  /** True if Shopify, which needs no plugin, shows our rates. Absent means false. */
  readonly isShown?: boolean;
  readonly offer: (typeof CHECKOUT_OFFERS)[number];
  /** Added to what the courier takes; negative for a part that the merchant pays. At most two decimals. */
  readonly markupPercent: number;
  /** Prices are rounded up: to rupees, to 5 or 10 rupees, or so that they end in 9. */
  readonly rounding: CheckoutRounding;
  /** From this value of an order on, its cheapest delivery is free; null for never. */
  readonly freeAbovePaise: number | null;
  /** The price of a prepaid cart while no courier serves it, or none can be quoted in time; null offers nothing then. */
  readonly fallbackPaise: number | null;
  /** Days after which a parcel is handed over at the latest. */
  readonly handlingDays: number;
}

export const USUAL_CHECKOUT: CheckoutRules = {
  isShown: false,
  offer: 'cheapest',
  markupPercent: 0,
  rounding: 'rupee',
  freeAbovePaise: null,
  fallbackPaise: null,
  handlingDays: 0,
};

export function checkoutRulesOf({ checkout }: ShopRules): CheckoutRules {
  return checkout ?? USUAL_CHECKOUT;
}
