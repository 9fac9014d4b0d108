import { indiaDay } from '../../../domain/india-time.ts';
import { fieldsOf, listOf, numberOf, readJson, textOf } from '../../answer-fields.ts';
import { plainPdf } from '../../stand-in/plain-pdf.ts';
import type { Pushes } from '../../stand-in/pushes.ts';
import {
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
import { judgeShipment } from './judge-shipment.ts';
import { STAND_IN_SETTINGS } from './settings.ts';

const TOKEN_LIFE_MS = 24 * 60 * 60_000;
const MOST_IDS = 100;
const MOST_DAYS_AHEAD = 7;
const PIN = /^[1-9]\d{5}$/;

interface Scan {
  readonly status: string;
  readonly desc: string;
  readonly location: string;
  readonly ndrStatus?: string;
}

interface Parcel {
  readonly trackingId: string;
  readonly wbn: string;
  readonly orderNumber: string;
  readonly shipment: Readonly<Record<string, unknown>>;
  readonly scans: (Scan & { readonly ctime: number })[];
}

interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly topics: readonly string[];
  readonly active: boolean;
}

const CITY = 'Bengaluru';

function step(status: string, desc: string, ndrStatus?: string): Scan {
  return { status, desc, location: CITY, ...(ndrStatus === undefined ? {} : { ndrStatus }) };
}

/** What a parcel can be told to do. */
const STEPS: Readonly<Record<string, readonly Scan[]>> = {
  pickup_scheduled: [step('Pickup Scheduled', 'Pickup Scheduled')],
  out_for_pickup: [step('Out for Pickup', 'Out for Pickup')],
  not_picked: [step('Not Picked', 'Pickup attempt failed')],
  picked_up: [step('Picked Up', 'Shipment Picked Up')],
  in_transit: [step('In Transit', 'Shipment In Transit')],
  out_for_delivery: [step('Out for Delivery', 'Out for Delivery')],
  delivered: [step('Delivered', 'Delivered Successfully')],
  customer_unavailable: [step('Undelivered', 'Customer Unavailable', 'Customer Unavailable')],
  customer_refused: [step('Undelivered', 'Rejected by Customer', 'Rejected by Customer')],
  bad_address: [step('Undelivered', 'Address Issue', 'Address Issue')],
  rto: [
    step('RTO Requested', 'RTO Requested', 'Maximum Attempt Reached'),
    step('RTO In Transit', 'RTO In Transit'),
  ],
  rto_out_for_delivery: [step('RTO Out for Delivery', 'RTO Out for Delivery')],
  rto_failed: [step('RTO Failed', 'RTO Failed', 'RTO Delivery Failed')],
  rto_delivered: [step('RTO Delivered', 'RTO Delivered')],
  lost: [step('Lost', 'Shipment Lost')],
  damaged: [step('Damaged', 'Shipment Damaged')],
};

/** From these a courier still has to come for the parcel, and it can be cancelled. */
const EXPECTED = new Set([
  'Order Placed',
  'Pickup Scheduled',
  'Pickup Pending',
  'Out for Pickup',
  'Not Picked',
]);

/** Ekart Elite, played by its published schema. Its texts of refusals are ours but for those that were seen. */
export class EkartStandIn implements StandIn {
  readonly courier = 'ekart';
  readonly limits = {};
  readonly routes: readonly StandInRoute[];
  readonly told: StandIn['told'];
  readonly words = {
    unknown: ({ path }: { path: string }) =>
      error(404, 'PATH_NOT_IMPLEMENTED', `No handler defined for path ${path}`),
    slowDown: error(429, 'TOO_MANY_REQUESTS', 'Too many requests'),
    withStatus: (status: number) =>
      status === 401 ? UNAUTHORISED : error(status, 'SWIFT_EXCEPTION', 'Something went wrong'),
    refusal: ({ call }: StandInRequest) =>
      call === 'create' || call === 'ndr'
        ? json(200, { status: false, remark: 'Account is not active', tracking_id: '' })
        : error(400, 'SWIFT_VALIDATION_EXCEPTION', 'shippingDirection cannot be null or empty'),
  };
  readonly move: (trackingId: string, ...steps: readonly string[]) => void;
  readonly #clock: StandInClock;
  readonly #pushes: Pushes;
  readonly #parcels = new Map<string, Parcel>();
  readonly #addresses = new Map<string, Readonly<Record<string, unknown>>>();
  readonly #webhooks = new Map<string, Webhook>();
  readonly #decisions = new Map<string, Readonly<Record<string, unknown>>>();
  readonly #notServed = new Set<string>();
  #token: { readonly text: string; readonly endsAt: number } | null = null;
  #serial = 0;

  constructor({ clock, pushes }: StandInDependencies) {
    this.#clock = clock;
    this.#pushes = pushes;
    const { move, told } = moves(STEPS, (trackingId, scan) => this.scan(trackingId, scan));
    this.move = move;
    this.routes = this.#routes();
    this.told = {
      move: told,
      pincodes: toldPincodes(this.#notServed),
      scan: {
        help: 'scan a parcel with any status',
        example: { waybill: '500999A1000001', status: 'Undelivered', ndrStatus: 'Payment Issue', desc: '' },
        tell: ({ waybill, status, ndrStatus, desc }) => {
          const [said, why] = [textOf(status), textOf(ndrStatus)];
          if (said === null) throw new ToldWrong('status must be there');
          this.scan(textOf(waybill) ?? '', step(said, textOf(desc) ?? said, why ?? undefined));
        },
      },
      token: toldTokenEnd(() => {
        this.#token = null;
      }),
    };
  }

  parcels(): StandInParcel[] {
    return [...this.#parcels.values()].map((parcel) => ({
      trackingNumber: parcel.trackingId,
      reference: parcel.orderNumber,
      status: statusOf(parcel),
      isExpected: EXPECTED.has(statusOf(parcel)),
    }));
  }

  /** What it was told of a parcel. */
  shipment(trackingId: string): Readonly<Record<string, unknown>> | undefined {
    return this.#parcels.get(trackingId)?.shipment;
  }

  /** What it was last told to do about a failed delivery. */
  decision(trackingId: string): Readonly<Record<string, unknown>> | undefined {
    return this.#decisions.get(trackingId);
  }

  /** Scans a parcel now, and pushes that to whoever subscribed to `track_updated`. */
  scan(trackingId: string, scan: Scan): void {
    const parcel = this.#parcels.get(trackingId);
    if (parcel === undefined) throw new ToldWrong(`there is no parcel ${trackingId}`);
    const newest = parcel.scans.at(-1)?.ctime ?? 0;
    const ctime = Math.max(this.#now(), newest + 1000);
    parcel.scans.push({ ...scan, ctime });
    this.#tell('track_updated', {
      ctime,
      status: scan.status,
      location: scan.location,
      desc: scan.desc,
      attempts: String(attemptsOf(parcel)),
      pickupTime: pickedUpAt(parcel) ?? null,
      wbn: parcel.wbn,
      id: parcel.trackingId,
      orderNumber: parcel.orderNumber,
      edd: eddOf(parcel),
    });
  }

  #routes(): StandInRoute[] {
    const call = (
      name: string,
      method: string,
      path: RegExp,
      answer: (request: StandInRequest) => StandInAnswer,
    ): StandInRoute => ({
      call: name,
      method,
      path,
      answer: (request) => (this.#knows(request) ? answer(request) : UNAUTHORISED),
    });
    return [
      {
        call: 'token',
        method: 'POST',
        path: /^\/integrations\/v2\/auth\/token\/([^/]+)$/,
        answer: (request) => this.#login(request),
      },
      {
        call: 'track',
        method: 'GET',
        path: /^\/api\/v1\/track\/([^/]+)$/,
        answer: ({ groups }) => this.#track(groups[0] ?? ''),
      },
      call('raw_track', 'GET', /^\/data\/v1\/elite\/track\/([^/]+)$/, ({ groups }) =>
        this.#rawTrack(groups[0] ?? ''),
      ),
      call('create', 'PUT', /^\/api\/v1\/package\/create$/, ({ body }) => this.#create(body)),
      call('cancel', 'DELETE', /^\/api\/v1\/package\/cancel$/, ({ query }) =>
        this.#cancel(query.get('tracking_id') ?? ''),
      ),
      call('label', 'POST', /^\/api\/v1\/package\/label$/, ({ body, query }) =>
        this.#label(body, query.get('json_only') === 'true'),
      ),
      call('manifest', 'POST', /^\/data\/v2\/generate\/manifest$/, ({ body, origin }) =>
        this.#withIds(body, () => {
          this.#serial += 1;
          const manifestDownloadUrl = `${origin}/manifests/${this.#serial}.pdf`;
          return json(200, { ctime: this.#now(), manifestNumber: this.#serial, manifestDownloadUrl });
        }),
      ),
      call('ndr', 'POST', /^\/api\/v2\/package\/ndr$/, ({ body }) => this.#decide(body)),
      call('serviceability', 'GET', /^\/api\/v2\/serviceability\/(\w+)$/, ({ groups }) =>
        this.#serviceability(groups[0] ?? ''),
      ),
      call('addresses', 'GET', /^\/api\/v2\/addresses$/, () => json(200, [...this.#addresses.values()])),
      call('address', 'POST', /^\/api\/v2\/address$/, ({ body }) => this.#addAddress(body)),
      call('webhooks', 'GET', /^\/api\/v2\/webhook$/, () => json(200, [...this.#webhooks.values()])),
      call('webhook', 'POST', /^\/api\/v2\/webhook$/, ({ body }) => this.#setWebhook(null, body)),
      call('webhook', 'PUT', /^\/api\/v2\/webhook\/([^/]+)$/, ({ body, groups }) =>
        this.#setWebhook(groups[0] ?? '', body),
      ),
      call('estimate', 'POST', /^\/data\/pricing\/estimate$/, ({ body }) => estimate(body)),
    ];
  }

  #now(): number {
    return this.#clock.now().getTime();
  }

  #knows({ headers }: StandInRequest): boolean {
    const { authorization } = headers;
    const token = this.#token;
    return token !== null && token.endsAt > this.#now() && authorization === `Bearer ${token.text}`;
  }

  /** The same token until it ends, with less and less time. */
  #login({ body, groups }: StandInRequest): StandInAnswer {
    const sent = fieldsOf(readJson(body));
    const { client_id: clientId, username, password } = STAND_IN_SETTINGS;
    if (groups[0] !== clientId || sent.username !== username || sent.password !== password) {
      return error(401, 'UNAUTHORIZED', 'Invalid username or password');
    }
    const now = this.#now();
    if (this.#token === null || this.#token.endsAt <= now) {
      this.#serial += 1;
      this.#token = { text: `made-up-token-${this.#serial}`, endsAt: now + TOKEN_LIFE_MS };
    }
    const { text, endsAt } = this.#token;
    return json(200, {
      access_token: text,
      scope: 'core:all',
      expires_in: Math.floor((endsAt - now) / 1000),
      token_type: 'Bearer',
    });
  }

  #create(body: string): StandInAnswer {
    const sent = fieldsOf(readJson(body));
    const wrong = judgeShipment(sent, (alias) => this.#addresses.has(alias));
    if (wrong !== null) return error(400, 'SWIFT_VALIDATION_EXCEPTION', wrong);
    const pin = String(fieldsOf(sent.drop_location).pin);
    if (this.#notServed.has(pin)) {
      return json(200, { status: false, remark: `Pincode ${pin} is not serviceable`, tracking_id: '' });
    }
    // Order numbers may be given twice: Ekart says that it puts something before them where they are.
    this.#serial += 1;
    const trackingId = `500999A${1_000_000 + this.#serial}`;
    const parcel: Parcel = {
      trackingId,
      wbn: `SWDP${1_000_000 + this.#serial}`,
      orderNumber: String(sent.order_number),
      shipment: sent,
      scans: [{ ...step('Order Placed', 'Order Placed'), ctime: this.#now() }],
    };
    this.#parcels.set(trackingId, parcel);
    const { wbn, orderNumber } = parcel;
    const vendor = 'EKART';
    this.#tell('shipment_created', {
      id: trackingId,
      wbn,
      vendor,
      orderNumber,
      channelId: `c${this.#serial}`,
    });
    return json(200, {
      status: true,
      remark: 'Successfully created shipment',
      tracking_id: trackingId,
      vendor,
      barcodes: { wbn, order: orderNumber },
    });
  }

  #cancel(trackingId: string): StandInAnswer {
    const parcel = this.#parcels.get(trackingId);
    const told = (status: boolean, remark: string) =>
      json(200, { data: [{ status, tracking_id: trackingId, remark }] });
    if (parcel === undefined) return told(false, 'Shipment not found');
    if (statusOf(parcel) === 'Seller Cancelled') return told(false, 'Shipment already cancelled');
    if (!EXPECTED.has(statusOf(parcel))) return told(false, 'Shipment cannot be cancelled after pickup');
    this.scan(trackingId, step('Seller Cancelled', 'Cancelled by the seller'));
    return told(true, 'Successfully cancelled shipment');
  }

  #label(body: string, isJson: boolean): StandInAnswer {
    return this.#withIds(body, (parcels) => {
      if (isJson)
        return json(
          200,
          parcels.map(({ shipment }) => shipment),
        );
      const words = parcels.map(({ wbn, orderNumber }) => `${wbn} ${orderNumber}`).join(', ');
      return { status: 200, type: 'application/octet-stream', body: plainPdf(`Ekart stand-in: ${words}`) };
    });
  }

  #withIds(body: string, answer: (parcels: readonly Parcel[]) => StandInAnswer): StandInAnswer {
    const ids = listOf(fieldsOf(readJson(body)).ids).map((id) => textOf(id) ?? '');
    if (ids.length === 0 || ids.length > MOST_IDS || new Set(ids).size < ids.length) {
      return error(400, 'SWIFT_VALIDATION_EXCEPTION', `ids must be 1 to ${MOST_IDS} different ones`);
    }
    const parcels = ids.map((id) => this.#parcels.get(id)).filter((parcel) => parcel !== undefined);
    if (parcels.length < ids.length) return error(404, 'SWIFT_NOT_FOUND_EXCEPTION', 'Shipment not found');
    return answer(parcels);
  }

  #track(id: string): StandInAnswer {
    const parcel = this.#parcels.get(id);
    const newest = parcel?.scans.at(-1);
    if (parcel === undefined || newest === undefined) {
      return error(404, 'SWIFT_NOT_FOUND_EXCEPTION', 'Shipment not found');
    }
    return json(200, {
      _id: parcel.trackingId,
      order_number: parcel.orderNumber,
      ...(pickedUpAt(parcel) === undefined ? {} : { edd: eddOf(parcel) }),
      track: {
        ...newest,
        pickupTime: pickedUpAt(parcel),
        attempts: attemptsOf(parcel),
        ndrActions: newest.status === 'Undelivered' ? ['Re-Attempt', 'RTO'] : [],
        details: parcel.scans,
      },
    });
  }

  #rawTrack(wbn: string): StandInAnswer {
    const parcel = [...this.#parcels.values()].find((candidate) => candidate.wbn === wbn);
    if (parcel === undefined) return error(404, 'SWIFT_NOT_FOUND_EXCEPTION', 'Shipment not found');
    return json(200, {
      [wbn]: {
        shipment_id: wbn,
        order_id: parcel.orderNumber,
        weight: '0.0',
        rto: statusOf(parcel).startsWith('RTO'),
        history: parcel.scans.map(({ status, ctime, desc, location }) => ({
          city: location,
          status: status.toLowerCase().replaceAll(' ', '_'),
          event_date_iso8601: new Date(ctime).toISOString(),
          hub_name: location,
          public_description: desc,
        })),
      },
    });
  }

  #decide(body: string): StandInAnswer {
    const sent = fieldsOf(readJson(body));
    const { action, wbn, date, phone } = sent;
    const trackingId = textOf(wbn) ?? '';
    const parcel = this.#parcels.get(trackingId);
    const told = (status: boolean, remark: string) => json(200, { status, tracking_id: trackingId, remark });
    if (action !== 'Re-Attempt' && action !== 'RTO') {
      return error(400, 'SWIFT_VALIDATION_EXCEPTION', 'action must be Re-Attempt or RTO');
    }
    if (phone !== undefined && !/^\d{10}$/.test(String(phone))) {
      return error(400, 'SWIFT_VALIDATION_EXCEPTION', 'phone must be 10 digits');
    }
    if (parcel === undefined) return told(false, 'Shipment not found');
    if (statusOf(parcel) !== 'Undelivered')
      return told(false, 'NDR action is not allowed in the current status');
    this.#decisions.set(trackingId, sent);
    if (action === 'RTO') {
      this.scan(trackingId, step('Seller RTO Requested', 'RTO requested by the seller'));
      return told(true, 'Successfully requested RTO');
    }
    const ahead = indiaDay(numberOf(date) ?? 0) - indiaDay(this.#now());
    if (ahead < 1 || ahead > MOST_DAYS_AHEAD) {
      return error(400, 'SWIFT_VALIDATION_EXCEPTION', 'date should be within seven days, excluding today');
    }
    return told(true, 'Successfully requested Re-Attempt');
  }

  #serviceability(pin: string): StandInAnswer {
    if (!PIN.test(pin)) return error(400, 'SWIFT_VALIDATION_EXCEPTION', 'pincode is not valid');
    const pincode = Number(pin);
    if (this.#notServed.has(pin))
      return json(200, { status: false, pincode, remark: 'Pincode not serviceable' });
    const details = {
      cod: true,
      max_cod_amount: 25_000,
      forward_pickup: true,
      forward_drop: true,
      reverse_pickup: true,
      reverse_drop: true,
      city: CITY,
      state: 'KA',
    };
    return json(200, { status: true, pincode, remark: 'Pincode serviceable', details });
  }

  #addAddress(body: string): StandInAnswer {
    const sent = fieldsOf(readJson(body));
    const alias = textOf(sent.alias);
    const missing = ['alias', 'phone', 'address_line1', 'pincode'].find(
      (name) => textOf(sent[name]) === null,
    );
    if (missing !== undefined || alias === null) {
      return error(400, 'SWIFT_VALIDATION_EXCEPTION', `${missing} cannot be null or empty`);
    }
    if (this.#addresses.has(alias))
      return json(200, { status: false, alias, remark: 'Alias already exists' });
    this.#addresses.set(alias, sent);
    return json(200, { status: true, alias, remark: 'Successfully added address' });
  }

  #setWebhook(id: string | null, body: string): StandInAnswer {
    const before = id === null ? undefined : this.#webhooks.get(id);
    if (id !== null && before === undefined) {
      return error(404, 'SWIFT_NOT_FOUND_EXCEPTION', 'Webhook not found');
    }
    const sent = fieldsOf(readJson(body));
    const url = textOf(sent.url) ?? before?.url;
    const secret = textOf(sent.secret);
    const topics = sent.topics === undefined ? before?.topics : listOf(sent.topics).map(String);
    if (url === undefined || topics === undefined || (before === undefined && secret === null)) {
      return error(400, 'SWIFT_VALIDATION_EXCEPTION', 'url, secret and topics cannot be null or empty');
    }
    if (secret !== null && (secret.length < 6 || secret.length > 30)) {
      return error(400, 'SWIFT_VALIDATION_EXCEPTION', 'secret must be 6 to 30 characters');
    }
    const webhook = { id: id ?? `w${this.#webhooks.size + 1}`, url, topics, active: sent.active !== false };
    this.#webhooks.set(webhook.id, webhook);
    this.#pushes.to(webhook.active ? { url } : null);
    return json(200, webhook);
  }

  /** To the webhook where there is one that wants the topic; else to wherever a person told it to push. */
  #tell(topic: string, body: Readonly<Record<string, unknown>>): void {
    const webhooks = [...this.#webhooks.values()];
    if (webhooks.length > 0 && !webhooks.some(({ active, topics }) => active && topics.includes(topic)))
      return;
    this.#pushes.push(body);
  }
}

function error(statusCode: number, code: string, description: string): StandInAnswer {
  return json(statusCode, { statusCode, code, message: code, description, severity: 'ERROR' });
}

const UNAUTHORISED = error(401, 'UNAUTHORIZED', 'Token is not valid');

function statusOf({ scans }: Parcel): string {
  return scans.at(-1)?.status ?? '';
}

function attemptsOf({ scans }: Parcel): number {
  return scans.filter(({ status }) => status === 'Out for Delivery').length;
}

function pickedUpAt({ scans }: Parcel): number | undefined {
  return scans.find(({ status }) => status === 'Picked Up')?.ctime;
}

const DAYS_TO_DELIVER_MS = 4 * 24 * 60 * 60_000;

function eddOf(parcel: Parcel): number | null {
  const at = pickedUpAt(parcel);
  return at === undefined ? null : at + DAYS_TO_DELIVER_MS;
}

/** By invented prices. */
function estimate(body: string): StandInAnswer {
  const sent = fieldsOf(readJson(body));
  if (textOf(sent.shippingDirection) === null) {
    return error(400, 'SWIFT_VALIDATION_EXCEPTION', 'shippingDirection cannot be null or empty');
  }
  const volumetric =
    ((numberOf(sent.length) ?? 0) * (numberOf(sent.width) ?? 0) * (numberOf(sent.height) ?? 0)) / 5;
  const grams = Math.ceil(Math.max(numberOf(sent.weight) ?? 0, volumetric));
  const shipping = 40 * Math.ceil(grams / 500);
  const cod = (numberOf(sent.codAmount) ?? 0) > 0 ? 30 : 0;
  const taxes = (shipping + cod) * 0.18;
  return json(200, {
    type: 'WEIGHT_BASED',
    zone: 'D',
    volumetricWeight: String(volumetric),
    billingWeight: String(grams),
    shippingCharge: shipping.toFixed(2),
    rtoCharge: shipping.toFixed(2),
    fuelSurcharge: '0.00',
    codCharge: cod.toFixed(2),
    qcCharge: '0.00',
    taxes: taxes.toFixed(2),
    total: (shipping + cod + taxes).toFixed(2),
  });
}
