import { indiaDate, parseMoment } from '../../domain/india-time.ts';
import { urlPath } from '../../domain/url-path.ts';
import {
  asReason,
  fieldsOf,
  itemsOf,
  numberOf,
  paiseOf,
  readJson,
  textOf,
} from '../../partners/answer-fields.ts';
import {
  type PartnerAnswer,
  type PartnerRequest,
  type PartnerToken,
  partnerSays,
  type Refused,
} from '../../partners/partner.ts';
import { foundSomething, noToken, refusalOf, TAKES_CREDENTIALS, unclear } from '../../partners/refusal.ts';
import { sendWithToken } from '../../partners/send-with-token.ts';
import { say } from '../../problems/sentence.ts';
import type {
  ActionAnswer,
  BookingAnswer,
  BookingLookup,
  BookingRequest,
  CarrierAdapter,
  CarrierBooking,
  CarrierCheck,
  ChargesRequest,
  CourierCharges,
  CourierLabel,
  CourierWarehouse,
  LostBooking,
  ReattemptCorrection,
  TrackedParcel,
  WarehouseAnswer,
} from '../carrier-adapter.ts';
import type { CourierConnection } from '../courier.ts';
import { findPlaceName, HAS_OTHER_PLACES } from '../courier-place-names.ts';
import { declaredPaise } from '../declared-value.ts';
import { ekartWords, readRawTrack, readTrack } from './ekart-answers.ts';
import { ekartSize, mobileOf, serviceOf, shipmentOf } from './ekart-shipment.ts';

/** Connaught Place in New Delhi, a pincode that every courier knows. */
const KNOWN_PINCODE = '110001';

/**
 * After this time, a booking counts as not made if its answer was lost. Ekart can only be asked by its own
 * numbers, so this cannot be checked. If Ekart did make it, it is a line in Ekart's panel but no second
 * parcel, because nobody prints its label.
 */
const SETTLED_AFTER_MS = 30 * 60_000;

const DAY_MS = 24 * 60 * 60_000;
/** Ekart publishes no maximum length. */
const LONGEST_ALIAS = 50;

/** Ekart Elite by its published schema. */
export class EkartAdapter implements CarrierAdapter {
  private readonly connection: CourierConnection;

  constructor(connection: CourierConnection) {
    this.connection = connection;
  }

  async book(request: BookingRequest, signal: AbortSignal): Promise<BookingAnswer> {
    const shipment = shipmentOf(request, this.connection.settings);
    if ('refusal' in shipment) return { outcome: 'refused', reason: shipment.refusal };
    const path = '/api/v1/package/create';
    const answer = await this.send('create', 'PUT', path, shipment.body, signal, { isSafeToRepeat: false });
    const reason = refusalOf(answer, ekartWords);
    if (reason !== null) return { outcome: 'refused', reason };
    const fields = fieldsOf(readJson(answer.text));
    const trackingNumber = textOf(fields.tracking_id);
    if (fields.status === false) return refusedIn(answer);
    if (fields.status !== true || trackingNumber === null) throw unclear(answer);
    return {
      outcome: 'booked',
      trackingNumber: trackingNumber.toUpperCase(),
      surplus: [],
      routingCode: null,
      courierOrderId: textOf(fieldsOf(fields.barcodes).wbn),
    };
  }

  async findBooking({ askedAt }: LostBooking): Promise<BookingLookup> {
    const isOver = this.connection.now().getTime() - askedAt.getTime() >= SETTLED_AFTER_MS;
    return isOver ? { outcome: 'not_booked', isAssumed: true } : { outcome: 'too_early' };
  }

  async cancel({ trackingNumber }: CarrierBooking, signal: AbortSignal): Promise<ActionAnswer> {
    const path = urlPath`/api/v1/package/cancel?tracking_id=${trackingNumber}`;
    const answer = await this.send('cancel', 'DELETE', path, null, signal);
    return this.acted(answer, (fields) => fieldsOf(itemsOf(fields.data)[0]).status);
  }

  async requestReattempt(
    { trackingNumber }: CarrierBooking,
    correction: ReattemptCorrection,
    signal: AbortSignal,
  ): Promise<ActionAnswer> {
    const { addressLine, landmark, phone, comments, deliveryDate } = correction;
    if (addressLine !== null || phone !== null) {
      const edit = {
        ...(addressLine === null ? {} : { address: addressLine }),
        ...(phone === null ? {} : { phone }),
      };
      const edited = await this.decide({ action: 'Edit', wbn: trackingNumber, ...edit }, signal);
      if (edited.outcome !== 'done') return edited;
    }
    const instructions = [landmark === null ? null : `Landmark: ${landmark}`, comments];
    const sent = instructions.filter((instruction) => instruction !== null).join('. ');
    return this.decide(
      {
        action: 'Re-Attempt',
        wbn: trackingNumber,
        date: noonOf(deliveryDate ?? this.tomorrow()),
        ...(sent === '' ? {} : { instructions: sent }),
      },
      signal,
    );
  }

  requestRto({ trackingNumber }: CarrierBooking, signal: AbortSignal): Promise<ActionAnswer> {
    return this.decide({ action: 'RTO', wbn: trackingNumber }, signal);
  }

  async check(signal: AbortSignal): Promise<CarrierCheck> {
    const path = `/api/v2/serviceability/${KNOWN_PINCODE}`;
    const answer = await this.send('serviceability', 'GET', path, null, signal);
    const reason = refusalOf(answer, ekartWords);
    if (reason !== null) return { ok: false, message: partnerSays('Ekart', reason) };
    if (textOf(fieldsOf(readJson(answer.text)).pincode) === null) throw unclear(answer);
    return { ok: true, message: partnerSays('Ekart', TAKES_CREDENTIALS) };
  }

  /**
   * Ekart knows warehouses by an alias, which cannot be changed. A place gets the next alias if it moved, or
   * if the alias belongs to another place.
   */
  async registerWarehouse(warehouse: CourierWarehouse, signal: AbortSignal): Promise<WarehouseAnswer> {
    const phone = mobileOf(warehouse.phone);
    if (phone === null) {
      const reason = say(
        'takes_only_mobiles_of_warehouses',
        'takes only mobile numbers, and the warehouse has none',
      );
      return { outcome: 'refused', reason };
    }
    const listed = await this.send('addresses', 'GET', '/api/v2/addresses', null, signal);
    const notListed = refusalOf(listed, ekartWords);
    if (notListed !== null) return { outcome: 'refused', reason: notListed };
    const places = readJson(listed.text);
    if (!Array.isArray(places)) throw unclear(listed);
    const known = new Map(
      places
        .map(fieldsOf)
        .map((place) => [
          `${textOf(place.alias)}`,
          `${textOf(place.address_line1)} ${textOf(place.pincode)}`,
        ]),
    );
    const place = `${warehouse.address} ${warehouse.pincode}`;
    const alias = findPlaceName(known, warehouse.warehouseName, place, LONGEST_ALIAS);
    if (alias === null) return { outcome: 'refused', reason: HAS_OTHER_PLACES };
    if (alias.isKnown) return { outcome: 'registered', courierName: alias.name };
    return this.addAddress(alias.name, phone, warehouse, signal);
  }

  async track(bookings: readonly CarrierBooking[], signal: AbortSignal): Promise<TrackedParcel[]> {
    const results = await Promise.allSettled(bookings.map((booking) => this.trackOne(booking, signal)));
    const answered = results.filter((one) => one.status === 'fulfilled');
    const failed = results.find((one) => one.status === 'rejected');
    // Failed lookups are repeated later; if all of them fail, the courier has failed.
    if (answered.length === 0 && failed !== undefined) throw failed.reason;
    return answered.map(({ value }) => value).filter((parcel) => parcel !== null);
  }

  async label({ trackingNumber }: CarrierBooking, signal: AbortSignal): Promise<CourierLabel | null> {
    const path = '/api/v1/package/label?json_only=false';
    const answer = await this.send('label', 'POST', path, { ids: [trackingNumber] }, signal);
    if (!foundSomething(answer, ekartWords)) return null;
    if (!answer.body.subarray(0, 5).equals(PDF)) throw unclear(answer);
    return { pdf: answer.body };
  }

  async charges(shipment: ChargesRequest, signal: AbortSignal): Promise<CourierCharges | null> {
    const answer = await this.send(
      'estimate',
      'POST',
      '/data/pricing/estimate',
      {
        billingClientType: 'NON_LARGE',
        shippingDirection: shipment.journey === 'return' ? 'REVERSE' : 'FORWARD',
        serviceType: serviceOf(shipment.courierProduct),
        pickupPincode: Number(shipment.originPincode),
        dropPincode: Number(shipment.destinationPincode),
        invoiceAmount: declaredPaise(shipment) / 100,
        codAmount: shipment.codAmountPaise / 100,
        ...ekartSize(shipment),
      },
      signal,
    );
    if (!foundSomething(answer, ekartWords)) return null;
    const fields = fieldsOf(readJson(answer.text));
    const totalPaise = paiseOf(shipment.leg === 'rto' ? fields.rtoCharge : fields.total);
    if (totalPaise === null) return null;
    // The schema gives no unit for `billingWeight`.
    return { totalPaise, chargedWeightGrams: null, zone: textOf(fields.zone) };
  }

  /** The public tracking needs no token. A parcel that it does not know is looked up by its waybill. */
  private async trackOne(
    { trackingNumber, courierOrderId }: CarrierBooking,
    signal: AbortSignal,
  ): Promise<TrackedParcel | null> {
    const answer = await this.connection.requests.send(
      {
        call: 'track',
        method: 'GET',
        path: urlPath`/api/v1/track/${trackingNumber}`,
        isSafeToRepeat: true,
      },
      signal,
    );
    if (refusalOf(answer, ekartWords) === null) {
      const parcel = readTrack(answer.text);
      if (parcel === null) throw unclear(answer);
      return parcel;
    }
    if (courierOrderId === null) {
      foundSomething(answer, ekartWords);
      return null;
    }
    const path = urlPath`/data/v1/elite/track/${courierOrderId}`;
    const raw = await this.send('raw_track', 'GET', path, null, signal);
    return foundSomething(raw, ekartWords) ? readRawTrack(raw.text, courierOrderId, trackingNumber) : null;
  }

  private async addAddress(
    alias: string,
    phone: number,
    warehouse: CourierWarehouse,
    signal: AbortSignal,
  ): Promise<WarehouseAnswer> {
    const { address, pincode, city, state } = warehouse;
    const body = {
      alias,
      phone,
      address_line1: address,
      pincode: Number(pincode),
      city,
      state,
      country: 'India',
    };
    const answer = await this.send('address', 'POST', '/api/v2/address', body, signal, {
      isSafeToRepeat: false,
    });
    const reason = refusalOf(answer, ekartWords);
    if (reason !== null) return { outcome: 'refused', reason };
    const fields = fieldsOf(readJson(answer.text));
    if (fields.status === false) return refusedIn(answer);
    if (fields.status !== true) throw unclear(answer);
    return { outcome: 'registered', courierName: textOf(fields.alias) ?? alias };
  }

  private async decide(body: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<ActionAnswer> {
    const answer = await this.send('ndr', 'POST', '/api/v2/package/ndr', body, signal);
    return this.acted(answer, (fields) => fields.status);
  }

  private acted(
    answer: PartnerAnswer,
    statusIn: (fields: Readonly<Record<string, unknown>>) => unknown,
  ): ActionAnswer {
    const reason = refusalOf(answer, ekartWords);
    const status = reason === null ? statusIn(fieldsOf(readJson(answer.text))) : false;
    if (status === true) return { outcome: 'done' };
    if (status !== false) throw unclear(answer);
    const refusal = reason === null ? refusedIn(answer) : { outcome: 'refused' as const, reason };
    return ALREADY_CANCELLED.test(refusal.reason.text) ? { outcome: 'done' } : refusal;
  }

  /** Tomorrow in India: Ekart accepts one of the next seven days, but not today. */
  private tomorrow(): string {
    return indiaDate(this.connection.now().getTime() + DAY_MS);
  }

  private send(
    call: string,
    method: PartnerRequest['method'],
    path: string,
    body: Readonly<Record<string, unknown>> | null,
    signal: AbortSignal,
    { isSafeToRepeat = true }: { isSafeToRepeat?: boolean } = {},
  ): Promise<PartnerAnswer> {
    const request: PartnerRequest = {
      call,
      method,
      path,
      isSafeToRepeat,
      ...(body === null
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    };
    const use = {
      make: () => this.login(signal),
      headersOf: (token: string) => ({ authorization: `Bearer ${token}` }),
    };
    return sendWithToken(this.connection, request, use, signal);
  }

  private async login(signal: AbortSignal): Promise<PartnerToken> {
    const { client_id: clientId = '', username, password } = this.connection.settings;
    const answer = await this.connection.requests.send(
      {
        call: 'token',
        method: 'POST',
        path: urlPath`/integrations/v2/auth/token/${clientId}`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username, password }),
        isSafeToRepeat: true,
      },
      signal,
    );
    const fields = fieldsOf(readJson(answer.text));
    const token = textOf(fields.access_token);
    if (token !== null && answer.status < 300) {
      // Ekart returns the same token until it expires, so its remaining time gets shorter with each login.
      const leftMs = (numberOf(fields.expires_in) ?? 0) * 1000;
      return { token, endsAt: new Date(this.connection.now().getTime() + leftMs) };
    }
    throw noToken(answer, ekartWords);
  }
}

const PDF = Buffer.from('%PDF-');

/** Noon of a day in India, in epoch milliseconds. */
function noonOf(day: string): number | null {
  return parseMoment(`${day} 12:00`);
}

/** The real sentence is not published. A repeated cancellation is taken to say something like this. */
const ALREADY_CANCELLED = /already\b.{0,20}\bcancel/i;

function refusedIn(answer: PartnerAnswer): Refused {
  const words = ekartWords(answer.text);
  const reason =
    words === null ? say('says_no_without_reason', 'says: no, without a reason') : asReason(words);
  return { outcome: 'refused', reason };
}
