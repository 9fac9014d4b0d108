import { indiaDay } from '../../src/domain/india-time.ts';
import type { Scan } from '../../src/domain/tracking/scan.ts';
import type { GranularStatus } from '../../src/domain/tracking/statuses.ts';
import { type Random, Weighted } from './random.ts';

/** A step of a shipment's life: an action of the seller, or a scan of the courier. */
export interface LifeStep {
  readonly by: 'seller' | 'carrier';
  readonly status: GranularStatus;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The time when this service receives it, in epoch milliseconds, not before `at`. */
  readonly arrivesAt: number;
  readonly reason: string | null;
  readonly location: string | null;
  readonly description: string | null;
}

export interface LifeGround {
  /** The time when the carrier was booked, in epoch milliseconds. */
  readonly bookedAt: number;
  /** The promised days of pickup and delivery in India, as `indiaDay` counts them. */
  readonly pickupDay: number;
  readonly deliveryDay: number;
  readonly origin: string;
  readonly destination: string;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const INDIA_OFFSET_MS = 330 * MINUTE_MS;

const daysLate = new Weighted([
  [0, 70],
  [1, 14],
  [2, 7],
  [3, 4],
  [5, 3],
  [9, 2],
]);
/** Reasons in couriers' own words; a few are our words. */
const ndrReasons = new Weighted([
  ['Consignee not available', 24],
  ['Phone switched off', 14],
  ['Customer refused', 12],
  ['future_delivery_requested', 11],
  ['Incomplete address', 9],
  ['Wrong address', 6],
  ['COD not ready', 7],
  ['Customer wants open delivery', 3],
  ['self_collect_requested', 2],
  ['Out of delivery area', 2],
  ['entry_restricted', 2],
  ['Order cancelled by customer', 4],
  ['otp_not_verified', 1],
  ['not_attempted', 2],
  ['Misrouted', 1],
  ['shipment_damaged', 0.5],
  ['Handle pe rakha', 1],
]);
const rtoReasons = new Weighted<string | null>([
  [null, 40],
  ['max_attempts_exhausted', 22],
  ['Customer refused', 14],
  ['customer_not_reachable', 8],
  ['Address issue', 6],
  ['ndr_not_actioned', 5],
  ['payment_not_ready', 2],
  ['otp_verified_cancellation', 1],
  ['out_of_delivery_area', 1],
  ['regulatory_hold', 0.5],
  ['other', 0.5],
]);
const pickupFailures = new Weighted([
  ['Seller not available', 5],
  ['not_packed', 3],
  ['Premises closed', 2],
]);

const BEFORE_PICKUP: ReadonlySet<GranularStatus> = new Set([
  'processing',
  'ready_for_pickup',
  'pickup_scheduled',
  'out_for_pickup',
  'not_picked',
  'cancelled',
  'rejected',
  'externally_fulfilled',
]);
const RETURNING: ReadonlySet<GranularStatus> = new Set([
  'rto_initiated',
  'rto_in_transit',
  'rto_out_for_delivery',
  'rto_need_attention',
  'rto_delivered',
  'rto_lost',
  'rto_damaged',
]);
const FAILED: ReadonlySet<GranularStatus> = new Set(['ndr_raised', 'need_attention', 'reattempt_delivery']);
const STOPPED: ReadonlySet<GranularStatus> = new Set(['lost', 'damaged', 'on_hold']);
const OFTEN_AHEAD: ReadonlySet<GranularStatus> = new Set(['delivered', 'rto_delivered']);
const MOST_DRAWS = 20;

/**
 * Draws the life of a booked shipment until `end`, in the order of arrival at the service: couriers skip
 * scans, and some scans arrive late or after the end.
 */
export function drawLife(random: Random, ground: LifeGround, end: GranularStatus): LifeStep[] {
  const life = new Life(random, ground, end);
  life.live();
  return life.steps.sort((a, b) => a.arrivesAt - b.arrivesAt);
}

/**
 * Draws the steps of a shipment's life that have arrived by `now`. Draws again until the life has ended by then, so that a few orders show
 * every end. Lives that end as most do are drawn once, and may go on.
 */
export function drawLifeUntil(
  now: number,
  random: Random,
  ground: LifeGround,
  end: GranularStatus,
): LifeStep[] {
  for (let left = MOST_DRAWS; ; left -= 1) {
    const life = drawLife(random, ground, end);
    const known = life.filter(({ arrivesAt }) => arrivesAt <= now);
    if (known.length === life.length || left === 0 || OFTEN_AHEAD.has(end)) return known;
  }
}

/** Returns a step in the format of a courier's scan. */
export function scanOf(trackingNumber: string, step: LifeStep): Scan {
  return {
    trackingNumber,
    status: step.status,
    eventTime: step.at,
    location: step.location,
    description: step.description,
    reason: step.reason,
    carrierEventId: null,
    qc: null,
    own: null,
  };
}

class Life {
  readonly steps: LifeStep[] = [];
  readonly #random: Random;
  readonly #ground: LifeGround;
  readonly #end: GranularStatus;
  #last: number;
  #isOver = false;

  constructor(random: Random, ground: LifeGround, end: GranularStatus) {
    this.#random = random;
    this.#ground = ground;
    this.#end = end;
    this.#last = ground.bookedAt;
  }

  live(): void {
    this.#isOver = this.#end === 'ready_for_pickup';
    const pickedUpOn = this.#bePickedUp();
    if (this.#isOver) return;
    const arrivesOn = this.#travel(pickedUpOn);
    if (this.#isOver) return;
    const attemptedOn = this.#goOut(arrivesOn);
    if (!this.#isOver) this.#goBack(attemptedOn);
  }

  #bePickedUp(): number {
    const random = this.#random;
    const { origin, bookedAt } = this.#ground;
    let day = Math.max(this.#ground.pickupDay, indiaDay(bookedAt));
    if (this.#end === 'processing')
      this.#scan('processing', bookedAt + random.between(1, 9) * MINUTE_MS, origin, 'Shipment data received');
    if (this.#wants('pickup_scheduled', 0.6))
      this.#scan(
        'pickup_scheduled',
        bookedAt + random.between(4, 90) * MINUTE_MS,
        origin,
        'Pickup scheduled',
      );
    if (this.#end === 'rejected')
      this.#scan('rejected', bookedAt + random.between(1, 6) * HOUR_MS, origin, 'Shipment data not accepted');
    if (this.#end === 'externally_fulfilled')
      this.#scan(
        'externally_fulfilled',
        bookedAt + random.between(1, 6) * HOUR_MS,
        origin,
        'Given to another courier by the seller',
      );
    if (this.#end === 'cancelled') this.#beCancelled();
    if (this.#wants('out_for_pickup', 0.5))
      this.#scan('out_for_pickup', at(day, random.between(9, 12)), origin, 'Rider on the way');
    if (this.#wants('not_picked', 0.05)) {
      const reason = pickupFailures.draw(random);
      this.#scan('not_picked', at(day, random.between(14, 18)), origin, 'Pickup failed', reason);
      day += 1;
    }
    if (!BEFORE_PICKUP.has(this.#end) && this.#wants('picked_up', 0.97))
      this.#scan('picked_up', at(day, random.between(12, 19)), origin, 'Picked up');
    return day;
  }

  #beCancelled(): void {
    const when = this.#ground.bookedAt + this.#random.between(0.2, 5) * HOUR_MS;
    if (this.#random.chance(0.85)) this.#act('cancelled', when, 'Cancelled by the seller');
    else this.#scan('cancelled', when, this.#ground.origin, 'Cancelled by the courier');
  }

  /** @returns the day on which the parcel reaches the customer's city */
  #travel(pickedUpOn: number): number {
    const random = this.#random;
    const { origin, destination } = this.#ground;
    const late = daysLate.draw(random) - (random.chance(0.1) ? 1 : 0);
    const arrivesOn = Math.max(this.#ground.deliveryDay + late, pickedUpOn + 1);
    const days = arrivesOn - pickedUpOn;
    const scans = this.#end === 'in_transit' ? 1 : 1 + random.below(3);
    for (let scan = 0; scan < scans && !this.#isOver; scan += 1) {
      const hub = scan * 2 < scans ? origin : destination;
      const when = at(pickedUpOn, 20) + ((days - 1) * DAY_MS * scan) / scans + random.between(0, 3) * HOUR_MS;
      this.#scan(
        'in_transit',
        when,
        `${hub} Hub`,
        scan === 0 ? 'Bag dispatched' : 'Shipment received at hub',
      );
    }
    if (STOPPED.has(this.#end)) {
      const when = at(arrivesOn, random.between(8, 20));
      this.#scan(this.#end, when, `${destination} Hub`, STOP_WORDS[this.#end] ?? null);
    }
    if (this.#wants('reached_destination_hub', 0.7))
      this.#scan(
        'reached_destination_hub',
        at(arrivesOn, random.between(4, 7)),
        `${destination} Delivery Centre`,
        'Reached destination',
      );
    return arrivesOn;
  }

  /** @returns the day of the last delivery attempt */
  #goOut(arrivesOn: number): number {
    const random = this.#random;
    const { destination } = this.#ground;
    const place = `${destination} Delivery Centre`;
    let day = arrivesOn;
    let failures = this.#failures();
    while (!this.#isOver) {
      this.#scan('out_for_delivery', at(day, random.between(8, 10.5)), place, 'Out for delivery');
      if (this.#isOver) break;
      if (failures === 0) {
        this.#scan('delivered', at(day, random.between(11, 19.5)), destination, 'Delivered');
        this.#sayMore();
        break;
      }
      failures -= 1;
      const isLast = failures === 0 && this.#end !== 'delivered';
      const reason = ndrReasons.draw(random);
      const failedAt = at(day, random.between(12, 18));
      this.#scan('ndr_raised', failedAt, place, 'Delivery attempt failed', reason);
      if (isLast ? this.#wants('need_attention', 0.3) : random.chance(0.25))
        this.#scan(
          'need_attention',
          failedAt + random.between(1, 3) * HOUR_MS,
          place,
          'Seller to advise',
          reason,
        );
      if (isLast && this.#end !== 'reattempt_delivery') break;
      if (isLast || random.chance(0.4))
        this.#act('reattempt_delivery', failedAt + random.between(4, 9) * HOUR_MS, REATTEMPT);
      day += random.chance(0.75) ? 1 : 2;
    }
    return day;
  }

  #failures(): number {
    if (RETURNING.has(this.#end)) return this.#random.chance(0.6) ? 3 : 1 + this.#random.below(2);
    if (FAILED.has(this.#end)) return 1 + this.#random.below(2);
    const luck = this.#random.share();
    return luck < 0.87 ? 0 : luck < 0.96 ? 1 : 2;
  }

  #goBack(attemptedOn: number): void {
    const random = this.#random;
    const { origin, destination, deliveryDay, pickupDay } = this.#ground;
    const day = attemptedOn + 1;
    if (random.chance(0.2))
      this.#act('rto_initiated', at(day, random.between(9, 18)), RETURN, 'seller_requested');
    else
      this.#scan(
        'rto_initiated',
        at(day, random.between(9, 18)),
        `${destination} Hub`,
        'Return initiated',
        rtoReasons.draw(random),
      );
    const days = Math.max(2, deliveryDay - pickupDay);
    this.#scan(
      'rto_in_transit',
      at(day + 1, random.between(2, 8)),
      `${destination} Hub`,
      'Return dispatched',
    );
    if (this.#end === 'rto_lost' || this.#end === 'rto_damaged')
      this.#scan(
        this.#end,
        at(day + days, random.between(9, 18)),
        `${origin} Hub`,
        STOP_WORDS[this.#end] ?? null,
      );
    if (random.chance(0.5))
      this.#scan(
        'rto_in_transit',
        at(day + days - 0.5, random.between(8, 14)),
        `${origin} Hub`,
        'Return received at hub',
      );
    this.#scan(
      'rto_out_for_delivery',
      at(day + days, random.between(8.5, 11)),
      origin,
      'Return out for delivery',
    );
    if (this.#wants('rto_need_attention', 0.06)) {
      this.#scan('rto_need_attention', at(day + days, random.between(13, 18)), origin, 'Seller closed');
      this.#scan(
        'rto_out_for_delivery',
        at(day + days + 1, random.between(8.5, 11)),
        origin,
        'Return out for delivery',
      );
    }
    this.#scan('rto_delivered', at(day + days + 1, random.between(12, 18)), origin, 'Returned to seller');
  }

  /** Adds a scan after the delivery, as couriers' systems sometimes do. */
  #sayMore(): void {
    if (!this.#random.chance(0.01)) return;
    this.#isOver = false;
    const when = this.#last + this.#random.between(1, 5) * HOUR_MS;
    this.#scan('in_transit', when, `${this.#ground.destination} Hub`, 'Bag received');
    this.#isOver = true;
  }

  #wants(status: GranularStatus, chance: number): boolean {
    return !this.#isOver && (this.#end === status || this.#random.chance(chance));
  }

  #scan(
    status: GranularStatus,
    planned: number,
    location: string,
    description: string | null,
    reason: string | null = null,
  ): void {
    // The seller acts on known scans, so only scans that cause no action arrive late.
    const isLate = OFTEN_LATE.has(status) && this.#random.chance(0.04);
    const delay = isLate ? this.#random.between(2, 12) * HOUR_MS : this.#random.between(0.2, 9) * MINUTE_MS;
    this.#add({ by: 'carrier', status, reason, location, description }, planned, delay);
  }

  #act(status: GranularStatus, planned: number, description: string, reason: string | null = null): void {
    this.#add({ by: 'seller', status, reason, location: null, description }, planned, 0);
  }

  #add(step: Omit<LifeStep, 'at' | 'arrivesAt'>, planned: number, delay: number): void {
    if (this.#isOver) return;
    const happened = Math.floor(Math.max(planned, this.#last + 10 * MINUTE_MS));
    // The times in couriers' scans are whole seconds.
    const when = step.by === 'carrier' ? happened - (happened % 1000) : happened;
    this.#last = happened;
    this.steps.push({ ...step, at: when, arrivesAt: when + Math.ceil(delay) });
    this.#isOver = step.status === this.#end;
  }
}

const OFTEN_LATE: ReadonlySet<GranularStatus> = new Set(['pickup_scheduled', 'picked_up', 'in_transit']);
const REATTEMPT = 'Another delivery attempt was requested by the seller';
const RETURN = 'The return was requested by the seller';
const STOP_WORDS: Partial<Record<GranularStatus, string>> = {
  lost: 'Declared lost',
  damaged: 'Declared damaged',
  on_hold: 'Held at the hub',
  rto_lost: 'Declared lost on the way back',
  rto_damaged: 'Declared damaged on the way back',
};

/** Returns the time of a day and an hour in India. */
function at(day: number, hour: number): number {
  return day * DAY_MS - INDIA_OFFSET_MS + hour * HOUR_MS;
}
