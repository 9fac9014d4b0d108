import { prefixOf } from '../../src/carriers/offline/tracking-prefix.ts';
import type { Actor } from '../../src/domain/actor.ts';
import { searchWords } from '../../src/domain/listing/search-words.ts';
import { chargesDue, entriesToAdd } from '../../src/domain/money/ledger.ts';
import { needsQc, type OrderDraft } from '../../src/domain/orders/order.ts';
import type { SerialPermutation } from '../../src/domain/orders/serial-permutation.ts';
import { makeTrackingNumber, type TrackingNumberParts } from '../../src/domain/orders/tracking-number.ts';
import type { ForwardQuote } from '../../src/domain/rates/quote.ts';
import { quoteRates } from '../../src/domain/rates/quote-rates.ts';
import type { RateBook } from '../../src/domain/rates/rate-book.ts';
import { eventIdentity } from '../../src/domain/tracking/event-identity.ts';
import { foldHistory } from '../../src/domain/tracking/fold.ts';
import { type Reading, readScan, type Scan } from '../../src/domain/tracking/scan.ts';
import type { ShipmentState } from '../../src/domain/tracking/state.ts';
import type { GranularStatus, Journey } from '../../src/domain/tracking/statuses.ts';
import type { Refusal } from '../../src/domain/tracking/verdict.ts';
import type { Zone } from '../../src/domain/zones/zone.ts';
import { StartupError } from '../../src/problems/startup-error.ts';
import type { BookingTerms } from '../../src/storage/booking/bookings.ts';
import { eventIdOf, type NewEvent } from '../../src/storage/tracking/tracking-events.ts';
import { nextTryAt } from '../../src/usecases/booking/booking-outcome.ts';
import {
  type Quotable,
  quotableOf,
  quoteRequestOf,
  termsOf,
} from '../../src/usecases/booking/choose-carriers.ts';
import { bookedLifeGround } from './booked-life.ts';
import type { ShipmentToLoad } from './bulk/shipment-rows.ts';
import type { Places } from './demo-places.ts';
import { orderTime } from './order-times.ts';
import { OutcomeDealer, USUAL_OUTCOMES } from './outcomes.ts';
import type { PlannedOrder } from './plan-orders.ts';
import { Random, SeededIds, Weighted } from './random.ts';
import { drawLifeUntil, type LifeStep, scanOf } from './sample-life.ts';
import { drawOrder, type Shop } from './sample-order.ts';
import { drawReturn, drawReturnLife, RETURN_ENDS, type ReturnEnd } from './sample-return.ts';

export interface BulkGround {
  readonly accountId: string;
  readonly shop: Shop;
  readonly storeIds: ReadonlyMap<string, string>;
  readonly zipOf: ReadonlyMap<string, string>;
  readonly book: RateBook;
  readonly places: Places;
  readonly serialPermutation: SerialPermutation;
  readonly seed: string;
  /** The number of orders that the account already has. */
  readonly existing: number;
  readonly shipments: number;
  /** One for each shipment, the oldest first; without it, outcomes and times are drawn. */
  readonly plan?: readonly Pick<PlannedOrder, 'displayId' | 'at' | 'end'>[];
  /** Epoch milliseconds. */
  readonly from: number;
  readonly to: number;
}

/** Mutable: copying each event for every added fact caused a third of all garbage. */
interface Event extends NewEvent {
  readonly arrivedAt: number;
  arrival: number;
  refusal: Refusal | null;
}

interface PlannedReturn {
  readonly draft: OrderDraft;
  readonly terms: BookingTerms;
  readonly end: ReturnEnd;
  /** The time of the request, in epoch milliseconds. */
  readonly at: number;
  readonly storeId: string | null;
  readonly forwardOrderId: string;
  readonly applicableCentigrams: number;
}

/** A shipment of either journey before its history is folded. */
interface MadeShipment {
  readonly draft: OrderDraft;
  readonly ids: {
    readonly shipmentId: string;
    readonly bookingId: string;
    readonly orderId: string;
    readonly storeId: string | null;
  };
  readonly createdAt: number;
  /** Null if no carrier was asked. */
  readonly terms: BookingTerms | null;
  readonly zone: Zone;
  readonly appliedCentigrams: number;
  readonly number: TrackingNumberParts;
  /** Null if the carrier has not answered. */
  readonly trackingNumber: string | null;
  readonly events: Event[];
  readonly cancelledAt: number | null;
  readonly back: ShipmentToLoad['back'];
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Of delivered orders. */
const RETURNED_SHARE = 0.08;
const MOST_DRAWS = 20;
/** The share of couriers' scans that have an id. */
const SHARE_OF_NUMBERED_SCANS = 0.5;
/** The newest shipments; their carriers have not answered yet. */
const UNANSWERED = 2;
const SELLER: Actor = { kind: 'operator', id: null, name: 'demo data' };
const COURIER: Actor = { kind: 'carrier', id: null, name: 'demo data' };

/** The cheapest carrier is chosen most often, but not always, as in real life. */
const choices = new Weighted([
  [0, 60],
  [1, 22],
  [2, 12],
  [3, 6],
]);

/**
 * Makes an account's shipments as the use cases would have made them, in the order of their times: quoted by
 * the rate book, booked with the offline carrier, with states computed from their histories.
 */
export class BulkShipments {
  readonly #ground: BulkGround;
  readonly #random: Random;
  readonly #dealer: OutcomeDealer;
  readonly #ids: SeededIds;
  readonly #readings = new Map<string, Reading>();
  #made = 0;
  #returned: PlannedReturn | null = null;
  readonly #ofReturns: Random;
  #returns = 0;
  /** Returns to be made. They are spread evenly, so that a few orders have some too. */
  #dueReturns = 0;

  constructor(ground: BulkGround) {
    this.#ground = ground;
    const seed = `${ground.seed} ${ground.existing}`;
    this.#random = new Random(`${seed} content`);
    this.#dealer = new OutcomeDealer(new Random(`${seed} ends`), USUAL_OUTCOMES);
    this.#ofReturns = new Random(`${seed} returns`);
    this.#ids = new SeededIds(`${seed} ids ${ground.accountId}`);
  }

  /** Tells whether `next` should be called again. */
  get hasNext(): boolean {
    return this.#returned !== null || this.#made < this.#ground.shipments;
  }

  /** @param serial the offline carrier's number for the tracking number */
  next(serial: number): ShipmentToLoad {
    const planned = this.#returned;
    this.#returned = null;
    return planned === null ? this.#forward(serial) : this.#return(planned, serial);
  }

  #forward(serial: number): ShipmentToLoad {
    const { displayId, at: createdAt, end } = this.#ground.plan?.[this.#made] ?? this.#planned();
    this.#made += 1;
    const { draft, quote } = this.#quoted(displayId, createdAt);
    const shipmentId = this.#ids.at(createdAt);
    const bookingId = this.#ids.at(createdAt);
    const terms = this.#termsOf(draft, quote, end);
    const number = { prefix: prefixOf(terms?.carrierCode ?? ''), serial, isPermuted: true };
    const isBooked = terms !== null && end !== 'processing';
    const trackingNumber = isBooked ? makeTrackingNumber(number, this.#ground.serialPermutation) : null;
    const events = this.#eventsOf({ shipmentId, bookingId, createdAt, end, terms, trackingNumber });
    const orderId = this.#ids.at(createdAt);
    const storeId = draft.storeName === null ? null : (this.#ground.storeIds.get(draft.storeName) ?? null);
    const loaded = this.#loaded({
      draft,
      ids: { shipmentId, bookingId, orderId, storeId },
      createdAt,
      terms,
      zone: quote.zone,
      appliedCentigrams: quote.parcel.applicableCentigrams,
      number,
      trackingNumber,
      events,
      cancelledAt: trackingNumber === null ? null : withdrawnAt(events),
      back: null,
    });
    this.#returned = this.#planReturn(draft, { orderId, storeId }, loaded.shipment.state);
    return loaded;
  }

  #planned(): Pick<PlannedOrder, 'displayId' | 'at' | 'end'> {
    const { shipments, existing, from, to } = this.#ground;
    const at = orderTime(from, to, (this.#made + this.#random.share()) / shipments);
    const end =
      shipments - this.#made <= UNANSWERED && shipments > UNANSWERED ? 'processing' : this.#dealer.next();
    return { displayId: `D-${existing + this.#made + 1}`, at, end };
  }

  /** Plans the return of one item for some delivered orders, at places where a courier picks up. */
  #planReturn(
    order: OrderDraft,
    { orderId, storeId }: { orderId: string; storeId: string | null },
    { status, milestones }: ShipmentState,
  ): PlannedReturn | null {
    if (status !== 'delivered') return null;
    this.#dueReturns += RETURNED_SHARE;
    if (this.#dueReturns < 1) return null;
    const random = this.#ofReturns;
    const at = (milestones.delivered ?? 0) + Math.round(random.between(0.5, 4) * DAY_MS);
    if (at > this.#ground.to) return null;
    const end = RETURN_ENDS[this.#returns % RETURN_ENDS.length] ?? 'return_delivered';
    const draft = drawReturn(random, order, { displayId: `${order.displayId}-R`, at, end });
    const quotable = this.#quotableOf(draft);
    const quote = quoteRates(this.#ground.book, quoteRequestOf(quotable), at);
    const [offer] = quote.journey === 'return' ? quote.carriers : [];
    if (quote.journey !== 'return' || offer === undefined) return null;
    this.#returns += 1;
    this.#dueReturns -= 1;
    const terms = termsOf(quotable, quote, offer);
    const { applicableCentigrams } = quote.parcel;
    return { draft, terms, end, at, storeId, forwardOrderId: orderId, applicableCentigrams };
  }

  #return(planned: PlannedReturn, serial: number): ShipmentToLoad {
    const { draft, terms, end, at: createdAt, storeId, forwardOrderId } = planned;
    const shipmentId = this.#ids.at(createdAt);
    const bookingId = this.#ids.at(createdAt);
    const orderId = this.#ids.at(createdAt);
    const number = { prefix: prefixOf(terms.carrierCode), serial, isPermuted: true };
    const trackingNumber = makeTrackingNumber(number, this.#ground.serialPermutation);
    const { origin, destination } = bookedLifeGround(this.#ground.book.directory, createdAt, terms);
    const isChecked = needsQc(draft);
    const ground = { bookedAt: createdAt, trackingNumber, isChecked, origin, destination };
    const booked = `Booked with ${terms.carrierName}`;
    const events = [this.#ownEvent(shipmentId, 'return_pickup_scheduled', createdAt, booked, null)];
    const qcAnswers: NonNullable<ShipmentToLoad['back']>['qcAnswers'][number][] = [];
    for (const scan of drawReturnLife(this.#ofReturns, ground, end)) {
      if (scan.eventTime > this.#ground.to) break;
      const event = this.#scan(shipmentId, 'return', scan, scan.eventTime, null);
      events.push(event);
      event.arrival = events.length;
      if (scan.qc !== null) qcAnswers.push({ ...scan.qc, eventId: event.eventId });
    }
    const cancelledAt = createdAt + 90 * MINUTE_MS;
    const isCancelled = end === 'return_cancelled' && cancelledAt <= this.#ground.to;
    if (isCancelled) {
      const event = this.#ownEvent(
        shipmentId,
        'return_cancelled',
        cancelledAt,
        'Cancelled by the seller',
        null,
      );
      events.push(event);
      event.arrival = events.length;
    }
    return this.#loaded({
      draft,
      ids: { shipmentId, bookingId, orderId, storeId },
      createdAt,
      terms,
      zone: terms.zone,
      appliedCentigrams: planned.applicableCentigrams,
      number,
      trackingNumber,
      events,
      cancelledAt: isCancelled ? cancelledAt : null,
      back: {
        forwardOrderId,
        reason: draft.returned?.reason ?? null,
        qcItems: draft.returned?.qcItems ?? [],
        qcAnswers,
      },
    });
  }

  /** Folds the history of a shipment, and puts together all that is loaded for it. */
  #loaded({
    draft,
    ids,
    createdAt,
    terms,
    number,
    trackingNumber,
    events,
    back,
    ...made
  }: MadeShipment): ShipmentToLoad {
    const { shipmentId, bookingId, orderId, storeId } = ids;
    const journey = back === null ? 'forward' : 'return';
    const { state, outcomes } = foldHistory(createdAt, events, journey);
    for (const outcome of outcomes) if (!outcome.applied) outcome.event.refusal = outcome.why;
    const created = new Date(createdAt);
    const booked = trackingNumber === null ? null : terms;
    const skus = draft.items.flatMap(({ sku }) => sku ?? []);
    return {
      accountId: this.#ground.accountId,
      order: {
        ...draft,
        orderId,
        storeId,
        createdAt: created,
        warnings: draft.doubts,
        replaces: null,
        items: draft.items.map((item) => ({ ...item, itemId: this.#ids.at(createdAt) })),
      },
      shipment: {
        shipmentId,
        orderId,
        warehouseId: draft.warehouseId,
        storeId,
        bookingId: terms === null ? null : bookingId,
        createdAt: created,
        orderDate: draft.orderDate,
        totalPricePaise: draft.totalPaise,
        codAmountPaise: draft.codAmountPaise,
        appliedCentigrams: made.appliedCentigrams,
        expectedPickupDate: booked?.expectedPickupDate ?? null,
        expectedDeliveryDate: booked?.expectedDeliveryDate ?? null,
        journey,
        zone: terms?.zone ?? made.zone,
        isCod: draft.isCod,
        trackingNumber,
        carrierId: booked?.carrierId ?? null,
        channel: draft.channel,
        state,
        eventCount: events.length,
        parcel: draft.parcel,
        skus,
        tags: draft.tags,
        words: searchWords(trackingNumber, draft),
      },
      updatedAt: events.at(-1)?.arrivedAt ?? createdAt,
      booking: terms && {
        booking: {
          bookingId,
          shipmentId,
          terms,
          state: booked === null ? 'unknown' : 'booked',
          processId: null,
          askedAt: created,
          trackingNumber,
          orderReference: draft.displayId,
          courierOrderId: null,
          routingCode: null,
          newOrderId: null,
        },
        settledAt: booked === null ? null : createdAt,
        nextTryAt: booked === null ? nextTryAt(created, created).getTime() : null,
      },
      ledger: terms && { number, bookedAt: createdAt, cancelledAt: made.cancelledAt },
      events,
      back,
      entries: booked === null ? [] : this.#entriesOf(booked, state, createdAt),
    };
  }

  /** Returns the ledger entries as if each was written when its event happened. */
  #entriesOf(terms: BookingTerms, state: ShipmentState, bookedAt: number): ShipmentToLoad['entries'] {
    const charges = chargesDue({ ...terms, bookedAt, weightDifferencePaise: 0 }, state);
    return entriesToAdd(charges, {}, state.statusAt).map((entry) => ({
      ...entry,
      entryId: this.#ids.at(entry.happenedAt),
      recordedAt: entry.happenedAt,
    }));
  }

  /** Draws an order that a carrier accepts; no carrier serves a few of the pincodes. */
  #quoted(displayId: string, at: number) {
    const { places, shop, book } = this.#ground;
    for (let left = MOST_DRAWS; ; left -= 1) {
      const draft = drawOrder(this.#random, places, shop, { displayId, at });
      const quotable = this.#quotableOf(draft);
      const quote = quoteRates(book, quoteRequestOf(quotable), at);
      if (quote.journey === 'forward' && quote.carriers.length > 0) return { draft, quote };
      if (left === 0)
        throw new StartupError('No carrier can take the sample orders: switch on one that has prices');
    }
  }

  #termsOf(draft: OrderDraft, quote: ForwardQuote, end: GranularStatus): BookingTerms | null {
    if (end === 'pending' || end === 'externally_fulfilled') return null;
    const chosen = Math.min(choices.draw(this.#random), quote.carriers.length - 1);
    const offer = quote.carriers[chosen];
    if (offer === undefined) return null;
    return termsOf(this.#quotableOf(draft), quote, offer);
  }

  #quotableOf(draft: OrderDraft): Quotable {
    return quotableOf(draft, { zip: this.#ground.zipOf.get(draft.warehouseId) ?? '' }, draft.parcel);
  }

  #eventsOf(of: {
    shipmentId: string;
    bookingId: string;
    createdAt: number;
    end: GranularStatus;
    terms: BookingTerms | null;
    trackingNumber: string | null;
  }): Event[] {
    const { shipmentId, createdAt, end, terms, trackingNumber } = of;
    if (terms === null) {
      const fulfilledAt = createdAt + 90 * MINUTE_MS;
      if (end !== 'externally_fulfilled' || fulfilledAt > this.#ground.to) return [];
      return [this.#ownEvent(shipmentId, end, fulfilledAt, 'Shipped outside this service', null)];
    }
    if (trackingNumber === null) {
      const description = `Waiting for ${terms.carrierName} to confirm the booking`;
      return [this.#ownEvent(shipmentId, 'processing', createdAt, description, null)];
    }
    const description = `Booked with ${terms.carrierName}`;
    const events = [this.#ownEvent(shipmentId, 'ready_for_pickup', createdAt, description, null)];
    const ground = bookedLifeGround(this.#ground.book.directory, createdAt, terms);
    const isNumbered = this.#random.chance(SHARE_OF_NUMBERED_SCANS);
    for (const step of drawLifeUntil(this.#ground.to, this.#random, ground, end)) {
      const event =
        step.by === 'carrier'
          ? this.#scan(
              shipmentId,
              'forward',
              scanOf(trackingNumber, step),
              step.arrivesAt,
              isNumbered ? events.length : null,
            )
          : this.#ownEvent(shipmentId, step.status, step.at, step.description ?? '', sellersReason(step));
      events.push(event);
      event.arrival = events.length;
    }
    return events;
  }

  #ownEvent(
    shipmentId: string,
    status: GranularStatus,
    at: number,
    description: string,
    reason: NewEvent['reason'],
  ): Event {
    return {
      shipmentId,
      eventId: this.#ids.at(at),
      carrierEventKey: null,
      status,
      eventTime: at,
      reason,
      actor: SELLER,
      location: null,
      description,
      carrierStatus: null,
      carrierReason: null,
      arrivedAt: at,
      arrival: 1,
      refusal: null,
    };
  }

  /** Reads a courier's scan by the normal rules; each combination of status and reason is read only once. */
  #scan(
    shipmentId: string,
    journey: Journey,
    { trackingNumber, eventTime, location, description, ...rest }: Scan,
    arrivedAt: number,
    number: number | null,
  ): Event {
    const words = `${journey} ${rest.status} ${rest.reason}`;
    let reading = this.#readings.get(words);
    if (reading === undefined) {
      reading = readScan({ trackingNumber, eventTime, location, description, ...rest }, journey);
      this.#readings.set(words, reading);
    }
    if ('why' in reading) throw new Error(`${words} is no scan: ${reading.why.text}`);
    const { status, reason, carrierStatus, carrierReason } = reading.scan;
    const identity = eventIdentity({
      trackingNumber,
      status,
      eventTime,
      location,
      description,
      carrierEventId: number === null ? null : `${trackingNumber}-${number}`,
    });
    return {
      shipmentId,
      eventId: eventIdOf(identity.content),
      carrierEventKey: identity.carrierEvent === null ? null : eventIdOf(identity.carrierEvent),
      status,
      eventTime,
      reason,
      actor: COURIER,
      location,
      description,
      carrierStatus,
      carrierReason,
      arrivedAt,
      arrival: 1,
      refusal: null,
    };
  }
}

function sellersReason(step: LifeStep): NewEvent['reason'] {
  return step.status === 'rto_initiated' ? 'seller_requested' : null;
}

/** The time when the seller's cancellation ended the booking. */
function withdrawnAt(events: readonly Event[]): number | null {
  return events.find(({ status, actor }) => status === 'cancelled' && actor === SELLER)?.eventTime ?? null;
}
