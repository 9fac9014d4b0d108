import { AWAITING_PICKUP } from '../../src/domain/handover/handover.ts';
import type { Invoice } from '../../src/domain/invoices/invoice.ts';
import { needsQc, type OrderDraft } from '../../src/domain/orders/order.ts';
import type { Scan } from '../../src/domain/tracking/scan.ts';
import { Problem } from '../../src/problems/problem.ts';
import type { WebhookFields } from '../../src/resources/webhook.ts';
import { cancelShipments } from '../../src/usecases/booking/cancel-shipments.ts';
import { createOrder } from '../../src/usecases/booking/create-order.ts';
import { orchestrateOrder } from '../../src/usecases/booking/orchestrate-order.ts';
import type { OrderResult } from '../../src/usecases/booking/order-result.ts';
import { prepareOrder } from '../../src/usecases/booking/prepare-order.ts';
import { orchestrateExchange } from '../../src/usecases/exchanges/orchestrate-exchange.ts';
import { createManifest } from '../../src/usecases/handover/create-manifest.ts';
import { createPickup } from '../../src/usecases/handover/create-pickup.ts';
import { creditInvoice } from '../../src/usecases/invoices/credit-invoices.ts';
import { issueInvoices } from '../../src/usecases/invoices/issue-invoices.ts';
import { createJob } from '../../src/usecases/jobs/create-job.ts';
import type { RateBooks } from '../../src/usecases/rates/rate-books.ts';
import { WHOLE_ACCOUNT } from '../../src/usecases/service.ts';
import { addShipmentNote } from '../../src/usecases/shipments/add-note.ts';
import type { ShippingAccount, ShippingService } from '../../src/usecases/shipping-service.ts';
import type { ScanContext } from '../../src/usecases/tracking/check-carrier-credential.ts';
import { initiateRto } from '../../src/usecases/tracking/initiate-rto.ts';
import { recordScans } from '../../src/usecases/tracking/record-scans.ts';
import { requestReattempt } from '../../src/usecases/tracking/request-reattempt.ts';
import { keepEndpoint } from '../../src/usecases/webhooks/create-endpoint.ts';
import { NO_WEBHOOKS } from '../../src/usecases/webhooks/emit-webhooks.ts';
import { bookedLifeGround } from './booked-life.ts';
import { Places } from './demo-places.ts';
import { makeDemoMoney } from './make-demo-money.ts';
import { makeDemoRequests } from './make-demo-requests.ts';
import { SHOWN_OUTCOMES } from './outcomes.ts';
import { type PlannedOrder, planOrders } from './plan-orders.ts';
import { Random, SeededIds } from './random.ts';
import { drawLifeUntil, type LifeStep, scanOf } from './sample-life.ts';
import { drawOrder, type Shop } from './sample-order.ts';
import { drawReturn, drawReturnLife, RETURN_ENDS } from './sample-return.ts';
import { openShop } from './sample-shop.ts';

export interface DemoData {
  readonly stores: number;
  readonly warehouses: number;
  readonly orders: number;
}

const ORDERS = 400;
const DAYS = 60;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const MOST_DRAWS = 20;
/** Orders that are made at once. Each is three small transactions, so several hide the waits for the disk. */
const AT_ONCE = 3;
const DEMO_ACTOR = { kind: 'system', id: null, name: 'demo data' } as const;
const COURIER_ACTOR = { kind: 'carrier', id: null, name: 'demo data' } as const;

/**
 * Gives an account stores, warehouses, and the orders of the last 60 days with their shipments' lives,
 * through the use cases of requests and couriers' scans, each at its simulated time. The newest orders are
 * made first. After a stop, the existing orders stay.
 *
 * No messages are sent: for demo orders, messages are only previews.
 */
export async function makeDemoData(
  service: ShippingService,
  rateBooks: RateBooks,
  accountId: string,
  { seed, signal }: { readonly seed: string; readonly signal: AbortSignal },
): Promise<DemoData> {
  const now = service.now().getTime();
  const plans = planOrders(seed, now, {
    orders: ORDERS,
    days: DAYS,
    outcomes: SHOWN_OUTCOMES,
    prefix: 'DEMO',
  }).reverse();
  const demo = new Demo(service, rateBooks, { accountId, seed, now });
  const shop = await demo.open(now - DAYS * DAY_MS);
  let made = 0;
  const next = plans.values();
  const work = async () => {
    for (const plan of next) {
      if (signal.aborted) return;
      await demo.make(shop, plan);
      made += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (!signal.aborted) await demo.addWebhook();
  if (!signal.aborted) await demo.addMoney();
  if (!signal.aborted) await demo.addRequests();
  if (!signal.aborted) await demo.addWork(signal);
  return { stores: shop.storeNames.length, warehouses: shop.warehouseIds.length, orders: made };
}

const DEAR_PAISE = 200_000;

class Demo {
  readonly #service: ShippingService;
  readonly #rateBooks: RateBooks;
  readonly #accountId: string;
  readonly #seed: string;
  readonly #now: number;
  readonly #places: Places;
  readonly #failed: string[] = [];
  /** The ids of recently delivered shipments, from a store that accepts returns. */
  readonly #delivered: string[] = [];
  /** Parcels that are not picked up yet. */
  readonly #waiting: { warehouseId: string; carrierId: string; shipmentId: string }[] = [];

  constructor(
    service: ShippingService,
    rateBooks: RateBooks,
    { accountId, seed, now }: { accountId: string; seed: string; now: number },
  ) {
    this.#service = service;
    this.#rateBooks = rateBooks;
    this.#accountId = accountId;
    this.#seed = seed;
    this.#now = now;
    this.#places = new Places(rateBooks.ground.directory);
  }

  open(at: number): Promise<Shop> {
    return openShop(this.#accountAt({ time: at }, 'shop'));
  }

  /** Adds a disabled example. Its host does not exist (RFC 2606), so nothing is ever sent. */
  async addWebhook(): Promise<void> {
    const account = this.#accountAt({ time: this.#now }, 'webhook');
    await keepEndpoint(account, EXAMPLE_WEBHOOK, async () => undefined);
  }

  addMoney(): Promise<void> {
    return makeDemoMoney(this.#accountAt({ time: this.#now }, 'money'), this.#rateBooks.ground.calendar);
  }

  addRequests(): Promise<void> {
    const parcels = { failed: this.#failed, delivered: this.#delivered };
    return makeDemoRequests(this.#accountAt({ time: this.#now }, 'requests'), parcels);
  }

  async make(shop: Shop, { displayId, at, end, isStuck }: PlannedOrder): Promise<void> {
    const clock = { time: at };
    const account = this.#accountAt(clock, displayId);
    const random = new Random(`${this.#seed} ${displayId}`);
    const { booking, draft, shipmentId } = await this.#order(account, random, shop, {
      displayId,
      at,
      end,
      isStuck,
    });
    if (booking === null) return;
    const directory = this.#rateBooks.ground.directory;
    const life = drawLifeUntil(this.#now, random, bookedLifeGround(directory, at, booking.terms), end);
    const { trackingNumber, terms } = booking;
    await this.#live(account, clock, { trackingNumber, carrierId: terms.carrierId }, life);
    if (AWAITING_PICKUP.some((status) => status === end)) {
      this.#waiting.push({ warehouseId: draft.warehouseId, carrierId: booking.terms.carrierId, shipmentId });
    }
    const deliveredAt = end === 'delivered' ? life.find(({ status }) => status === end)?.at : undefined;
    if (deliveredAt !== undefined) {
      const isLate = deliveredAt > this.#now - 5 * DAY_MS;
      if (isLate && draft.storeName === 'chai-and-co') this.#delivered.push(shipmentId);
      await this.#return(shop, draft, deliveredAt);
    }
    if (end === 'ndr_raised') this.#failed.push(shipmentId);
  }

  /**
   * Adds today's work of a warehouse: a manifest and a pickup for the first parcels, a note, and a job that
   * adds tags, which the running service processes.
   */
  async addWork(signal: AbortSignal): Promise<void> {
    const [first] = this.#waiting;
    if (first === undefined) return;
    const account = this.#accountAt({ time: this.#now }, 'work');
    const wanted = { warehouse: first.warehouseId, carrierId: first.carrierId, day: null };
    await createManifest(account, wanted, asItIs);
    await createPickup(account, this.#rateBooks, wanted, asItIs);
    const shipmentIds = this.#waiting.map(({ shipmentId }) => shipmentId).slice(0, TAGGED);
    const options = { carrierId: null, comments: null, addTags: ['today'], removeTags: [] };
    await createJob(account, { action: 'tag', options, subjects: { shipmentIds } }, signal, asItIs);
    await this.#invoice(first.warehouseId);
    await addShipmentNote(account, first.shipmentId, 'The customer asked for delivery after 6 pm', asItIs);
  }

  /**
   * Invoices those waiting parcels of a warehouse that can be invoiced, and adds a credit note for the first. Each
   * GSTIN counts its invoices for itself, so the numbers of two warehouses would be the same.
   */
  async #invoice(warehouseId: string): Promise<void> {
    const waiting = this.#waiting.filter((one) => one.warehouseId === warehouseId);
    // A minute apart, so that a list by time is a list by number.
    const clock = { time: this.#now - waiting.length * MINUTE_MS };
    const account = this.#accountAt(clock, 'invoices');
    const invoices: Invoice[] = [];
    for (const { shipmentId } of waiting) {
      clock.time += MINUTE_MS;
      invoices.push(...((await unlessRefused(() => issueInvoices(account, [shipmentId], asItIs))) ?? []));
    }
    const [first] = invoices;
    if (first === undefined) return;
    await creditInvoice(account, { invoiceId: first.invoiceId, reason: 'Wrong name' }, asItIs);
  }

  /** Adds a return to every sixth delivered order; every third of these is part of an exchange. */
  async #return(shop: Shop, order: OrderDraft, deliveredAt: number): Promise<void> {
    const number = Number(order.displayId.slice('DEMO-'.length));
    const displayId = `${order.displayId}-R`;
    const random = new Random(`${this.#seed} ${displayId}`);
    const at = deliveredAt + Math.round(random.between(0.5, 4) * DAY_MS);
    if (number % 6 !== 0 || at > this.#now) return;
    const end = RETURN_ENDS[(number / 6) % RETURN_ENDS.length] ?? 'return_delivered';
    const clock = { time: at };
    const account = this.#accountAt(clock, displayId);
    const draft = drawReturn(random, order, { displayId, at, end });
    const booking =
      (number / 6) % 3 === 0
        ? await this.#exchange(account, random, shop, draft)
        : await bookReturn(account, draft);
    if (booking === null) return;
    const { trackingNumber, terms } = booking;
    const { origin, destination } = bookedLifeGround(this.#rateBooks.ground.directory, at, terms);
    const ground = { bookedAt: at, trackingNumber, isChecked: needsQc(draft), origin, destination };
    const scans = drawReturnLife(random, ground, end).filter(({ eventTime }) => eventTime <= this.#now);
    const courier = courierOf(account, terms.carrierId);
    for (const scan of scans) {
      clock.time = scan.eventTime;
      await recordScans(courier, [scan]);
    }
    if (end === 'return_cancelled') await cancelShipments(account, 'tracking_number', [trackingNumber]);
  }

  /** @returns the return's booking; null if no courier accepts the return or the new parcel */
  async #exchange(
    account: ShippingAccount,
    random: Random,
    shop: Shop,
    back: OrderDraft,
  ): Promise<OrderResult['booking']> {
    const { displayId, orderDate, billing, storeName, warehouseId } = back;
    const drawn = drawOrder(random, this.#places, shop, { displayId, at: orderDate.getTime() });
    const forward = {
      ...drawn,
      billing,
      shipping: null,
      storeName,
      warehouseId,
      isCod: false,
      codAmountPaise: 0,
    };
    const exchange = { forward, back, dispatch: 'at_once' } as const;
    const made = await unlessRefused(() => orchestrateExchange(account, exchange, NO_WISHES, asItIs));
    const out = made?.forward.booking ?? null;
    if (made === null || out === null) return null;
    const clock = { time: orderDate.getTime() };
    const ground = bookedLifeGround(this.#rateBooks.ground.directory, clock.time, out.terms);
    const life = drawLifeUntil(this.#now, random, ground, 'delivered');
    const parcel = { trackingNumber: out.trackingNumber, carrierId: out.terms.carrierId };
    await this.#live(this.#accountAt(clock, `${displayId} out`), clock, parcel, life);
    return made.back.booking;
  }

  /** @returns the order and its booking; the booking is null if the order stays pending */
  async #order(
    account: ShippingAccount,
    random: Random,
    shop: Shop,
    { displayId, at, end, isStuck }: PlannedOrder,
  ): Promise<{
    readonly booking: OrderResult['booking'];
    readonly draft: OrderDraft;
    readonly shipmentId: string;
  }> {
    for (let left = MOST_DRAWS; ; left -= 1) {
      const draft = isStuck
        ? drawDear(random, this.#places, shop, { displayId, at })
        : drawOrder(random, this.#places, shop, { displayId, at });
      try {
        const { booking, shipmentId } =
          end === 'pending'
            ? await createOrder(account, await prepareOrder(account, draft), asItIs)
            : await orchestrateOrder(account, await prepareOrder(account, draft), NO_WISHES, asItIs);
        return { booking, draft, shipmentId };
      } catch (error) {
        // No carrier serves a few of the pincodes.
        if (!(error instanceof Problem && error.kind === 'refused') || left === 0) throw error;
      }
    }
  }

  /** Sends couriers' scans in batches, with the seller's actions between them. */
  async #live(
    account: ShippingAccount,
    clock: { time: number },
    { trackingNumber, carrierId }: { trackingNumber: string; carrierId: string },
    steps: readonly LifeStep[],
  ): Promise<void> {
    const courier = courierOf(account, carrierId);
    let scans: Scan[] = [];
    const send = async () => {
      if (scans.length > 0) await recordScans(courier, scans);
      scans = [];
    };
    for (const step of steps) {
      if (step.by === 'carrier') {
        scans.push(scanOf(trackingNumber, step));
        clock.time = step.arrivesAt;
        continue;
      }
      await send();
      clock.time = step.at;
      await this.#act(account, trackingNumber, step);
    }
    await send();
  }

  async #act(account: ShippingAccount, trackingNumber: string, { status }: LifeStep): Promise<void> {
    if (status === 'cancelled') await cancelShipments(account, 'tracking_number', [trackingNumber]);
    else if (status === 'reattempt_delivery') await requestReattempt(account, trackingNumber, NO_CORRECTION);
    else await initiateRto(account, trackingNumber);
  }

  /** Returns the account at a simulated time; the clock may move forward. */
  #accountAt(clock: { time: number }, purpose: string): ShippingAccount {
    const ids = new SeededIds(`${this.#seed} ${this.#accountId} ${purpose}`);
    return {
      ...this.#service,
      now: () => new Date(clock.time),
      newId: () => ids.at(clock.time),
      ...WHOLE_ACCOUNT,
      accountId: this.#accountId,
      actor: DEMO_ACTOR,
      emitWebhooks: NO_WEBHOOKS,
    };
  }
}

function courierOf(account: ShippingAccount, carrierId: string): ScanContext {
  return { ...account, carrierIds: [carrierId], courierAccountIds: [], actor: COURIER_ACTOR };
}

/** @returns null if no courier picks it up there: a few pincodes are served by none */
function bookReturn(account: ShippingAccount, draft: OrderDraft): Promise<OrderResult['booking']> {
  return unlessRefused(async () => {
    const prepared = await prepareOrder(account, draft);
    return (await orchestrateOrder(account, prepared, NO_WISHES, asItIs)).booking;
  });
}

async function unlessRefused<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem && error.kind === 'refused')) throw error;
    return null;
  }
}

const NO_WISHES = { carrierId: null, printLabel: false };
const asItIs = async <Result>(_writer: unknown, result: Result): Promise<Result> => result;
/** Every sixth parcel gets a tag. */
const TAGGED = 6;

const EXAMPLE_WEBHOOK: WebhookFields = {
  url: 'https://hooks.shop.example/dakiya',
  events: ['status_change', 'tracking_addition'],
  description: 'Sample webhook',
  apiKey: null,
  enabled: false,
};
const NO_CORRECTION = { addressLine: null, landmark: null, phone: null, comments: null };

/** Draws until a COD order costs more than Rs 2,000. */
function drawDear(...wanted: Parameters<typeof drawOrder>): ReturnType<typeof drawOrder> {
  for (let left = 1_000; ; left -= 1) {
    const draft = drawOrder(...wanted);
    if (draft.codAmountPaise > DEAR_PAISE || left === 0) return draft;
  }
}
