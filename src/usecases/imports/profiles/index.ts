import { AMAZON } from './amazon.ts';
import { KARRIO } from './karrio.ts';
import { NIMBUSPOST } from './nimbuspost.ts';
import { OWN, VELOCITY } from './own.ts';
import type { Profile } from './profile.ts';
import { SHIPROCKET_REPORT, SHIPROCKET_SHEET } from './shiprocket.ts';
import { SHOPIFY } from './shopify.ts';
import { WOOCOMMERCE, WOOCOMMERCE_TITLES } from './woocommerce.ts';

/** The profiles of others. A file that fits none of them has our columns. */
export const PROFILES: readonly Profile[] = [
  SHOPIFY,
  WOOCOMMERCE,
  WOOCOMMERCE_TITLES,
  AMAZON,
  SHIPROCKET_REPORT,
  SHIPROCKET_SHEET,
  NIMBUSPOST,
  VELOCITY,
  KARRIO,
];

export const ALL_PROFILES: readonly Profile[] = [OWN, ...PROFILES];
