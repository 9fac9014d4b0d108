import { type Sentence, say } from '../../../problems/sentence.ts';
import type { orderFields } from '../../../resources/order/order.ts';

/** How a cell is read: see `src/reading/cells.ts`. */
export type CellKind =
  | 'text'
  | 'id'
  | 'digits'
  | 'rupees'
  | 'count'
  | 'centimetres'
  | 'weight'
  | 'percent'
  | 'time'
  | 'payment'
  | 'yes or no';

type OrderField = Exclude<keyof typeof orderFields, 'order_items'> | 'warehouse_name' | 'carrier_id';

/** The fields of an order that a column can have. */
export const ORDER_CELLS: Readonly<Record<OrderField, CellKind>> = {
  order_id: 'id',
  order_date: 'time',
  billing_customer_name: 'text',
  billing_last_name: 'text',
  billing_address: 'text',
  billing_address_2: 'text',
  billing_city: 'text',
  billing_pincode: 'digits',
  billing_state: 'text',
  billing_country: 'text',
  billing_email: 'text',
  billing_phone: 'digits',
  billing_gstin: 'text',
  customer_note: 'text',
  shipping_is_billing: 'yes or no',
  shipping_customer_name: 'text',
  shipping_last_name: 'text',
  shipping_address: 'text',
  shipping_address_2: 'text',
  shipping_city: 'text',
  shipping_pincode: 'digits',
  shipping_state: 'text',
  shipping_country: 'text',
  shipping_email: 'text',
  shipping_phone: 'digits',
  payment_method: 'payment',
  sub_total: 'rupees',
  total_discount: 'rupees',
  cod_collectible: 'rupees',
  shipping_charges: 'rupees',
  giftwrap_charges: 'rupees',
  transaction_charges: 'rupees',
  other_amount: 'rupees',
  length: 'centimetres',
  breadth: 'centimetres',
  height: 'centimetres',
  weight: 'weight',
  warehouse_id: 'text',
  rto_warehouse_id: 'text',
  warehouse_name: 'text',
  store_name: 'text',
  channel: 'text',
  tags: 'text',
  external_id: 'id',
  replaces_cancelled: 'yes or no',
  carrier_id: 'text',
};

/** The fields of an item that a column can have. */
export const ITEM_CELLS = {
  item_name: 'text',
  sku: 'id',
  units: 'count',
  selling_price: 'rupees',
  discount: 'rupees',
  tax: 'percent',
  hsn: 'digits',
  options: 'text',
} as const satisfies Readonly<Record<string, CellKind>>;

/** What files of others say of an order, from which its fields are made. */
export const OTHER_ORDER_CELLS = {
  /** All that the customer pays: goods, charges and taxes. */
  order_total: 'rupees',
  /** What the customer still owes. */
  outstanding: 'rupees',
  /** What the customer has paid of an order with cash on delivery. */
  paid_amount: 'rupees',
  payment_status: 'text',
  /** `22x13x4` */
  dimensions: 'text',
  /** The names of taxes on the whole order: `IGST 18%`. */
  tax_names: 'text',
} as const satisfies Readonly<Record<string, CellKind>>;

/** What files of others say of an item. */
export const OTHER_ITEM_CELLS = {
  unit_discount: 'rupees',
  /** The price of all units. */
  line_total: 'rupees',
  /** The weight of one unit, and its unit if a column has it. */
  item_weight: 'weight',
  item_weight_unit: 'text',
  /** A whole item as text: `name:Tea|sku:TEA|quantity:2|total:499.00`, or as JSON. */
  item_text: 'text',
} as const satisfies Readonly<Record<string, CellKind>>;

export const CELLS: Readonly<Record<string, CellKind>> = {
  ...ORDER_CELLS,
  ...ITEM_CELLS,
  ...OTHER_ORDER_CELLS,
  ...OTHER_ITEM_CELLS,
};

export type FileField =
  | OrderField
  | keyof typeof ITEM_CELLS
  | keyof typeof OTHER_ORDER_CELLS
  | keyof typeof OTHER_ITEM_CELLS;

/** All fields that a column can have. */
export const FILE_FIELDS = Object.keys(CELLS) as readonly FileField[];

/** Rows that say of an order or an item that it is not to be shipped now. */
export interface LeaveOut {
  readonly column: string;
  /** Words of the cell in lower case; `filled`: any text; `not`: any but these words. */
  readonly when: readonly string[] | 'filled' | { readonly not: readonly string[] };
  readonly because: Sentence;
}

/** How a kind of file says what an order is. */
export interface Profile {
  /** Its name in the API: `shopify`. */
  readonly id: string;
  readonly title: string;
  /** A file with all these columns is of this kind. Names are compared without case and punctuation. */
  readonly knownBy: readonly string[];
  /** The columns of each field: the first that is filled in a row counts. `{n}` is the number of a product across the row. */
  readonly columns: Readonly<Partial<Record<FileField, readonly string[]>>>;
  /** Which orders are left out. */
  readonly leaveOut?: readonly LeaveOut[];
  /** Which items are left out of an order. */
  readonly leaveOutItems?: readonly LeaveOut[];
  /** Which items are paid with the order, but not in the parcel. */
  readonly notInParcel?: readonly LeaveOut[];
  /** Amounts that each row of an order has a part of. */
  readonly summed?: readonly FileField[];
  /** True if every payment whose words do not say cash is prepaid. */
  readonly isElsePrepaid?: boolean;
  /** Words of `payment_status` with which the customer still owes the total. */
  readonly owingStatuses?: readonly string[];
  /** Cells that say nothing. */
  readonly blanks?: readonly string[];
}

export const ALREADY_FULFILLED = say('left_out_fulfilled', 'already fulfilled');
export const IS_CANCELLED = say('left_out_cancelled', 'cancelled');
export const IS_REFUNDED = say('left_out_refunded', 'refunded');
export const ON_ITS_WAY = say('left_out_on_its_way', 'already with a courier, or finished');
export const NOT_READY = say('left_out_not_ready', 'not to be shipped yet, or finished');
export const IS_RETURN = say('left_out_return', 'a return');
export const NOTHING_TO_SHIP = say('left_out_nothing_to_ship', 'without goods to ship');
