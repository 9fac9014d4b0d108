import { indiaDay } from '../../domain/india-time.ts';
import type { Scan } from '../../domain/tracking/scan.ts';
import type { UnscannedShipment } from '../../storage/tracking/unscanned-shipments.ts';
import { OutcomeDealer, type Outcomes } from '../outcomes.ts';
import { Random } from '../random.ts';
import { drawLife, type LifeStep, scanOf } from '../sample-life.ts';

/** A scan and when its courier sends it: epoch milliseconds. */
export interface PlannedScan {
  readonly sentAt: number;
  readonly scan: Scan;
}

/** How the lives of simulated shipments end, of a hundred; see `OutcomeDealer`. All are couriers' doing. */
const OUTCOMES: Outcomes = {
  delivered: 78,
  rto_delivered: 12,
  rto_in_transit: 1,
  ndr_raised: 2,
  need_attention: 1,
  in_transit: 1,
  lost: 2,
  damaged: 1,
  rto_lost: 1,
  rejected: 1,
};

const SENT_AGAIN = 0.05;
const SENT_BEFORE_ITS_TURN = 0.04;
/** Where the carrier promised nothing. */
const USUAL_DAYS = 4;

/**
 * Plans what couriers say of booked shipments until their lives are over, in the order in which it is sent:
 * some scans come late, some twice, some before others that were first. The same shipments, seed and times
 * give the same plan.
 *
 * Without a speed a life lies between its booking and now, as long as it would be or, where that is not yet
 * over, so much shorter; all of it is to be sent at once. With a speed, it begins now and goes on so many times
 * faster than it would.
 */
export function planScans(
  shipments: readonly UnscannedShipment[],
  { seed, now, speed }: { readonly seed: string; readonly now: number; readonly speed: number | null },
): PlannedScan[] {
  const dealer = new OutcomeDealer(new Random(`${seed} ends`), OUTCOMES);
  return shipments
    .flatMap((shipment) => {
      const bookedAt = shipment.bookedAt.getTime();
      const random = new Random(`${seed} ${shipment.trackingNumber}`);
      const steps = drawLife(random, groundOf(shipment), dealer.next()).filter(({ by }) => by === 'carrier');
      const timed = speed === null ? between(steps, bookedAt, now) : faster(steps, bookedAt, now, speed);
      return deliveries(random, shipment.trackingNumber, timed);
    })
    .sort((a, b) => a.sentAt - b.sentAt)
    .map((planned) => (speed === null ? { ...planned, sentAt: now } : planned));
}

function groundOf(shipment: UnscannedShipment) {
  const bookedAt = shipment.bookedAt.getTime();
  const pickupDay = dayOf(shipment.expectedPickupDate) ?? indiaDay(bookedAt);
  return {
    bookedAt,
    pickupDay,
    deliveryDay: dayOf(shipment.expectedDeliveryDate) ?? pickupDay + USUAL_DAYS,
    origin: shipment.originCity,
    destination: shipment.destinationCity,
  };
}

/** As `indiaDay` counts days; noon in UTC is still the same day in India. */
function dayOf(date: string | null): number | null {
  return date === null ? null : indiaDay(Date.parse(`${date}T12:00:00Z`));
}

function between(steps: readonly LifeStep[], bookedAt: number, now: number): LifeStep[] {
  const end = Math.max(...steps.map(({ arrivesAt }) => arrivesAt), bookedAt + 1);
  return moved(steps, bookedAt, bookedAt, Math.min(1, (now - bookedAt) / (end - bookedAt)));
}

function faster(steps: readonly LifeStep[], bookedAt: number, now: number, speed: number): LifeStep[] {
  return moved(steps, bookedAt, now, 1 / speed);
}

/** Lets what began at `from` begin at `to` and go at another pace. No two steps get the same moment. */
function moved(steps: readonly LifeStep[], from: number, to: number, pace: number): LifeStep[] {
  const move = (moment: number) => Math.floor(to + (moment - from) * pace);
  let last = to;
  const inOrder = [...steps].sort((a, b) => a.at - b.at);
  const times = new Map(
    inOrder.map((step) => {
      last = Math.max(move(step.at), last + 1);
      return [step, last] as const;
    }),
  );
  return steps.map((step) => {
    const at = times.get(step) ?? move(step.at);
    return { ...step, at, arrivesAt: Math.max(move(step.arrivesAt), at) };
  });
}

function deliveries(random: Random, trackingNumber: string, steps: readonly LifeStep[]): PlannedScan[] {
  const planned = steps.map((step) => ({ sentAt: step.arrivesAt, scan: scanOf(trackingNumber, step) }));
  return planned.flatMap((one, index) => {
    const next = planned[index + 1];
    const isEarly = next !== undefined && random.chance(SENT_BEFORE_ITS_TURN);
    const sent = isEarly ? { ...one, sentAt: next.sentAt + 1 } : one;
    if (!random.chance(SENT_AGAIN)) return [sent];
    const after = planned[Math.min(index + 1 + random.below(3), planned.length - 1)] ?? one;
    return [sent, { ...sent, sentAt: Math.max(sent.sentAt, after.sentAt) }];
  });
}
