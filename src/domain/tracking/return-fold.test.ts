import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyNewest, foldHistory } from './fold.ts';
import { isBeforePickup, isMoving } from './phases.ts';
import { newShipmentState } from './state.ts';
import { RETURN_STATUSES, type ReturnStatus } from './statuses.ts';
import { standingOf, verdictOf } from './verdict.ts';

/*
 * The rules of a return, written again from its statuses only: an event applies or not depending on the
 * events that applied before it.
 */
const FINAL: readonly string[] = ['return_delivered'];
const WITHDRAWN: readonly string[] = ['return_cancelled', 'return_rejected', 'return_qc_failed'];
const WAITING: readonly string[] = ['return_requested', 'return_pickup_scheduled', 'return_not_picked'];

function ruled(before: string, word: string): string {
  if (FINAL.includes(before)) return 'already_final';
  if (!WITHDRAWN.includes(word) && !WAITING.includes(word)) return 'applies';
  if (WITHDRAWN.includes(before)) return 'already_withdrawn';
  return WAITING.includes(before) ? 'applies' : 'already_moving';
}

const DAY = 24 * 3_600_000;

function eventsOf(words: readonly ReturnStatus[], apart = 1_000) {
  return words.map((status, index) => ({
    status,
    eventTime: (index + 1) * apart,
    arrival: index + 1,
    reason: null,
  }));
}

const fold = (words: readonly ReturnStatus[], apart?: number) =>
  foldHistory(0, eventsOf(words, apart), 'return');

const pairs = RETURN_STATUSES.flatMap((before) => RETURN_STATUSES.map((word) => [before, word] as const));

describe('the table of transitions of a return', () => {
  it('has 121 pairs, and starts with a requested return', () => {
    expect(pairs).toHaveLength(11 * 11);
    expect(fold([]).state.status).toBe('return_requested');
  });

  it.each(pairs)('follows the rules from %s on %s', (before, word) => {
    expect(verdictOf(standingOf(before, 'before_pickup'), word)).toBe(ruled(before, word));
  });

  it.each(pairs)('equals the fold from %s on %s', (before, word) => {
    const { state, outcomes } = fold([before, word]);
    const last = outcomes.at(-1);
    const expected = ruled(before, word);
    expect(last?.applied === true ? 'applies' : last?.why).toBe(expected);
    expect(state.status).toBe(expected === 'applies' ? word : before);
  });

  it('has no pair with a status of a forward shipment', () => {
    expect(() => verdictOf('return_requested', 'delivered')).toThrow();
    expect(() => verdictOf('pending', 'return_delivered')).toThrow();
  });
});

describe('the statuses of a return', () => {
  it('are either before pickup or moving', () => {
    for (const word of RETURN_STATUSES) {
      const isEarly = WAITING.includes(word) || WITHDRAWN.includes(word);
      expect([word, isBeforePickup(word), isMoving(word)]).toEqual([word, isEarly, !isEarly]);
    }
  });
});

describe('a return', () => {
  it('has its milestones, each at the first time that it was reached', () => {
    const life: ReturnStatus[] = [
      'return_pickup_scheduled',
      'return_not_picked',
      'return_in_transit',
      'return_in_transit',
      'return_ndr_raised',
      'return_delivered',
    ];
    expect(fold(life).state.milestones).toEqual({
      created: 0,
      ready_for_pickup: 1_000,
      picked_up: 3_000,
      in_transit: 3_000,
      ndr_raised: 5_000,
      delivered: 6_000,
    });
  });

  it('counts failed pickups after another status, or on another day', () => {
    expect(fold(['return_not_picked', 'return_not_picked']).state.attemptCount).toBe(1);
    expect(
      fold(['return_not_picked', 'return_pickup_scheduled', 'return_not_picked']).state.attemptCount,
    ).toBe(2);
    expect(fold(['return_not_picked', 'return_not_picked'], DAY).state.attemptCount).toBe(2);
    expect(fold(['return_in_transit', 'return_not_picked']).state.attemptCount).toBe(0);
  });

  it('keeps the latest reason of a missed pickup', () => {
    const [first, second] = eventsOf(['return_not_picked', 'return_not_picked'], DAY);
    if (!first || !second) throw new Error('two events');
    const history = [
      { ...first, reason: 'customer_not_available' as const },
      { ...second, reason: 'other' as const },
    ];
    expect(foldHistory(0, history, 'return').state.ndrReason).toBe('other');
  });

  it('is over after a failed quality check, unless a courier picks it up later', () => {
    expect(fold(['return_qc_failed']).state.phase).toBe('withdrawn');
    expect(fold(['return_qc_failed', 'return_pickup_scheduled']).state.status).toBe('return_qc_failed');
    expect(fold(['return_qc_failed', 'return_in_transit']).state.status).toBe('return_in_transit');
  });

  const word = fc.constantFrom(...RETURN_STATUSES);

  it('has the same state in any order of its events', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), fc.infiniteStream(fc.nat()), (words, seeds) => {
        const events = eventsOf(words);
        const shuffled = events
          .map((event) => [seeds.next().value, event] as const)
          .sort(([a], [b]) => a - b)
          .map(([, event]) => event);
        expect(foldHistory(0, shuffled, 'return').state).toEqual(fold(words).state);
      }),
    );
  });

  it('has the same state event by event as in one fold', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), (words) => {
        let state = newShipmentState(0, 'return');
        for (const event of eventsOf(words)) state = applyNewest(state, event).state;
        expect(state).toEqual(fold(words).state);
      }),
    );
  });
});
