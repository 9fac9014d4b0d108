import type { ParcelSize } from '../../domain/rates/parcel.ts';
import { type Sentence, say } from '../../problems/sentence.ts';
import type { BookingRequest, CarrierAddress } from '../carrier-adapter.ts';
import { declaredPaise } from '../declared-value.ts';

/** The longest name or address line, in characters. */
const LONGEST_LINE = 30;
const LINES = 3;
const LONGEST_INSTRUCTION = 50;
const LONGEST_REFERENCE = 20;

/** The `Request` of a waybill, or the reason why Blue Dart cannot accept it; then no request is sent. */
export type BlueDartWaybill =
  | { readonly request: Readonly<Record<string, unknown>> }
  | { readonly refusal: Sentence };

/** Data of the courier account that Blue Dart expects in each request. */
export interface BlueDartCustomer {
  readonly customerCode: string;
  /** Three letters. */
  readonly originArea: string;
}

/**
 * A booking in Blue Dart's format: kilograms with two decimals as text, amounts as numbers, times as
 * `/Date(ms)/`, addresses in three lines of 30 characters.
 *
 * @param now the earliest time of its pickup
 */
export function waybillOf(request: BookingRequest, customer: BlueDartCustomer, now: Date): BlueDartWaybill {
  if (request.journey === 'return') {
    return { refusal: say('is_not_asked_for_returns', 'is not asked for returns by this service') };
  }
  const to = addressLines(request.delivery);
  if (to.rest.length > LONGEST_INSTRUCTION) {
    const longest = LINES * LONGEST_LINE + LONGEST_INSTRUCTION;
    return {
      refusal: say(
        'takes_shorter_addresses',
        'takes addresses of at most {most} characters, and this one is longer',
        { most: longest },
      ),
    };
  }
  const { warehouse, codAmountPaise } = request;
  const from = addressLines(warehouse).lines;
  const seller = shorten(warehouse.warehouseName);
  const isMobile = /^[6-9]\d{9}$/.test(request.delivery.phone);
  return {
    request: {
      Consignee: {
        ConsigneeName: shorten(request.delivery.name),
        ConsigneeAttention: shorten(request.delivery.name),
        ...numbered('ConsigneeAddress', to.lines),
        ConsigneePincode: request.delivery.pincode,
        ConsigneeMobile: isMobile ? request.delivery.phone : '',
        ConsigneeTelephone: isMobile ? '' : request.delivery.phone,
        ConsigneeAddressType: 'R',
      },
      Shipper: {
        CustomerCode: customer.customerCode,
        CustomerName: seller,
        ...numbered('CustomerAddress', from),
        CustomerPincode: warehouse.pincode,
        CustomerMobile: warehouse.phone,
        CustomerEmailID: warehouse.email,
        CustomerGSTNumber: warehouse.gstin ?? '',
        OriginArea: customer.originArea,
        IsToPayCustomer: false,
        Sender: shorten(warehouse.name),
        VendorCode: '',
      },
      Returnadds: {
        ReturnContact: shorten(warehouse.name),
        ...numbered('ReturnAddress', from),
        ReturnPincode: warehouse.pincode,
        ReturnMobile: warehouse.phone,
        ReturnEmailID: warehouse.email,
        ManifestNumber: '',
      },
      Services: {
        AWBNo: '',
        ActualWeight: kilogramsOf(request),
        CollectableAmount: codAmountPaise / 100,
        Commodity: numbered('CommodityDetail', commoditiesOf(request)),
        CreditReferenceNo: waybillReference(request.reference),
        CreditReferenceNo2: request.orderReference,
        DeclaredValue: declaredPaise(request) / 100,
        Dimensions: [
          {
            Length: Number(request.length),
            Breadth: Number(request.width),
            Height: Number(request.height),
            Count: 1,
          },
        ],
        InvoiceNo: request.orderReference,
        ItemCount: request.items.length,
        OTPBasedDelivery: '0',
        PackType: '',
        // Only this answer contains the label.
        PDFOutputNotRequired: false,
        PickupDate: dateOf(now),
        PickupTime: '1600',
        PieceCount: '1',
        ProductCode: productOf(request.courierProduct),
        ProductType: 1,
        SubProductCode: codAmountPaise > 0 ? 'C' : 'P',
        // The pickup is requested separately, for all parcels of a day.
        RegisterPickup: false,
        SpecialInstruction: to.rest,
        itemdtl: [],
      },
    },
  };
}

/** The product code: ground, unless the rate book names another service. */
export function productOf(courierProduct: string): string {
  return courierProduct === '' ? 'E' : courierProduct;
}

/** Formats a time as `/Date(1763268600000)/`. */
export function dateOf(moment: Date): string {
  return `/Date(${moment.getTime()})/`;
}

/** Formats kilograms with two decimals, rounded up, because Blue Dart refuses 0. */
export function kilogramsOf({ deadWeight }: Pick<ParcelSize, 'deadWeight'>): string {
  return (Math.max(Math.ceil(Number(deadWeight) / 10), 1) / 100).toFixed(2);
}

/**
 * Our reference in Blue Dart's format: up to 20 capital letters and digits. It is the end of the booking's
 * id, because Blue Dart accepts a reference only once, and merchants' order ids contain other characters.
 *
 * @param reference a UUID
 */
export function waybillReference(reference: string): string {
  const number = BigInt(`0x${reference.replaceAll('-', '')}`);
  return number.toString(36).toUpperCase().slice(-LONGEST_REFERENCE);
}

/** Shortens a name to the length that Blue Dart allows. */
export function shorten(name: string): string {
  return name.slice(0, LONGEST_LINE).trim();
}

/** An address in at most three lines, and the rest of it as a note for the rider. */
export function addressLines({ address }: Pick<CarrierAddress, 'address'>): {
  readonly lines: readonly string[];
  readonly rest: string;
} {
  const lines: string[] = [];
  let words = address.split(/\s+/).flatMap(cut);
  while (words.length > 0 && lines.length < LINES) {
    let count = 1;
    while (count < words.length && words.slice(0, count + 1).join(' ').length <= LONGEST_LINE) count += 1;
    lines.push(words.slice(0, count).join(' '));
    words = words.slice(count);
  }
  return { lines, rest: words.join(' ') };
}

function cut(word: string): string[] {
  const pieces = Math.ceil(word.length / LONGEST_LINE);
  return Array.from({ length: pieces }, (_, at) => word.slice(at * LONGEST_LINE, (at + 1) * LONGEST_LINE));
}

function commoditiesOf({ items }: BookingRequest): readonly string[] {
  return items.slice(0, LINES).map(({ name }) => shorten(name.replace(/[^A-Za-z0-9 ]/g, ' ')));
}

/** The fields `ConsigneeAddress1` to `ConsigneeAddress3`. */
function numbered(name: string, lines: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(Array.from({ length: LINES }, (_, at) => [`${name}${at + 1}`, lines[at] ?? '']));
}
