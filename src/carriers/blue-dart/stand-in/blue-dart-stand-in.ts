import { indiaDateTime } from '../../../domain/india-time.ts';
import { fieldsOf, listOf, readJson, textOf } from '../../answer-fields.ts';
import { plainPdf } from '../../stand-in/plain-pdf.ts';
import type { Pushes } from '../../stand-in/pushes.ts';
import {
  html,
  json,
  type StandIn,
  type StandInAnswer,
  type StandInClock,
  type StandInParcel,
  type StandInRequest,
  type StandInRoute,
  ToldWrong,
} from '../../stand-in/stand-in.ts';
import type { StandInDependencies } from '../../stand-in/start-stand-in.ts';
import { moves, toldPincodes, toldTokenEnd } from '../../stand-in/told-moves.ts';
import { judgePickup, judgeWaybill, type Wrong } from './judge-waybill.ts';
import { STAND_IN_SETTINGS } from './settings.ts';

const TOKEN_LIFE_MS = 24 * 60 * 60_000;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

interface Scan {
  readonly code: string;
  readonly group: 'S' | 'T' | 'RS' | 'RT';
  readonly type: string;
  readonly said: string;
}

interface Waybill {
  readonly awb: string;
  readonly reference: string;
  /** Of the merchant. */
  readonly orderReference: string;
  readonly sent: Readonly<Record<string, unknown>>;
  isCancelled: boolean;
  readonly scans: (Scan & { readonly at: number })[];
}

function step(code: string, group: Scan['group'], type: string, said: string): Scan {
  return { code, group, type, said };
}

/** What a parcel can be told to do. */
const STEPS: Readonly<Record<string, readonly Scan[]>> = {
  pickup_registered: [step('500', 'S', 'UD', 'PICKUP HAS BEEN REGISTERED')],
  out_for_pickup: [step('501', 'S', 'UD', 'PICKUP EMPLOYEE IS OUT TO P/U SHIPMENT')],
  not_picked: [step('536', 'T', 'UD', 'PICKUP NOT DONE; PLACE CLOSED')],
  picked_up: [step('015', 'S', 'PU', 'SHIPMENT PICKED UP')],
  in_transit: [step('003', 'S', 'UD', 'SHIPMENT IN TRANSIT')],
  at_destination: [step('222', 'T', 'UD', 'SHIPMENT ARRIVED AT THE DESTINATION')],
  out_for_delivery: [step('002', 'S', 'UD', 'SHIPMENT OUTSCAN')],
  delivered: [step('000', 'T', 'DL', 'SHIPMENT DELIVERED')],
  customer_unavailable: [step('003', 'T', 'UD', 'CONSIGNEE NOT AVAILABLE')],
  customer_refused: [step('011', 'T', 'UD', 'CONSIGNEE REFUSED SHIPMENT')],
  bad_address: [step('009', 'T', 'UD', 'ADDRESS INCORRECT')],
  rto: [
    step('074', 'RT', 'RT', "RETURNED TO ORIGIN AT SHIPPER'S REQUEST"),
    step('034', 'T', 'RT', 'RETURN IN TRANSIT'),
  ],
  rto_delivered: [step('188', 'T', 'RT', 'DELIVERED BACK TO SHIPPER')],
  lost: [step('021', 'T', 'UD', 'SHIPMENT LOST')],
};

/** From these on a waybill cannot be cancelled any more. */
const BEFORE_PICKUP = new Set(['500-S', '501-S', '536-T']);

/** Blue Dart, played by what is known of it. */
export class BlueDartStandIn implements StandIn {
  readonly courier = 'blue_dart';
  readonly limits = {};
  readonly routes: readonly StandInRoute[];
  readonly told: StandIn['told'];
  readonly words = {
    // Not 404: the gateway was seen to answer so where nothing stands at an address.
    unknown: () => html(415, '415 Unsupported Media Type'),
    slowDown: bad([{ StatusCode: 'QuotaExceeded', StatusInformation: 'Quota exceeded' }], 429),
    withStatus: (status: number) => (status === 401 ? UNAUTHORISED : html(status, `${status}`)),
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
  readonly move: (awb: string, ...steps: readonly string[]) => void;
  readonly #clock: StandInClock;
  readonly #pushes: Pushes;
  readonly #waybills = new Map<string, Waybill>();
  readonly #byReference = new Map<string, Waybill>();
  readonly #pickups: Readonly<Record<string, unknown>>[] = [];
  readonly #notServed = new Set<string>();
  #token: { readonly text: string; readonly endsAt: number } | null = null;
  #serial = 0;

  constructor({ clock, pushes }: StandInDependencies) {
    this.#clock = clock;
    this.#pushes = pushes;
    const { move, told } = moves(STEPS, (awb, scan) => this.scan(awb, scan));
    this.move = move;
    this.routes = this.#routes();
    this.told = {
      move: told,
      pincodes: toldPincodes(this.#notServed),
      scan: {
        help: 'scan a parcel with any code; group is S, T, RS or RT',
        example: { waybill: '69000000001', code: '044', group: 'T', said: 'COD AMOUNT NOT READY' },
        tell: ({ waybill, code, group, said }) => {
          const [number, kind] = [textOf(code), textOf(group)];
          if (number === null || (kind !== 'S' && kind !== 'T' && kind !== 'RS' && kind !== 'RT')) {
            throw new ToldWrong('code and group must be there');
          }
          this.scan(textOf(waybill) ?? '', step(number, kind, 'UD', textOf(said) ?? number));
        },
      },
      token: toldTokenEnd(() => {
        this.#token = null;
      }),
    };
  }

  parcels(): StandInParcel[] {
    return [...this.#waybills.values()].map((waybill) => ({
      trackingNumber: waybill.awb,
      reference: waybill.orderReference,
      status: waybill.isCancelled ? 'cancelled' : keyOf(newest(waybill)),
      isExpected: !waybill.isCancelled && BEFORE_PICKUP.has(keyOf(newest(waybill))),
    }));
  }

  /** What it was told of a waybill. */
  waybill(awb: string): Readonly<Record<string, unknown>> | undefined {
    return this.#waybills.get(awb)?.sent;
  }

  /** The pickups that were registered. */
  get pickups(): readonly Readonly<Record<string, unknown>>[] {
    return this.#pickups;
  }

  /** Scans a parcel now, and pushes that. */
  scan(awb: string, scan: Scan): void {
    const waybill = this.#waybills.get(awb);
    if (waybill === undefined) throw new ToldWrong(`there is no parcel ${awb}`);
    const at = Math.max(this.#now(), newest(waybill).at + 60_000);
    waybill.scans.push({ ...scan, at });
    const { date, time } = momentOf(at);
    this.#pushes.push({
      statustracking: [
        {
          Shipment: {
            SenderID: 'Bluedart',
            ReceiverID: STAND_IN_SETTINGS.customer_code,
            WaybillNo: awb,
            RefNo: waybill.reference,
            Prodcode: 'E',
            SubProductCode: 'P',
            ExpectedDeliveryDate: '',
            Scans: {
              ScanDetail: [
                {
                  Scan: scan.said,
                  ScanCode: scan.code,
                  ScanGroupType: scan.group,
                  ScanType: scan.type,
                  ScanDate: date.split('-').reverse().join('-'),
                  ScanTime: time.replace(':', ''),
                  ScannedLocation: 'BENGALURU SERVICE CENTRE',
                  StatusTimeZone: 'IST',
                },
              ],
              QCFailed: {},
              Reweigh: {},
            },
          },
        },
      ],
    });
  }

  #routes(): StandInRoute[] {
    const call = (
      name: string,
      method: string,
      path: string,
      answer: (request: StandInRequest) => StandInAnswer,
    ): StandInRoute => ({
      call: name,
      method,
      path: new RegExp(`^/in/transportation${path}$`),
      answer: (request) => (this.#knows(request) ? answer(request) : UNAUTHORISED),
    });
    return [
      {
        call: 'token',
        method: 'GET',
        path: /^\/in\/transportation\/token\/v1\/login$/,
        answer: (request) => this.#login(request),
      },
      call('waybill', 'POST', '/waybill/v1/GenerateWayBill', ({ body }) => this.#generate(body)),
      call('cancel', 'POST', '/waybill/v1/CancelWaybill', ({ body }) => this.#cancel(body)),
      call('pickup', 'POST', '/pickup/v1/RegisterPickup', ({ body }) => this.#register(body)),
      call('serviceability', 'POST', '/finder/v1/GetServicesforPincode', ({ body }) => this.#services(body)),
      call('track', 'GET', '/tracking/v1', ({ query }) => this.#track(query)),
    ];
  }

  #now(): number {
    return this.#clock.now().getTime();
  }

  /** The header of its own: `Authorization` is not looked at. */
  #knows({ headers }: StandInRequest): boolean {
    const token = this.#token;
    return token !== null && token.endsAt > this.#now() && headers.jwttoken === token.text;
  }

  #login({ headers }: StandInRequest): StandInAnswer {
    const { client_id: id, client_secret: secret } = STAND_IN_SETTINGS;
    if (headers.clientid !== id || headers.clientsecret !== secret) {
      return bad(
        [{ StatusCode: 'InvalidCredentials', StatusInformation: 'Invalid ClientID or clientSecret' }],
        401,
      );
    }
    this.#serial += 1;
    this.#token = { text: `made-up-jwt-${this.#serial}`, endsAt: this.#now() + TOKEN_LIFE_MS };
    return json(200, { JWTToken: this.#token.text });
  }

  #generate(body: string): StandInAnswer {
    const sent = fieldsOf(readJson(body));
    const request = fieldsOf(sent.Request);
    const wrong = judgeProfile(sent.Profile) ?? judgeWaybill(request, this.#notServed);
    if (wrong !== null) return bad([wrong]);
    const services = fieldsOf(request.Services);
    const reference = String(services.CreditReferenceNo);
    if (this.#byReference.has(reference)) {
      // In the other way in which it says no: the whole result in the list of errors.
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
      scans: [{ ...step('500', 'S', 'UD', 'ONLINE SHIPMENT BOOKED'), at: this.#now() }],
    };
    this.#waybills.set(awb, waybill);
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

  #cancel(body: string): StandInAnswer {
    const sent = fieldsOf(readJson(body));
    const awb = textOf(fieldsOf(sent.Request).AWBNo) ?? '';
    const told = (StatusCode: string, StatusInformation: string, IsError: boolean) =>
      json(200, {
        CancelWaybillResult: { AWBNo: awb, IsError, Status: [{ StatusCode, StatusInformation }] },
      });
    const profile = judgeProfile(sent.Profile);
    if (profile !== null) return bad([profile]);
    const waybill = this.#waybills.get(awb);
    if (waybill === undefined) return told('InvalidWaybill', 'Invalid waybill number', true);
    if (waybill.isCancelled) return told('AlreadyCancelled', 'Waybill is already cancelled', true);
    if (!BEFORE_PICKUP.has(keyOf(newest(waybill)))) {
      return told('WaybillInscanned', 'Waybill is inscanned and cannot be cancelled', true);
    }
    waybill.isCancelled = true;
    return told('Valid', 'Waybill Cancelled Successfully', false);
  }

  #register(body: string): StandInAnswer {
    const sent = fieldsOf(readJson(body));
    const request = fieldsOf(sent.request);
    const wrong = judgeProfile(sent.profile) ?? judgePickup(request);
    if (wrong !== null) return bad([wrong]);
    this.#pickups.push(request);
    this.#serial += 1;
    for (const awb of listOf(request.AWBNo)) {
      if (this.#waybills.has(String(awb))) this.move(String(awb), 'pickup_registered');
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

  /** This one takes a profile without the customer's code. */
  #services(body: string): StandInAnswer {
    const { pinCode, profile } = fieldsOf(readJson(body));
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
    if (query.get('scan') === null) return html(400, 'Request validation error');
    if (query.has('verno') || query.get('loginid') !== loginId || query.get('lickey') !== key)
      return mismatch;
    const numbers = (query.get('numbers') ?? '').split(',');
    const lists = query.get('awb') === 'ref' ? this.#byReference : this.#waybills;
    const shipments = numbers.map((number) => {
      const waybill = lists.get(number);
      // A cancelled one is unknown too.
      if (waybill === undefined || waybill.isCancelled) {
        return { WaybillNo: number, Status: 'Incorrect waybill number or No information', StatusType: 'NF' };
      }
      return shipmentOf(waybill);
    });
    return json(200, { ShipmentData: { Shipment: shipments.length === 1 ? shipments[0] : shipments } });
  }
}

/** As it was seen: with blank lines before it, and spread over lines. */
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

function newest({ scans }: Waybill): Scan & { readonly at: number } {
  const scan = scans.at(-1);
  if (scan === undefined) throw new Error('A waybill has no scan');
  return scan;
}

function keyOf({ code, group }: Scan): string {
  return `${code}-${group}`;
}

function momentOf(at: number): { readonly date: string; readonly time: string } {
  const [date = '', time = ''] = indiaDateTime(at).split(' ');
  return { date, time: time.slice(0, 5) };
}

function shipmentOf(waybill: Waybill) {
  const last = newest(waybill);
  return {
    WaybillNo: waybill.awb,
    RefNo: waybill.reference,
    Status: last.said,
    StatusType: last.type,
    ExpectedDeliveryDate: '25 November 2026',
    Scans: {
      ScanDetail: [...waybill.scans].reverse().map((scan) => {
        const { date, time } = momentOf(scan.at);
        const [year = '', month = '', day = ''] = date.split('-');
        return {
          Scan: scan.said,
          ScanCode: scan.code,
          ScanType: scan.type,
          ScanGroupType: scan.group,
          ScanDate: `${day}-${MONTHS[Number(month) - 1]}-${year}`,
          ScanTime: time,
          ScannedLocation: 'BENGALURU',
        };
      }),
    },
  };
}
