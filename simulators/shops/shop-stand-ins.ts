import type { StandInClass } from '../kit/start-stand-in.ts';

/** The stand-in of each shop system that cannot run on this machine, by its name in the API. It is loaded only when it is started. */
export const SHOP_STAND_INS: Readonly<Record<string, () => Promise<StandInClass>>> = {
  shopify: async () => (await import('./shopify/shopify-stand-in.ts')).ShopifyStandIn,
  woocommerce: async () => (await import('./woocommerce/woocommerce-stand-in.ts')).WooCommerceStandIn,
};
