import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareEvents, type TrackingEvent } from './event.ts';
import { applyNewest, foldHistory, isNewest, madeVoid } from './fold.ts';
import { NDR_REASONS, type NdrReason, RTO_REASONS, type RtoReason } from './reasons.ts';
import { milestonesReached, newShipmentState } from './state.ts';
import { FORWARD_STATUSES, type GranularStatus, isAbsolute } from './statuses.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const CREATED = Date.parse('2026-11-16T04:00:00Z');

/** Events with these statuses, an hour apart, which arrive in the same order. */
function history(...words: GranularStatus[]): TrackingEvent[] {
  return words.map((status, index) => ({
    status,
    eventTime: CREATED + (index + 1) * HOUR,
    arrival: index + 1,
    reason: null,
  }));
}

/** Events with any statuses and reasons, all at different times. */
const histories = fc
  .uniqueArray(
    fc.record({
      status: fc.constantFrom<GranularStatus>(...FORWARD_STATUSES),
      eventTime: fc.integer({ min: CREATED - HOUR, max: CREATED + 200 * HOUR }),
      reason: fc.option(fc.constantFrom(...NDR_REASONS, ...RTO_REASONS)),
    }),
    { maxLength: 7, selector: ({ eventTime }) => eventTime },
  )
  .map((events) => events.map((event, index): TrackingEvent => ({ ...event, arrival: index + 1 })));

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, at) =>
    permutations([...items.slice(0, at), ...items.slice(at + 1)]).map((rest) => [item, ...rest]),
  );
}

/** The state without the position, which depends on the order of arrival. */
function momentsOf(createdAt: number, events: readonly TrackingEvent[]) {
  const { newest: _newest, ...state } = foldHistory(createdAt, events).state;
  return state;
}

describe('the fold of a history', () => {
  it.each([
    [history('ready_for_pickup', 'picked_up', 'in_transit', 'out_for_delivery', 'delivered')],
    [history('ready_for_pickup', 'cancelled', 'picked_up', 'lost', 'in_transit', 'delivered')],
    [history('picked_up', 'out_for_delivery', 'ndr_raised', 'rto_initiated', 'rto_delivered', 'delivered')],
    [history('processing', 'on_hold', 'picked_up', 'damaged', 'out_for_delivery', 'out_for_delivery')],
  ])('is the same for every order of arrival: %j', (events) => {
    const expected = momentsOf(CREATED, events);
    for (const order of permutations(events)) {
      const arrived = order.map((event, index) => ({ ...event, arrival: index + 1 }));
      expect(momentsOf(CREATED, arrived)).toEqual(expected);
    }
  });

  it('is the same for every order of arrival of random events', () => {
    fc.assert(
      fc.property(histories, fc.infiniteStream(fc.nat()), (events, randoms) => {
        const keyed = events.map((event) => ({ event, key: randoms.next().value ?? 0 }));
        const shuffled = keyed.sort((a, b) => a.key - b.key).map(({ event }) => event);
        const arrived = shuffled.map((event, index) => ({ ...event, arrival: index + 1 }));
        expect(momentsOf(CREATED, arrived)).toEqual(momentsOf(CREATED, events));
      }),
      { numRuns: 500 },
    );
  });

  it('equals applying each event after the other, while each is the newest', () => {
    fc.assert(
      fc.property(histories, (events) => {
        let state = newShipmentState(CREATED);
        const outcomes = [...events].sort(compareEvents).map((event) => {
          expect(isNewest(state, event)).toBe(true);
          const step = applyNewest(state, event);
          state = step.state;
          return step.outcome;
        });
        expect({ state, outcomes }).toEqual(foldHistory(CREATED, events));
      }),
      { numRuns: 500 },
    );
  });

  it('refuses to apply an older event as the newest', () => {
    const [first, second] = history('picked_up', 'in_transit') as [TrackingEvent, TrackingEvent];
    const { state } = applyNewest(newShipmentState(CREATED), second);
    expect(() => applyNewest(state, first)).toThrow('fold the history');
  });

  it('never leaves a final status', () => {
    fc.assert(
      fc.property(histories, (events) => {
        const { outcomes, state } = foldHistory(CREATED, events);
        const final = outcomes.findIndex((outcome) => outcome.applied && isAbsolute(outcome.after.status));
        if (final === -1) return;
        for (const outcome of outcomes.slice(final + 1)) expect(outcome.applied).toBe(false);
        expect(isAbsolute(state.status)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('is not moved backwards by a late scan', () => {
    const events = history('ready_for_pickup', 'picked_up', 'out_for_delivery');
    const late: TrackingEvent = {
      status: 'in_transit',
      eventTime: CREATED + 2.5 * HOUR,
      arrival: 9,
      reason: null,
    };
    expect(foldHistory(CREATED, [...events, late]).state.status).toBe('out_for_delivery');
  });

  it('sorts events of the same moment by arrival', () => {
    const at = (status: GranularStatus, arrival: number): TrackingEvent => ({
      status,
      eventTime: CREATED,
      arrival,
      reason: null,
    });
    expect(foldHistory(CREATED, [at('in_transit', 1), at('lost', 2)]).state.status).toBe('lost');
    expect(foldHistory(CREATED, [at('in_transit', 2), at('lost', 1)]).state.status).toBe('in_transit');
  });

  it('makes a cancel void if a pickup happened before it', () => {
    const [ready, cancelled] = history('ready_for_pickup', 'cancelled') as [TrackingEvent, TrackingEvent];
    const pickup: TrackingEvent = {
      status: 'picked_up',
      eventTime: cancelled.eventTime - MINUTE,
      arrival: 3,
      reason: null,
    };
    const fold = foldHistory(CREATED, [ready, cancelled, pickup]);
    expect(fold.state.status).toBe('picked_up');
    const hadApplied = (event: TrackingEvent) => (event === pickup ? null : true);
    expect(madeVoid(fold, hadApplied)).toEqual([{ event: cancelled, why: 'already_moving' }]);
  });
});

/** 2026-11-10 00:00 in India. */
const DAY_ONE = Date.UTC(2026, 10, 9, 18, 30);

/** Hours after the first midnight. Events arrive in the order of the list. */
type Line = readonly [hour: number, status: GranularStatus, reason?: NdrReason | RtoReason];

function at(hour: number): number {
  return DAY_ONE + hour * HOUR;
}

function events(...lines: Line[]): TrackingEvent[] {
  return lines.map(([hour, status, reason], arrival) => ({
    status,
    eventTime: at(hour),
    arrival,
    reason: reason ?? null,
  }));
}

function stateAfter(...lines: Line[]) {
  return foldHistory(DAY_ONE - 5 * HOUR, events(...lines)).state;
}

describe('a shipment', () => {
  it('goes through a complete journey and reaches its milestones', () => {
    const state = stateAfter(
      [0, 'ready_for_pickup'],
      [1, 'pickup_scheduled'],
      [5, 'picked_up'],
      [9, 'in_transit'],
      [30, 'reached_destination_hub'],
      [34, 'out_for_delivery'],
      [38, 'ndr_raised', 'customer_not_available'],
      [58, 'out_for_delivery'],
      [60, 'delivered'],
    );
    expect(state).toMatchObject({ status: 'delivered', phase: 'final', statusAt: at(60), attemptCount: 2 });
    expect(milestonesReached(state)).toEqual([
      { milestone: 'created', at: at(-5) },
      { milestone: 'ready_for_pickup', at: at(0) },
      { milestone: 'picked_up', at: at(5) },
      { milestone: 'in_transit', at: at(9) },
      { milestone: 'out_for_delivery', at: at(34) },
      { milestone: 'ndr_raised', at: at(38) },
      { milestone: 'delivered', at: at(60) },
    ]);
  });

  it('keeps an event that did not apply as its newest event', () => {
    const state = stateAfter([1, 'delivered'], [5, 'in_transit']);
    expect(state.newest).toEqual({ eventTime: at(5), arrival: 1 });
    expect(state.statusAt).toBe(at(1));
  });

  it('can be picked up after a cancel, and keeps the milestone of the cancel', () => {
    const state = stateAfter([0, 'cancelled'], [4, 'picked_up']);
    expect(state).toMatchObject({ status: 'picked_up', phase: 'moving' });
    expect(state.milestones.cancelled).toBe(at(0));
  });

  it('can leave lost, and an initiated return can be withdrawn', () => {
    expect(stateAfter([0, 'picked_up'], [5, 'lost'], [9, 'in_transit']).status).toBe('in_transit');
    expect(stateAfter([0, 'rto_in_transit'], [5, 'out_for_delivery'], [6, 'delivered']).status).toBe(
      'delivered',
    );
  });

  it('can be cancelled on hold at the warehouse, but not on hold on its way', () => {
    expect(stateAfter([0, 'on_hold'], [1, 'cancelled']).status).toBe('cancelled');
    expect(stateAfter([0, 'picked_up'], [1, 'on_hold'], [2, 'cancelled']).status).toBe('on_hold');
    expect(stateAfter([0, 'lost'], [2, 'cancelled']).status).toBe('lost');
  });

  it('becomes pending again after a booking that was not made, but not while it moves', () => {
    expect(stateAfter([0, 'processing'], [1, 'pending']).status).toBe('pending');
    expect(stateAfter([0, 'picked_up'], [1, 'pending']).status).toBe('picked_up');
  });
});

describe('the times of milestones', () => {
  it('take the first moving scan as the pickup if the pickup scan is missing', () => {
    const state = stateAfter([3, 'in_transit'], [5, 'picked_up'], [7, 'out_for_delivery']);
    expect(state.milestones.picked_up).toBe(at(3));
    expect(state.milestones).toMatchObject({ picked_up: at(3), in_transit: at(3) });
  });

  it('do not take a hold at the warehouse as the pickup', () => {
    expect(stateAfter([3, 'on_hold']).milestones.picked_up).toBeUndefined();
    expect(stateAfter([3, 'on_hold'], [4, 'damaged']).milestones.picked_up).toBe(at(4));
  });

  it('are those of the first time, also if an earlier scan arrives later', () => {
    const state = stateAfter(
      [9, 'out_for_delivery'],
      [33, 'out_for_delivery'],
      [8, 'out_for_delivery'],
      [2, 'picked_up'],
    );
    expect(state.milestones).toMatchObject({ out_for_delivery: at(8), picked_up: at(2) });
  });

  it('are the same for statuses of one listing status', () => {
    expect(stateAfter([3, 'need_attention'], [4, 'ndr_raised']).milestones.ndr_raised).toBe(at(3));
    expect(stateAfter([3, 'rejected']).milestones.cancelled).toBe(at(3));
  });

  it('ignore events that did not apply', () => {
    const state = stateAfter([3, 'delivered'], [4, 'rto_initiated'], [5, 'cancelled']);
    expect(Object.keys(state.milestones).sort()).toEqual(['created', 'delivered', 'picked_up']);
  });
});

describe('delivery attempts', () => {
  it.each<[string, number, Line[]]>([
    ['none', 0, [[9, 'in_transit']]],
    ['one', 1, [[9, 'out_for_delivery']]],
    [
      'one, repeated the same day',
      1,
      [
        [9, 'out_for_delivery'],
        [12, 'out_for_delivery'],
      ],
    ],
    [
      'one, to the last minute of the day',
      1,
      [
        [0, 'out_for_delivery'],
        [23.99, 'out_for_delivery'],
      ],
    ],
    [
      'a second at midnight in India',
      2,
      [
        [23.99, 'out_for_delivery'],
        [24, 'out_for_delivery'],
      ],
    ],
    [
      'one across midnight UTC',
      1,
      [
        [5, 'out_for_delivery'],
        [6, 'out_for_delivery'],
      ],
    ],
    [
      'a second after another status, the same day',
      2,
      [
        [9, 'out_for_delivery'],
        [10, 'ndr_raised'],
        [15, 'out_for_delivery'],
      ],
    ],
    [
      'one, with an event between that did not apply',
      1,
      [
        [9, 'out_for_delivery'],
        [10, 'cancelled'],
        [11, 'out_for_delivery'],
      ],
    ],
    [
      'none after delivery',
      1,
      [
        [9, 'out_for_delivery'],
        [10, 'delivered'],
        [40, 'out_for_delivery'],
      ],
    ],
    [
      'none on the way back',
      1,
      [
        [9, 'out_for_delivery'],
        [40, 'rto_out_for_delivery'],
      ],
    ],
  ])('count %s', (_, count, lines) => {
    expect(stateAfter(...lines).attemptCount).toBe(count);
  });
});

describe('reasons', () => {
  it.each<[string, NdrReason | null, RtoReason | null, Line[]]>([
    ['nothing', null, null, [[1, 'ndr_raised']]],
    [
      'the latest failed attempt',
      'cod_not_ready',
      null,
      [
        [1, 'ndr_raised', 'customer_refused'],
        [2, 'out_for_delivery'],
        [3, 'ndr_raised', 'cod_not_ready'],
      ],
    ],
    [
      'the latest failed attempt though it is unclear',
      'other',
      null,
      [
        [1, 'ndr_raised', 'customer_refused'],
        [3, 'ndr_raised', 'other'],
      ],
    ],
    [
      'the one before where the latest gave none',
      'customer_refused',
      null,
      [
        [1, 'ndr_raised', 'customer_refused'],
        [3, 'need_attention'],
      ],
    ],
    [
      'the latest by event time, not arrival',
      'cod_not_ready',
      null,
      [
        [3, 'ndr_raised', 'cod_not_ready'],
        [1, 'ndr_raised', 'customer_refused'],
      ],
    ],
    [
      'nothing of other events',
      null,
      null,
      [
        [1, 'in_transit', 'customer_refused'],
        [2, 'on_hold', 'other'],
      ],
    ],
    [
      'the return event itself',
      'cod_not_ready',
      'customer_refused',
      [
        [1, 'ndr_raised', 'cod_not_ready'],
        [2, 'rto_initiated', 'customer_refused'],
      ],
    ],
    [
      'the failed attempt where the return has none',
      'address_incomplete',
      'address_issue',
      [
        [1, 'ndr_raised', 'address_incomplete'],
        [2, 'rto_initiated'],
      ],
    ],
    [
      'the failed attempt where the return says other',
      'phone_unreachable',
      'customer_not_reachable',
      [
        [1, 'ndr_raised', 'phone_unreachable'],
        [2, 'rto_initiated', 'other'],
      ],
    ],
    [
      'other where nothing is known',
      'other',
      'other',
      [
        [1, 'ndr_raised', 'other'],
        [2, 'rto_initiated'],
      ],
    ],
    ['other where the return alone says so', null, 'other', [[2, 'rto_initiated', 'other']]],
    ['nothing where nobody says', null, null, [[2, 'rto_initiated']]],
    [
      'the known reason, not a later other',
      null,
      'customer_refused',
      [
        [2, 'rto_initiated', 'customer_refused'],
        [3, 'rto_initiated', 'other'],
      ],
    ],
    [
      'the seller, when the carrier confirms without a reason',
      'cod_not_ready',
      'seller_requested',
      [
        [1, 'ndr_raised', 'cod_not_ready'],
        [2, 'rto_initiated', 'seller_requested'],
        [3, 'rto_initiated'],
        [4, 'rto_in_transit', 'other'],
      ],
    ],
    [
      'the seller, when a later return scan names another',
      'cod_not_ready',
      'seller_requested',
      [
        [1, 'ndr_raised', 'cod_not_ready'],
        [2, 'rto_initiated', 'seller_requested'],
        [4, 'rto_in_transit', 'payment_not_ready'],
      ],
    ],
    [
      'a better reason that replaces an unknown one',
      null,
      'customer_refused',
      [
        [2, 'rto_initiated', 'other'],
        [3, 'rto_in_transit', 'customer_refused'],
      ],
    ],
    [
      'the first return scan where the return was not announced',
      null,
      'out_of_delivery_area',
      [[3, 'rto_in_transit', 'out_of_delivery_area']],
    ],
    [
      'the second return, by what failed since',
      'customer_refused',
      'customer_refused',
      [
        [1, 'ndr_raised', 'cod_not_ready'],
        [2, 'rto_initiated'],
        [3, 'out_for_delivery'],
        [4, 'ndr_raised', 'customer_refused'],
        [5, 'rto_initiated'],
      ],
    ],
    [
      'the first return, when what failed since is unclear',
      'other',
      'payment_not_ready',
      [
        [1, 'ndr_raised', 'cod_not_ready'],
        [2, 'rto_initiated'],
        [4, 'ndr_raised', 'other'],
        [5, 'rto_initiated'],
      ],
    ],
    [
      'nothing of a failed delivery to the warehouse',
      null,
      null,
      [
        [2, 'rto_initiated'],
        [3, 'rto_need_attention', 'customer_not_available'],
      ],
    ],
  ])('come from %s', (_, ndrReason, rtoReason, lines) => {
    expect(stateAfter(...lines)).toMatchObject({ ndrReason, rtoReason });
  });
});
