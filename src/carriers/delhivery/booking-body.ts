import { indiaDate } from '../../domain/india-time.ts';
import type { QcItem } from '../../domain/orders/order.ts';
import { referenceInSigns } from '../../domain/orders/order-reference.ts';
import type { BookingRequest, CarrierAddress } from '../carrier-adapter.ts';
import { declaredPaise } from '../declared-value.ts';

/** Reads the courier's service in a row of the rate book: `S`, `E`, or in words; `S` if the row has none. */
export function readProduct(courierProduct: string): 'S' | 'E' | null {
  switch (courierProduct.trim().toLowerCase()) {
    case '':
    case 's':
    case 'surface':
      return 'S';
    case 'e':
    case 'express':
      return 'E';
    default:
      return null;
  }
}

/** Removes characters that the courier refuses even when they are encoded (`& # % ; \`), and line breaks. */
export function withoutSpecials(text: string): string {
  return text
    .replace(/[&#%;\\\p{Cc}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** The longest order reference, in characters. */
export const LONGEST_ORDER = 50;

/**
 * The reference by which the courier finds the order. Characters that it does not allow are replaced, and a
 * hash is added. A comma is not allowed, because it separates the orders of a request.
 */
export function delhiveryReference({ orderReference }: Pick<BookingRequest, 'orderReference'>): string {
  const taken = orderReference.trim().replace(/[&#%;,\\\p{Cc}]/gu, '-');
  return referenceInSigns(orderReference, taken, LONGEST_ORDER);
}

export function toRupees(paise: number): number {
  return paise / 100;
}

/** Rounds a weight up to whole grams. */
export function gramsOf(deadWeight: string): number {
  return Math.ceil(Number(deadWeight));
}

/** The body of a booking, encoded like a form. @param waybill our number; empty to get one */
export function bookingBody(request: BookingRequest, waybill: string): string {
  const { warehouse } = request;
  const data = {
    pickup_location: { name: warehouse.courierName },
    shipments: [{ ...shipmentOf(request), waybill }],
  };
  return `format=json&data=${encodeURIComponent(JSON.stringify(data))}`;
}

function shipmentOf(request: BookingRequest) {
  const { journey, items, codAmountPaise, warehouse, qcItems } = request;
  const isReturn = journey === 'return';
  const hsnCodes = [...new Set(items.flatMap(({ hsn }) => hsn ?? []))];
  return {
    // The courier calls the customer the consignee of a return too; `return_...` is the destination.
    ...consigneeOf(isReturn ? request.pickup : request.delivery),
    ...returnTo(isReturn ? request.delivery : warehouse),
    order: delhiveryReference(request),
    order_date: indiaDate(request.orderDate.getTime()),
    payment_mode: isReturn ? 'Pickup' : codAmountPaise > 0 ? 'COD' : 'Prepaid',
    cod_amount: isReturn ? 0 : toRupees(codAmountPaise),
    total_amount: toRupees(declaredPaise(request)),
    products_desc: withoutSpecials(items.map(({ name }) => name).join(', ')).slice(0, 500),
    quantity: String(items.reduce((sum, { units }) => sum + units, 0)),
    ...(hsnCodes.length === 0 ? {} : { hsn_code: withoutSpecials(hsnCodes.join(',')) }),
    seller_name: withoutSpecials(warehouse.warehouseName),
    seller_add: withoutSpecials(warehouse.address),
    ...(warehouse.gstin === null ? {} : { seller_gst_tin: warehouse.gstin }),
    weight: gramsOf(request.deadWeight),
    shipment_length: Number(request.length),
    shipment_width: Number(request.width),
    shipment_height: Number(request.height),
    shipping_mode: readProduct(request.courierProduct) === 'E' ? 'Express' : 'Surface',
    address_type: 'home',
    ...(qcItems.length === 0
      ? {}
      : { qc_type: 'param', custom_qc: qcItems.map((item) => qcOf(item, request)) }),
  };
}

function consigneeOf({ name, phone, address, city, state, pincode }: CarrierAddress) {
  return {
    name: withoutSpecials(name),
    phone,
    add: withoutSpecials(address),
    pin: pincode,
    city: withoutSpecials(city),
    state: withoutSpecials(state),
    country: 'India',
  };
}

function returnTo({ name, phone, address, city, state, pincode }: CarrierAddress) {
  return {
    return_name: withoutSpecials(name),
    return_phone: phone,
    return_add: withoutSpecials(address),
    return_city: withoutSpecials(city),
    return_state: withoutSpecials(state),
    return_country: 'India',
    return_pin: pincode,
  };
}

/** The courier knows questions by ids that are agreed with it by mail; we send the questions themselves. */
function qcOf(item: QcItem, { items, returnReason }: BookingRequest) {
  const { position, productName, productImage, brand, size, color, questions } = item;
  const ordered = items[position - 1];
  const name = withoutSpecials(productName ?? ordered?.name ?? `Item ${position}`);
  return {
    item: name,
    description: withoutSpecials([name, size, color].filter((part) => part !== null).join(', ')),
    images: [productImage],
    quantity: ordered?.units ?? 1,
    ...(brand === null ? {} : { brand: withoutSpecials(brand) }),
    ...(returnReason === null ? {} : { return_reason: withoutSpecials(returnReason) }),
    questions: questions.map((question) => ({
      questions_id: withoutSpecials(question),
      options: ['Yes', 'No'],
      value: ['Yes'],
      required: true,
      type: 'multi',
    })),
  };
}
