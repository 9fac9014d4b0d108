import { parseMoment } from '../../domain/india-time.ts';
import { fieldsOf, readJson, textOf } from '../../partners/answer-fields.ts';
import {
  NotSentError,
  type PartnerAnswer,
  type PartnerRequest,
  type PartnerToken,
  partnerSays,
} from '../../partners/partner.ts';
import { followUp, noToken, refusalOf, TAKES_CREDENTIALS, unclear } from '../../partners/refusal.ts';
import { sendWithToken } from '../../partners/send-with-token.ts';
import { type Sentence, say } from '../../problems/sentence.ts';
import type {
  ActionAnswer,
  BookingAnswer,
  BookingLookup,
  BookingRequest,
  CarrierAdapter,
  CarrierBooking,
  CarrierCheck,
  LostBooking,
  PickupAnswer,
  PickupInput,
  TrackedParcel,
} from '../carrier-adapter.ts';
import type { CourierConnection } from '../courier.ts';
import {
  type BlueDartResult,
  blueDartWords,
  type FoundParcel,
  readLabel,
  readResult,
  readTracking,
} from './blue-dart-answers.ts';
import {
  addressLines,
  dateOf,
  kilogramsOf,
  productOf,
  shorten,
  waybillOf,
  waybillReference,
} from './blue-dart-waybill.ts';

const ROOT = '/in/transportation';
const TOKEN_LIFE_MS = 24 * 60 * 60_000;

/** For this time, a sent request may still be carried out, and tracking may not know its waybill. */
const SETTLED_AFTER_MS = 10 * 60_000;

/** Connaught Place in New Delhi, a pincode that every courier knows. */
const KNOWN_PINCODE = '110001';

/** The closing time of the merchant's office: the latest time of a pickup. */
const CLOSES_AT = '1900';

/** Blue Dart through DHL's gateway: a token for the gateway, and the customer's profile in every request. */
export class BlueDartAdapter implements CarrierAdapter {
  private readonly connection: CourierConnection;

  constructor(connection: CourierConnection) {
    this.connection = connection;
  }

  async book(request: BookingRequest, signal: AbortSignal): Promise<BookingAnswer> {
    const waybill = waybillOf(request, this.customer(), this.connection.now());
    if ('refusal' in waybill) return { outcome: 'refused', reason: waybill.refusal };
    const path = '/waybill/v1/GenerateWayBill';
    const body = { Request: waybill.request, Profile: this.profile() };
    const answer = await this.post('waybill', path, body, signal, { isSafeToRepeat: false });
    const read = readResult(answer, 'GenerateWayBillResult');
    if ('reason' in read) return (await this.repeated(request, read.reason, signal)) ?? refusedFor(read);
    const { result } = read;
    const trackingNumber = textOf(result.AWBNo);
    if (trackingNumber === null) throw unclear(answer);
    const [area, location] = [textOf(result.DestinationArea), textOf(result.DestinationLocation)];
    return {
      outcome: 'booked',
      trackingNumber: trackingNumber.toUpperCase(),
      surplus: [],
      routingCode: area === null ? null : [area, location].filter((part) => part !== null).join('/'),
      courierOrderId: textOf(result.TokenNumber),
      label: readLabel(result.AWBPrintContent),
    };
  }

  async findBooking({ reference, askedAt }: LostBooking, signal: AbortSignal): Promise<BookingLookup> {
    const found = await this.findByReference(reference, signal);
    if (found !== null) return bookedAs(found);
    const isOver = this.connection.now().getTime() - askedAt.getTime() >= SETTLED_AFTER_MS;
    // It is not known how soon tracking finds a waybill by its reference.
    return isOver ? { outcome: 'not_booked', isAssumed: true } : { outcome: 'too_early' };
  }

  async cancel({ trackingNumber }: CarrierBooking, signal: AbortSignal): Promise<ActionAnswer> {
    const body = { Request: { AWBNo: trackingNumber }, Profile: this.profile() };
    const answer = await this.post('cancel', '/waybill/v1/CancelWaybill', body, signal);
    const read = readResult(answer, 'CancelWaybillResult');
    if ('result' in read) return { outcome: 'done' };
    return ALREADY_CANCELLED.test(read.reason.text) ? { outcome: 'done' } : refusedFor(read);
  }

  async requestReattempt(): Promise<ActionAnswer> {
    return refusedFor({ reason: NO_DECISIONS });
  }

  async requestRto(): Promise<ActionAnswer> {
    return refusedFor({ reason: NO_DECISIONS });
  }

  async check(signal: AbortSignal): Promise<CarrierCheck> {
    const { LoginID, LicenceKey, Api_type } = this.profile();
    const body = { pinCode: KNOWN_PINCODE, profile: { LoginID, LicenceKey, Api_type } };
    const answer = await this.post('serviceability', '/finder/v1/GetServicesforPincode', body, signal);
    const read = readResult(answer, 'GetServicesforPincodeResult');
    if ('reason' in read) return { ok: false, message: partnerSays('Blue Dart', read.reason) };
    return { ok: true, message: partnerSays('Blue Dart', TAKES_CREDENTIALS) };
  }

  /** Blue Dart picks up at an address; it has no registered warehouses. */
  async requestPickup(input: PickupInput, signal: AbortSignal): Promise<PickupAnswer> {
    const { warehouse, date, time, parcels, weightGrams, bookings } = input;
    const { customerCode, originArea } = this.customer();
    const [first] = bookings;
    const kilograms = kilogramsOf({ deadWeight: String(weightGrams) });
    const [line1 = '', line2 = '', line3 = ''] = addressLines(warehouse).lines;
    const request = {
      AWBNo: bookings.map(({ trackingNumber }) => trackingNumber),
      AreaCode: originArea,
      CustomerCode: customerCode,
      CustomerName: shorten(warehouse.warehouseName),
      CustomerAddress1: line1,
      CustomerAddress2: line2,
      CustomerAddress3: line3,
      CustomerPincode: warehouse.pincode,
      CustomerTelephoneNumber: '',
      MobileTelNo: warehouse.phone,
      ContactPersonName: shorten(warehouse.name),
      ProductCode: productOf(first?.courierProduct ?? ''),
      SubProducts: ['TDD'],
      ShipmentPickupDate: dateOf(new Date(parseMoment(date) ?? 0)),
      ShipmentPickupTime: time.replace(':', ''),
      OfficeCloseTime: CLOSES_AT,
      NumberofPieces: parcels,
      WeightofShipment: Number(kilograms),
      VolumeWeight: Number(kilograms),
      DoxNDox: '2',
      IsForcePickup: false,
      IsReversePickup: false,
      isToPayShipper: false,
      EmailID: warehouse.email,
    };
    const body = { request, profile: this.profile() };
    const answer = await this.post('pickup', '/pickup/v1/RegisterPickup', body, signal, {
      isSafeToRepeat: false,
    });
    const read = readResult(answer, 'RegisterPickupResult');
    if ('reason' in read) return refusedFor(read);
    const token = textOf(read.result.TokenNumber);
    if (token === null) throw unclear(answer);
    return { outcome: 'requested', pickupId: token, note: null };
  }

  async track(bookings: readonly CarrierBooking[], signal: AbortSignal): Promise<TrackedParcel[]> {
    const requestedNumbers = new Set(bookings.map(({ trackingNumber }) => trackingNumber));
    const found = await this.look('awb', [...requestedNumbers], signal);
    return found
      .filter(({ trackingNumber }) => requestedNumbers.has(trackingNumber))
      .map(({ reference: _, ...parcel }) => parcel);
  }

  /** A refusal may mean that the request was a repeat, because a reference is accepted only once. */
  private async repeated(
    { reference }: BookingRequest,
    reason: Sentence,
    signal: AbortSignal,
  ): Promise<BookingAnswer | null> {
    if (!/reference/i.test(reason.text)) return null;
    const found = await followUp(this.connection, (aftermath) =>
      new BlueDartAdapter(aftermath).findByReference(reference, signal),
    );
    return found === null ? null : bookedAs(found);
  }

  private async findByReference(reference: string, signal: AbortSignal): Promise<FoundParcel | null> {
    const ours = waybillReference(reference);
    const found = await this.look('ref', [ours], signal);
    return found.find((parcel) => parcel.reference === ours) ?? null;
  }

  /** `scan` is required, and `verno` must be left out: with it, Blue Dart refuses the licence. */
  private async look(
    mode: 'awb' | 'ref',
    numbers: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly FoundParcel[]> {
    const {
      login_id: loginId = '',
      licence_key: key = '',
      tracking_licence_key: trackingKey,
    } = this.connection.settings;
    const query = new URLSearchParams({
      handler: 'tnt',
      action: 'custawbquery',
      loginid: loginId,
      awb: mode,
      numbers: numbers.join(','),
      format: 'json',
      lickey: trackingKey ?? key,
      scan: '1',
    });
    const answer = await this.send('track', 'GET', `/tracking/v1?${query}`, null, signal);
    const reason = refusalOf(answer, blueDartWords);
    if (reason !== null) throw new NotSentError(reason);
    return readTracking(answer);
  }

  private customer() {
    const { customer_code: customerCode = '', origin_area: originArea = '' } = this.connection.settings;
    return { customerCode, originArea: originArea.toUpperCase() };
  }

  /** Without customer code and version, Blue Dart answers that the user is not authorised, or fails. */
  private profile() {
    const { login_id: LoginID = '', licence_key: LicenceKey = '' } = this.connection.settings;
    return { LoginID, LicenceKey, Api_type: 'S', Customercode: this.customer().customerCode, Version: '1.3' };
  }

  private post(
    call: string,
    path: string,
    body: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
    { isSafeToRepeat = true }: { isSafeToRepeat?: boolean } = {},
  ): Promise<PartnerAnswer> {
    return this.send(call, 'POST', path, body, signal, isSafeToRepeat);
  }

  private send(
    call: string,
    method: PartnerRequest['method'],
    path: string,
    body: Readonly<Record<string, unknown>> | null,
    signal: AbortSignal,
    isSafeToRepeat = true,
  ): Promise<PartnerAnswer> {
    const json = { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const request = { call, method, path: `${ROOT}${path}`, isSafeToRepeat, ...(body === null ? {} : json) };
    const use = { make: () => this.login(signal), headersOf: (token: string) => ({ JWTToken: token }) };
    return sendWithToken(this.connection, request, use, signal);
  }

  private async login(signal: AbortSignal): Promise<PartnerToken> {
    const { client_id: ClientID = '', client_secret: clientSecret = '' } = this.connection.settings;
    const answer = await this.connection.requests.send(
      {
        call: 'token',
        method: 'GET',
        path: `${ROOT}/token/v1/login`,
        headers: { ClientID, clientSecret },
        isSafeToRepeat: true,
      },
      signal,
    );
    const token = textOf(fieldsOf(readJson(answer.text)).JWTToken);
    if (token !== null && answer.status < 300) {
      return { token, endsAt: new Date(this.connection.now().getTime() + TOKEN_LIFE_MS) };
    }
    throw noToken(answer, blueDartWords);
  }
}

const NO_DECISIONS = say(
  'takes_no_decisions',
  'takes decisions about failed deliveries only from its own panel and people',
);
const ALREADY_CANCELLED = /already\b.{0,20}\bcancel/i;

function refusedFor({ reason }: Exclude<BlueDartResult, { result: unknown }>) {
  return { outcome: 'refused', reason } as const;
}

function bookedAs({ trackingNumber }: FoundParcel) {
  return { outcome: 'booked', trackingNumber, surplus: [], routingCode: null, courierOrderId: null } as const;
}
