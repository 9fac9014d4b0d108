import { columnKey } from './columns.ts';
import type { FileColumn } from './import-kind.ts';

export const ITEM_FIELDS = {
  item_name: 'name',
  sku: 'sku',
  units: 'units',
  selling_price: 'selling_price',
  discount: 'discount',
  tax: 'tax',
  hsn: 'hsn',
} as const;

/** The names of columns in files, in addition to the names of the fields. */
const KNOWN_AS: Readonly<Record<string, readonly string[]>> = {
  order_id: ['order no', 'order number', 'order'],
  order_date: ['date'],
  billing_customer_name: ['customer name', 'name', 'customer'],
  billing_last_name: ['last name'],
  billing_phone: [
    'phone',
    'mobile',
    'mobile number',
    'phone number',
    'mobile no',
    'customer mobile',
    'contact number',
  ],
  billing_email: ['email', 'e mail', 'email id', 'customer email'],
  billing_address: ['address', 'address line 1', 'address 1'],
  billing_address_2: ['address line 2', 'address 2'],
  billing_city: ['city'],
  billing_state: ['state'],
  billing_pincode: ['pincode', 'pin code', 'zip'],
  billing_country: ['country'],
  billing_gstin: ['customer gstin', 'buyer gstin'],
  payment_method: ['payment mode', 'payment type', 'payment'],
  sub_total: ['total', 'total amount', 'order total', 'subtotal'],
  cod_collectible: ['cod amount', 'cod'],
  shipping_charges: [
    'shipping charge',
    'shipping cost',
    'shipping fee',
    'shipping amount',
    'delivery charges',
    'delivery charge',
    'delivery fee',
  ],
  giftwrap_charges: [
    'giftwrap charge',
    'gift wrap charges',
    'gift wrap charge',
    'gift wrap price',
    'gift wrapping charges',
  ],
  transaction_charges: [
    'transaction charge',
    'transaction fee',
    'cod charges',
    'cod charge',
    'cod fee',
    'payment charges',
    'payment fee',
    'convenience fee',
  ],
  total_discount: ['order discount', 'discount on order', 'discount amount', 'cart discount'],
  other_amount: ['other amounts', 'tip'],
  weight: ['package weight', 'package weight kg', 'weight kg'],
  length: ['length cm', 'l'],
  breadth: ['width', 'breadth cm', 'width cm', 'b', 'w'],
  height: ['height cm', 'h'],
  warehouse_id: [],
  warehouse_name: ['warehouse', 'pickup location'],
  store_name: ['store'],
  channel: [],
  tags: [],
  external_id: ['external order id'],
  replaces_cancelled: ['replaces cancelled order'],
  carrier_id: ['courier id'],
  shipping_is_billing: [],
  shipping_customer_name: [],
  shipping_last_name: [],
  shipping_phone: [],
  shipping_email: [],
  shipping_address: [],
  shipping_address_2: [],
  shipping_city: [],
  shipping_state: [],
  shipping_pincode: [],
  shipping_country: [],
  item_name: ['product name', 'product', 'item', 'product title'],
  sku: ['product sku', 'sku code'],
  units: ['quantity', 'qty'],
  selling_price: ['price', 'unit price', 'product price'],
  discount: [],
  tax: ['tax %', 'tax rate', 'gst'],
  hsn: ['hsn code'],
};

const FIELD_OF = new Map(
  Object.entries(KNOWN_AS).flatMap(([field, names]) =>
    [field, ...names].map((name) => [columnKey(name), field] as const),
  ),
);

/** Finds the field of each column; null for an unknown name. The first column of a field counts. */
export function findOrderColumns(header: readonly string[]): FileColumn[] {
  const taken = new Set<string>();
  return header.map((name) => {
    const field = FIELD_OF.get(columnKey(name));
    if (field === undefined || taken.has(field)) return { name, field: null };
    taken.add(field);
    return { name, field };
  });
}
