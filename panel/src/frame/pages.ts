import {
  Banknote,
  Barcode,
  Calculator,
  FilePlus,
  House,
  type LucideIcon,
  MessageCircleQuestion,
  Package,
  ShoppingBag,
  Store,
  TriangleAlert,
  Undo2,
} from 'lucide-react';
import type { MeetsRestricted, Role } from '../session/session.ts';

/** The pages of the menu, each with the least role that may open it, and what it shows to people who see only a part. */
export const PAGES = [
  ['/', 'today', House, 'viewer', 'filtered'],
  ['/shipments', 'shipments', Package, 'viewer', 'filtered'],
  ['/ndr', 'ndr', TriangleAlert, 'viewer', 'filtered'],
  ['/orders', 'orders', FilePlus, 'viewer', 'filtered'],
  ['/shops', 'shops', ShoppingBag, 'viewer', 'refused'],
  ['/packing', 'packing', Barcode, 'packer', 'filtered'],
  ['/returns', 'returns', Undo2, 'viewer', 'filtered'],
  ['/requests', 'requests', MessageCircleQuestion, 'viewer', 'filtered'],
  ['/rates', 'rates', Calculator, 'viewer', 'filtered'],
  ['/money', 'money', Banknote, 'viewer', 'filtered'],
  ['/stores', 'stores', Store, 'viewer', 'filtered'],
] as const satisfies readonly (readonly [
  path: string,
  name: string,
  icon: LucideIcon,
  least: Role,
  meets: MeetsRestricted,
])[];

/** Pages that need a higher role than the page above them. */
export const SUBPAGES = [
  ['/orders/new', 'packer', 'filtered'],
  ['/returns/new', 'manager', 'filtered'],
  ['/shops/connect', 'manager', 'refused'],
] as const satisfies readonly (readonly [path: string, least: Role, meets: MeetsRestricted])[];

/** The pages of the settings, like `PAGES`. */
export const SETTINGS = [
  ['warehouses', 'viewer', 'filtered'],
  ['holidays', 'viewer', 'filtered'],
  ['tracking-page', 'viewer', 'refused'],
  ['users', 'owner', 'refused'],
  ['couriers', 'manager', 'refused'],
  ['messages', 'manager', 'refused'],
  ['jobs', 'viewer', 'filtered'],
  ['keys', 'owner', 'refused'],
  ['webhooks', 'manager', 'refused'],
  ['sessions', 'viewer', 'filtered'],
  ['audit', 'manager', 'refused'],
] as const satisfies readonly (readonly [part: string, least: Role, meets: MeetsRestricted])[];

export type SettingsPart = (typeof SETTINGS)[number][0];

/** The pages that a thumb reaches on a phone; the others are behind *More*. */
export const THUMB_PAGES: readonly (typeof PAGES)[number][1][] = ['today', 'orders', 'ndr', 'packing'];
