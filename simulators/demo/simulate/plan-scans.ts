import { indiaDay } from '../../../src/domain/india-time.ts';
import type { Scan } from '../../../src/domain/tracking/scan.ts';
import type { GranularStatus } from '../../../src/domain/tracking/statuses.ts';
import type { UnscannedShipment } from '../../../src/storage/tracking/unscanned-shipments.ts';
import { dayOf } from '../booked-life.ts';
import { OutcomeDealer, type Outcomes } from '../outcomes.ts';
import { Random } from '../random.ts';
import { drawLife, scanOf } from '../sample-life.ts';
import { drawReturnLife, type ReturnEnd } from '../sample-return.ts';

/** A scan and the time when its courier sends it, in epoch milliseconds. */
export interface PlannedScan {
  readonly sentAt: number;
  readonly scan: Scan;
}

/** The outcomes of simulated shipments, in percent. Couriers can cause all of them. */
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

/** The outcomes of returns, in percent. More unchecked returns arrive, because they cannot fail a check. */
const RETURN_OUTCOMES: Outcomes<ReturnEnd> = {
  return_delivered: 72,
  return_qc_failed: 16,
  return_not_picked: 4,
  return_in_transit: 3,
  return_ndr_raised: 3,
  return_lost: 2,
};

const SENT_AGAIN = 0.05;
const SENT_BEFORE_ITS_TURN = 0.04;
/** The days to delivery if the carrier promised none. */
const USUAL_DAYS = 4;

/**
 * Plans the scans of booked shipments until the end of their lives, in the order of sending: some scans come
 * late, some twice, some in the wrong order. The same shipments, seed and times give the same plan.
 *
 * Without a speed, all scans are sent at once: a life lies between its booking and now, shortened if needed.
 * With a speed, a life begins now and runs faster by that factor.
 */
export function planScans(
  shipments: readonly UnscannedShipment[],
  { seed, now, speed }: { readonly seed: string; readonly now: number; readonly speed: number | null },
): PlannedScan[] {
  const deal = {
    forward: new OutcomeDealer(new Random(`${seed} ends`), OUTCOMES),
    return: new OutcomeDealer(new Random(`${seed} ends of returns`), RETURN_OUTCOMES),
  };
  return shipments
    .flatMap((shipment) => {
      const bookedAt = shipment.bookedAt.getTime();
      const random = new Random(`${seed} ${shipment.trackingNumber}`);
      const life =
        shipment.journey === 'return'
          ? returnLife(random, shipment, deal.return.next())
          : forwardLife(random, shipment, deal.forward.next());
      return deliveries(
        random,
        speed === null ? between(life, bookedAt, now) : faster(life, bookedAt, now, speed),
      );
    })
    .sort((a, b) => a.sentAt - b.sentAt)
    .map((planned) => (speed === null ? { ...planned, sentAt: now } : planned));
}

function forwardLife(random: Random, shipment: UnscannedShipment, end: GranularStatus): PlannedScan[] {
  return drawLife(random, groundOf(shipment), end)
    .filter(({ by }) => by === 'carrier')
    .map((step) => ({ sentAt: step.arrivesAt, scan: scanOf(shipment.trackingNumber, step) }));
}

function returnLife(random: Random, shipment: UnscannedShipment, dealt: ReturnEnd): PlannedScan[] {
  const end = dealt === 'return_qc_failed' && !shipment.isChecked ? 'return_delivered' : dealt;
  const { trackingNumber, isChecked, originCity: origin, destinationCity: destination } = shipment;
  const ground = { bookedAt: shipment.bookedAt.getTime(), trackingNumber, isChecked, origin, destination };
  return drawReturnLife(random, ground, end).map((scan) => ({ sentAt: scan.eventTime, scan }));
}

function groundOf(shipment: UnscannedShipment) {
  const bookedAt = shipment.bookedAt.getTime();
  const { expectedPickupDate, expectedDeliveryDate } = shipment;
  const pickupDay = expectedPickupDate === null ? indiaDay(bookedAt) : dayOf(expectedPickupDate);
  return {
    bookedAt,
    pickupDay,
    deliveryDay: expectedDeliveryDate === null ? pickupDay + USUAL_DAYS : dayOf(expectedDeliveryDate),
    origin: shipment.originCity,
    destination: shipment.destinationCity,
  };
}

function between(planned: readonly PlannedScan[], bookedAt: number, now: number): PlannedScan[] {
  const end = Math.max(...planned.map(({ sentAt }) => sentAt), bookedAt + 1);
  return moved(planned, bookedAt, bookedAt, Math.min(1, (now - bookedAt) / (end - bookedAt)));
}

function faster(
  planned: readonly PlannedScan[],
  bookedAt: number,
  now: number,
  speed: number,
): PlannedScan[] {
  return moved(planned, bookedAt, now, 1 / speed);
}

/** Moves the scans to a new start and a new speed. No two scans get the same time. */
function moved(planned: readonly PlannedScan[], from: number, to: number, pace: number): PlannedScan[] {
  const move = (moment: number) => Math.floor(to + (moment - from) * pace);
  let last = to;
  const inOrder = [...planned].sort((a, b) => a.scan.eventTime - b.scan.eventTime);
  const times = new Map(
    inOrder.map((one) => {
      last = Math.max(move(one.scan.eventTime), last + 1);
      return [one, last] as const;
    }),
  );
  return planned.map((one) => {
    const eventTime = times.get(one) ?? move(one.scan.eventTime);
    return { scan: { ...one.scan, eventTime }, sentAt: Math.max(move(one.sentAt), eventTime) };
  });
}

function deliveries(random: Random, planned: readonly PlannedScan[]): PlannedScan[] {
  return planned.flatMap((one, index) => {
    const next = planned[index + 1];
    const isEarly = next !== undefined && random.chance(SENT_BEFORE_ITS_TURN);
    const sent = isEarly ? { ...one, sentAt: next.sentAt + 1 } : one;
    if (!random.chance(SENT_AGAIN)) return [sent];
    const after = planned[Math.min(index + 1 + random.below(3), planned.length - 1)] ?? one;
    return [sent, { ...sent, sentAt: Math.max(sent.sentAt, after.sentAt) }];
  });
}
