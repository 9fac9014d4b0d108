import { describe, expect, it } from 'vitest';
import { foldHistory } from '../../../src/domain/tracking/fold.ts';
import { readScan } from '../../../src/domain/tracking/scan.ts';
import { isOver, type Journey } from '../../../src/domain/tracking/statuses.ts';
import type { UnscannedShipment } from '../../../src/storage/tracking/unscanned-shipments.ts';
import { type PlannedScan, planScans } from './plan-scans.ts';

const DAY = 86_400_000;
const BOOKED_AT = Date.UTC(2026, 10, 16, 6, 30);

function shipments(count: number): UnscannedShipment[] {
  return Array.from({ length: count }, (_, index) => ({
    shipmentId: `shipment-${index}`,
    journey: 'forward',
    trackingNumber: `ND${index}`,
    carrierId: 'k4tq9m2x',
    bookedAt: new Date(BOOKED_AT + index * 60_000),
    expectedPickupDate: '2026-11-16',
    expectedDeliveryDate: index % 2 === 0 ? '2026-11-20' : null,
    originCity: 'New Delhi',
    destinationCity: 'Bengaluru',
    isChecked: false,
  }));
}

/** Returns shipments; every second one is checked at the door. */
function returns(count: number): UnscannedShipment[] {
  return shipments(count).map((shipment, index) => ({
    ...shipment,
    journey: 'return',
    isChecked: index % 2 === 0,
  }));
}

function plan(now: number, { seed = '1', speed = null as number | null, count = 200 } = {}): PlannedScan[] {
  return planScans(shipments(count), { seed, now, speed });
}

/** Returns each shipment's final status if its scans arrive as planned, without repeated scans. */
function ends(planned: readonly PlannedScan[], journey: Journey = 'forward'): string[] {
  const byNumber = new Map<string, Map<string, PlannedScan>>();
  for (const one of planned) {
    const own = byNumber.get(one.scan.trackingNumber) ?? new Map();
    byNumber.set(one.scan.trackingNumber, own);
    own.set(JSON.stringify(one.scan), one);
  }
  return [...byNumber.values()].map((own) => {
    const events = [...own.values()].flatMap(({ scan }, arrival) => {
      const read = readScan(scan, journey);
      return 'why' in read ? [] : [{ ...read.scan, arrival }];
    });
    return foldHistory(BOOKED_AT, events, journey).state.status;
  });
}

describe('planned scans', () => {
  it('deliver most shipments, and bring the others to every other end', () => {
    const reached = ends(plan(BOOKED_AT + 60 * DAY));
    const count = (status: string) => reached.filter((one) => one === status).length;
    expect(count('delivered')).toBe(156);
    expect(count('rto_delivered')).toBe(24);
    expect(count('lost')).toBe(4);
    expect(new Set(reached).size).toBeGreaterThan(7);
  });

  it('deliver most returns, miss some pickups, and fail some quality checks', () => {
    const planned = planScans(returns(200), { seed: '1', now: BOOKED_AT + 60 * DAY, speed: null });
    const reached = ends(planned, 'return');
    expect(new Set(reached)).toEqual(
      new Set([
        'return_delivered',
        'return_qc_failed',
        'return_not_picked',
        'return_in_transit',
        'return_ndr_raised',
        'return_lost',
      ]),
    );
    expect(reached.filter((status) => status === 'return_delivered').length).toBeGreaterThan(140);
    for (const { scan } of planned) {
      const isChecked = Number(scan.trackingNumber.slice(2)) % 2 === 0;
      if (!isChecked) expect(scan.qc).toBeNull();
      if (scan.status === 'return_qc_failed') expect(scan.qc?.status).toBe('failed');
    }
    expect(planned.some(({ scan }) => scan.qc?.status === 'passed')).toBe(true);
  });

  it('lie between the booking and now, even if the booking was seconds ago', () => {
    const bookedAt = new Map(
      shipments(200).map((shipment) => [shipment.trackingNumber, shipment.bookedAt.getTime()]),
    );
    for (const age of [5_000, 3_600_000, DAY, 60 * DAY]) {
      const now = BOOKED_AT + 200 * 60_000 + age;
      const planned = plan(now);
      const isWithin = ({ eventTime, trackingNumber }: PlannedScan['scan']) =>
        eventTime > (bookedAt.get(trackingNumber) ?? Number.NaN) && eventTime <= now;
      expect(planned.filter(({ scan, sentAt }) => !isWithin(scan) || sentAt !== now)).toEqual([]);
      expect(ends(planned).filter((status) => isOver(status as 'lost')).length).toBeGreaterThan(185);
    }
  });

  it('begin now with a speed, and each is sent when it happens or later', () => {
    const now = BOOKED_AT + DAY;
    const planned = plan(now, { speed: DAY });
    expect(planned.every(({ scan, sentAt }) => sentAt >= scan.eventTime && scan.eventTime > now)).toBe(true);
    const last = Math.max(...planned.map(({ sentAt }) => sentAt));
    expect(last).toBeGreaterThan(now + 5);
    expect(last).toBeLessThan(now + 60_000);
  });

  it('are sometimes late, out of order or repeated', () => {
    const planned = plan(BOOKED_AT + 60 * DAY);
    const latest = new Map<string, number>();
    const seen = new Set<string>();
    let behind = 0;
    let again = 0;
    for (const { scan } of planned) {
      const last = latest.get(scan.trackingNumber) ?? 0;
      if (scan.eventTime < last) behind += 1;
      latest.set(scan.trackingNumber, Math.max(last, scan.eventTime));
      const content = JSON.stringify(scan);
      if (seen.has(content)) again += 1;
      seen.add(content);
    }
    expect(again / planned.length).toBeGreaterThan(0.02);
    expect(behind / planned.length).toBeGreaterThan(0.03);
    expect(behind / planned.length).toBeLessThan(0.3);
  });

  it('are the same for the same seed, and differ for another seed', () => {
    const now = BOOKED_AT + 3 * DAY;
    expect(plan(now)).toEqual(plan(now));
    expect(plan(now, { seed: '2' })).not.toEqual(plan(now));
  });
});
