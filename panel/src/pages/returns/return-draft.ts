import type { Shipment } from '../../api/shipments.ts';

/** An item of the delivered parcel, with the data of its return. */
export interface Good {
  readonly name: string;
  readonly sku: string | null;
  readonly price: number;
  /** The number of units delivered. */
  readonly delivered: number;
  readonly comes: boolean;
  readonly units: string;
  /** Tells whether the rider compares the item with a picture. */
  readonly checked: boolean;
  readonly picture: string;
  /** Questions for the rider, one on each line. */
  readonly questions: string;
}

/** An item that is sent out in exchange. */
export interface NewGood {
  readonly name: string;
  readonly sku: string;
  readonly units: string;
  readonly price: string;
}

export interface ReturnDraft {
  readonly kind: 'return' | 'exchange';
  readonly orderId: string;
  /** The phone that the courier calls at the door. */
  readonly phone: string;
  readonly reason: string;
  readonly warehouse: string;
  readonly weight: string;
  readonly length: string;
  readonly breadth: string;
  readonly height: string;
  readonly goods: readonly Good[];
  readonly news: readonly NewGood[];
  readonly dispatch: 'at_once' | 'after_pickup';
}

const GRAMS_A_KILOGRAM = 1000;

/** The first draft of a return: all items, back to the warehouse. */
export function draftOf(kind: ReturnDraft['kind'], { attributes: one }: Shipment): ReturnDraft {
  return {
    kind,
    orderId: `${one.order.display_id}-${kind === 'return' ? 'R' : 'X'}`,
    phone: one.shipping_address.phone,
    reason: '',
    warehouse: one.warehouse_id,
    weight: String(one.applied_weight.value / GRAMS_A_KILOGRAM),
    length: '',
    breadth: '',
    height: '',
    goods: one.items.map(({ name, sku, price, quantity }) => ({
      ...{ name, sku, price, delivered: quantity },
      comes: true,
      units: String(quantity),
      checked: false,
      picture: '',
      questions: '',
    })),
    news: one.items.map(({ name, sku, price, quantity }) => ({
      name,
      sku: sku ?? '',
      units: String(quantity),
      price: String(price),
    })),
    dispatch: 'at_once',
  };
}

/** The index of an item in the request, which has only returned items. */
export function sentIndex(goods: readonly Good[], at: number): number {
  return goods.slice(0, at).filter(({ comes }) => comes).length;
}

export function bodyOf(draft: ReturnDraft, { attributes: one }: Shipment): Record<string, unknown> {
  const to = { ...one.shipping_address, phone: draft.phone };
  const back = draft.goods.filter(({ comes }) => comes);
  const items = back.map((good) => ({
    name: good.name,
    ...(good.sku && { sku: good.sku }),
    units: good.units,
    selling_price: good.price,
    ...(good.checked && {
      qc_enable: true,
      qc_product_name: good.name,
      qc_product_image: good.picture.trim(),
      qc_questions: linesOf(good.questions),
    }),
  }));
  const both = {
    order_id: draft.orderId.trim(),
    order_date: new Date().toISOString(),
    ...personOf('pickup', to),
    length: draft.length,
    breadth: draft.breadth,
    height: draft.height,
    weight: draft.weight,
    payment_method: 'PREPAID',
    forward_order_id: one.order.id,
    ...(draft.reason.trim() && { return_reason: draft.reason.trim() }),
    ...(one.order.store_name && { store_name: one.order.store_name }),
  };
  if (draft.kind === 'return') {
    const value = back.reduce((sum, { price, units }) => sum + Math.round(price * 100) * Number(units), 0);
    return { ...both, warehouse_id: draft.warehouse, order_items: items, sub_total: value / 100 };
  }
  return {
    ...both,
    ...personOf('billing', to),
    shipping_is_billing: true,
    forward_warehouse_id: draft.warehouse,
    order_items: draft.news.map(({ name, sku, units, price }) => ({
      ...{ name: name.trim(), units, selling_price: price },
      ...(sku.trim() && { sku: sku.trim() }),
    })),
    return_items: items,
    dispatch: draft.dispatch,
  };
}

function personOf(role: 'pickup' | 'billing', to: Shipment['attributes']['shipping_address']) {
  return {
    [`${role}_customer_name`]: to.name,
    [`${role}_address`]: to.address,
    ...(to.address_2 && { [`${role}_address_2`]: to.address_2 }),
    [`${role}_city`]: to.city,
    [`${role}_pincode`]: to.zip,
    [`${role}_state`]: to.state,
    ...(to.email && { [`${role}_email`]: to.email }),
    [`${role}_phone`]: to.phone,
  };
}

export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((one) => one.trim())
    .filter(Boolean);
}
