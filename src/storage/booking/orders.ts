import { journeyOf, type OrderDraft, type OrderItem, type OrderName } from '../../domain/orders/order.ts';
import type { OrderDoubt } from '../../domain/orders/order-doubts.ts';
import { chargesTotal } from '../../domain/orders/order-sums.ts';
import type { Journey } from '../../domain/tracking/statuses.ts';
import { column, columns, type RowOf } from '../../resources/columns.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';
import { findReturnDraft } from '../returns/returns.ts';
import type { RowsInsert, Write, WriteShape } from '../writes.ts';
import { type ContactRole, contactOfRow, rowOfContact } from './contact-rows.ts';

/** The parts of an order's total, and what was odd about the order. */
const PARTS = columns({
  subTotalPaise: column<number>(),
  totalDiscountPaise: column<number>(),
  shippingChargesPaise: column<number>(),
  giftwrapChargesPaise: column<number>(),
  transactionChargesPaise: column<number>(),
  otherPaise: column<number>('other_amount_paise'),
  warnings: { ...column<readonly OrderDoubt[]>(), write: JSON.stringify },
});
/** What only the whole shipment shows of its order. */
export interface PartsOfOrder extends RowOf<typeof PARTS.fields> {
  readonly customerNote: string | null;
  /** Of the items that have some, by their ids. */
  readonly itemOptions: Readonly<Record<string, string>> | null;
}

/** What can change in an order. */
const CHANGING = columns({
  storeId: column<string | null>(),
  orderDate: column<Date>(),
  ...PARTS.fields,
  codAmountPaise: column<number>('cod_collectible_paise'),
  isCod: column<boolean>(),
  externalId: column<string>(),
  channel: column<string>(),
  tags: column<readonly string[]>(),
});
const ORDER = columns({
  createdAt: column<Date>(),
  isDemo: column<boolean>(),
  displayId: column<string>(),
  /** The cancelled order whose id it has got. */
  replaces: column<string | null>(),
  ...CHANGING.fields,
});
const ITEM = columns({
  itemId: column<string>(),
  name: column<string>(),
  sku: column<string | null>(),
  units: column<number>(),
  sellingPricePaise: column<number>(),
  discountPaise: column<number | null>(),
  tax: column<string | null>(),
  hsn: column<string | null>(),
  options: column<string | null>(),
});

export interface Order
  extends RowOf<typeof ORDER.fields>,
    Pick<OrderDraft, 'totalPaise' | 'billing' | 'shipping' | 'returned'> {
  readonly orderId: string;
  readonly items: readonly (OrderItem & { readonly itemId: string })[];
}

type OrderParts = Pick<Order, 'orderId' | 'billing' | 'shipping' | 'items'>;

/** The name of the unique constraint that decides between simultaneous orders with the same id. */
export const ORDER_ID_TAKEN = 'order_display_id_is_unique';

const CONTACT_TYPES = {
  role: 'contact_role',
  first_name: 'text',
  last_name: 'text',
  phone: 'text',
  email: 'text',
  address: 'text',
  address_2: 'text',
  city: 'text',
  pincode: 'text',
  state: 'text',
  country: 'text',
  note: 'text',
  gstin: 'text',
};

const CONTACT_COLUMNS = Object.keys(CONTACT_TYPES).join(', ');

const OF_ORDER = { account_id: '$1', order_id: '$2' } as const;

const INSERT_CONTACTS: RowsInsert = {
  name: 'order-contacts',
  table: 'order_contacts',
  alike: OF_ORDER,
  each: CONTACT_TYPES,
};

const INSERT_ITEMS: RowsInsert = {
  name: 'order-items',
  table: 'order_items',
  alike: OF_ORDER,
  each: {
    position: 'smallint',
    item_id: 'uuid',
    name: 'text',
    sku: 'text',
    units: 'integer',
    selling_price_paise: 'bigint',
    discount_paise: 'bigint',
    tax: 'numeric',
    hsn: 'text',
    options: 'text',
  },
};

const INSERT: WriteShape = {
  name: 'order',
  texts: [
    `insert into orders (account_id, order_id, journey, ${ORDER.columns}) values ($1, $2, $3, ${ORDER.parameters(4)})`,
  ],
};

/** Writes an order without its contacts and items. An id in use gives a violation of `ORDER_ID_TAKEN`. */
export function writeOrder(order: Omit<Order, 'items'>): Write {
  return { shape: INSERT, parameters: [order.orderId, journeyOf(order), ...ORDER.values(order)] };
}

/** Writes the contacts and items of an order. */
export function writeOrderParts(order: OrderParts): Write[] {
  const parameters = [order.orderId];
  return [
    { insert: INSERT_CONTACTS, parameters, rows: contactRows(order) },
    {
      insert: INSERT_ITEMS,
      parameters,
      rows: order.items.map((item, index) => ({
        position: index + 1,
        ...ITEM.rowOf({ options: null, ...item }),
      })),
    },
  ];
}

const UPDATE = `update orders set ${CHANGING.assignments(3)} where account_id = $1 and order_id = $2`;
const REMOVE_CONTACTS = 'delete from order_contacts where account_id = $1 and order_id = $2';
const REMOVE_ITEMS = 'delete from order_items where account_id = $1 and order_id = $2';

/** Rewrites everything that can change in an order. Contact corrections for a reattempt are lost. */
export async function rewriteOrder(writer: AccountWriter, order: Order): Promise<void> {
  const { orderId } = order;
  await writer.change(UPDATE, [orderId, ...CHANGING.values(order)]);
  await writer.change(REMOVE_CONTACTS, [orderId]);
  await writer.change(REMOVE_ITEMS, [orderId]);
  await writer.write(writeOrderParts(order));
}

function contactRows({ billing, shipping }: OrderParts): Record<string, unknown>[] {
  const billed = { role: 'billing', ...rowOfContact(billing) };
  return shipping === null ? [billed] : [billed, { role: 'shipping', ...rowOfContact(shipping) }];
}

const EXISTS = {
  name: 'order-id-is-used',
  // The schema is named, because an id is unique in the whole account, even outside the reader's restriction.
  text: `select 1 from dakiya.orders o
    where account_id = $1 and display_id = $2 and journey = $3
      and exists (select from dakiya.shipments where account_id = $1 and order_id = o.order_id)`,
};

/** Tells whether an order or return of the account has this id, even a cancelled one, but not one that is being made. */
export async function isOrderIdUsed(
  scope: AccountScope,
  { displayId, journey }: OrderName,
): Promise<boolean> {
  return (await scope.read(EXISTS, [displayId, journey])).length > 0;
}

const FIND = {
  name: 'find-order',
  // Columns are named, because PostgreSQL refuses a named statement with `*` after a migration adds columns.
  text: `select ${ORDER.selected('o')}, o.journey,
      (select json_agg(c) from order_contacts c where c.account_id = $1 and c.order_id = $2) as contacts,
      (select json_agg(i order by i.position) from (
        select position, item_id, name, sku, units, selling_price_paise, discount_paise, tax::text, hsn, options
          from order_items where account_id = $1 and order_id = $2) i) as items
    from orders o where o.account_id = $1 and o.order_id = $2`,
};

interface OrderRow extends RowOf<typeof ORDER.fields> {
  /** Null once another order has its id. */
  readonly journey: Journey | null;
  readonly contacts: { role: ContactRole }[] | null;
  readonly items: object[] | null;
}

/** Finds an order as it was created or last changed, to book a carrier later. */
export async function findOrder(scope: AccountScope, orderId: string): Promise<Order | null> {
  const [row] = await scope.read<OrderRow>(FIND, [orderId]);
  if (row === undefined) return null;
  const { contacts, items, journey, ...order } = row;
  const billing = contacts?.find(({ role }) => role === 'billing');
  if (billing === undefined) return null;
  const shipping = contacts?.find(({ role }) => role === 'shipping');
  return {
    ...order,
    orderId,
    totalPaise: order.subTotalPaise + chargesTotal(order) + order.otherPaise,
    billing: contactOfRow(billing),
    shipping: shipping === undefined ? null : contactOfRow(shipping),
    items: (items ?? []).map(ITEM.ofRow),
    returned: journey === 'return' ? await findReturnDraft(scope, orderId) : null,
  };
}

const FIND_PARTS = {
  name: 'find-parts-of-order',
  text: `select ${PARTS.selected('o')},
      (select c.note from order_contacts c
        where c.account_id = $1 and c.order_id = s.order_id and c.role = 'billing') as "customerNote",
      (select json_object_agg(i.item_id, i.options) from order_items i
        where i.account_id = $1 and i.order_id = s.order_id and i.options is not null) as "itemOptions"
    from shipments s join orders o on o.account_id = $1 and o.order_id = s.order_id
    where s.account_id = $1 and s.shipment_id = $2`,
};

export async function findPartsOfOrder(
  scope: AccountScope,
  shipmentId: string,
): Promise<PartsOfOrder | null> {
  const [row] = await scope.read<PartsOfOrder>(FIND_PARTS, [shipmentId]);
  return row ?? null;
}

const FIND_NAMED = {
  name: 'find-order-named',
  text: `select o.order_id as "orderId", s.shipment_id as "shipmentId"
    from orders o join shipments s on s.account_id = $1 and s.order_id = o.order_id and s.journey = 'forward'
    where o.account_id = $1 and (o.journey = 'forward' and o.display_id = $2 or o.order_id = $3)
    order by o.order_id = $3 desc limit 1`,
};

/** Finds the order with our id, or else with the merchant's id, and its shipment. */
export async function findOrderNamed(
  scope: AccountScope,
  { displayId, orderId }: { readonly displayId: string; readonly orderId: string | null },
): Promise<{ readonly orderId: string; readonly shipmentId: string } | null> {
  const [found] = await scope.read<{ orderId: string; shipmentId: string }>(FIND_NAMED, [displayId, orderId]);
  return found ?? null;
}

export interface NamedOrder {
  readonly orderId: string;
  readonly displayId: string;
  /** Null once another order has its id. */
  readonly journey: Journey | null;
  readonly shipmentId: string;
}

const FIND_ALL_NAMED = {
  name: 'find-orders-named',
  text: `select o.order_id as "orderId", o.display_id as "displayId", o.journey, s.shipment_id as "shipmentId"
    from orders o join shipments s on s.account_id = $1 and s.order_id = o.order_id
    where o.account_id = $1
      and (o.journey in ('forward', 'return') and o.display_id = any($2::text[]) or o.order_id = any($3::uuid[]))`,
};

/** Finds all orders and returns that have this id, either ours or the merchant's. */
export async function findOrdersNamed(
  scope: AccountScope,
  { displayIds, orderIds }: { readonly displayIds: readonly string[]; readonly orderIds: readonly string[] },
): Promise<NamedOrder[]> {
  return scope.read<NamedOrder>(FIND_ALL_NAMED, [displayIds, orderIds]);
}

/** Corrections for the next delivery attempt; null keeps the current value. */
export interface DeliveryCorrection {
  readonly addressLine: string | null;
  readonly landmark: string | null;
  readonly phone: string | null;
  readonly note: string | null;
}

const CORRECT = `insert into order_contacts as kept (account_id, order_id, ${CONTACT_COLUMNS})
  select $1, $2, 'reattempt', first_name, last_name, coalesce($5, phone), email, coalesce($3, address),
      case when $3::text is null then address_2 else $4 end, city, pincode, state, country, $6, null
    from order_contacts
   where account_id = $1 and order_id = $2 and role in ('reattempt', 'shipping', 'billing')
   order by role desc limit 1
  on conflict (account_id, order_id, role) do update set phone = excluded.phone, address = excluded.address,
    address_2 = excluded.address_2, note = excluded.note`;

/** Stores a correction in addition to the original contacts. A later correction builds on it. */
export async function correctDelivery(
  writer: AccountWriter,
  orderId: string,
  correction: DeliveryCorrection,
): Promise<void> {
  await writer.change(CORRECT, [
    orderId,
    correction.addressLine,
    correction.landmark,
    correction.phone,
    correction.note,
  ]);
}

const MARK_DEMO = `update orders set is_demo = true
  where account_id = $1 and not is_demo
    and order_id in (select order_id from shipments where account_id = $1 and shipment_id = any($2::uuid[]))
  returning 1`;

/** Marks the orders of these shipments as demo orders. @returns the number of newly marked orders */
export async function markDemoOrders(writer: AccountWriter, shipmentIds: readonly string[]): Promise<number> {
  return (await writer.change(MARK_DEMO, [shipmentIds])).length;
}

export async function countOrders(scope: AccountScope): Promise<number> {
  const [row] = await scope.read<{ orders: number }>(
    'select count(*) as orders from orders where account_id = $1',
    [],
  );
  return row?.orders ?? 0;
}
