import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TrackingEvent } from './event.ts';
import { type EventIdentity, eventIdentity } from './event-identity.ts';
import { eventTimeRefusal } from './event-time.ts';
import { applyNewest, foldHistory, isNewest } from './fold.ts';
import { PHASES } from './phases.ts';
import { NDR_REASONS, RTO_REASONS } from './reasons.ts';
import type { ShipmentState } from './state.ts';
import { ABSOLUTE_STATUSES, FORWARD_STATUSES, type GranularStatus, isAbsolute } from './statuses.ts';

const CREATED = Date.UTC(2026, 10, 9, 18, 30);
const HALF_HOUR = 1_800_000;
const WITHDRAWING: readonly GranularStatus[] = ['cancelled', 'rejected', 'externally_fulfilled'];

/** Half of the events have a frequent status, for repeats, attempts and late cancellations. */
const status = fc.oneof(
  fc.constantFrom(...FORWARD_STATUSES),
  fc.constantFrom<GranularStatus>(
    'picked_up',
    'out_for_delivery',
    'ndr_raised',
    'cancelled',
    'lost',
    'delivered',
  ),
);
const reason = fc.option(fc.constantFrom(...NDR_REASONS, ...RTO_REASONS));
/** About four days in half hours, from before the creation on. */
const slot = fc.integer({ min: -10, max: 200 });

/** Events at distinct times, in the order in which they arrived. */
const history = fc
  .uniqueArray(fc.record({ status, reason, slot }), { selector: (event) => event.slot, maxLength: 8 })
  .map((list) => list.map(arrived));
/** Events, some of them with the same time. */
const tiedHistory = fc
  .array(fc.record({ status, reason, slot: fc.integer({ min: 0, max: 5 }) }), { maxLength: 8 })
  .map((list) => list.map(arrived));

function arrived(
  event: { status: GranularStatus; reason: TrackingEvent['reason']; slot: number },
  arrival: number,
): TrackingEvent {
  return { status: event.status, reason: event.reason, eventTime: CREATED + event.slot * HALF_HOUR, arrival };
}

/** The same events with arrival numbered in the order of the list. */
function arrivingInOrder(list: readonly TrackingEvent[]): TrackingEvent[] {
  return list.map((event, arrival) => ({ ...event, arrival }));
}

/** The state without the positions that order events of the same time. */
function withoutArrival(state: ShipmentState) {
  return { ...state, newest: state.newest?.eventTime ?? null };
}

/** Events as the service accepts them: an impossible date is refused, a repeat is recognised. */
function received(list: readonly TrackingEvent[], now: number): TrackingEvent[] {
  const known = new Set<string>();
  return arrivingInOrder(list).filter((event) => {
    if (eventTimeRefusal(event.eventTime, now, CREATED) !== null) return false;
    const { content } = identityOf(event);
    if (known.has(content)) return false;
    known.add(content);
    return true;
  });
}

function identityOf(event: TrackingEvent): EventIdentity {
  return eventIdentity({
    ...event,
    trackingNumber: 'T',
    location: null,
    description: null,
    carrierEventId: null,
  });
}

describe('every history', () => {
  it('has one final state in any order of arrival, with repeats and impossible dates', () => {
    const withRepeats = history.chain((events) =>
      fc
        .shuffledSubarray([...events, ...events, ...events], { minLength: events.length * 3 })
        .map((sent) => ({ events, sent })),
    );
    fc.assert(
      fc.property(withRepeats, slot, ({ events, sent }, nowSlot) => {
        const now = CREATED + nowSlot * HALF_HOUR;
        const possible = events.filter((event) => event.eventTime <= now + 600_000);
        let known: TrackingEvent[] = [];
        let state = foldHistory(CREATED, known).state;
        for (const event of received(sent, now)) {
          known = [...known, event];
          state = isNewest(state, event)
            ? applyNewest(state, event).state
            : foldHistory(CREATED, known).state;
        }
        expect(withoutArrival(state)).toEqual(withoutArrival(foldHistory(CREATED, possible).state));
      }),
    );
  });

  it('has the same state in any order of its events, also of events at the same moment', () => {
    const shuffled = tiedHistory.chain((events) =>
      fc.shuffledSubarray(events, { minLength: events.length }).map((other) => [events, other] as const),
    );
    fc.assert(
      fc.property(shuffled, ([events, other]) => {
        expect(foldHistory(CREATED, other)).toEqual(foldHistory(CREATED, events));
      }),
    );
  });

  it('has the same state whether events are applied one by one or folded together', () => {
    fc.assert(
      fc.property(fc.oneof(history, tiedHistory), (events) => {
        let state = foldHistory(CREATED, []).state;
        for (const [index, event] of events.entries()) {
          const whole = foldHistory(CREATED, events.slice(0, index + 1));
          if (isNewest(state, event)) {
            const step = applyNewest(state, event);
            expect(step.state).toEqual(whole.state);
            expect(step.outcome).toEqual(whole.outcomes.at(-1));
          }
          state = whole.state;
        }
      }),
    );
  });
});

describe('a shipment that is delivered or returned', () => {
  it('is not changed by later events', () => {
    fc.assert(
      fc.property(
        history,
        fc.constantFrom('delivered' as const, 'rto_delivered' as const),
        fc.array(status),
        (events, final, later) => {
          const end = CREATED + 1_000 * HALF_HOUR;
          const finished = [...events, { status: final, reason: null, eventTime: end, arrival: 100 }];
          const before = foldHistory(CREATED, finished).state;
          const more = later.map((word, index) => ({
            status: word,
            reason: 'other' as const,
            eventTime: end + index,
            arrival: 101 + index,
          }));
          const after = foldHistory(CREATED, [...finished, ...more]).state;
          expect({ ...after, newest: null }).toEqual({ ...before, newest: null });
        },
      ),
    );
  });

  it('stays in its final state whatever arrives late', () => {
    fc.assert(
      fc.property(history, history, (events, late) => {
        const known = foldHistory(CREATED, events).state;
        fc.pre(isAbsolute(known.status));
        const all = foldHistory(CREATED, [
          ...events,
          ...late.map((event) => ({ ...event, arrival: event.arrival + 10 })),
        ]);
        expect(isAbsolute(all.state.status)).toBe(true);
      }),
    );
  });
});

/** A shipment that was put on hold and then cancelled; a cancellation from before the hold arrives late. */
function heldBetweenCancels() {
  const [held, cancelled, late] = (['on_hold', 'cancelled', 'cancelled'] as const).map((word, index) =>
    arrived({ status: word, reason: null, slot: [1, 2, 0][index] as number }, index),
  ) as [TrackingEvent, TrackingEvent, TrackingEvent];
  const events = [held, cancelled];
  return { events, known: foldHistory(CREATED, events), late };
}

describe('a late scan', () => {
  const withLate = fc.tuple(history, fc.record({ status, reason, slot })).map(([events, late]) => {
    const known = foldHistory(CREATED, events);
    return { events, known, late: { ...arrived(late, 100), eventTime: arrived(late, 100).eventTime + 1 } };
  });

  it('never moves a shipment backwards', () => {
    fc.assert(
      fc.property(withLate, ({ events, known, late }) => {
        fc.pre(late.eventTime < known.state.statusAt && known.outcomes.some(({ applied }) => applied));
        const { state } = foldHistory(CREATED, [...events, late]);
        const [rankBefore, rankAfter] = [PHASES.indexOf(known.state.phase), PHASES.indexOf(state.phase)];
        expect(rankAfter).toBeGreaterThanOrEqual(rankBefore);
        // A hold keeps the phase. After a late cancellation dated before it, the shipment is withdrawn, but
        // its status is still the hold.
        const isHeld = state.status === 'on_hold' && WITHDRAWING.includes(late.status);
        if (rankAfter > rankBefore || state.status === known.state.status || isHeld) return;
        const sameKind = [ABSOLUTE_STATUSES as readonly GranularStatus[], WITHDRAWING].some(
          (kind) => kind.includes(state.status) && kind.includes(known.state.status),
        );
        expect(sameKind).toBe(true);
      }),
      {
        numRuns: 1_000,
        examples: [[heldBetweenCancels()]],
      },
    );
  });

  it('never makes an event apply that did not apply before', () => {
    fc.assert(
      fc.property(withLate, ({ events, known, late }) => {
        const applied = new Map(known.outcomes.map((outcome) => [outcome.event, outcome.applied]));
        for (const outcome of foldHistory(CREATED, [...events, late]).outcomes) {
          if (applied.get(outcome.event) === false) expect(outcome.applied).toBe(false);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('never moves a milestone to a later time, unless it makes an event void', () => {
    fc.assert(
      fc.property(withLate, ({ events, known, late }) => {
        const all = foldHistory(CREATED, [...events, late]);
        const stillApplied = new Set(all.outcomes.flatMap(({ event, applied }) => (applied ? [event] : [])));
        fc.pre(known.outcomes.every(({ event, applied }) => !applied || stillApplied.has(event)));
        for (const [milestone, time] of Object.entries(known.state.milestones)) {
          const now = all.state.milestones[milestone as keyof typeof all.state.milestones];
          expect(now).toBeLessThanOrEqual(time);
        }
      }),
    );
  });
});

describe('the attempt count', () => {
  it('equals the applied out-for-delivery events without repeats of the same day', () => {
    fc.assert(
      fc.property(fc.oneof(history, tiedHistory), (events) => {
        const { state, outcomes } = foldHistory(CREATED, events);
        const applied = outcomes.flatMap((outcome) => (outcome.applied ? [outcome.event] : []));
        const dayOf = (event: TrackingEvent) =>
          new Date(event.eventTime).toLocaleDateString('en-IN', { timeZone: 'Asia/Kolkata' });
        const runs = applied.map((event, index) => {
          const previous = applied[index - 1];
          return event.status === 'out_for_delivery' &&
            !(previous?.status === 'out_for_delivery' && dayOf(previous) === dayOf(event))
            ? 1
            : 0;
        });
        expect(state.attemptCount).toBe(runs.reduce<number>((sum, one) => sum + one, 0));
      }),
    );
  });
});
