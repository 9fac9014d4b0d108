import { MEDUSA } from './medusa/medusa.ts';
import type { Shop } from './shop.ts';
import { SHOPIFY } from './shopify/shopify.ts';
import { VENDURE } from './vendure/vendure.ts';
import { WOOCOMMERCE } from './woocommerce/woocommerce.ts';

/** The shop systems that can be connected. Each has a stand-in in `simulators/shops`, or runs in tests itself. */
export const SHOPS: readonly Shop[] = [SHOPIFY, WOOCOMMERCE, MEDUSA, VENDURE];
