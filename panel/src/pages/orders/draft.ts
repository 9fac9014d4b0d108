import { useEffect, useState } from 'react';
import type { Sent } from '../../api/client.ts';
import type { QuoteView } from '../../api/quote.ts';

export interface DraftItem {
  readonly name: string;
  readonly sku: string;
  readonly units: string;
  readonly price: string;
}

/** An order as typed so far; all values are texts. */
export interface Draft {
  /** Empty while the suggested number is used. */
  readonly orderId: string;
  /** True if it replaces the cancelled order with this id. */
  readonly replaces: boolean;
  /** Null until somebody chooses one, or none. */
  readonly store: string | null;
  readonly warehouse: string;
  readonly payment: 'PREPAID' | 'COD';
  readonly name: string;
  readonly phone: string;
  readonly email: string;
  readonly address: string;
  readonly pincode: string;
  readonly city: string;
  readonly state: string;
  readonly items: readonly DraftItem[];
  readonly delivery: string;
  readonly wrap: string;
  readonly fee: string;
  readonly discount: string;
  /** Empty for the total. */
  readonly collect: string;
  readonly weight: string;
  readonly length: string;
  readonly breadth: string;
  readonly height: string;
  readonly carrier: string;
}

export const NEW_ITEM: DraftItem = { name: '', sku: '', units: '1', price: '' };

export const NEW_DRAFT: Draft = {
  orderId: '',
  replaces: false,
  store: null,
  warehouse: '',
  payment: 'PREPAID',
  name: '',
  phone: '',
  email: '',
  address: '',
  pincode: '',
  city: '',
  state: '',
  items: [NEW_ITEM],
  delivery: '',
  wrap: '',
  fee: '',
  discount: '',
  collect: '',
  weight: '',
  length: '',
  breadth: '',
  height: '',
  carrier: '',
};

/** Keeps the typed order in this browser tab until it is created, so that a reload loses nothing. */
export function useDraft(account: string): readonly [Draft, (changed: Partial<Draft>) => void, () => void] {
  const key = `dakiya.order.${account}`;
  const [draft, setDraft] = useState<Draft>(() => {
    try {
      return { ...NEW_DRAFT, ...JSON.parse(sessionStorage.getItem(key) ?? '{}') };
    } catch {
      return NEW_DRAFT;
    }
  });
  useEffect(() => sessionStorage.setItem(key, JSON.stringify(draft)), [key, draft]);
  return [
    draft,
    (changed) => setDraft((before) => ({ ...before, ...changed })),
    // The next order probably has the same warehouse and box size.
    () =>
      setDraft(({ store, warehouse, payment, weight, length, breadth, height }) => ({
        ...NEW_DRAFT,
        ...{ store, warehouse, payment, weight, length, breadth, height },
      })),
  ];
}

/** What an order has of a parcel that was quoted. */
export function draftOf({
  to = '',
  weight,
  length = '',
  width = '',
  height = '',
  payment,
  value = '',
  carrier = '',
}: QuoteView & { readonly carrier?: string }): Partial<Draft> {
  return {
    ...{ pincode: to, length, breadth: width, height, carrier },
    weight: Number(weight) > 0 ? String(Number(weight) / 1000) : '',
    payment: payment === 'cod' ? 'COD' : 'PREPAID',
    collect: payment === 'cod' ? value : '',
  };
}

/** The order id after another: its last number plus one, as wide as before. Empty without a number. */
function nextOrderId(last: string): string {
  const [, before, digits, after] = /^(.*?)(\d{1,15})(\D*)$/.exec(last) ?? [];
  if (digits === undefined) return '';
  return `${before}${String(Number(digits) + 1).padStart(digits.length, '0')}${after}`;
}

/**
 * The order id to suggest: the one after the last that was typed. It never has the form of a shop's numbers, because the shop gives
 * its next number to an order of its own.
 *
 * @param last null if none was typed yet
 */
export function suggestedOrderId(last: string | null, shopNumbers: readonly string[]): string {
  const ofShops = new Set(shopNumbers.map(formOf));
  if (last === null) return ofShops.size === 0 ? '' : suggestedOrderId(`${OWN_SERIES}0`, shopNumbers);
  let next = nextOrderId(last);
  while (ofShops.has(formOf(next))) next = `${OWN_SERIES}${next}`;
  return next;
}

/** Begins what is suggested where a shop counts in the same way. */
const OWN_SERIES = 'M-';

/** An order id without what is counted in it. */
function formOf(orderId: string): string {
  return orderId.replace(/\d+(?=\D*$)/, '#');
}

/** The charges and the discount of an order, by the API's names. */
export const CHARGES = {
  delivery: 'shipping_charges',
  wrap: 'giftwrap_charges',
  fee: 'transaction_charges',
  discount: 'total_discount',
} as const satisfies Partial<Record<keyof Draft, string>>;

export type ChargeName = keyof typeof CHARGES;
export const CHARGE_NAMES = Object.keys(CHARGES) as readonly ChargeName[];

/** The parts of an order's total that were typed, in rupees. A discount is negative. */
export function orderParts(draft: Draft): [name: 'items' | ChargeName, rupees: number][] {
  const goods = draft.items.reduce(
    (sum, { units, price }) => sum + Math.round(Number(units || 0) * paiseOf(price)),
    0,
  );
  const parts = CHARGE_NAMES.map((name): [ChargeName, number] => [
    name,
    (name === 'discount' ? -1 : 1) * paiseOf(draft[name]),
  ]);
  return [['items', goods] as const, ...parts].flatMap(([name, paise]) =>
    name === 'items' || (paise !== 0 && Number.isFinite(paise))
      ? [[name, Number.isFinite(paise) ? paise / 100 : 0]]
      : [],
  );
}

/** What the customer pays in rupees, computed in paise so that it is exact. */
export function orderTotal(draft: Draft): number {
  const paise = orderParts(draft).reduce((sum, [, rupees]) => sum + Math.round(rupees * 100), 0);
  return Math.max(0, paise) / 100;
}

function paiseOf(typed: string): number {
  return Math.round(Number(typed.trim() || 0) * 100);
}

export function bodyOf(draft: Draft, now: Date): Sent<'/custom/api/v1/forward-order', 'post'> {
  const typed = (name: ChargeName | 'collect') => draft[name].trim();
  return {
    order_id: draft.orderId.trim(),
    ...(draft.replaces && { replaces_cancelled: true }),
    order_date: now.toISOString(),
    billing_customer_name: draft.name.trim(),
    billing_phone: draft.phone.trim(),
    ...(draft.email.trim() && { billing_email: draft.email.trim() }),
    billing_address: draft.address.trim(),
    billing_pincode: draft.pincode.trim(),
    billing_city: draft.city.trim(),
    billing_state: draft.state.trim(),
    shipping_is_billing: true,
    order_items: draft.items.map(({ name, sku, units, price }) => ({
      name: name.trim(),
      ...(sku.trim() && { sku: sku.trim() }),
      units,
      selling_price: price,
    })),
    payment_method: draft.payment,
    ...Object.fromEntries(
      CHARGE_NAMES.filter((name) => typed(name) !== '').map((name) => [CHARGES[name], typed(name)]),
    ),
    // The service takes the sum of the items, and the total as cash.
    ...(draft.payment === 'COD' && typed('collect') && { cod_collectible: typed('collect') }),
    weight: draft.weight,
    length: draft.length,
    breadth: draft.breadth,
    height: draft.height,
    warehouse_id: draft.warehouse,
    ...(draft.store && { store_name: draft.store }),
    ...(draft.carrier && { carrier_id: draft.carrier }),
  };
}
