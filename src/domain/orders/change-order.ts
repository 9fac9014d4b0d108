import { fieldProblem, type ProblemDetail } from '../../problems/problem.ts';
import { about } from '../../problems/sentence.ts';
import type { ParcelSize } from '../rates/parcel.ts';
import { type Charges, type Contact, MOST_ORDER_ITEMS, type OrderDraft, type OrderItem } from './order.ts';
import { ABOUT_AMOUNTS, type OrderDoubt } from './order-doubts.ts';
import { amountsOf, chargesTotal, goodsPaise, type OrderAmounts } from './order-sums.ts';
import { anotherPlace, type ComparedPlace } from './same-place.ts';

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
    | 'totalDiscountPaise'
    | keyof Charges
    | 'otherPaise'
    | 'totalPaise'
    | 'codAmountPaise'
    | 'parcel'
  > {
  readonly items: readonly ChangeableItem[];
}

/** The order before the change, with what was odd about it. */
type ChangedOrder = ChangeableOrder & { readonly warnings: readonly OrderDoubt[] };

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
  extends Change<Omit<ChangeableOrder, 'billing' | 'shipping' | 'parcel' | 'items' | 'totalPaise'>> {
  readonly billing: Change<Contact>;
  readonly shipping: Change<Contact>;
  /** Tells whether the parcel goes to the billing contact; undefined if the request does not say. */
  readonly shipsToBilling: boolean | undefined;
  /** A complete address that was sent as the one of the billing contact; it must be the same place. */
  readonly placeOfBilling?: ComparedPlace | null;
  readonly parcel: Change<ParcelSize>;
  /** Replaces all items. */
  readonly items: readonly OrderItem[] | undefined;
  readonly itemChanges: readonly ItemChange[];
  /** What is odd about the values that were sent. */
  readonly doubts: readonly OrderDoubt[];
  /** True if a sub_total is known to be without charges. */
  readonly isOfGoods?: boolean;
}

/** A change with the linked store: undefined keeps the store, null unlinks it. */
export type OrderUpdate = OrderChange & { readonly storeName: string | null | undefined };

/** The place of a shipping contact. The buyer gives the name and phone that it lacks. */
const NEEDED_OF_SHIPPING = {
  address: 'shipping_address',
  city: 'shipping_city',
  pincode: 'shipping_pincode',
  state: 'shipping_state',
} as const;

/**
 * Applies a change to an order, and checks the result like a new order. Each value of the change was already
 * checked.
 */
export function changeOrder(
  order: ChangedOrder,
  change: OrderChange,
): {
  readonly changed: ChangeableOrder;
  readonly problems: readonly ProblemDetail[];
  readonly doubts: readonly OrderDoubt[];
} {
  const billing = merged(order.billing, change.billing);
  const { shipping, problems: shippingProblems } = changedShipping(order, change, billing);
  const { items, problems: itemProblems } = changedItems(order.items, change);
  const amounts = itemProblems.length > 0 ? UNCHANGED : changedAmounts(order, items, change);
  const { problems: amountProblems, doubts, ...changedSums } = amounts;
  const changed: ChangeableOrder = {
    externalId: change.externalId ?? order.externalId,
    orderDate: change.orderDate ?? order.orderDate,
    channel: change.channel ?? order.channel,
    tags: change.tags ?? order.tags,
    warehouseId: change.warehouseId ?? order.warehouseId,
    billing,
    shipping,
    items,
    ...amountsIn(order),
    ...changedSums,
    isCod: change.isCod ?? order.isCod,
    parcel: merged(order.parcel, change.parcel),
  };
  const amountDoubts = doubts ?? order.warnings.filter(({ code }) => ABOUT_AMOUNTS.includes(code));
  return {
    changed,
    problems: [...shippingProblems, ...itemProblems, ...amountProblems],
    doubts: [...change.doubts, ...order.warnings.filter(isKept(changed, change)), ...amountDoubts],
  };
}

/** Tells whether a doubt about what was once sent is still true. The other doubts are found anew after each change. */
function isKept({ shipping }: ChangeableOrder, change: OrderChange): (doubt: OrderDoubt) => boolean {
  return ({ code, field }) => {
    switch (code) {
      case 'email_left_out':
        return field === 'billing_email'
          ? change.billing.email === undefined
          : shipping !== null && change.shipping.email === undefined;
      case 'recipient_without_address':
        return shipping === null && change.shipsToBilling === undefined;
      case 'repeated_row':
        return change.items === undefined && change.itemChanges.length === 0;
      case 'gstin_left_out':
        return change.billing.gstin === undefined;
      case 'text_shortened':
        return field === 'customer_note'
          ? change.billing.note === undefined
          : change.items === undefined && change.itemChanges.length === 0;
      case 'order_id_alike':
      case 'rto_warehouse_unused':
        return true;
      default:
        return false;
    }
  };
}

/** The amounts of an order that did not change: the doubts that were stored stay. */
const UNCHANGED = { problems: [], doubts: null } as const;

type ChangedAmounts = Partial<Omit<OrderAmounts, 'problems' | 'doubts'>> & {
  readonly problems: OrderAmounts['problems'];
  readonly doubts: OrderAmounts['doubts'] | null;
};

/**
 * Reads the amounts of a changed order. A sub_total that is the sum of the items changes with them, and cash that is the total changes
 * with it, unless they are given. Cash that no part explained is for charges that are added.
 */
function changedAmounts(
  order: ChangedOrder,
  items: readonly ChangeableItem[],
  change: OrderChange,
): ChangedAmounts {
  const { isCod = order.isCod, subTotalPaise, totalDiscountPaise, otherPaise, codAmountPaise } = change;
  const charges = merged<Charges>(chargesIn<number>(order) as Charges, chargesIn(change));
  const given = [change.isCod, subTotalPaise, totalDiscountPaise, otherPaise, codAmountPaise, change.items];
  const isChanged = [...given, ...Object.values(chargesIn(change))].some((value) => value !== undefined);
  if (!isChanged && change.itemChanges.length === 0) return UNCHANGED;
  const isAllCash = order.isCod && order.codAmountPaise === order.totalPaise;
  const cash = order.isCod && !isAllCash ? order.codAmountPaise : null;
  const discount = totalDiscountPaise ?? order.totalDiscountPaise;
  const subTotal = subTotalPaise ?? changedTotal(order, items, discount);
  const added = Math.max(0, chargesTotal(charges) - chargesTotal(order));
  const isUnexplained =
    [subTotalPaise, otherPaise, codAmountPaise].every((value) => value === undefined) &&
    isCod &&
    isAllCash &&
    order.warnings.some(({ code }) => code === 'cash_in_no_part');
  // Items and cash that are sent together are read as those of a new order.
  const isReadAnew =
    change.items !== undefined &&
    codAmountPaise !== undefined &&
    subTotal === goodsPaise({ items, totalDiscountPaise: discount });
  const unexplained = isUnexplained ? Math.max(0, order.otherPaise - added) : 0;
  return amountsOf({
    items,
    isCod,
    ...charges,
    totalDiscountPaise: discount,
    subTotalPaise: subTotalPaise === undefined && isReadAnew ? null : subTotal,
    isOfGoods: change.isOfGoods === true || subTotalPaise === undefined,
    // More cash than the parts may be for something else now.
    otherPaise: otherPaise ?? (codAmountPaise === undefined && !isUnexplained ? order.otherPaise : 0),
    codPaise: !isCod
      ? null
      : isUnexplained
        ? subTotal + chargesTotal(charges) + unexplained
        : (codAmountPaise ?? cash),
  });
}

function chargesIn<Value>(of: { readonly [Name in keyof Charges]?: Value }) {
  const { shippingChargesPaise, giftwrapChargesPaise, transactionChargesPaise } = of;
  return { shippingChargesPaise, giftwrapChargesPaise, transactionChargesPaise };
}

function amountsIn(order: ChangeableOrder): Omit<OrderAmounts, 'problems' | 'doubts'> {
  const { subTotalPaise, totalDiscountPaise, otherPaise, totalPaise, codAmountPaise } = order;
  const charges = chargesIn<number>(order) as Charges;
  return { subTotalPaise, totalDiscountPaise, ...charges, otherPaise, totalPaise, codAmountPaise };
}

const IS_REQUIRED = about('is_required', 'is required');

function merged<Of extends object>(before: Of, change: Change<Of>): Of {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  return { ...before, ...Object.fromEntries(given) };
}

function changedShipping(
  order: ChangeableOrder,
  { shipping, shipsToBilling, placeOfBilling = null }: OrderChange,
  billing: Contact,
): { shipping: Contact | null; problems: ProblemDetail[] } {
  if (shipsToBilling === true) {
    const why = placeOfBilling === null ? null : anotherPlace(placeOfBilling, billing);
    return {
      shipping: null,
      problems: why === null ? [] : [fieldProblem('shipping_is_billing', 'invalid', why)],
    };
  }
  const isGiven = Object.values(shipping).some((value) => value !== undefined);
  if (shipsToBilling === undefined && !isGiven) return { shipping: order.shipping, problems: [] };
  const { firstName, lastName, phone } = billing;
  const buyer = shipping.firstName === undefined ? { firstName, lastName } : {};
  const contact = merged(order.shipping ?? { ...NOBODY, ...buyer, phone }, shipping);
  const missing = Object.entries(NEEDED_OF_SHIPPING).filter(
    ([part]) => contact[part as keyof Contact] === '',
  );
  return {
    shipping: contact,
    problems: missing.map(([, field]) => fieldProblem(field, 'required', IS_REQUIRED)),
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
      const sentence = about('not_item_of_order', '{item_id} is not an item of this order', {
        item_id: itemId,
      });
      problems.push(fieldProblem(`${at}.id`, 'unknown', sentence));
    } else if (isRemoved) items.splice(place, 1);
    else items[place] = merged<ChangeableItem>(item, change);
  }
  if (problems.length === 0 && (items.length === 0 || items.length > MOST_ORDER_ITEMS)) {
    const field = 'order.order_items_attributes';
    const code = items.length === 0 ? 'too_short' : 'too_long';
    problems.push(
      fieldProblem(
        field,
        code,
        about('must_leave_items', 'must leave the order 1 to {most} items', { most: MOST_ORDER_ITEMS }),
      ),
    );
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
  options: null,
};

function missingOfItem(change: Change<OrderItem>, at: string): ProblemDetail[] {
  const needed = { name: change.name, quantity: change.units, price: change.sellingPricePaise };
  return Object.entries(needed)
    .filter(([, value]) => value === undefined)
    .map(([field]) => fieldProblem(`${at}.${field}`, 'required', IS_REQUIRED));
}

function changedTotal(order: ChangeableOrder, items: readonly OrderItem[], discount: number): number {
  const before = goodsPaise(order);
  if (before === order.subTotalPaise) return goodsPaise({ items, totalDiscountPaise: discount });
  return sumOf(order.items) === order.subTotalPaise ? sumOf(items) : order.subTotalPaise;
}

function sumOf(items: readonly OrderItem[]): number {
  return items.reduce((sum, { units, sellingPricePaise }) => sum + units * sellingPricePaise, 0);
}
