/** What an account has decided for the orders of one shop. `resources/shop-rules.ts` says how the fields are read and shown. */
export interface ShopRules extends BookingRule {
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
  /** For parcels with an item that has neither: its size, and the least weight. */
  readonly usualParcel: ParcelGuess;
  /** What an item counts that has no weight in the shop or in `skuSizes`, in kilograms; null for nothing. */
  readonly usualItemWeight: number | null;
  /** Cash orders above this amount wait until a person confirms them; null for no limit. */
  readonly confirmCodAbovePaise: number | null;
  /** Who tells customers that their parcel is on its way: never both. */
  readonly customerNews: (typeof CUSTOMER_NEWS)[number];
  /** How far the parcels of a prepaid order are when the shop completes it. Only of shops that have such a status. */
  readonly completePrepaid: (typeof COMPLETE_PREPAID)[number];
  /** When the shop completes an order with cash on delivery. */
  readonly completeCash: (typeof COMPLETE_CASH)[number];
  readonly checkout: CheckoutRules;
}

export const CUSTOMER_NEWS = ['dakiya', 'shop'] as const;
export const COMPLETE_PREPAID = ['booked', 'picked_up', 'delivered', 'never'] as const;
/** `remitted`: once the cash was paid out. */
export const COMPLETE_CASH = ['remitted', 'never'] as const;

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

export const SHOP_BOOKINGS = ['none', 'cheapest', 'fastest'] as const;

/** How a shop's orders are booked. */
export interface BookingRule {
  /** `none`: a person books. */
  readonly booking: (typeof SHOP_BOOKINGS)[number];
  /** `fastest` takes the fastest carrier up to this price; null for any price. */
  readonly fastestAtMostPaise: number | null;
  /** Ids of carriers that come first, in their order, whatever they cost. */
  readonly preferredCarriers: readonly string[];
}

export const CHECKOUT_OFFERS = ['cheapest', 'fastest', 'cheapest_and_fastest', 'each_courier'] as const;
export const CHECKOUT_ROUNDINGS = ['none', 'rupee', 'five', 'ten', 'nine'] as const;
export type CheckoutRounding = (typeof CHECKOUT_ROUNDINGS)[number];

/** What customers are offered at checkout, and for how much. */
export interface CheckoutRules {
  /** True if Shopify, which needs no plugin, shows our rates. */
  readonly isShown: boolean;
  readonly offer: (typeof CHECKOUT_OFFERS)[number];
  /** Added to what the courier takes; negative for a part that the merchant pays. At most two decimals. */
  readonly markupPercent: number;
  /** Prices are rounded up: to rupees, to 5 or 10 rupees, or so that they end in 9. */
  readonly rounding: CheckoutRounding;
  /** From this value of an order on, its cheapest delivery is free; null for never. */
  readonly freeAbovePaise: number | null;
  /** The price of a prepaid cart while rates cannot be had in time; null offers nothing then. */
  readonly fallbackPaise: number | null;
  /** The heaviest parcel that has it, in kilograms. */
  readonly fallbackMaxWeight: number;
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
  fallbackMaxWeight: 5,
  handlingDays: 0,
};
