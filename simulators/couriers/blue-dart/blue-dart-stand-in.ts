import { fieldsOf, itemsOf, textOf } from '../../../src/partners/answer-fields.ts';
import { ParcelBook, pincodeInstruction } from '../../kit/parcel-book.ts';
import { plainPdf } from '../../kit/plain-pdf.ts';
import { SignIns, signedRoutes } from '../../kit/sign-ins.ts';
import {
  BadInstruction,
  htmlAnswer,
  json,
  type Sent,
  type StandIn,
  type StandInAnswer,
  type StandInClock,
  type StandInParcel,
  type StandInRequest,
  type StandInRoute,
} from '../../kit/stand-in.ts';
import type { StandInDependencies } from '../../kit/start-stand-in.ts';
import { judgePickup, judgeWaybill, type Wrong } from './judge-waybill.ts';
import { STAND_IN_SETTINGS } from './settings.ts';
import {
  isCancellable,
  pushOf,
  type Scan,
  STEPS,
  statusOf,
  step,
  trackingOf,
  type Waybill,
} from './waybills.ts';

const TOKEN_LIFE_MS = 24 * 60 * 60_000;
const SCANS_APART_MS = 60_000;

/** A stand-in for Blue Dart, built from what is known of its API. */
export class BlueDartStandIn implements StandIn {
  static readonly settings = STAND_IN_SETTINGS;
  readonly courier = 'blue_dart';
  readonly limits = {};
  readonly routes: readonly StandInRoute[];
  readonly instructions: StandIn['instructions'];
  readonly words = {
    // Not 404: the gateway was seen to answer 415 for an address that does not exist.
    unknown: () => htmlAnswer(415, '415 Unsupported Media Type'),
    slowDown: bad([{ StatusCode: 'QuotaExceeded', StatusInformation: 'Quota exceeded' }], 429),
    withStatus: (status: number) => (status === 401 ? UNAUTHORISED : htmlAnswer(status, `${status}`)),
    refusal: ({ call }: StandInRequest) =>
      call === 'waybill'
        ? json(200, {
            GenerateWayBillResult: {
              AWBNo: '',
              IsError: true,
              Status: [
                { StatusCode: 'InvalidCustomerCode', StatusInformation: 'Customer code is not active' },
              ],
            },
          })
        : json(200, { Error: 'The request could not be served' }),
  };
  readonly #clock: StandInClock;
  readonly #signIns: SignIns;
  readonly #book: ParcelBook<Scan, Waybill>;
  readonly #byReference = new Map<string, Waybill>();
  readonly #pickups: Sent[] = [];
  readonly #notServed = new Set<string>();
  #serial = 0;

  constructor({ clock, pushes }: StandInDependencies) {
    this.#clock = clock;
    this.#signIns = new SignIns(clock, TOKEN_LIFE_MS);
    this.#book = new ParcelBook({
      clock,
      steps: STEPS,
      apartMs: SCANS_APART_MS,
      scanned: (waybill, scan) => pushes.push(pushOf(waybill, scan)),
    });
    this.routes = this.#routes();
    this.instructions = {
      move: this.#book.moveInstruction,
      pincodes: pincodeInstruction(this.#notServed),
      scan: {
        help: 'scan a parcel with any code; group is S, T, RS or RT',
        example: { waybill: '69000000001', code: '044', group: 'T', said: 'COD AMOUNT NOT READY' },
        run: ({ waybill, code, group, said }) => {
          const [number, kind] = [textOf(code), textOf(group)];
          if (number === null || (kind !== 'S' && kind !== 'T' && kind !== 'RS' && kind !== 'RT')) {
            throw new BadInstruction('code and group must be there');
          }
          this.#book.scan(textOf(waybill) ?? '', step(number, kind, 'UD', textOf(said) ?? number));
        },
      },
      token: this.#signIns.instruction,
    };
  }

  parcels(): StandInParcel[] {
    return this.#book.all.map((waybill) => ({
      trackingNumber: waybill.awb,
      reference: waybill.orderReference,
      status: statusOf(waybill),
      isExpected: !waybill.isCancelled && isCancellable(waybill),
    }));
  }

  move(awb: string, ...steps: readonly string[]): void {
    this.#book.move(awb, ...steps);
  }

  /** The request by which a waybill was created. */
  waybill(awb: string): Sent | undefined {
    return this.#book.get(awb)?.sent;
  }

  /** The pickups that were registered. */
  get pickups(): readonly Sent[] {
    return this.#pickups;
  }

  #routes(): StandInRoute[] {
    // Blue Dart uses the header `jwttoken` and ignores `Authorization`.
    const isKnown = ({ jwttoken }: StandInRequest['headers']) => this.#signIns.knows(String(jwttoken));
    const call = signedRoutes('/in/transportation', isKnown, UNAUTHORISED);
    return [
      call('token', 'GET', '/token/v1/login', (request) => this.#login(request), true),
      call('waybill', 'POST', '/waybill/v1/GenerateWayBill', ({ sent }) => this.#generate(sent)),
      call('cancel', 'POST', '/waybill/v1/CancelWaybill', ({ sent }) => this.#cancel(sent)),
      call('pickup', 'POST', '/pickup/v1/RegisterPickup', ({ sent }) => this.#register(sent)),
      call('serviceability', 'POST', '/finder/v1/GetServicesforPincode', ({ sent }) => this.#services(sent)),
      call('track', 'GET', '/tracking/v1', ({ query }) => this.#track(query)),
    ];
  }

  #login({ headers }: StandInRequest): StandInAnswer {
    const { client_id: id, client_secret: secret } = STAND_IN_SETTINGS;
    if (headers.clientid !== id || headers.clientsecret !== secret) {
      return bad(
        [{ StatusCode: 'InvalidCredentials', StatusInformation: 'Invalid ClientID or clientSecret' }],
        401,
      );
    }
    return json(200, { JWTToken: this.#signIns.give().text });
  }

  #generate(sent: Sent): StandInAnswer {
    const request = fieldsOf(sent.Request);
    const wrong = judgeProfile(sent.Profile) ?? judgeWaybill(request, this.#notServed);
    if (wrong !== null) return bad([wrong]);
    const services = fieldsOf(request.Services);
    const reference = String(services.CreditReferenceNo);
    if (this.#byReference.has(reference)) {
      // The other form of a refusal: the whole result in the list of errors.
      return bad([
        {
          AWBNo: null,
          IsError: true,
          Status: [
            { StatusCode: 'DuplicateReference', StatusInformation: 'Credit Reference No already exists' },
          ],
        },
      ]);
    }
    this.#serial += 1;
    const awb = String(69_000_000_000 + this.#serial);
    const waybill: Waybill = {
      awb,
      reference,
      orderReference: String(services.CreditReferenceNo2 ?? ''),
      sent: request,
      isCancelled: false,
      scans: [{ ...step('500', 'S', 'UD', 'ONLINE SHIPMENT BOOKED'), at: this.#clock.now().getTime() }],
    };
    this.#book.add(awb, waybill);
    this.#byReference.set(reference, waybill);
    const wantsPdf = services.PDFOutputNotRequired === false;
    return json(200, {
      GenerateWayBillResult: {
        AWBNo: awb,
        AWBPrintContent: wantsPdf ? [...plainPdf(`Blue Dart stand-in: ${awb}`)] : null,
        AvailableBalance: 0,
        CCRCRDREF: reference,
        ClusterCode: 'BLR',
        DestinationArea: 'BLR',
        DestinationLocation: 'IDN',
        IsError: false,
        IsErrorInPU: false,
        MPSDetails: [],
        ShipmentPickupDate: services.PickupDate,
        Status: [{ StatusCode: 'Valid', StatusInformation: 'Waybill Generation Successful' }],
        TokenNumber: null,
        TransactionAmount: 0,
      },
    });
  }

  #cancel(sent: Sent): StandInAnswer {
    const awb = textOf(fieldsOf(sent.Request).AWBNo) ?? '';
    const cancelAnswer = (StatusCode: string, StatusInformation: string, IsError: boolean) =>
      json(200, {
        CancelWaybillResult: { AWBNo: awb, IsError, Status: [{ StatusCode, StatusInformation }] },
      });
    const profile = judgeProfile(sent.Profile);
    if (profile !== null) return bad([profile]);
    const waybill = this.#book.get(awb);
    if (waybill === undefined) return cancelAnswer('InvalidWaybill', 'Invalid waybill number', true);
    if (waybill.isCancelled) return cancelAnswer('AlreadyCancelled', 'Waybill is already cancelled', true);
    if (!isCancellable(waybill)) {
      return cancelAnswer('WaybillInscanned', 'Waybill is inscanned and cannot be cancelled', true);
    }
    waybill.isCancelled = true;
    return cancelAnswer('Valid', 'Waybill Cancelled Successfully', false);
  }

  #register(sent: Sent): StandInAnswer {
    const request = fieldsOf(sent.request);
    const wrong = judgeProfile(sent.profile) ?? judgePickup(request);
    if (wrong !== null) return bad([wrong]);
    this.#pickups.push(request);
    this.#serial += 1;
    for (const awb of itemsOf(request.AWBNo).map(String)) {
      if (this.#book.get(awb) !== undefined) this.move(awb, 'pickup_registered');
    }
    return json(200, {
      RegisterPickupResult: {
        IsError: false,
        ShipmentPickupDate: request.ShipmentPickupDate,
        Status: [{ StatusCode: 'InsertSuccess', StatusInformation: 'Pickup Registration Successful' }],
        TokenNumber: this.#serial,
      },
    });
  }

  /** This call accepts a profile without the customer's code. */
  #services(sent: Sent): StandInAnswer {
    const { pinCode, profile } = sent;
    const { LicenceKey, LoginID } = fieldsOf(profile);
    if (LicenceKey !== STAND_IN_SETTINGS.licence_key || LoginID !== STAND_IN_SETTINGS.login_id) {
      return json(200, { GetServicesforPincodeResult: { ErrorMessage: 'UnauthorizedUser', IsError: true } });
    }
    const pin = textOf(pinCode) ?? '';
    if (this.#notServed.has(pin)) {
      return json(200, { GetServicesforPincodeResult: { ErrorMessage: 'InvalidPinCode', IsError: true } });
    }
    return json(200, {
      GetServicesforPincodeResult: {
        PinCode: pin,
        AreaCode: 'DEL',
        ApexInbound: 'Yes',
        GroundInbound: 'Yes',
        DomesticPriorityInbound: 'Yes',
        ErrorMessage: 'Valid',
        IsError: false,
      },
    });
  }

  #track(query: URLSearchParams): StandInAnswer {
    const mismatch = json(200, { ShipmentData: { Error: 'License Mismatch' } });
    const { login_id: loginId, licence_key: key } = STAND_IN_SETTINGS;
    if (query.get('scan') === null) return htmlAnswer(400, 'Request validation error');
    if (query.has('verno') || query.get('loginid') !== loginId || query.get('lickey') !== key)
      return mismatch;
    const lists = query.get('awb') === 'ref' ? this.#byReference : this.#book;
    const numbers = (query.get('numbers') ?? '').split(',');
    const shipments = numbers.map((number) => trackingOf(lists.get(number), number));
    return json(200, { ShipmentData: { Shipment: shipments.length === 1 ? shipments[0] : shipments } });
  }
}

/** Formats a refusal as the gateway was seen to do: blank lines in front, then JSON on several lines. */
function bad(errors: readonly unknown[], status = 400): StandInAnswer {
  const body = { status, title: 'Bad Request', 'error-response': errors };
  return { status, type: 'application/json', body: `\n\n${JSON.stringify(body, null, 2)}` };
}

const UNAUTHORISED: StandInAnswer = {
  status: 401,
  type: 'application/json',
  body: JSON.stringify({ status: 401, title: 'Unauthorized', 'error-response': [] }),
};

function judgeProfile(sent: unknown): Wrong | null {
  const profile = fieldsOf(sent);
  const { login_id: LoginID, licence_key: LicenceKey, customer_code: Customercode } = STAND_IN_SETTINGS;
  const isKnown =
    profile.LoginID === LoginID &&
    profile.LicenceKey === LicenceKey &&
    profile.Customercode === Customercode &&
    profile.Version === '1.3' &&
    profile.Api_type === 'S';
  return isKnown ? null : { StatusCode: 'UnauthorizedUser', StatusInformation: 'Unauthorized User' };
}
