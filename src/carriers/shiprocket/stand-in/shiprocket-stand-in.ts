import { indiaDateTime } from '../../../domain/india-time.ts';
import { fieldsOf, listOf, numberOf, readJson, textOf } from '../../answer-fields.ts';
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
import { judgeOrder } from './judge-order.ts';
import { STAND_IN_SETTINGS } from './settings.ts';

const TOKEN_LIFE_MS = 10 * 24 * 60 * 60_000;
const MOST_TRACKED = 50;
const MOST_CANCELLED = 2_000;
const LONGEST_NICKNAME = 36;

/** Of orders. */
const NEW = 1;
const READY_TO_SHIP = 3;
const CANCELLED = 5;

interface Scan {
  /** Of shipments. */
  readonly id: number;
  readonly label: string;
  readonly activity: string;
}

interface Order {
  readonly orderId: number;
  readonly shipmentId: number;
  readonly reference: string;
  readonly isReturn: boolean;
  readonly sent: Readonly<Record<string, unknown>>;
  statusCode: number;
  awb: string;
  courier: { readonly id: number; readonly name: string } | null;
  isQueued: boolean;
  readonly scans: (Scan & { readonly at: number })[];
}

/** Its couriers here: all are made up but for their kinds. */
const COURIERS = [
  { id: 51, name: 'Madeup Surface', mode: 0, rate: 62, days: 5 },
  { id: 12, name: 'Madeup Air', mode: 1, rate: 98, days: 2 },
  { id: 77, name: 'Slow Cart', mode: 0, rate: 41, days: 9 },
] as const;

function step(id: number, label: string, activity = label): Scan {
  return { id, label, activity };
}

/** What a parcel can be told to do. */
const STEPS: Readonly<Record<string, readonly Scan[]>> = {
  out_for_pickup: [step(19, 'OUT FOR PICKUP')],
  not_picked: [step(20, 'PICKUP EXCEPTION', 'Seller is closed')],
  picked_up: [step(42, 'PICKED UP', 'In Transit - Shipment picked up')],
  in_transit: [step(18, 'IN TRANSIT')],
  at_destination: [step(38, 'REACHED AT DESTINATION HUB')],
  out_for_delivery: [step(17, 'OUT FOR DELIVERY')],
  delivered: [step(7, 'DELIVERED')],
  customer_unavailable: [step(21, 'UNDELIVERED', 'Customer not available at the address')],
  customer_refused: [step(21, 'UNDELIVERED', 'Customer refused to accept')],
  bad_address: [step(21, 'UNDELIVERED', 'Address incomplete')],
  rto: [step(9, 'RTO INITIATED', 'Maximum attempts exhausted'), step(46, 'RTO IN TRANSIT')],
  rto_out_for_delivery: [step(41, 'RTO OFD')],
  rto_failed: [step(40, 'RTO NDR')],
  rto_delivered: [step(10, 'RTO DELIVERED')],
  lost: [step(12, 'LOST')],
};

/** From these on a shipment cannot be cancelled any more. */
const ON_ITS_WAY = new Set([19, 42, 18, 38, 17, 7, 21, 9, 46, 41, 40, 10, 12]);
const UNDELIVERED = 21;
const PICKED_UP = 42;

/** Shiprocket, played by what is known of it. */
export class ShiprocketStandIn implements StandIn {
  readonly courier = 'shiprocket';
  readonly limits = {};
  readonly routes: readonly StandInRoute[];
  readonly told: StandIn['told'];
  readonly words = {
    unknown: () => json(404, { message: 'Not Found', status_code: 404 }),
    slowDown: json(429, { message: 'You have exceeded the API call rate limit.', status_code: 429 }),
    withStatus: (status: number) => {
      if (status === 401) return UNAUTHORISED;
      return status === 403 ? html(403, '403 Forbidden') : json(status, { message: 'Server Error' });
    },
    refusal: ({ call }: StandInRequest) =>
      call === 'assign'
        ? unassigned('Insufficient wallet balance')
        : json(422, { message: 'Oops! Invalid Data.', errors: { order_id: ['The order id is wrong.'] } }),
  };
  readonly move: (awb: string, ...steps: readonly string[]) => void;
  readonly #clock: StandInClock;
  readonly #pushes: Pushes;
  readonly #orders = new Map<string, Order>();
  readonly #places = new Map<string, Readonly<Record<string, unknown>>>();
  readonly #notServed = new Set<string>();
  readonly #decisions = new Map<string, Readonly<Record<string, unknown>>>();
  #token: { readonly text: string; readonly endsAt: number } | null = null;
  #walletRupees = 5_000;
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
        help: 'scan a parcel with any status of shipments',
        example: { waybill: 'SRSTANDIN1', id: 21, label: 'UNDELIVERED', activity: 'Cash not ready' },
        tell: ({ waybill, id, label, activity }) => {
          const status = numberOf(id);
          if (status === null) throw new ToldWrong('id must be a number');
          const word = textOf(label) ?? String(status);
          this.scan(textOf(waybill) ?? '', step(status, word, textOf(activity) ?? word));
        },
      },
      wallet: {
        help: 'what the wallet has; a number is assigned for a rupee at least',
        example: { rupees: 0 },
        tell: ({ rupees }) => {
          if (typeof rupees !== 'number') throw new ToldWrong('rupees must be a number');
          this.#walletRupees = rupees;
        },
      },
      token: toldTokenEnd(() => {
        this.#token = null;
      }),
    };
  }

  parcels(): StandInParcel[] {
    return [...this.#orders.values()]
      .filter(({ awb }) => awb !== '')
      .map((order) => ({
        trackingNumber: order.awb,
        reference: order.reference,
        status: statusOf(order).label,
        isExpected: order.statusCode !== CANCELLED && !ON_ITS_WAY.has(statusOf(order).id),
      }));
  }

  /** What it was told of an order. */
  order(reference: string): Readonly<Record<string, unknown>> | undefined {
    return this.#orders.get(reference)?.sent;
  }

  /** Of orders: by its own numbers. */
  statusCode(reference: string): number | undefined {
    return this.#orders.get(reference)?.statusCode;
  }

  /** What it was last told to do about a failed delivery. */
  decision(awb: string): Readonly<Record<string, unknown>> | undefined {
    return this.#decisions.get(awb);
  }

  /** Scans a parcel now, and pushes all of its scans. */
  scan(awb: string, scan: Scan): void {
    const order = this.#byAwb(awb);
    if (order === undefined) throw new ToldWrong(`there is no parcel ${awb}`);
    const newest = order.scans.at(-1)?.at ?? 0;
    const at = Math.max(this.#now(), newest + 1000);
    order.scans.push({ ...scan, at });
    const [date = '', time = ''] = indiaDateTime(at).split(' ');
    this.#pushes.push({
      awb,
      courier_name: order.courier?.name,
      current_status: scan.label,
      current_status_id: 20,
      shipment_status: scan.label,
      shipment_status_id: scan.id,
      current_timestamp: `${date.split('-').reverse().join(' ')} ${time}`,
      order_id: order.reference,
      sr_order_id: order.orderId,
      etd: this.#etdOf(order),
      scans: order.scans.map(activityOf),
      is_return: order.isReturn ? 1 : 0,
      channel_id: 1,
      pod_status: 'OTP Based Delivery',
      pod: 'Not Available',
    });
  }

  #routes(): StandInRoute[] {
    const call = (
      name: string,
      method: string,
      path: string,
      answer: (request: StandInRequest) => StandInAnswer,
      isOpen = false,
    ): StandInRoute => ({
      call: name,
      method,
      path: new RegExp(`^(?:/v1/external)?${path}$`),
      answer: (request) => (isOpen || this.#knows(request) ? answer(request) : UNAUTHORISED),
    });
    return [
      call('login', 'POST', '/auth/login', ({ body }) => this.#login(body), true),
      call('create', 'POST', '/orders/create/adhoc', ({ body }) => this.#create(body, false)),
      call('create', 'POST', '/orders/create/return', ({ body }) => this.#create(body, true)),
      call('orders', 'GET', '/orders', ({ query }) => this.#find(query.get('search') ?? '')),
      call('cancel_order', 'POST', '/orders/cancel', ({ body }) => this.#cancelOrders(body)),
      call('assign', 'POST', '/courier/assign/awb', ({ body }) => this.#assign(body)),
      call('pickup', 'POST', '/courier/generate/pickup', ({ body }) => this.#pickup(body)),
      call('label', 'POST', '/courier/generate/label', ({ body, origin }) => this.#label(body, origin)),
      call('manifest', 'POST', '/manifests/generate', ({ origin }) =>
        json(200, { status: 1, manifest_url: `${origin}/manifests/1.pdf` }),
      ),
      call(
        'label_file',
        'GET',
        '/labels/([^/]+)\\.pdf',
        ({ groups }) => ({
          status: 200,
          type: 'application/pdf',
          body: plainPdf(`Shiprocket stand-in: ${groups[0] ?? ''}`),
        }),
        true,
      ),
      call('track', 'POST', '/courier/track/awbs', ({ body }) => this.#track(body)),
      call('cancel', 'POST', '/orders/cancel/shipment/awbs', ({ body }) => this.#cancelShipments(body)),
      call('ndr', 'POST', '/ndr/([^/]+)/action', ({ body, groups }) => this.#decide(groups[0] ?? '', body)),
      call('wallet', 'GET', '/account/details/wallet-balance', () =>
        json(200, { data: { balance_amount: this.#walletRupees.toFixed(2) } }),
      ),
      call('pickup_locations', 'GET', '/settings/company/pickup', () =>
        json(200, { data: { shipping_address: [...this.#places.values()] } }),
      ),
      call('add_pickup_location', 'POST', '/settings/company/addpickup', ({ body }) => this.#addPlace(body)),
      call('couriers', 'GET', '/courier/courierListWithCounts', () =>
        json(200, {
          total_courier_count: COURIERS.length,
          courier_data: COURIERS.map(({ id, name, mode }) => ({
            id,
            name,
            mode,
            status: 1,
            master_company: name,
          })),
        }),
      ),
      call('serviceability', 'GET', '/courier/serviceability/', ({ query }) => this.#serviceability(query)),
    ];
  }

  #now(): number {
    return this.#clock.now().getTime();
  }

  #knows({ headers }: StandInRequest): boolean {
    const token = this.#token;
    return token !== null && token.endsAt > this.#now() && headers.authorization === `Bearer ${token.text}`;
  }

  #byAwb(awb: string): Order | undefined {
    return [...this.#orders.values()].find((order) => order.awb === awb && awb !== '');
  }

  #byShipment(id: unknown): Order | undefined {
    const shipmentId = numberOf(Array.isArray(id) ? id[0] : id);
    return [...this.#orders.values()].find((order) => order.shipmentId === shipmentId);
  }

  #login(body: string): StandInAnswer {
    const sent = fieldsOf(readJson(body));
    if (sent.email !== STAND_IN_SETTINGS.email || sent.password !== STAND_IN_SETTINGS.password) {
      return json(400, { message: 'Invalid email and password combination', status_code: 400 });
    }
    this.#serial += 1;
    this.#token = { text: `made-up-token-${this.#serial}`, endsAt: this.#now() + TOKEN_LIFE_MS };
    return json(200, { id: 1, email: sent.email, company_id: 1, token: this.#token.text });
  }

  /** An order of an id is made once for ever, whatever became of it. */
  #create(body: string, isReturn: boolean): StandInAnswer {
    const sent = fieldsOf(readJson(body));
    const wrong = judgeOrder(sent, isReturn, (nickname) => this.#places.has(nickname));
    if (wrong !== null) return json(422, { message: 'Oops! Invalid Data.', errors: wrong, status_code: 422 });
    const reference = String(sent.order_id);
    const known = this.#orders.get(reference);
    if (known !== undefined) return json(200, createdOf(known));
    this.#serial += 1;
    const order: Order = {
      orderId: 237_000_000 + this.#serial,
      shipmentId: 236_000_000 + this.#serial,
      reference,
      isReturn,
      sent,
      statusCode: NEW,
      awb: '',
      courier: null,
      isQueued: false,
      scans: [],
    };
    this.#orders.set(reference, order);
    return json(200, createdOf(order));
  }

  #find(search: string): StandInAnswer {
    const found = [...this.#orders.values()].filter(({ reference }) => reference.includes(search));
    return json(200, {
      data: found.map((order) => ({
        id: order.orderId,
        channel_order_id: order.reference,
        status: order.statusCode === CANCELLED ? 'CANCELED' : 'NEW',
        status_code: order.statusCode,
        shipments: [{ id: order.shipmentId, awb: order.awb, courier: order.courier?.name ?? '' }],
      })),
      meta: { pagination: { total: found.length } },
    });
  }

  #cancelOrders(body: string): StandInAnswer {
    const ids = listOf(fieldsOf(readJson(body)).ids).map(numberOf);
    const orders = [...this.#orders.values()].filter(({ orderId }) => ids.includes(orderId));
    if (orders.length === 0) return json(404, { message: 'Order not found', status_code: 404 });
    if (orders.every(({ statusCode }) => statusCode === CANCELLED)) {
      return json(400, { message: 'Order is already cancelled', status_code: 400 });
    }
    for (const order of orders) order.statusCode = CANCELLED;
    return { status: 204, body: '' };
  }

  #assign(body: string): StandInAnswer {
    const sent = fieldsOf(readJson(body));
    const order = this.#byShipment(sent.shipment_id);
    if (order === undefined) return json(404, { message: 'Shipment not found', status_code: 404 });
    // As was seen of a cancelled order: what is told has nothing to do with what is wrong.
    if (order.statusCode === CANCELLED) {
      return json(400, {
        message: ['Delivery pincode is empty', 'Customer phone is empty'],
        status_code: 400,
      });
    }
    if (order.awb !== '') return json(400, { message: 'AWB is already assigned', status_code: 400 });
    const wanted = numberOf(sent.courier_id) ?? COURIERS[0].id;
    const courier = COURIERS.find(({ id }) => id === wanted);
    const [from, to] = lane(order);
    if (courier === undefined || this.#notServed.has(to)) {
      return unassigned(`Selected courier not available between ${from} and ${to}`);
    }
    if (this.#walletRupees < courier.rate) {
      return json(350, { message: 'Please recharge your Shiprocket wallet', status_code: 350 });
    }
    this.#walletRupees -= courier.rate;
    this.#serial += 1;
    order.awb = `SRSTANDIN${1_000_000 + this.#serial}`;
    order.courier = { id: courier.id, name: courier.name };
    order.statusCode = READY_TO_SHIP;
    order.scans.push({ ...step(1, 'AWB ASSIGNED'), at: this.#now() });
    return json(200, {
      awb_assign_status: 1,
      response: {
        data: {
          courier_company_id: courier.id,
          awb_code: order.awb,
          cod: order.sent.payment_method === 'COD' ? 1 : 0,
          order_id: order.orderId,
          shipment_id: order.shipmentId,
          courier_name: courier.name,
          routing_code: 'S/DEL/01',
        },
      },
    });
  }

  #pickup(body: string): StandInAnswer {
    const ids = listOf(fieldsOf(readJson(body)).shipment_id);
    if (ids.length !== 1) return json(400, { message: 'One shipment at a time', status_code: 400 });
    const order = this.#byShipment(ids);
    if (order === undefined || order.awb === '') return json(404, { message: 'Please assign AWB first' });
    if (order.isQueued) return json(400, { message: 'Already in Pickup Queue.', status_code: 400 });
    order.isQueued = true;
    this.scan(order.awb, step(3, 'PICKUP SCHEDULED'));
    this.#serial += 1;
    return json(200, {
      pickup_status: 1,
      response: {
        pickup_scheduled_date: indiaDateTime(this.#now()),
        pickup_token_number: `Reference No: ${this.#serial}`,
        status: 3,
      },
    });
  }

  #label(body: string, origin: string): StandInAnswer {
    const order = this.#byShipment(fieldsOf(readJson(body)).shipment_id);
    if (order === undefined || order.awb === '') {
      return json(200, { label_created: 0, response: 'Label cannot be generated', not_created: [] });
    }
    return json(200, { label_created: 1, label_url: `${origin}/labels/${order.awb}.pdf`, not_created: [] });
  }

  #track(body: string): StandInAnswer {
    const awbs = listOf(fieldsOf(readJson(body)).awbs).map(String);
    if (awbs.length > MOST_TRACKED) return json(422, { message: `At most ${MOST_TRACKED} AWBs` });
    return json(200, Object.fromEntries(awbs.map((awb) => [awb, this.#trackingOf(awb)])));
  }

  #trackingOf(awb: string) {
    const order = this.#byAwb(awb);
    if (order === undefined) {
      return {
        tracking_data: {
          track_status: 0,
          shipment_status: 0,
          error: 'There is no activities found in our DB.',
        },
      };
    }
    const { id, label } = statusOf(order);
    return {
      tracking_data: {
        track_status: 1,
        shipment_status: id,
        shipment_track: [{ awb_code: awb, shipment_id: order.shipmentId, current_status: label }],
        shipment_track_activities: order.scans.map(activityOf).reverse(),
        track_url: `https://shiprocket.co/tracking/${awb}`,
        etd: this.#etdOf(order),
      },
    };
  }

  #etdOf({ scans }: Order): string {
    const picked = scans.find(({ id }) => id === PICKED_UP)?.at;
    return picked === undefined ? '' : indiaDateTime(picked + 4 * 86_400_000);
  }

  #cancelShipments(body: string): StandInAnswer {
    const awbs = listOf(fieldsOf(readJson(body)).awbs).map(String);
    if (awbs.length > MOST_CANCELLED) return json(422, { message: `At most ${MOST_CANCELLED} AWBs` });
    const orders = awbs.map((awb) => this.#byAwb(awb)).filter((order) => order !== undefined);
    if (orders.length < awbs.length) return json(404, { message: 'AWB not found', status_code: 404 });
    if (orders.some((order) => ON_ITS_WAY.has(statusOf(order).id))) {
      return json(400, { message: 'Cannot cancel a shipment that is out for pickup', status_code: 400 });
    }
    for (const order of orders) {
      if (order.statusCode === CANCELLED) return json(400, { message: 'Shipment is already cancelled' });
      order.statusCode = CANCELLED;
      this.scan(order.awb, step(8, 'CANCELLED'));
    }
    return json(200, { message: 'Bulk Shipment cancellation is in progress.' });
  }

  #decide(awb: string, body: string): StandInAnswer {
    const sent = fieldsOf(readJson(body));
    const order = this.#byAwb(awb);
    if (order === undefined) return json(404, { message: 'AWB not found', status_code: 404 });
    if (!['re-attempt', 'return', 'fake-attempt'].includes(String(sent.action))) {
      return json(422, { message: { action: ['The selected action is invalid.'] } });
    }
    if (textOf(sent.comments) === null) {
      return json(422, { message: { comments: ['The comments field is required.'] } });
    }
    if (statusOf(order).id !== UNDELIVERED) return json(400, { message: 'No open NDR for this shipment' });
    this.#decisions.set(awb, sent);
    if (sent.action === 'return') this.scan(awb, step(9, 'RTO INITIATED', 'Seller asked for the return'));
    return json(202, { message: 'Action has been taken' });
  }

  #addPlace(body: string): StandInAnswer {
    const sent = fieldsOf(readJson(body));
    const errors: Record<string, string[]> = {};
    for (const field of [
      'pickup_location',
      'name',
      'email',
      'phone',
      'address',
      'city',
      'state',
      'country',
      'pin_code',
    ]) {
      if (textOf(sent[field]) === null) errors[field] = [`The ${field} field is required.`];
    }
    const nickname = textOf(sent.pickup_location) ?? '';
    if (nickname.length > LONGEST_NICKNAME)
      errors.pickup_location = ['May not be greater than 36 characters.'];
    if (this.#places.has(nickname)) errors.pickup_location = ['Address nick name already in use.'];
    if ((textOf(sent.address) ?? '').length < 10)
      errors.address = ['Address line 1 should have at least 10 characters.'];
    if (Object.keys(errors).length > 0) return json(422, { message: errors, status_code: 422 });
    this.#serial += 1;
    this.#places.set(nickname, { ...sent, id: this.#serial, status: 1, phone_verified: 0 });
    return json(200, { success: true, address: { ...sent, id: this.#serial } });
  }

  #serviceability(query: URLSearchParams): StandInAnswer {
    const [from, to] = [query.get('pickup_postcode') ?? '', query.get('delivery_postcode') ?? ''];
    const grams = Math.ceil((numberOf(query.get('weight')) ?? 0) * 1000);
    if (!/^\d{6}$/.test(from) || !/^\d{6}$/.test(to) || grams <= 0) {
      return json(422, {
        message: 'Oops! Invalid Data.',
        errors: { weight: ['The weight field is required.'] },
      });
    }
    if (this.#notServed.has(to))
      return json(404, { message: 'Delivery postcode not serviceable', status: 404 });
    const slabs = Math.ceil(grams / 500);
    return json(200, {
      status: 200,
      data: {
        recommended_courier_company_id: COURIERS[0].id,
        available_courier_companies: COURIERS.map(({ id, name, rate, days, mode }) => ({
          courier_company_id: id,
          courier_name: name,
          rate: rate * slabs + (query.get('cod') === '1' ? 30 : 0),
          freight_charge: rate * slabs,
          cod_charges: query.get('cod') === '1' ? 30 : 0,
          rto_charges: rate * slabs * 0.9,
          estimated_delivery_days: String(days),
          charge_weight: slabs * 0.5,
          is_surface: mode === 0,
          zone: 'z_d',
        })),
      },
    });
  }
}

const UNAUTHORISED = json(401, { message: 'Token has expired', status_code: 401 });

function unassigned(error: string): StandInAnswer {
  return json(200, { awb_assign_status: 0, response: { data: { awb_assign_error: error } } });
}

function createdOf(order: Order) {
  return {
    order_id: order.orderId,
    channel_order_id: order.reference,
    shipment_id: order.shipmentId,
    status: order.statusCode === CANCELLED ? 'CANCELED' : 'NEW',
    status_code: order.statusCode,
    onboarding_completed_now: 0,
    awb_code: order.awb,
    courier_company_id: order.courier?.id ?? '',
    courier_name: order.courier?.name ?? '',
  };
}

function statusOf({ scans, statusCode }: Order): Scan {
  if (statusCode === CANCELLED) return step(8, 'CANCELLED');
  return scans.at(-1) ?? step(0, 'NEW');
}

function activityOf({ at, id, label, activity }: Scan & { at: number }) {
  return {
    date: indiaDateTime(at),
    status: `X-${id}`,
    activity,
    location: 'Bengaluru',
    'sr-status': String(id),
    'sr-status-label': label,
  };
}

function lane({ sent, isReturn }: Order): [string, string] {
  return isReturn
    ? [String(sent.pickup_pincode), String(sent.shipping_pincode)]
    : ['110020', String(sent.billing_pincode)];
}
