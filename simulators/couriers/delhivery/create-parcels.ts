import { fieldsOf, numberOf, readJson, textOf } from '../../../src/partners/answer-fields.ts';
import { json, type Sent, type StandInAnswer } from '../../kit/stand-in.ts';
import { type Books, sortCodeOf } from './books.ts';
import { MANIFESTED, REVERSE_OPEN, REVERSE_SCHEDULED } from './journeys.ts';
import type { Account, Parcel, PaymentMode } from './parcels.ts';

const LEAST_WALLET_RUPEES = 500;
const LONGEST_ORDER = 50;
const PREFIXES = /^(?:\+91-?|91-?|0)?([6-9]\d{9})$/;
const MODES: Readonly<Record<string, PaymentMode>> = {
  Prepaid: 'Prepaid',
  'Pre-paid': 'Prepaid',
  COD: 'COD',
  Pickup: 'Pickup',
  REPL: 'REPL',
};
const INTERNAL_ERROR =
  'An internal Error has occurred, Please get in touch with client.support@delhivery.com for more details.';

/** `POST /api/cmu/create.json`: failures have HTTP 200 too. */
export function createParcels(
  books: Books,
  account: Account,
  body: string,
  contentType: string,
): StandInAnswer {
  const form = readForm(body, contentType);
  if (form.get('format') !== 'json') return wholeFailure('format key missing in POST');
  const data = form.get('data') ?? '';
  const read = readJson(data);
  const request = fieldsOf(read);
  if (read === undefined) {
    return wholeFailure(
      `Unterminated string starting at: line 1 column ${data.length} (char ${data.length - 1})`,
    );
  }
  if (account.isOfOtherEnvironment) {
    return wholeFailure(apiError("'NoneType' object has no attribute 'end_date'"));
  }
  if (!account.isActive) return wholeFailure('client is not active');
  const name = sentText(fieldsOf(request.pickup_location).name);
  const warehouse = books.warehouse(account.client, name);
  if (warehouse === null) return wholeFailure('ClientWarehouse matching query does not exist.');
  if (!warehouse.isActive) return wholeFailure('Client-Warehouse is not active.');
  const { shipments } = request;
  if (!Array.isArray(shipments)) return wholeFailure(apiError("'unicode' object has no attribute 'get'"));
  if (shipments.length === 0) return wholeFailure('shipment list contains no data');
  const packages = shipments.map((shipment) => createOne(books, account, name, fieldsOf(shipment)));
  return json(200, answerOf(packages, books.serial()));
}

interface Package {
  readonly status: 'Success' | 'Fail';
  readonly client: string;
  readonly sort_code: string | null;
  readonly remarks: readonly string[];
  readonly waybill: string;
  readonly cod_amount: number;
  readonly payment: string;
  readonly serviceable: boolean;
  readonly refnum: string;
}

function createOne(books: Books, account: Account, warehouse: string, sent: Sent): Package {
  const { client } = account;
  const given = sentText(sent.waybill);
  const mode = MODES[sentText(sent.payment_mode)] ?? null;
  const waybill = given === '' ? (books.allot(client, 1)[0] ?? '') : given;
  const pin = sentText(sent.pin);
  const parcelAnswer = {
    client,
    waybill,
    cod_amount: mode === 'COD' ? (numberOf(sent.cod_amount) ?? 0) : 0,
    payment: mode === 'Prepaid' ? 'Pre-paid' : sentText(sent.payment_mode),
    refnum: sentText(sent.order),
  };
  const parcel: Parcel | null =
    mode === null ? null : parcelOf(books, { ...parcelAnswer, mode, warehouse, sent, pin });
  const refusal = parcel === null ? 'Invalid payment mode' : refusalOf(books, account, parcel, given);
  if (parcel !== null && refusal === null) {
    books.addParcel(parcel);
    return {
      ...parcelAnswer,
      status: 'Success',
      sort_code: sortCodeOf(pin),
      remarks: [''],
      serviceable: true,
    };
  }
  const isPartial = books.savesPartially && refusal?.startsWith('Crashing') === true;
  if (parcel !== null && isPartial) books.addParcel(parcel);
  return {
    ...parcelAnswer,
    status: 'Fail',
    sort_code: null,
    remarks: [refusal ?? ''],
    serviceable: books.pins.get(pin) !== 'not_served',
  };
}

function refusalOf(books: Books, account: Account, parcel: Parcel, given: string): string | null {
  const { client, order, mode, pin, waybill, phone } = parcel;
  if (order.length > LONGEST_ORDER || order === '') {
    return 'oid does not pass the validator <lambda>.check if there any extra character or dots in column';
  }
  if (!PREFIXES.test(phone)) return `Incorrect phone number(s) for order ${order}`;
  if (given !== '') {
    if (books.parcels.has(waybill)) return 'Duplicate waybill';
    if (!books.canConsume(client, waybill)) return `Unable to consume waybill ${waybill}`;
  }
  if (parcel.codAmount > parcel.totalAmount) return 'COD amount should not exceed the total amount';
  if (books.isDuplicate(parcel)) return 'Duplicate Order Id';
  const kind = books.pins.get(pin);
  if (!/^[1-9]\d{5}$/.test(pin) || kind === 'not_served' || kind === 'embargo') {
    return crashing(`${pin} is non serviceable pincode`);
  }
  const isOff = (kind === 'no_cod' && mode === 'COD') || (kind === 'no_pickup' && mode === 'Pickup');
  if (account.modesOff.has(mode) || isOff) {
    return crashing(`Package type ${mode} not serviceable for this account`);
  }
  if (kind === 'full') {
    return crashing(
      'Manifestation failed as the total shipment volume has exceeded the available capacity of this pincode',
    );
  }
  if (account.walletRupees < LEAST_WALLET_RUPEES) {
    return crashing('Prepaid client manifest charge API failed due to insufficient balance');
  }
  return null;
}

function parcelOf(
  books: Books,
  of: {
    client: string;
    waybill: string;
    mode: PaymentMode;
    cod_amount: number;
    refnum: string;
    warehouse: string;
    pin: string;
    sent: Sent;
  },
): Parcel {
  const { sent, mode } = of;
  const at = books.now();
  return {
    waybill: of.waybill,
    client: of.client,
    order: of.refnum,
    warehouse: of.warehouse,
    createdAt: at,
    mode,
    codAmount: of.cod_amount,
    totalAmount: numberOf(sent.total_amount) ?? 0,
    name: sentText(sent.name),
    phone: sentText(sent.phone),
    address: sentText(sent.add),
    city: sentText(sent.city),
    state: sentText(sent.state),
    pin: of.pin,
    products: sentText(sent.products_desc),
    quantity: sentText(sent.quantity),
    weight: numberOf(sent.weight) ?? 0,
    weighed: null,
    sellerName: sentText(sent.seller_name),
    returnTo: {
      address: sentText(sent.return_add),
      city: sentText(sent.return_city),
      pin: sentText(sent.return_pin),
      phone: sentText(sent.return_phone),
    },
    qc: sent.custom_qc ?? null,
    isCancelled: false,
    scans:
      mode === 'Pickup'
        ? [
            { ...REVERSE_OPEN, at },
            { ...REVERSE_SCHEDULED, at: at + 1 },
          ]
        : [{ ...MANIFESTED, at }],
  };
}

function answerOf(packages: readonly Package[], serial: number) {
  const isWhole = packages.every(({ status }) => status === 'Success');
  const count = (...payments: readonly string[]) =>
    packages.filter(({ status, payment }) => status === 'Success' && payments.includes(payment)).length;
  return {
    cash_pickups_count: 0.0,
    package_count: packages.length,
    upload_wbn: `UPL${6_385_691_900_000_000_000n + BigInt(serial)}`,
    replacement_count: count('REPL'),
    ...(isWhole ? {} : { rmk: INTERNAL_ERROR }),
    pickups_count: count('Pickup'),
    packages,
    cash_pickups: 0.0,
    cod_count: count('COD'),
    success: isWhole,
    prepaid_count: count('Pre-paid'),
    cod_amount: packages.reduce((sum, { cod_amount }) => sum + cod_amount, 0),
  };
}

/** The refusal of a whole request, with HTTP 200. */
export function wholeFailure(rmk: string): StandInAnswer {
  return json(200, {
    cash_pickups_count: 0,
    package_count: 0,
    upload_wbn: null,
    replacement_count: 0,
    rmk,
    pickups_count: 0,
    packages: [],
    cash_pickups: 0,
    cod_count: 0,
    success: false,
    prepaid_count: 0,
    error: true,
    cod_amount: 0,
  });
}

function apiError(message: string): string {
  return `Package creation API error.Package might be saved.Please contact tech.admin@delhivery.com. Error message is ${message} . Quote this error message while reporting.`;
}

function crashing(exception: string): string {
  return `Crashing while saving package due to exception '${exception}'. Package might have been partially saved.`;
}

/**
 * Reads a form as the courier's server does: parts end at `&` and at `;`. If the content type is JSON, the
 * text is taken as it is; a raw `#` ends it, and `%` and `\` break it.
 */
function readForm(body: string, contentType: string): ReadonlyMap<string, string> {
  const isForm = contentType.includes('x-www-form-urlencoded');
  const text = isForm ? body : (body.split(/[#%\\]/, 1)[0] ?? '');
  return new Map(
    text.split(/[&;]/).map((part) => {
      const at = part.indexOf('=');
      const [name, value] = at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)];
      return [name, isForm ? unescaped(value) : value];
    }),
  );
}

function unescaped(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    return value;
  }
}

/** Returns text unchanged, and a number as text; an empty text for anything else. */
export function sentText(value: unknown): string {
  return textOf(value) ?? '';
}
