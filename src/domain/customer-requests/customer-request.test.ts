import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { datesAtTheEdge } from '../../../test/support/edges-of-dates.ts';
import { GRANULAR_STATUSES } from '../tracking/statuses.ts';
import {
  answersOf,
  customerRequestProblem,
  deliveryDays,
  isAnswerable,
  REQUEST_RULES,
  type ReattemptInput,
  type RequestSettings,
  returnableUntil,
  ruleOf,
  USUAL_REQUEST_SETTINGS,
} from './customer-request.ts';

const NOW = Date.parse('2026-11-16T06:30:00Z');
const NOTHING: ReattemptInput = {
  kind: 'reattempt',
  deliveryDate: null,
  landmark: null,
  phone: null,
  note: null,
};

describe('the answers of a customer', () => {
  it('are offered only after a failed delivery', () => {
    expect(GRANULAR_STATUSES.filter((status) => isAnswerable({ status })).toSorted()).toEqual([
      'ndr_raised',
      'need_attention',
    ]);
  });

  it('are none if the account has switched all of them off', () => {
    const off = { ...USUAL_REQUEST_SETTINGS, anotherDay: 'off', landmark: 'off', refusal: 'off' } as const;
    expect(answersOf(off)).toBeNull();
    expect(answersOf({ ...off, refusal: 'approval' })).toEqual({
      anotherDay: false,
      landmark: false,
      phone: false,
      refusal: true,
    });
  });
});

describe('the rule for a customer request', () => {
  it.each([
    [{}, 'at_once'],
    [{ deliveryDate: '2026-11-17' }, 'at_once'],
    [{ landmark: 'Opposite the temple' }, 'at_once'],
    [{ phone: '9876543210' }, 'approval'],
    [{ deliveryDate: '2026-11-17', phone: '9876543210' }, 'approval'],
  ] as const)('of %j is %s', (input, rule) => {
    expect(ruleOf({ ...NOTHING, ...input }, USUAL_REQUEST_SETTINGS)).toBe(rule);
  });

  it('of an attempt on the next day is the rule of another day', () => {
    expect(ruleOf(NOTHING, { ...USUAL_REQUEST_SETTINGS, anotherDay: 'off' })).toBe('off');
    const said = { ...NOTHING, landmark: 'x' };
    expect(ruleOf(said, { ...USUAL_REQUEST_SETTINGS, anotherDay: 'off' })).toBe('at_once');
  });

  it('of a refusal is its own rule, and of a return is always approval', () => {
    expect(ruleOf({ kind: 'refusal', note: null }, USUAL_REQUEST_SETTINGS)).toBe('approval');
    const input = {
      kind: 'return',
      reason: 'damaged',
      note: null,
      items: [{ position: 1, units: 1 }],
    } as const;
    expect(ruleOf(input, { ...USUAL_REQUEST_SETTINGS, refusal: 'at_once' })).toBe('approval');
  });

  it('of a new phone is never at_once', () => {
    const rule = fc.constantFrom(...REQUEST_RULES);
    const settings: fc.Arbitrary<RequestSettings> = fc.record({
      anotherDay: rule,
      landmark: rule,
      refusal: rule,
      codesPerDay: fc.nat(),
    });
    const text = fc.option(fc.constant('x'));
    fc.assert(
      fc.property(settings, text, text, text, (given, deliveryDate, landmark, note) => {
        const input = { kind: 'reattempt', deliveryDate, landmark, note, phone: '9876543210' } as const;
        expect(ruleOf(input, given)).not.toBe('at_once');
      }),
    );
  });
});

describe('a customer request', () => {
  it('can postpone a delivery by one to six days', () => {
    expect(deliveryDays(NOW)).toEqual([17, 18, 19, 20, 21, 22].map((day) => `2026-11-${day}`));
    const on = (deliveryDate: string) => customerRequestProblem({ ...NOTHING, deliveryDate }, NOW);
    expect(['2026-11-16', '2026-11-17', '2026-11-22', '2026-11-23', 'soon'].map(on)).toEqual([
      'day',
      null,
      null,
      'day',
      'day',
    ]);
  });

  it.each(datesAtTheEdge)('can postpone a delivery from the next day in India: $name', ({ now, day }) => {
    const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
    expect(deliveryDays(now.getTime())[0]).toBe(next);
  });

  it('of a return must have at least one unit', () => {
    const back = { kind: 'return', reason: 'damaged', note: null } as const;
    expect(customerRequestProblem({ ...back, items: [] }, NOW)).toBe('items');
    expect(customerRequestProblem({ ...back, items: [{ position: 1, units: 0 }] }, NOW)).toBe('items');
    expect(customerRequestProblem({ ...back, items: [{ position: 1, units: 1 }] }, NOW)).toBeNull();
  });
});

describe('the days for a return', () => {
  const DAY = 86_400_000;
  it.each([
    [7, 7, '2026-11-16'],
    [7, 8, null],
    [1, 0, '2026-11-17'],
    [null, 0, null],
  ])('of a store that allows %s, %s days after delivery, end on %s', (returnDays, days, until) => {
    expect(returnableUntil(NOW - days * DAY, returnDays, NOW)).toBe(until);
  });

  it.each(datesAtTheEdge)('end with the last day in India: $name', ({ now, day }) => {
    const until = (daysAgo: number) => returnableUntil(now.getTime() - daysAgo * DAY, 7, now.getTime());
    expect([until(7), until(8)]).toEqual([day, null]);
  });

  it('are none before the delivery', () => {
    expect(returnableUntil(undefined, 7, NOW)).toBeNull();
  });
});
