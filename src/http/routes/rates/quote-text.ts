import type { Carrier } from '../../../domain/rates/carrier.ts';
import type {
  ForwardCarrierQuote,
  ForwardQuote,
  ReturnCarrierQuote,
  ReturnQuote,
} from '../../../domain/rates/quote.ts';

/*
 * The answers of `POST /rates` as the text that is sent, of the shape that `quote-body.ts` declares (a test
 * holds the two together). Text, since it is the dearest part of a request: of 8 carriers, quote included,
 * 5.7 microseconds with it, 11.3 by way of objects and the serialiser that Fastify compiles of the schema,
 * 22 by `JSON.stringify`. Pieces in a list that are joined at the end took 7; bytes written into a buffer in place of text
 * took half as long again with what follows, header and all.
 *
 * All of it is ASCII, so that its length is known before the pieces are copied into one.
 */

/** From where to where, as it was read: six digits each. */
export interface QuotedRoute {
  readonly originPincode: string;
  readonly destinationPincode: string;
}

/** A forward quote as the API shows it (contract: rates). */
export function forwardQuoteText(
  quote: ForwardQuote,
  route: QuotedRoute,
  paymentMethod: 'cod' | 'prepaid',
): string {
  const end = `},"platform_fee":${hundredths(quote.platformFeePaise)}}`;
  let couriers = '';
  for (const courier of quote.carriers) {
    couriers += (couriers === '' ? '' : ',') + forwardCourier(courier) + end;
  }
  return (
    '{"status":"SUCCESS","result":{"serviceable_couriers":[' +
    couriers +
    '],"shipment_details":{"journey_type":"forward",' +
    placesOf(route) +
    ',"payment_method":"' +
    paymentMethod +
    '",' +
    weightsOf(quote) +
    '}}}'
  );
}

/** A return's quote as the API shows it (contract: rates). */
export function returnQuoteText(quote: ReturnQuote, route: QuotedRoute): string {
  let couriers = '';
  for (const courier of quote.carriers) {
    couriers += (couriers === '' ? '' : ',') + returnCourier(courier);
  }
  return (
    '{"status":"SUCCESS","result":{"serviceable_couriers":[' +
    couriers +
    '],"shipment_details":{"journey_type":"return",' +
    placesOf(route) +
    ',' +
    weightsOf(quote) +
    '}}}'
  );
}

/** All but the end, which is the same for every courier. */
function forwardCourier({ carrier, pickup, delivery, charges }: ForwardCarrierQuote): string {
  return (
    `${beginningOf(carrier).forward + pickup}","delivery":"${delivery}` +
    `"},"charges":{"forward_freight_charges":${hundredths(charges.freight)}` +
    `,"cod_charges":${hundredths(charges.cod)}` +
    `,"rto_charges":${hundredths(charges.rto)}` +
    `,"total_forward_charges":${hundredths(charges.total)}`
  );
}

function returnCourier({ carrier, pickup, delivery, charges }: ReturnCarrierQuote): string {
  return (
    `${beginningOf(carrier).return + pickup}","delivery":"${delivery}` +
    `"},"charges":{"return_freight_charges":${hundredths(charges.freight)}` +
    `,"qc_charges":${hundredths(charges.qc)}` +
    `,"total_return_charges":${hundredths(charges.total)}}}`
  );
}

/** Up to the day of pickup: the same at every quote. */
interface Beginning {
  readonly forward: string;
  readonly return: string;
}

/** Carriers belong to rate books that never change, and go with them. */
const beginnings = new WeakMap<Carrier, Beginning>();

function beginningOf(carrier: Carrier): Beginning {
  let beginning = beginnings.get(carrier);
  if (beginning === undefined) {
    beginning = makeBeginning(carrier);
    beginnings.set(carrier, beginning);
  }
  return beginning;
}

function makeBeginning({ id, name, code, serviceLevel, isFast, isPrime }: Carrier): Beginning {
  const offer = { carrier_id: id, carrier_name: name, carrier_code: code, service_level: serviceLevel };
  const marks = { is_fast: isFast, is_prime: isPrime };
  const open = (fields: object) =>
    `${asciiJson({ ...fields, status: 'active' }).slice(0, -1)},"expected_delivery":{"pickup":"`;
  return { forward: open({ ...offer, ...marks }), return: open(offer) };
}

/** JSON whose other characters are escaped: 16 bits each, as in JavaScript. */
function asciiJson(value: object): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function placesOf({ originPincode, destinationPincode }: QuotedRoute): string {
  return `"origin_pincode":"${originPincode}","destination_pincode":"${destinationPincode}"`;
}

function weightsOf({ parcel, zone }: ForwardQuote | ReturnQuote): string {
  return (
    `"dead_weight":${hundredths(parcel.deadHundredths)}` +
    `,"volumetric_weight":${hundredths(parcel.volumetricHundredths)}` +
    `,"applicable_weight":${hundredths(parcel.applicableHundredths)}` +
    `,"zone":"${zone}"`
  );
}

/** What follows the whole, by the hundredths: '', '.01', ... '.1' ... '.99'. */
const FRACTIONS = Array.from({ length: 100 }, (_, rest) => String(rest / 100).slice(1));

/**
 * Paise as rupees, hundredths of a gram as grams: the JSON number of a whole number of hundredths, 0 or
 * more and below 2 ** 50, without zeros at its end. By the shortest texts of floats a quote takes half a
 * microsecond longer.
 */
export function hundredths(count: number): string {
  const whole = Math.floor(count / 100);
  return whole + (FRACTIONS[count - whole * 100] ?? '');
}
