import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TrackingEvent } from './event.ts';
import { foldHistory } from './fold.ts';
import { MOMENTS, type MomentReached, momentsReached } from './moments.ts';
import { FORWARD_STATUSES, type GranularStatus, type ReturnStatus } from './statuses.ts';

/** 2026-11-10 00:00 in India. */
const DAY_ONE = Date.UTC(2026, 10, 9, 18, 30);
const HOUR = 3_600_000;

type Line = readonly [hour: number, status: GranularStatus];

/** The moments reached by the second batch of events, which arrives after the first. */
function moments(known: readonly Line[], arriving: readonly Line[]): MomentReached[] {
  return momentsOfArrival(events(known, 0), events(arriving, known.length));
}

function events(lines: readonly Line[], firstArrival: number): TrackingEvent[] {
  return lines.map(([hour, status], index) => ({
    status,
    eventTime: DAY_ONE + hour * HOUR,
    arrival: firstArrival + index,
    reason: null,
  }));
}

function momentsOfArrival(
  known: readonly TrackingEvent[],
  arriving: readonly TrackingEvent[],
): MomentReached[] {
  const after = foldHistory(DAY_ONE, [...known, ...arriving]);
  const outcomes = after.outcomes.filter(({ event }) => arriving.includes(event));
  return momentsReached(foldHistory(DAY_ONE, known).state, after.state, outcomes);
}

const OUT_ONCE: Line[] = [
  [0, 'ready_for_pickup'],
  [5, 'picked_up'],
  [33, 'out_for_delivery'],
];

describe('moments', () => {
  it.each<[string, MomentReached[], Line[], Line[]]>([
    [
      'shipped when the carrier is booked',
      [{ moment: 'shipped', attempt: 0 }],
      [],
      [[0, 'ready_for_pickup']],
    ],
    [
      'shipped with the pickup asked for at once',
      [{ moment: 'shipped', attempt: 0 }],
      [],
      [
        [0, 'ready_for_pickup'],
        [0, 'pickup_scheduled'],
      ],
    ],
    [
      'shipped after an unknown booking was found',
      [{ moment: 'shipped', attempt: 0 }],
      [[0, 'processing']],
      [[1, 'ready_for_pickup']],
    ],
    [
      'shipped when the pickup is in the same batch',
      [{ moment: 'shipped', attempt: 0 }],
      [],
      [
        [0, 'ready_for_pickup'],
        [4, 'picked_up'],
      ],
    ],
    [
      'out for delivery',
      [{ moment: 'out_for_delivery', attempt: 1 }],
      [[5, 'picked_up']],
      [[33, 'out_for_delivery']],
    ],
    [
      'out for delivery the second time',
      [{ moment: 'out_for_delivery', attempt: 2 }],
      OUT_ONCE,
      [[57, 'out_for_delivery']],
    ],
    ['delivered', [{ moment: 'delivered', attempt: 0 }], OUT_ONCE, [[35, 'delivered']]],
    [
      'delivered though later scans had come',
      [{ moment: 'delivered', attempt: 0 }],
      OUT_ONCE,
      [[30, 'delivered']],
    ],
    ['a failed delivery', [{ moment: 'delivery_failed', attempt: 1 }], OUT_ONCE, [[35, 'ndr_raised']]],
    [
      'a failed delivery that waits for the seller',
      [{ moment: 'delivery_failed', attempt: 1 }],
      OUT_ONCE,
      [
        [35, 'ndr_raised'],
        [36, 'need_attention'],
      ],
    ],
    [
      'a return',
      [{ moment: 'returning', attempt: 1 }],
      [...OUT_ONCE, [35, 'ndr_raised']],
      [[40, 'rto_initiated']],
    ],
    [
      'a return that was not announced',
      [{ moment: 'returning', attempt: 1 }],
      OUT_ONCE,
      [[40, 'rto_in_transit']],
    ],
    [
      'a return without any attempt',
      [{ moment: 'returning', attempt: 0 }],
      [[5, 'picked_up']],
      [[40, 'rto_initiated']],
    ],
    [
      'one return of a batch of its scans',
      [{ moment: 'returning', attempt: 1 }],
      OUT_ONCE,
      [
        [40, 'rto_initiated'],
        [50, 'rto_in_transit'],
      ],
    ],
    [
      'only what is still so of a batch',
      [{ moment: 'delivered', attempt: 0 }],
      [[5, 'picked_up']],
      [
        [33, 'out_for_delivery'],
        [35, 'delivered'],
      ],
    ],
  ])('are reached at %s', (_, expected, known, arriving) => {
    expect(moments(known, arriving)).toEqual(expected);
  });

  it.each<[string, Line[], Line[]]>([
    [
      'moving',
      [[0, 'ready_for_pickup']],
      [
        [5, 'picked_up'],
        [9, 'in_transit'],
        [30, 'reached_destination_hub'],
      ],
    ],
    ['the same booking again', [[0, 'ready_for_pickup']], [[1, 'ready_for_pickup']]],
    ['a booking whose parcel is already on its way', [[5, 'in_transit']], [[4, 'ready_for_pickup']]],
    ['a booking that was cancelled', [[2, 'cancelled']], [[1, 'ready_for_pickup']]],
    ['out for delivery again the same day', OUT_ONCE, [[35, 'out_for_delivery']]],
    ['out for delivery of a day before', OUT_ONCE, [[9, 'out_for_delivery']]],
    ['out for delivery earlier the same day', OUT_ONCE, [[32, 'out_for_delivery']]],
    [
      'out for delivery of a day before, with a repeat of today',
      OUT_ONCE,
      [
        [9, 'out_for_delivery'],
        [35, 'out_for_delivery'],
      ],
    ],
    ['out for delivery that has failed since', [...OUT_ONCE, [35, 'ndr_raised']], [[34, 'out_for_delivery']]],
    ['a failure that another attempt overtook', OUT_ONCE, [[20, 'ndr_raised']]],
    [
      'a failure told already',
      [...OUT_ONCE, [35, 'ndr_raised']],
      [
        [36, 'need_attention'],
        [37, 'ndr_raised'],
      ],
    ],
    [
      'a failure told already, when an earlier attempt comes to light with its repeat',
      [...OUT_ONCE, [35, 'ndr_raised']],
      [
        [9, 'out_for_delivery'],
        [36, 'need_attention'],
      ],
    ],
    ['a failure before the delivery', [...OUT_ONCE, [36, 'delivered']], [[35, 'ndr_raised']]],
    [
      'anything after the delivery',
      [...OUT_ONCE, [36, 'delivered']],
      [
        [37, 'out_for_delivery'],
        [38, 'ndr_raised'],
        [39, 'rto_initiated'],
        [40, 'delivered'],
      ],
    ],
    [
      'a failure before the return to the origin',
      [
        [5, 'picked_up'],
        [90, 'rto_delivered'],
      ],
      [[80, 'ndr_raised']],
    ],
    [
      'a delivery after the return to the origin',
      [
        [5, 'picked_up'],
        [90, 'rto_delivered'],
      ],
      [[91, 'delivered']],
    ],
    ['a return that was withdrawn', [...OUT_ONCE], [[20, 'rto_initiated']]],
    [
      'a return told already',
      [...OUT_ONCE, [40, 'rto_initiated']],
      [
        [41, 'rto_in_transit'],
        [39, 'rto_initiated'],
        [60, 'rto_out_for_delivery'],
      ],
    ],
    [
      'a return that is over',
      OUT_ONCE,
      [
        [40, 'rto_initiated'],
        [90, 'rto_delivered'],
      ],
    ],
    ['a cancel', [[0, 'ready_for_pickup']], [[1, 'cancelled']]],
    ['a loss', OUT_ONCE, [[50, 'lost']]],
  ])('are not reached at %s', (_, known, arriving) => {
    expect(moments(known, arriving)).toEqual([]);
  });

  it('are reached at most once if a carrier reports in order, one scan at a time', () => {
    const life: Line[] = [
      [0, 'ready_for_pickup'],
      [1, 'pickup_scheduled'],
      [5, 'picked_up'],
      [33, 'out_for_delivery'],
      [36, 'ndr_raised'],
      [37, 'need_attention'],
      [38, 'reattempt_delivery'],
      [57, 'out_for_delivery'],
      [59, 'ndr_raised'],
      [60, 'rto_initiated'],
      [61, 'rto_in_transit'],
      [90, 'rto_delivered'],
    ];
    const reached = life.flatMap((line, index) => moments(life.slice(0, index), [line]));
    expect(reached).toEqual([
      { moment: 'shipped', attempt: 0 },
      { moment: 'out_for_delivery', attempt: 1 },
      { moment: 'delivery_failed', attempt: 1 },
      { moment: 'out_for_delivery', attempt: 2 },
      { moment: 'delivery_failed', attempt: 2 },
      { moment: 'returning', attempt: 2 },
    ]);
  });

  const line = fc.tuple(fc.integer({ min: 0, max: 100 }), fc.constantFrom(...FORWARD_STATUSES));
  const lines = fc.array(line, { maxLength: 7 });

  it('are not reached by a late scan that changes nothing shown', () => {
    fc.assert(
      fc.property(lines, line, (known, late) => {
        const before = foldHistory(DAY_ONE, events(known, 0)).state;
        const after = foldHistory(DAY_ONE, [...events(known, 0), ...events([late], 50)]).state;
        fc.pre(after.status === before.status && after.statusAt === before.statusAt);
        // A late carrier assignment is still news while the parcel waits for pickup.
        expect(moments(known, [late]).filter(({ moment }) => moment !== 'shipped')).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('are reached only for the current status of the shipment', () => {
    const statusesOf: Partial<Record<MomentReached['moment'], readonly GranularStatus[]>> = {
      shipped: FORWARD_STATUSES.slice(0, FORWARD_STATUSES.indexOf('out_for_delivery')),
      out_for_delivery: ['out_for_delivery'],
      delivered: ['delivered'],
      delivery_failed: ['ndr_raised', 'need_attention', 'reattempt_delivery'],
      returning: ['rto_initiated', 'rto_in_transit', 'rto_out_for_delivery', 'rto_need_attention'],
    };
    fc.assert(
      fc.property(lines, lines, (known, arriving) => {
        const { state } = foldHistory(DAY_ONE, [...events(known, 0), ...events(arriving, 50)]);
        const reached = moments(known, arriving);
        for (const { moment } of reached) {
          expect(MOMENTS).toContain(moment);
          expect(statusesOf[moment]).toContain(state.status);
        }
        expect(new Set(reached.map(({ moment, attempt }) => `${moment} ${attempt}`)).size).toBe(
          reached.length,
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it('are reached once in any order of the scans of a delivery', () => {
    const life = events([...OUT_ONCE, [36, 'delivered']], 0);
    fc.assert(
      fc.property(fc.shuffledSubarray(life, { minLength: life.length }), (order) => {
        const arriving = order.map((event, arrival) => ({ ...event, arrival }));
        const reached = arriving.flatMap((event, index) =>
          momentsOfArrival(arriving.slice(0, index), [event]),
        );
        expect(reached.filter(({ moment }) => moment === 'delivered')).toHaveLength(1);
      }),
    );
  });
});

describe('the moments of a return', () => {
  const returnMoments = (known: readonly ReturnStatus[], arriving: readonly ReturnStatus[]) => {
    const all = [...known, ...arriving].map((status, index) => ({
      status,
      eventTime: DAY_ONE + (index + 1) * 60_000,
      arrival: index + 1,
      reason: null,
    }));
    const before = foldHistory(DAY_ONE, all.slice(0, known.length), 'return').state;
    const { state, outcomes } = foldHistory(DAY_ONE, all, 'return');
    return momentsReached(before, state, outcomes.slice(known.length));
  };

  it('are a scheduled, missed and made pickup, and the arrival', () => {
    expect(returnMoments([], ['return_pickup_scheduled'])).toEqual([
      { moment: 'return_pickup_scheduled', attempt: 0 },
    ]);
    expect(returnMoments(['return_pickup_scheduled'], ['return_not_picked'])).toEqual([
      { moment: 'return_pickup_missed', attempt: 1 },
    ]);
    expect(
      returnMoments(
        ['return_pickup_scheduled'],
        ['return_not_picked', 'return_pickup_scheduled', 'return_not_picked'],
      ),
    ).toEqual([{ moment: 'return_pickup_missed', attempt: 2 }]);
    expect(returnMoments(['return_pickup_scheduled'], ['return_in_transit'])).toEqual([
      { moment: 'return_picked_up', attempt: 0 },
    ]);
    expect(returnMoments(['return_in_transit'], ['return_delivered'])).toEqual([
      { moment: 'return_received', attempt: 0 },
    ]);
  });

  it('are reached once, and not for statuses that are already past', () => {
    expect(returnMoments(['return_pickup_scheduled'], ['return_pickup_scheduled'])).toEqual([]);
    expect(returnMoments(['return_in_transit'], ['return_in_transit'])).toEqual([]);
    expect(returnMoments([], ['return_pickup_scheduled', 'return_in_transit', 'return_delivered'])).toEqual([
      { moment: 'return_received', attempt: 0 },
    ]);
    expect(returnMoments(['return_pickup_scheduled'], ['return_cancelled'])).toEqual([]);
    expect(returnMoments(['return_pickup_scheduled'], ['return_qc_failed'])).toEqual([]);
  });
});
