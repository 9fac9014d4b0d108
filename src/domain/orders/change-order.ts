import { fieldProblem, type ProblemDetail } from '../../problems/problem.ts';
import type { ParcelSize } from '../rates/parcel.ts';
import { type Contact, MOST_ORDER_ITEMS, type OrderDraft, type OrderItem } from './order.ts';
import { amountProblems } from './order-amounts.ts';

/** The parts of an order that can change before a carrier has it. */
export interface ChangeableOrder
  extends Pick<
    OrderDraft,
    | 'externalId'
    | 'orderDate'
    | 'channel'
    | 'tags'
    | 'warehouseId'
    | 'billing'
    | 'shipping'
    | 'isCod'
    | 'subTotalPaise'
    | 'codAmountPaise'
    | 'parcel'
  > {
  readonly items: readonly ChangeableItem[];
}

/** An item; its id is null if it is new. */
export type ChangeableItem = OrderItem & { readonly itemId: string | null };

/** A change of some parts; an absent or undefined part stays as it is. */
type Change<Of> = { readonly [Part in keyof Of]?: Of[Part] | undefined };

/** An item to change or remove by its id, or a new item. */
export type ItemChange = Change<OrderItem> & {
  readonly itemId: string | null;
  readonly isRemoved: boolean;
};

export interface OrderChange
  extends Change<Omit<ChangeableOrder, 'billing' | 'shipping' | 'parcel' | 'items'>> {
  readonly billing: Change<Contact>;
  readonly shipping: Change<Contact>;
  /** Tells whether the parcel goes to the billing contact; undefined if the request does not say. */
  readonly shipsToBilling: boolean | undefined;
  readonly parcel: Change<ParcelSize>;
  /** Replaces all items. */
  readonly items: readonly OrderItem[] | undefined;
  readonly itemChanges: readonly ItemChange[];
  readonly chargesPaise: number;
}

const NEEDED_OF_SHIPPING = {
  firstName: 'shipping_customer_name',
  address: 'shipping_address',
  city: 'shipping_city',
  pincode: 'shipping_pincode',
  state: 'shipping_state',
  phone: 'shipping_phone',
} as const;

/**
 * Applies a change to an order, and checks the result like a new order. Each value of the change was already
 * checked.
 *
 * A `sub_total` that equals the sum of the items is updated with them. Any other value stays, because its
 * parts are unknown.
 */
export function changeOrder(
  order: ChangeableOrder,
  change: OrderChange,
): { readonly changed: ChangeableOrder; readonly problems: readonly ProblemDetail[] } {
  const { shipping, problems: shippingProblems } = changedShipping(order, change);
  const { items, problems: itemProblems } = changedItems(order.items, change);
  const isCod = change.isCod ?? order.isCod;
  const codAmountPaise = isCod ? (change.codAmountPaise ?? order.codAmountPaise) : 0;
  const changed: ChangeableOrder = {
    externalId: change.externalId ?? order.externalId,
    orderDate: change.orderDate ?? order.orderDate,
    channel: change.channel ?? order.channel,
    tags: change.tags ?? order.tags,
    warehouseId: change.warehouseId ?? order.warehouseId,
    billing: merged(order.billing, change.billing),
    shipping,
    items,
    isCod,
    subTotalPaise: change.subTotalPaise ?? changedTotal(order, items),
    codAmountPaise,
    parcel: merged(order.parcel, change.parcel),
  };
  const codProblems =
    isCod && codAmountPaise === 0
      ? [fieldProblem('cod_collectible', 'required', 'cod_collectible is required')]
      : [];
  const isAmountChanged = [change.items, change.isCod, change.subTotalPaise, change.codAmountPaise].some(
    (value) => value !== undefined,
  );
  const amounts =
    itemProblems.length === 0 && (isAmountChanged || change.itemChanges.length > 0)
      ? amountProblems({ ...changed, chargesPaise: change.chargesPaise })
      : [];
  return { changed, problems: [...shippingProblems, ...itemProblems, ...codProblems, ...amounts] };
}

function merged<Of extends object>(before: Of, change: Change<Of>): Of {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  return { ...before, ...Object.fromEntries(given) };
}

function changedShipping(
  order: ChangeableOrder,
  { shipping, shipsToBilling }: OrderChange,
): { shipping: Contact | null; problems: ProblemDetail[] } {
  if (shipsToBilling === true) return { shipping: null, problems: [] };
  const isGiven = Object.values(shipping).some((value) => value !== undefined);
  if (shipsToBilling === undefined && !isGiven) return { shipping: order.shipping, problems: [] };
  const contact = merged(order.shipping ?? NOBODY, shipping);
  const missing = Object.entries(NEEDED_OF_SHIPPING).filter(
    ([part]) => contact[part as keyof Contact] === '',
  );
  return {
    shipping: contact,
    problems: missing.map(([, field]) => fieldProblem(field, 'required', `${field} is required`)),
  };
}

const NOBODY: Contact = {
  firstName: '',
  lastName: null,
  phone: '',
  email: null,
  address: '',
  address2: null,
  city: '',
  pincode: '',
  state: '',
  country: 'India',
};

function changedItems(
  before: readonly ChangeableItem[],
  { items: replaced, itemChanges }: OrderChange,
): { items: readonly ChangeableItem[]; problems: ProblemDetail[] } {
  const start = replaced === undefined ? before : replaced.map((item) => ({ ...item, itemId: null }));
  const items = [...start];
  const problems: ProblemDetail[] = [];
  for (const [index, { itemId, isRemoved, ...change }] of itemChanges.entries()) {
    const at = `order.order_items_attributes[${index}]`;
    const place = items.findIndex((item) => item.itemId !== null && item.itemId === itemId);
    const item = items[place];
    if (itemId === null) {
      problems.push(...missingOfItem(change, at));
      if (!isRemoved) items.push(merged(NOTHING, change));
    } else if (item === undefined) {
      problems.push(fieldProblem(`${at}.id`, 'unknown', `${at}.id ${itemId} is not an item of this order`));
    } else if (isRemoved) items.splice(place, 1);
    else items[place] = merged<ChangeableItem>(item, change);
  }
  if (problems.length === 0 && (items.length === 0 || items.length > MOST_ORDER_ITEMS)) {
    const field = 'order.order_items_attributes';
    const code = items.length === 0 ? 'too_short' : 'too_long';
    problems.push(fieldProblem(field, code, `${field} must leave the order 1 to ${MOST_ORDER_ITEMS} items`));
  }
  return { items, problems };
}

const NOTHING: ChangeableItem = {
  itemId: null,
  name: '',
  sku: null,
  units: 0,
  sellingPricePaise: 0,
  discountPaise: null,
  tax: null,
  hsn: null,
};

function missingOfItem(change: Change<OrderItem>, at: string): ProblemDetail[] {
  const needed = { name: change.name, quantity: change.units, price: change.sellingPricePaise };
  return Object.entries(needed)
    .filter(([, value]) => value === undefined)
    .map(([field]) => fieldProblem(`${at}.${field}`, 'required', `${at}.${field} is required`));
}

function changedTotal(order: ChangeableOrder, items: readonly OrderItem[]): number {
  return sumOf(order.items) === order.subTotalPaise ? sumOf(items) : order.subTotalPaise;
}

function sumOf(items: readonly OrderItem[]): number {
  return items.reduce((sum, { units, sellingPricePaise }) => sum + units * sellingPricePaise, 0);
}
