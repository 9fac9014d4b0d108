import { describe, expect, it } from 'vitest';
import { MOMENTS, type Moment } from '../tracking/moments.ts';
import { newShipmentState, type ShipmentState } from '../tracking/state.ts';
import { GRANULAR_STATUSES, type GranularStatus } from '../tracking/statuses.ts';
import { isRecentEnough, whyNotWorthSending } from './message-age.ts';

const NOW = Date.UTC(2026, 10, 16, 6, 30);
const HOUR_MS = 3_600_000;

function stateAt(status: GranularStatus, attemptCount = 1): ShipmentState {
  const milestones = { created: NOW, ready_for_pickup: NOW };
  return { ...newShipmentState(NOW), status, attemptCount, milestones };
}

describe('the age limit of a message', () => {
  it.each([
    ['shipped', 48],
    ['out_for_delivery', 12],
    ['delivered', 48],
    ['delivery_failed', 36],
    ['returning', 48],
    ['return_pickup_scheduled', 48],
    ['return_pickup_missed', 24],
    ['return_picked_up', 48],
    ['return_received', 48],
  ] as const)('about %s is %d hours', (moment, hours) => {
    expect(isRecentEnough(moment, NOW - hours * HOUR_MS + 1, NOW)).toBe(true);
    expect(isRecentEnough(moment, NOW - hours * HOUR_MS, NOW)).toBe(true);
    expect(isRecentEnough(moment, NOW - hours * HOUR_MS - 1, NOW)).toBe(false);
  });
});

describe('a waiting message', () => {
  const STATUSES_OF_MOMENT: Record<Moment, readonly GranularStatus[]> = {
    order_received: ['pending', 'processing'],
    cod_to_prepaid: [
      'pending',
      'processing',
      'ready_for_pickup',
      'pickup_scheduled',
      'out_for_pickup',
      'not_picked',
    ],
    picked_up: ['picked_up', 'in_transit', 'reached_destination_hub'],
    delayed: ['picked_up', 'in_transit', 'reached_destination_hub'],
    shipped: [
      ...([
        'pending',
        'processing',
        'ready_for_pickup',
        'pickup_scheduled',
        'out_for_pickup',
        'not_picked',
      ] as const),
      ...(['picked_up', 'in_transit', 'reached_destination_hub'] as const),
    ],
    out_for_delivery: ['out_for_delivery'],
    delivered: ['delivered'],
    delivery_failed: ['ndr_raised', 'need_attention', 'reattempt_delivery'],
    returning: ['rto_initiated', 'rto_in_transit', 'rto_out_for_delivery', 'rto_need_attention'],
    return_pickup_scheduled: ['return_pickup_scheduled'],
    return_pickup_missed: ['return_not_picked'],
    return_picked_up: ['return_in_transit'],
    return_received: ['return_delivered'],
  };

  it.each(MOMENTS)('about %s is sent only in the statuses in which it is true', (moment) => {
    const notified = GRANULAR_STATUSES.filter(
      (status) => whyNotWorthSending({ moment, attempt: 1, eventAt: NOW }, stateAt(status), NOW) === null,
    );
    expect(notified).toEqual(STATUSES_OF_MOMENT[moment]);
  });

  it('about one attempt is not sent after the next attempt', () => {
    const reached = { moment: 'out_for_delivery', attempt: 1, eventAt: NOW } as const;
    expect(whyNotWorthSending(reached, stateAt('out_for_delivery', 2), NOW)?.text).toBe(
      'not sent: its status is "Out for delivery" by now',
    );
  });

  it('is not sent after its age limit', () => {
    const reached = { moment: 'out_for_delivery', attempt: 1, eventAt: NOW - 13 * HOUR_MS } as const;
    expect(whyNotWorthSending(reached, stateAt('out_for_delivery'), NOW)?.text).toBe(
      'not sent: it is too late to tell',
    );
  });
});
