import { indiaDay } from '../../../src/domain/india-time.ts';
import { fieldsOf, itemsOf, numberOf, textOf } from '../../../src/partners/answer-fields.ts';
import { ParcelBook, pincodeInstruction } from '../../kit/parcel-book.ts';
import { plainPdf } from '../../kit/plain-pdf.ts';
import { bearerOf, SignIns, signedRoutes } from '../../kit/sign-ins.ts';
import {
  BadInstruction,
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
import { judgeShipment } from './judge-shipment.ts';
import {
  isExpected,
  type Parcel,
  rawTrackingOf,
  type Scan,
  STEPS,
  statusOf,
  step,
  trackingOf,
  updateOf,
} from './parcels.ts';
import { Addresses, estimate, serviceability } from './places.ts';
import { error, invalid, NOT_FOUND, UNAUTHORISED } from './refusals.ts';
import { STAND_IN_SETTINGS } from './settings.ts';
import { Webhooks } from './webhooks.ts';

const TOKEN_LIFE_MS = 24 * 60 * 60_000;
const SCANS_APART_MS = 1_000;
const MOST_IDS = 100;
const MOST_DAYS_AHEAD = 7;

/** A stand-in for Ekart Elite, built from its published schema. Most refusal texts are made up. */
export class EkartStandIn implements StandIn {
  static readonly settings = STAND_IN_SETTINGS;
  readonly courier = 'ekart';
  readonly limits = {};
  readonly routes: readonly StandInRoute[];
  readonly instructions: StandIn['instructions'];
  readonly words = {
    unknown: ({ path }: { path: string }) =>
      error(404, 'PATH_NOT_IMPLEMENTED', `No handler defined for path ${path}`),
    slowDown: error(429, 'TOO_MANY_REQUESTS', 'Too many requests'),
    withStatus: (status: number) =>
      status === 401 ? UNAUTHORISED : error(status, 'SWIFT_EXCEPTION', 'Something went wrong'),
    refusal: ({ call }: StandInRequest) =>
      call === 'create' || call === 'ndr'
        ? json(200, { status: false, remark: 'Account is not active', tracking_id: '' })
        : invalid('shippingDirection cannot be null or empty'),
  };
  readonly #clock: StandInClock;
  readonly #signIns: SignIns;
  readonly #book: ParcelBook<Scan, Parcel>;
  readonly #addresses = new Addresses();
  readonly #webhooks: Webhooks;
  readonly #decisions = new Map<string, Sent>();
  readonly #notServed = new Set<string>();
  #serial = 0;

  constructor({ clock, pushes }: StandInDependencies) {
    this.#clock = clock;
    this.#signIns = new SignIns(clock, TOKEN_LIFE_MS);
    this.#webhooks = new Webhooks(pushes);
    this.#book = new ParcelBook({
      clock,
      steps: STEPS,
      apartMs: SCANS_APART_MS,
      scanned: (parcel, scan) => this.#webhooks.send('track_updated', updateOf(parcel, scan)),
    });
    this.routes = this.#routes();
    this.instructions = {
      move: this.#book.moveInstruction,
      pincodes: pincodeInstruction(this.#notServed),
      scan: {
        help: 'scan a parcel with any status',
        example: { waybill: '500999A1000001', status: 'Undelivered', ndrStatus: 'Payment Issue', desc: '' },
        run: ({ waybill, status, ndrStatus, desc }) => {
          const [said, why] = [textOf(status), textOf(ndrStatus)];
          if (said === null) throw new BadInstruction('status must be there');
          this.#book.scan(textOf(waybill) ?? '', step(said, textOf(desc) ?? said, why ?? undefined));
        },
      },
      token: this.#signIns.instruction,
    };
  }

  parcels(): StandInParcel[] {
    return this.#book.all.map((parcel) => ({
      trackingNumber: parcel.trackingId,
      reference: parcel.orderNumber,
      status: statusOf(parcel),
      isExpected: isExpected(parcel),
    }));
  }

  move(trackingId: string, ...steps: readonly string[]): void {
    this.#book.move(trackingId, ...steps);
  }

  /** The request by which a parcel was created. */
  shipment(trackingId: string): Sent | undefined {
    return this.#book.get(trackingId)?.shipment;
  }

  /** The last decision about a failed delivery. */
  decision(trackingId: string): Sent | undefined {
    return this.#decisions.get(trackingId);
  }

  #routes(): StandInRoute[] {
    const isKnown = (headers: StandInRequest['headers']) => this.#signIns.knows(bearerOf(headers));
    const call = signedRoutes('', isKnown, UNAUTHORISED);
    return [
      call('token', 'POST', '/integrations/v2/auth/token/([^/]+)', (request) => this.#login(request), true),
      call('track', 'GET', '/api/v1/track/([^/]+)', ({ groups }) => this.#track(groups[0] ?? ''), true),
      call('raw_track', 'GET', '/data/v1/elite/track/([^/]+)', ({ groups }) =>
        this.#rawTrack(groups[0] ?? ''),
      ),
      call('create', 'PUT', '/api/v1/package/create', ({ sent }) => this.#create(sent)),
      call('cancel', 'DELETE', '/api/v1/package/cancel', ({ query }) =>
        this.#cancel(query.get('tracking_id') ?? ''),
      ),
      call('label', 'POST', '/api/v1/package/label', ({ sent, query }) =>
        this.#label(sent, query.get('json_only') === 'true'),
      ),
      call('manifest', 'POST', '/data/v2/generate/manifest', ({ sent, origin }) =>
        this.#withIds(sent, () => {
          this.#serial += 1;
          const manifestDownloadUrl = `${origin}/manifests/${this.#serial}.pdf`;
          return json(200, { ctime: this.#now(), manifestNumber: this.#serial, manifestDownloadUrl });
        }),
      ),
      call('ndr', 'POST', '/api/v2/package/ndr', ({ sent }) => this.#decide(sent)),
      call('serviceability', 'GET', '/api/v2/serviceability/(\\w+)', ({ groups }) =>
        serviceability(this.#notServed, groups[0] ?? ''),
      ),
      call('addresses', 'GET', '/api/v2/addresses', () => this.#addresses.list()),
      call('address', 'POST', '/api/v2/address', ({ sent }) => this.#addresses.add(sent)),
      call('webhooks', 'GET', '/api/v2/webhook', () => this.#webhooks.list()),
      call('webhook', 'POST', '/api/v2/webhook', ({ sent }) => this.#webhooks.set(null, sent)),
      call('webhook', 'PUT', '/api/v2/webhook/([^/]+)', ({ sent, groups }) =>
        this.#webhooks.set(groups[0] ?? '', sent),
      ),
      call('estimate', 'POST', '/data/pricing/estimate', ({ sent }) => estimate(sent)),
    ];
  }

  #now(): number {
    return this.#clock.now().getTime();
  }

  /** The same token until it expires, with less and less time left. */
  #login({ sent, groups }: StandInRequest): StandInAnswer {
    const { client_id: clientId, username, password } = STAND_IN_SETTINGS;
    if (groups[0] !== clientId || sent.username !== username || sent.password !== password) {
      return error(401, 'UNAUTHORIZED', 'Invalid username or password');
    }
    const { text, endsAt } = this.#signIns.current ?? this.#signIns.give();
    return json(200, {
      access_token: text,
      scope: 'core:all',
      expires_in: Math.floor((endsAt - this.#now()) / 1000),
      token_type: 'Bearer',
    });
  }

  #create(sent: Sent): StandInAnswer {
    const wrong = judgeShipment(sent, (alias) => this.#addresses.has(alias));
    if (wrong !== null) return invalid(wrong);
    const pin = String(fieldsOf(sent.drop_location).pin);
    if (this.#notServed.has(pin)) {
      return json(200, { status: false, remark: `Pincode ${pin} is not serviceable`, tracking_id: '' });
    }
    // Order numbers may repeat: Ekart says that it adds a prefix in that case.
    this.#serial += 1;
    const parcel: Parcel = {
      trackingId: `500999A${1_000_000 + this.#serial}`,
      wbn: `SWDP${1_000_000 + this.#serial}`,
      orderNumber: String(sent.order_number),
      shipment: sent,
      scans: [{ ...step('Order Placed', 'Order Placed'), at: this.#now() }],
    };
    const { trackingId: id, wbn, orderNumber } = parcel;
    this.#book.add(id, parcel);
    const vendor = 'EKART';
    this.#webhooks.send('shipment_created', { id, wbn, vendor, orderNumber, channelId: `c${this.#serial}` });
    return json(200, {
      status: true,
      remark: 'Successfully created shipment',
      tracking_id: id,
      vendor,
      barcodes: { wbn, order: orderNumber },
    });
  }

  #cancel(trackingId: string): StandInAnswer {
    const parcel = this.#book.get(trackingId);
    const remarkAnswer = (status: boolean, remark: string) =>
      json(200, { data: [{ status, tracking_id: trackingId, remark }] });
    if (parcel === undefined) return remarkAnswer(false, 'Shipment not found');
    if (statusOf(parcel) === 'Seller Cancelled') return remarkAnswer(false, 'Shipment already cancelled');
    if (!isExpected(parcel)) return remarkAnswer(false, 'Shipment cannot be cancelled after pickup');
    this.#book.scan(trackingId, step('Seller Cancelled', 'Cancelled by the seller'));
    return remarkAnswer(true, 'Successfully cancelled shipment');
  }

  #label(sent: Sent, isJson: boolean): StandInAnswer {
    return this.#withIds(sent, (parcels) => {
      const shipments = parcels.map(({ shipment }) => shipment);
      if (isJson) return json(200, shipments);
      const words = parcels.map(({ wbn, orderNumber }) => `${wbn} ${orderNumber}`).join(', ');
      return { status: 200, type: 'application/octet-stream', body: plainPdf(`Ekart stand-in: ${words}`) };
    });
  }

  #withIds(sent: Sent, answer: (parcels: readonly Parcel[]) => StandInAnswer): StandInAnswer {
    const ids = itemsOf(sent.ids).map((id) => textOf(id) ?? '');
    if (ids.length === 0 || ids.length > MOST_IDS || new Set(ids).size < ids.length) {
      return invalid(`ids must be 1 to ${MOST_IDS} different ones`);
    }
    const parcels = ids.map((id) => this.#book.get(id)).filter((parcel) => parcel !== undefined);
    return parcels.length < ids.length ? NOT_FOUND : answer(parcels);
  }

  #track(id: string): StandInAnswer {
    const parcel = this.#book.get(id);
    return parcel === undefined ? NOT_FOUND : json(200, trackingOf(parcel));
  }

  #rawTrack(wbn: string): StandInAnswer {
    const parcel = this.#book.all.find((candidate) => candidate.wbn === wbn);
    return parcel === undefined ? NOT_FOUND : json(200, rawTrackingOf(parcel));
  }

  #decide(sent: Sent): StandInAnswer {
    const { action, wbn, date, address, phone } = sent;
    const trackingId = textOf(wbn) ?? '';
    const parcel = this.#book.get(trackingId);
    const remarkAnswer = (status: boolean, remark: string) =>
      json(200, { status, tracking_id: trackingId, remark });
    if (action !== 'Re-Attempt' && action !== 'RTO' && action !== 'Edit') {
      return invalid('action must be Re-Attempt, RTO or Edit');
    }
    if (action !== 'Edit' && (address !== undefined || phone !== undefined)) {
      return invalid('address and phone are changed by Edit');
    }
    if (phone !== undefined && !/^\d{10}$/.test(String(phone))) return invalid('phone must be 10 digits');
    if (parcel === undefined) return remarkAnswer(false, 'Shipment not found');
    if (statusOf(parcel) !== 'Undelivered')
      return remarkAnswer(false, 'NDR action is not allowed in the current status');
    this.#decisions.set(trackingId, sent);
    if (action === 'Edit') {
      const { shipment } = parcel;
      const edited = {
        ...(address === undefined ? {} : { address }),
        ...(phone === undefined ? {} : { phone: Number(phone) }),
      };
      parcel.shipment = { ...shipment, drop_location: { ...fieldsOf(shipment.drop_location), ...edited } };
      return remarkAnswer(true, 'Successfully updated shipment');
    }
    if (action === 'RTO') {
      this.#book.scan(trackingId, step('Seller RTO Requested', 'RTO requested by the seller'));
      return remarkAnswer(true, 'Successfully requested RTO');
    }
    const ahead = indiaDay(numberOf(date) ?? 0) - indiaDay(this.#now());
    if (ahead < 1 || ahead > MOST_DAYS_AHEAD) {
      return invalid('date should be within seven days, excluding today');
    }
    return remarkAnswer(true, 'Successfully requested Re-Attempt');
  }
}
