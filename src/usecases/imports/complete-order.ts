import { rupeesNumber } from '../../domain/rupees.ts';
import { shareOut } from '../../domain/shops/share-out.ts';
import type { ShopRules } from '../../domain/shops/shop-rules.ts';
import { readAmountCell } from '../../reading/cells.ts';
import { measured } from '../shops/parcel-request.ts';
import { readItemTexts } from './item-texts.ts';
import type { FileItem, GatheredOrder } from './order-rows.ts';
import { OWN } from './profiles/own.ts';
import type { Profile } from './profiles/profile.ts';

/** Values that the sender gave once for all rows, by the names of an order. */
export type ForAllRows = Readonly<Record<string, unknown>>;

export interface CompletedOrder {
  /** The order by the names of a request. */
  readonly sent: Record<string, unknown>;
  /** The item of the file for each item of the order. */
  readonly items: readonly FileItem[];
}

const ITEM_NAMES: Readonly<Record<string, string>> = {
  item_name: 'name',
  sku: 'sku',
  units: 'units',
  selling_price: 'selling_price',
  discount: 'discount',
  tax: 'tax',
  hsn: 'hsn',
  options: 'options',
};

/** Makes an order by the names of a request from what a file says of it in its own way. */
export function completeOrder(
  { body, items }: GatheredOrder,
  { id, owingStatuses = [], isElsePrepaid = false }: Profile,
  forAll: ForAllRows,
  sizes: ShopRules['skuSizes'],
): CompletedOrder {
  const {
    order_total: total,
    outstanding,
    paid_amount: paid,
    payment_status: status,
    dimensions,
    tax_names: taxNames,
    ...sent
  } = { ...body } as Record<string, unknown>;
  const all = items.flatMap(readItemTexts).map(withPrices);
  const inParcel = all.filter(({ fate }) => fate === 'in the parcel');
  const isOwn = id === OWN.id;
  completeContacts(sent, isOwn);
  if (typeof dimensions === 'string') Object.assign(sent, readDimensions(dimensions), { ...sent });
  sent.payment_method ??= paymentOf({ status, outstanding }, owingStatuses);
  if (isElsePrepaid && sent.payment_method !== 'COD') sent.payment_method = 'PREPAID';
  const { hsn, tax, ...ofOrder } = forAll;
  for (const [field, value] of Object.entries(ofOrder)) {
    if (field !== 'warehouse_id') sent[field] ??= value;
    // The warehouses of another system have other names.
    else if (sent.warehouse_name === undefined || !isOwn) sent.warehouse_id ??= value;
  }
  completeAmounts(sent, { total, outstanding, paid }, all);
  completeSize(sent, inParcel, sizes);
  const rate = tax ?? rateOf(taxNames);
  sent.order_items = inParcel.map((item) => item.sent ?? itemOf(item, { hsn, tax: rate }));
  return {
    sent: Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)),
    items: inParcel,
  };
}

const CONTACT_FIELDS = [
  'customer_name',
  'last_name',
  'address',
  'address_2',
  'city',
  'pincode',
  'state',
  'country',
  'email',
  'phone',
];
const PLACE_FIELDS = ['address', 'address_2', 'city', 'pincode', 'state', 'country'];

/** Who is only billed or only shipped to is both; each lacks no name or phone that the other has. */
function completeContacts(sent: Record<string, unknown>, isOwn: boolean): void {
  const has = (of: string, field: string) => sent[`${of}_${field}`] !== undefined;
  if (!has('billing', 'address') && !has('billing', 'pincode')) {
    if (!has('shipping', 'address') && !has('shipping', 'pincode')) return;
    for (const field of PLACE_FIELDS) move(sent, `shipping_${field}`, `billing_${field}`);
    // Who gets the parcel is more than a name.
    if (has('shipping', 'customer_name')) {
      for (const field of ['customer_name', 'last_name']) {
        delete sent[`billing_${field}`];
        move(sent, `shipping_${field}`, `billing_${field}`);
      }
    }
    for (const field of ['email', 'phone']) move(sent, `shipping_${field}`, `billing_${field}`);
    for (const field of CONTACT_FIELDS) delete sent[`shipping_${field}`];
  } else if (!has('billing', 'customer_name') && has('shipping', 'customer_name')) {
    for (const field of ['customer_name', 'last_name'])
      sent[`billing_${field}`] ??= sent[`shipping_${field}`];
  }
  sent.billing_phone ??= sent.shipping_phone;
  // Other systems write a country or a state where there is no address.
  if (!isOwn && !has('shipping', 'address') && !has('shipping', 'pincode')) {
    for (const field of CONTACT_FIELDS) delete sent[`shipping_${field}`];
  }
}

function move(sent: Record<string, unknown>, from: string, to: string): void {
  sent[to] ??= sent[from];
  delete sent[from];
}

/** Reads `22x13x4`. */
function readDimensions(text: string): Record<string, string> {
  const match =
    /^(\d{1,4}(?:\.\d{1,4})?) ?[x*×] ?(\d{1,4}(?:\.\d{1,4})?) ?[x*×] ?(\d{1,4}(?:\.\d{1,4})?)(?: ?cms?)?$/i.exec(
      text,
    );
  const [, length, breadth, height] = match ?? [];
  return length === undefined || breadth === undefined || height === undefined
    ? {}
    : { length, breadth, height };
}

function paymentOf(
  { status, outstanding }: { readonly status: unknown; readonly outstanding: unknown },
  owing: readonly string[],
): string | undefined {
  if (status === undefined && outstanding === undefined) return undefined;
  const isOwing = status === undefined || owing.includes(String(status).toLowerCase());
  return isOwing && (outstanding === undefined || paiseOf(outstanding) !== 0) ? 'COD' : 'PREPAID';
}

interface SaidAmounts {
  readonly total: unknown;
  readonly outstanding: unknown;
  readonly paid: unknown;
}

/**
 * Says what the order costs and what is collected. Items in another parcel take their share of a discount with them; what is only paid
 * with the order is collected with its parcel.
 */
function completeAmounts(
  sent: Record<string, unknown>,
  { total, outstanding, paid }: SaidAmounts,
  items: readonly FileItem[],
): void {
  const isCod = sent.payment_method === 'COD';
  const others = items.filter(({ fate }) => fate !== 'in the parcel');
  let other = 0;
  if (others.length > 0) {
    const values = items.map(valueOfItem);
    const discounts = shareOut(paiseOf(sent.total_discount) ?? 0, values);
    const discountOf = (fate: FileItem['fate']) =>
      items.reduce((sum, item, index) => sum + (item.fate === fate ? (discounts[index] ?? 0) : 0), 0);
    const paidOnly = items.reduce(
      (sum, { fate }, index) => sum + (fate === 'only paid' ? (values[index] ?? 0) : 0),
      0,
    );
    other = paidOnly - discountOf('only paid');
    if (sent.total_discount !== undefined) sent.total_discount = rupees(discountOf('in the parcel'));
    if (isCod && other > 0) sent.other_amount ??= rupees(other);
  }
  const isWhole = items.every(({ fate }) => fate !== 'left out');
  const totalPaise = paiseOf(total);
  // Some programs write prices after the discount, and the discount beside them.
  const undiscounted = computedTotal({ ...sent, total_discount: undefined }, items);
  if (totalPaise !== null && isWhole && Math.abs(undiscounted - totalPaise) <= 100)
    delete sent.total_discount;
  if (total !== undefined && isWhole) {
    sent.sub_total ??= totalPaise === null || other === 0 ? total : rupees(Math.max(0, totalPaise - other));
  }
  if (!isCod) return;
  if (paid !== undefined && sent.cod_collectible === undefined) {
    const all = totalPaise ?? computedTotal(sent, items);
    const left = all - (paiseOf(paid) ?? 0);
    if (paiseOf(paid) === null) sent.cod_collectible = paid;
    else if (paiseOf(paid) !== 0) sent.cod_collectible = rupees(left);
  }
  sent.cod_collectible ??= outstanding ?? (isWhole ? total : undefined);
}

const CHARGES = ['shipping_charges', 'giftwrap_charges', 'transaction_charges', 'other_amount'];

function computedTotal(sent: Record<string, unknown>, items: readonly FileItem[]): number {
  const goods = items.reduce((sum, item) => sum + valueOfItem(item), 0);
  const charges = CHARGES.reduce((sum, field) => sum + (paiseOf(sent[field]) ?? 0), 0);
  return goods - (paiseOf(sent.total_discount) ?? 0) + charges;
}

function valueOfItem({ values }: FileItem): number {
  const price = paiseOf(values.selling_price) ?? 0;
  return Math.max(0, price * unitsOf(values) - (paiseOf(values.discount) ?? 0));
}

function unitsOf(values: FileItem['values']): number {
  const units = Number(values.units);
  return Number.isSafeInteger(units) && units > 0 ? units : 1;
}

function paiseOf(value: unknown): number | null {
  return typeof value === 'string' || typeof value === 'number' ? readAmountCell(String(value)) : null;
}

function rupees(paise: number): string {
  return String(rupeesNumber(paise));
}

/** Says the price of one unit and the discount of the line. */
function withPrices(item: FileItem): FileItem {
  const { line_total: total, unit_discount: each, ...values } = item.values as Record<string, unknown>;
  const units = unitsOf(values);
  const ofLine = paiseOf(total);
  if (values.selling_price === undefined && total !== undefined) {
    values.selling_price = ofLine === null ? total : String(ofLine / 100 / units);
  }
  const ofUnit = paiseOf(each);
  if (values.discount === undefined && each !== undefined) {
    values.discount = ofUnit === null ? each : rupees(ofUnit * units);
  }
  return { ...item, values };
}

function itemOf(
  { values }: FileItem,
  usual: { readonly hsn: unknown; readonly tax: unknown },
): Record<string, unknown> {
  const named = Object.entries(values).flatMap(([field, value]) => {
    const name = ITEM_NAMES[field];
    return name === undefined ? [] : [[name, value] as const];
  });
  const item: Record<string, unknown> = Object.fromEntries(named);
  for (const [name, value] of Object.entries(usual)) if (value !== undefined) item[name] ??= value;
  return item;
}

const RATE = /(igst|cgst|sgst|utgst)[^\d%]{0,20}(\d{1,2}(?:\.\d{1,2})?) ?%/gi;

/** Returns the rate of GST that names such as `IGST 18%`, or `CGST 9%` with `SGST 9%`, say; undefined for any other names. */
function rateOf(names: unknown): string | undefined {
  const rates = [...String(names ?? '').matchAll(RATE)];
  const [first, second] = rates;
  if (first === undefined || rates.length > 2) return undefined;
  const isWhole = /^igst$/i.test(first[1] ?? '');
  if (second === undefined) return isWhole ? first[2] : undefined;
  return !isWhole && first[2] === second[2] ? String(2 * Number(first[2])) : undefined;
}

const KILOGRAMS_OF: Readonly<Record<string, number>> = {
  kg: 1,
  kgs: 1,
  g: 0.001,
  gm: 0.001,
  gms: 0.001,
  lb: 0.45359237,
  oz: 0.028349523125,
};

/** The weight of the items, and what the account knows of the sizes of their SKUs. */
function completeSize(
  sent: Record<string, unknown>,
  items: readonly FileItem[],
  sizes: ShopRules['skuSizes'],
): void {
  if (sent.weight === undefined) {
    const weights = items.map(({ values }) => {
      const unit = KILOGRAMS_OF[String(values.item_weight_unit ?? 'kg').toLowerCase()];
      return unit === undefined ? Number.NaN : Number(values.item_weight) * unit * unitsOf(values);
    });
    const weight = weights.reduce((sum, one) => sum + one, 0);
    if (weight > 0) sent.weight = String(Number(weight.toFixed(6)));
  }
  const isKnown =
    items.length > 0 && items.every(({ values }) => sizes.some(({ sku }) => sku === values.sku));
  if (!isKnown) return;
  const parts = items.map(({ values }) => ({
    sku: String(values.sku),
    units: unitsOf(values),
    gramsEach: null,
    size: null,
  }));
  const guess = measured(parts, {
    skuSizes: sizes,
    usualParcel: { weight: 0, length: 0, breadth: 0, height: 0 },
    usualItemWeight: null,
  });
  for (const [field, value] of Object.entries(guess)) sent[field] ??= String(value);
}
