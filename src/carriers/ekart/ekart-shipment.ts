import { indiaDate } from '../../domain/india-time.ts';
import type { QcItem } from '../../domain/orders/order.ts';
import type { ParcelSize } from '../../domain/rates/parcel.ts';
import { money } from '../../domain/rupees.ts';
import { type Sentence, say } from '../../problems/sentence.ts';
import type { BookingRequest, CarrierAddress, CourierWarehouse } from '../carrier-adapter.ts';
import { declaredPaise } from '../declared-value.ts';

/** The body of a booking, or the reason why Ekart cannot accept it; then no request is sent. */
export type EkartShipment =
  | { readonly body: Readonly<Record<string, unknown>> }
  | { readonly refusal: Sentence };

export const COD_LIMIT_PAISE = 4_999_900;

/** Ekart requires at least one rupee. */
const SMALLEST_TOTAL_PAISE = 100;
const LONGEST_DESCRIPTION = 200;

/**
 * A booking in Ekart Elite's format: rupees as numbers, whole grams and centimetres, phones and pincodes as
 * numbers. The customer is `drop_location` in both directions, also for a return (its published schema).
 *
 * @param settings of the courier account, used for every shipment
 */
export function shipmentOf(
  request: BookingRequest,
  settings: Readonly<Record<string, string>>,
): EkartShipment {
  const isReturn = request.journey === 'return';
  const customer = isReturn ? request.pickup : request.delivery;
  const phone = mobileOf(customer.phone);
  if (phone === null) {
    return {
      refusal: say('takes_only_mobiles_of_customers', 'takes only mobile numbers, and the customer has none'),
    };
  }
  if (request.codAmountPaise > COD_LIMIT_PAISE) {
    const most = money(COD_LIMIT_PAISE);
    return { refusal: say('carrier_collects_at_most', 'collects at most {most}', { most }) };
  }
  const total = Math.max(declaredPaise(request), SMALLEST_TOTAL_PAISE) / 100;
  const { warehouse } = request;
  return {
    body: {
      order_number: request.orderReference,
      invoice_number: request.orderReference,
      invoice_date: indiaDate(request.orderDate.getTime()),
      seller_name: settings.seller_name ?? warehouse.warehouseName,
      seller_address: settings.seller_address ?? oneLineAddress(warehouse),
      seller_gst_tin: warehouse.gstin ?? settings.seller_gst_tin ?? '',
      consignee_name: customer.name,
      ...alternatePhone(warehouse, customer),
      consignee_gst_amount: 0,
      payment_mode: isReturn ? 'Pickup' : request.codAmountPaise > 0 ? 'COD' : 'Prepaid',
      cod_amount: isReturn ? 0 : request.codAmountPaise / 100,
      // Prices include tax. The tax is not sent, because orders state it in ways that do not add up.
      total_amount: total,
      taxable_amount: total,
      tax_value: 0,
      commodity_value: String(total),
      category_of_goods: settings.category_of_goods ?? 'General',
      products_desc: request.items
        .map(({ name }) => name)
        .join(', ')
        .slice(0, LONGEST_DESCRIPTION),
      ...hsnOf(request),
      quantity: Math.max(
        request.items.reduce((sum, { units }) => sum + units, 0),
        1,
      ),
      ...ekartSize(request),
      return_reason: isReturn ? (request.returnReason ?? 'Returned by the customer') : '',
      service: serviceOf(request.courierProduct),
      drop_location: {
        location_type: 'Home',
        name: customer.name,
        address: customer.address,
        city: customer.city,
        state: customer.state,
        country: 'India',
        phone,
        pin: Number(customer.pincode),
      },
      pickup_location: { name: warehouse.courierName },
      return_location: { name: warehouse.courierName },
      ...qcOf(request.qcItems),
    },
  };
}

/** Whole grams and centimetres, rounded up. */
export function ekartSize(parcel: ParcelSize) {
  return {
    weight: Math.ceil(Number(parcel.deadWeight)),
    length: Math.ceil(Number(parcel.length)),
    width: Math.ceil(Number(parcel.width)),
    height: Math.ceil(Number(parcel.height)),
  };
}

/** The service: by road, unless the rate book names another service. */
export function serviceOf(courierProduct: string): string {
  return courierProduct === '' ? 'SURFACE' : courierProduct;
}

/** A mobile number in Ekart's format; null for a landline. */
export function mobileOf(phone: string): number | null {
  return /^[1-9]\d{9}$/.test(phone) ? Number(phone) : null;
}

export function oneLineAddress({ address, city, state, pincode }: CarrierAddress): string {
  return [address, city, state, pincode].join(', ');
}

/**
 * The schema requires one more phone than orders have. Ekart was seen to refuse the customer's own number
 * twice, so this is the warehouse's number, which a rider can call; it is left out if it equals the
 * customer's number.
 */
function alternatePhone(
  warehouse: CourierWarehouse,
  customer: CarrierAddress,
): { consignee_alternate_phone?: string } {
  const isOther = mobileOf(warehouse.phone) !== null && warehouse.phone !== customer.phone;
  return isOther ? { consignee_alternate_phone: warehouse.phone } : {};
}

function hsnOf({ items }: BookingRequest): { hsn_code?: string } {
  const hsn = items.find((item) => item.hsn !== null)?.hsn;
  return hsn === undefined || hsn === null ? {} : { hsn_code: hsn };
}

/** Ekart checks one product at the door: the first, with the pictures of all. */
function qcOf(qcItems: readonly QcItem[]): Readonly<Record<string, unknown>> {
  const [first] = qcItems;
  if (first === undefined) return {};
  const known = {
    brand_name: first.brand,
    product_size: first.size,
    product_color: first.color,
    product_desc: first.questions.length === 0 ? null : first.questions.join(' '),
  };
  return {
    qc_details: {
      qc_shipment: true,
      product_name: first.productName ?? 'The returned product',
      ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null)),
      product_images: qcItems.map(({ productImage }) => productImage),
    },
  };
}
