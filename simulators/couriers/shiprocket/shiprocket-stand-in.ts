import { indiaDateTime } from '../../../src/domain/india-time.ts';
import { itemsOf, numberOf, textOf } from '../../../src/partners/answer-fields.ts';
import { ParcelBook, pincodeInstruction } from '../../kit/parcel-book.ts';
import { plainPdf } from '../../kit/plain-pdf.ts';
import { bearerOf, SignIns, signedRoutes } from '../../kit/sign-ins.ts';
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
import { judgeOrder } from './judge-order.ts';
import {
  CANCELLED,
  createdOf,
  isOnItsWay,
  isUndelivered,
  listedOf,
  NEW,
  type Order,
  Orders,
  pushOf,
  READY_TO_SHIP,
  type Scan,
  STEPS,
  statusOf,
  step,
  trackingOf,
} from './orders.ts';
import { COURIERS, invalidData, listCouriers, Places, serviceability } from './places.ts';
import { STAND_IN_SETTINGS } from './settings.ts';

const TOKEN_LIFE_MS = 10 * 24 * 60 * 60_000;
const SCANS_APART_MS = 1_000;
const MOST_TRACKED = 50;
const MOST_CANCELLED = 2_000;

/** A stand-in for Shiprocket, built from what is known of it. */
export class ShiprocketStandIn implements StandIn {
  static readonly settings = STAND_IN_SETTINGS;
  readonly courier = 'shiprocket';
  readonly limits = {};
  readonly routes: readonly StandInRoute[];
  readonly instructions: StandIn['instructions'];
  readonly words = {
    unknown: () => json(404, { message: 'Not Found', status_code: 404 }),
    slowDown: json(429, { message: 'You have exceeded the API call rate limit.', status_code: 429 }),
    withStatus: (status: number) => {
      if (status === 401) return UNAUTHORISED;
      return status === 403 ? htmlAnswer(403, '403 Forbidden') : json(status, { message: 'Server Error' });
    },
    refusal: ({ call }: StandInRequest) =>
      call === 'assign'
        ? unassigned('Insufficient wallet balance')
        : invalidData({ order_id: ['The order id is wrong.'] }),
  };
  readonly #clock: StandInClock;
  readonly #signIns: SignIns;
  readonly #book: ParcelBook<Scan, Order>;
  readonly #orders = new Orders();
  readonly #places = new Places();
  readonly #notServed = new Set<string>();
  readonly #decisions = new Map<string, Sent>();
  #walletRupees = 5_000;
  #serial = 0;

  constructor({ clock, pushes }: StandInDependencies) {
    this.#clock = clock;
    this.#signIns = new SignIns(clock, TOKEN_LIFE_MS);
    this.#book = new ParcelBook({
      clock,
      steps: STEPS,
      apartMs: SCANS_APART_MS,
      scanned: (order, scan) => pushes.push(pushOf(order, scan)),
    });
    this.routes = this.#routes();
    this.instructions = {
      move: this.#book.moveInstruction,
      pincodes: pincodeInstruction(this.#notServed),
      scan: {
        help: 'scan a parcel with any status of shipments',
        example: { waybill: 'SRSTANDIN1', id: 21, label: 'UNDELIVERED', activity: 'Cash not ready' },
        run: ({ waybill, id, label, activity }) => {
          const status = numberOf(id);
          if (status === null) throw new BadInstruction('id must be a number');
          const word = textOf(label) ?? String(status);
          this.#book.scan(textOf(waybill) ?? '', step(status, word, textOf(activity) ?? word));
        },
      },
      wallet: {
        help: 'what the wallet has; a number is assigned for a rupee at least',
        example: { rupees: 0 },
        run: ({ rupees }) => {
          if (typeof rupees !== 'number') throw new BadInstruction('rupees must be a number');
          this.#walletRupees = rupees;
        },
      },
      token: this.#signIns.instruction,
    };
  }

  parcels(): StandInParcel[] {
    return this.#book.all.map((order) => ({
      trackingNumber: order.awb,
      reference: order.reference,
      status: statusOf(order).label,
      isExpected: order.statusCode !== CANCELLED && !isOnItsWay(order),
    }));
  }

  move(awb: string, ...steps: readonly string[]): void {
    this.#book.move(awb, ...steps);
  }

  /** The request by which an order was created. */
  order(reference: string): Sent | undefined {
    return this.#orders.get(reference)?.sent;
  }

  /** The status code of an order, as in Shiprocket's API. */
  statusCode(reference: string): number | undefined {
    return this.#orders.get(reference)?.statusCode;
  }

  /** The last decision about a failed delivery. */
  decision(awb: string): Sent | undefined {
    return this.#decisions.get(awb);
  }

  #routes(): StandInRoute[] {
    const isKnown = (headers: StandInRequest['headers']) => this.#signIns.knows(bearerOf(headers));
    const call = signedRoutes('(?:/v1/external)?', isKnown, UNAUTHORISED);
    return [
      call('login', 'POST', '/auth/login', ({ sent }) => this.#login(sent), true),
      call('create', 'POST', '/orders/create/adhoc', ({ sent }) => this.#create(sent, false)),
      call('create', 'POST', '/orders/create/return', ({ sent }) => this.#create(sent, true)),
      call('orders', 'GET', '/orders', ({ query }) => this.#find(query.get('search') ?? '')),
      call('cancel_order', 'POST', '/orders/cancel', ({ sent }) => this.#cancelOrders(sent)),
      call('assign', 'POST', '/courier/assign/awb', ({ sent }) => this.#assign(sent)),
      call('pickup', 'POST', '/courier/generate/pickup', ({ sent }) => this.#pickup(sent)),
      call('label', 'POST', '/courier/generate/label', ({ sent, origin }) => this.#label(sent, origin)),
      call('manifest', 'POST', '/manifests/generate', ({ origin }) =>
        json(200, { status: 1, manifest_url: `${origin}/manifests/1.pdf` }),
      ),
      call('label_file', 'GET', '/labels/([^/]+)\\.pdf', ({ groups }) => labelFile(groups[0] ?? ''), true),
      call('track', 'POST', '/courier/track/awbs', ({ sent }) => this.#track(sent)),
      call('cancel', 'POST', '/orders/cancel/shipment/awbs', ({ sent }) => this.#cancelShipments(sent)),
      call('ndr', 'POST', '/ndr/([^/]+)/action', ({ sent, groups }) => this.#decide(groups[0] ?? '', sent)),
      call('wallet', 'GET', '/account/details/wallet-balance', () =>
        json(200, { data: { balance_amount: this.#walletRupees.toFixed(2) } }),
      ),
      call('pickup_locations', 'GET', '/settings/company/pickup', () => this.#places.list()),
      call('add_pickup_location', 'POST', '/settings/company/addpickup', ({ sent }) =>
        this.#places.add(sent),
      ),
      call('couriers', 'GET', '/courier/courierListWithCounts', listCouriers),
      call('serviceability', 'GET', '/courier/serviceability/', ({ query }) =>
        serviceability(this.#notServed, query),
      ),
    ];
  }

  #login(sent: Sent): StandInAnswer {
    if (sent.email !== STAND_IN_SETTINGS.email || sent.password !== STAND_IN_SETTINGS.password) {
      return json(400, { message: 'Invalid email and password combination', status_code: 400 });
    }
    return json(200, { id: 1, email: sent.email, company_id: 1, token: this.#signIns.give().text });
  }

  /** An order of an id is created only once, whatever became of it. */
  #create(sent: Sent, isReturn: boolean): StandInAnswer {
    const wrong = judgeOrder(sent, isReturn, (nickname) => this.#places.has(nickname));
    if (wrong !== null) return invalidData(wrong);
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
    this.#orders.add(order);
    return json(200, createdOf(order));
  }

  #find(search: string): StandInAnswer {
    const found = this.#orders.all.filter(({ reference }) => reference.includes(search));
    return json(200, { data: found.map(listedOf), meta: { pagination: { total: found.length } } });
  }

  #cancelOrders(sent: Sent): StandInAnswer {
    const ids = itemsOf(sent.ids).map(numberOf);
    const orders = this.#orders.all.filter(({ orderId }) => ids.includes(orderId));
    if (orders.length === 0) return json(404, { message: 'Order not found', status_code: 404 });
    if (orders.every(({ statusCode }) => statusCode === CANCELLED)) {
      return json(400, { message: 'Order is already cancelled', status_code: 400 });
    }
    for (const order of orders) order.statusCode = CANCELLED;
    return { status: 204, body: '' };
  }

  #assign(sent: Sent): StandInAnswer {
    const order = this.#orders.ofShipment(sent.shipment_id);
    if (order === undefined) return json(404, { message: 'Shipment not found', status_code: 404 });
    // This answer was seen for a cancelled order: the message does not match the problem.
    if (order.statusCode === CANCELLED) {
      const message = ['Delivery pincode is empty', 'Customer phone is empty'];
      return json(400, { message, status_code: 400 });
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
    order.scans.push({ ...step(1, 'AWB ASSIGNED'), at: this.#clock.now().getTime() });
    this.#book.add(order.awb, order);
    const data = {
      courier_company_id: courier.id,
      awb_code: order.awb,
      cod: order.sent.payment_method === 'COD' ? 1 : 0,
      order_id: order.orderId,
      shipment_id: order.shipmentId,
      courier_name: courier.name,
      routing_code: 'S/DEL/01',
    };
    return json(200, { awb_assign_status: 1, response: { data } });
  }

  #pickup(sent: Sent): StandInAnswer {
    const ids = itemsOf(sent.shipment_id);
    if (ids.length !== 1) return json(400, { message: 'One shipment at a time', status_code: 400 });
    const order = this.#orders.ofShipment(ids);
    if (order === undefined || order.awb === '') return json(404, { message: 'Please assign AWB first' });
    if (order.isQueued) return json(400, { message: 'Already in Pickup Queue.', status_code: 400 });
    order.isQueued = true;
    this.#book.scan(order.awb, step(3, 'PICKUP SCHEDULED'));
    this.#serial += 1;
    return json(200, {
      pickup_status: 1,
      response: {
        pickup_scheduled_date: indiaDateTime(this.#clock.now().getTime()),
        pickup_token_number: `Reference No: ${this.#serial}`,
        status: 3,
      },
    });
  }

  #label(sent: Sent, origin: string): StandInAnswer {
    const order = this.#orders.ofShipment(sent.shipment_id);
    if (order === undefined || order.awb === '') {
      return json(200, { label_created: 0, response: 'Label cannot be generated', not_created: [] });
    }
    return json(200, { label_created: 1, label_url: `${origin}/labels/${order.awb}.pdf`, not_created: [] });
  }

  #track(sent: Sent): StandInAnswer {
    const awbs = itemsOf(sent.awbs).map(String);
    if (awbs.length > MOST_TRACKED) return json(422, { message: `At most ${MOST_TRACKED} AWBs` });
    return json(200, Object.fromEntries(awbs.map((awb) => [awb, trackingOf(this.#book, awb)])));
  }

  #cancelShipments(sent: Sent): StandInAnswer {
    const awbs = itemsOf(sent.awbs).map(String);
    if (awbs.length > MOST_CANCELLED) return json(422, { message: `At most ${MOST_CANCELLED} AWBs` });
    const orders = awbs.map((awb) => this.#book.get(awb)).filter((order) => order !== undefined);
    if (orders.length < awbs.length) return json(404, { message: 'AWB not found', status_code: 404 });
    if (orders.some(isOnItsWay)) {
      return json(400, { message: 'Cannot cancel a shipment that is out for pickup', status_code: 400 });
    }
    for (const order of orders) {
      if (order.statusCode === CANCELLED) return json(400, { message: 'Shipment is already cancelled' });
      order.statusCode = CANCELLED;
      this.#book.scan(order.awb, step(8, 'CANCELLED'));
    }
    return json(200, { message: 'Bulk Shipment cancellation is in progress.' });
  }

  #decide(awb: string, sent: Sent): StandInAnswer {
    const order = this.#book.get(awb);
    if (order === undefined) return json(404, { message: 'AWB not found', status_code: 404 });
    if (!['re-attempt', 'return', 'fake-attempt'].includes(String(sent.action))) {
      return json(422, { message: { action: ['The selected action is invalid.'] } });
    }
    if (textOf(sent.comments) === null) {
      return json(422, { message: { comments: ['The comments field is required.'] } });
    }
    if (!isUndelivered(order)) return json(400, { message: 'No open NDR for this shipment' });
    this.#decisions.set(awb, sent);
    if (sent.action === 'return')
      this.#book.scan(awb, step(9, 'RTO INITIATED', 'Seller asked for the return'));
    return json(202, { message: 'Action has been taken' });
  }
}

const UNAUTHORISED = json(401, { message: 'Token has expired', status_code: 401 });

function unassigned(error: string): StandInAnswer {
  return json(200, { awb_assign_status: 0, response: { data: { awb_assign_error: error } } });
}

function labelFile(awb: string): StandInAnswer {
  return { status: 200, type: 'application/pdf', body: plainPdf(`Shiprocket stand-in: ${awb}`) };
}

function lane({ sent, isReturn }: Order): [string, string] {
  return isReturn
    ? [String(sent.pickup_pincode), String(sent.shipping_pincode)]
    : ['110020', String(sent.billing_pincode)];
}
