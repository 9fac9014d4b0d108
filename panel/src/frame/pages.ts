import {
  Banknote,
  Barcode,
  Calculator,
  FilePlus,
  House,
  type LucideIcon,
  MessageCircleQuestion,
  Package,
  Store,
  TriangleAlert,
  Undo2,
} from 'lucide-react';
import type { Role } from '../session/session.ts';

/** The pages of the menu, each with the least role that may open it. */
export const PAGES = [
  ['/', 'today', House, 'viewer'],
  ['/shipments', 'shipments', Package, 'viewer'],
  ['/ndr', 'ndr', TriangleAlert, 'viewer'],
  ['/orders', 'orders', FilePlus, 'viewer'],
  ['/packing', 'packing', Barcode, 'packer'],
  ['/returns', 'returns', Undo2, 'viewer'],
  ['/requests', 'requests', MessageCircleQuestion, 'viewer'],
  ['/rates', 'rates', Calculator, 'viewer'],
  ['/money', 'money', Banknote, 'viewer'],
  ['/stores', 'stores', Store, 'viewer'],
] as const satisfies readonly (readonly [path: string, name: string, icon: LucideIcon, least: Role])[];

/** The pages that a thumb reaches on a phone; the others are behind *More*. */
export const THUMB_PAGES: readonly (typeof PAGES)[number][1][] = ['today', 'orders', 'ndr', 'packing'];
