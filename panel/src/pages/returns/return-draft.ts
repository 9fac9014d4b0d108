import type { Sent } from '../../api/client.ts';
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

export function returnBodyOf(
  draft: ReturnDraft,
  shipment: Shipment,
): Sent<'/custom/api/v1/reverse-order', 'post'> {
  const back = draft.goods.filter(({ comes }) => comes);
  const value = back.reduce((sum, { price, units }) => sum + Math.round(price * 100) * Number(units), 0);
  return {
    ...commonOf(draft, shipment),
    warehouse_id: draft.warehouse,
    order_items: itemsOf(draft),
    sub_total: value / 100,
  };
}

export function exchangeBodyOf(
  draft: ReturnDraft,
  shipment: Shipment,
): Sent<'/custom/api/v1/exchange-order-orchestration', 'post'> {
  return {
    ...commonOf(draft, shipment),
    ...personOf('billing', draft, shipment),
    shipping_is_billing: true,
    forward_warehouse_id: draft.warehouse,
    order_items: draft.news.map(({ name, sku, units, price }) => ({
      ...{ name: name.trim(), units, selling_price: price },
      ...(sku.trim() && { sku: sku.trim() }),
    })),
    return_items: itemsOf(draft),
    dispatch: draft.dispatch,
  };
}

function itemsOf({ goods }: ReturnDraft) {
  return goods
    .filter(({ comes }) => comes)
    .map((good) => ({
      name: good.name,
      ...(good.sku && { sku: good.sku }),
      units: good.units,
      selling_price: good.price,
      ...(good.checked && {
        qc_enable: true as const,
        qc_product_name: good.name,
        qc_product_image: good.picture.trim(),
        qc_questions: linesOf(good.questions),
      }),
    }));
}

function commonOf(draft: ReturnDraft, shipment: Shipment) {
  const { order } = shipment.attributes;
  return {
    order_id: draft.orderId.trim(),
    order_date: new Date().toISOString(),
    ...personOf('pickup', draft, shipment),
    length: draft.length,
    breadth: draft.breadth,
    height: draft.height,
    weight: draft.weight,
    payment_method: 'PREPAID' as const,
    forward_order_id: order.id,
    ...(draft.reason.trim() && { return_reason: draft.reason.trim() }),
    ...(order.store_name && { store_name: order.store_name }),
  };
}

type Part = 'customer_name' | 'address' | 'city' | 'pincode' | 'state' | 'phone';

function personOf<Role extends 'pickup' | 'billing'>(role: Role, { phone }: ReturnDraft, shipment: Shipment) {
  const { name, address, address_2, city, zip, state, email } = shipment.attributes.shipping_address;
  return Object.fromEntries(
    Object.entries({
      customer_name: name,
      ...{ address, city, pincode: zip, state, phone },
      ...(address_2 && { address_2 }),
      ...(email && { email }),
    } satisfies Record<Part, string>).map(([part, value]) => [`${role}_${part}`, value]),
  ) as Record<`${Role}_${Part}`, string>;
}

export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((one) => one.trim())
    .filter(Boolean);
}
