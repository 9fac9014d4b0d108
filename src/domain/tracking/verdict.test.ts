import { describe, expect, it } from 'vitest';
import { foldHistory } from './fold.ts';
import { isBeforePickup, isMoving } from './phases.ts';
import { FORWARD_STATUSES, type GranularStatus } from './statuses.ts';
import { STANDINGS, type Standing, standingOf, verdictOf } from './verdict.ts';

/*
 * The rules of shipment statuses, written again from the statuses only: an event applies or not depending
 * on the events that applied before it.
 */
const FINAL = ['delivered', 'rto_delivered'];
const WITHDRAWN = ['cancelled', 'rejected', 'externally_fulfilled'];
const BEFORE_PICKUP = [
  ...['processing', 'ready_for_pickup', 'pickup_scheduled', 'out_for_pickup', 'not_picked'],
  ...['cancelled', 'rejected', 'externally_fulfilled'],
  'pending',
];
const MOVING = [
  ...['picked_up', 'in_transit', 'reached_destination_hub', 'out_for_delivery', 'delivered'],
  ...['ndr_raised', 'need_attention', 'reattempt_delivery'],
  ...['rto_initiated', 'rto_in_transit', 'rto_out_for_delivery', 'rto_need_attention', 'rto_delivered'],
  ...['lost', 'damaged', 'rto_lost', 'rto_damaged'],
];

function ruled(applied: readonly string[], word: string): string {
  if (applied.some((earlier) => FINAL.includes(earlier))) return 'already_final';
  if (!BEFORE_PICKUP.includes(word)) return 'applies';
  if (applied.some((earlier) => MOVING.includes(earlier))) return 'already_moving';
  if (applied.some((earlier) => WITHDRAWN.includes(earlier))) return 'already_withdrawn';
  return 'applies';
}

/** A history that ends in this standing. */
function historyOf(standing: Standing): GranularStatus[] {
  if (standing === 'on_hold before_pickup') return ['ready_for_pickup', 'on_hold'];
  if (standing === 'on_hold withdrawn') return ['externally_fulfilled', 'on_hold'];
  if (standing === 'on_hold moving') return ['picked_up', 'on_hold'];
  return [standing];
}

function eventsOf(words: readonly GranularStatus[]) {
  return words.map((status, index) => ({ status, eventTime: 1_000 + index, arrival: index, reason: null }));
}

describe('the table of transitions', () => {
  it('has a row for every status, with on hold in each of its three phases', () => {
    expect(STANDINGS).toHaveLength(FORWARD_STATUSES.length + 2);
    for (const standing of STANDINGS) {
      const { state } = foldHistory(0, eventsOf(historyOf(standing)));
      expect(standingOf(state.status, state.phase)).toBe(standing);
    }
  });

  const pairs = STANDINGS.flatMap((standing) => FORWARD_STATUSES.map((word) => [standing, word] as const));

  it('has 783 pairs', () => {
    expect(pairs).toHaveLength(29 * 27);
  });

  it.each(pairs)('follows the rules from %s on %s', (standing, word) => {
    expect(verdictOf(standing, word)).toBe(ruled(historyOf(standing), word));
  });

  it.each(pairs)('equals the fold from %s on %s', (standing, word) => {
    const history = historyOf(standing);
    const { state, outcomes } = foldHistory(0, eventsOf([...history, word]));
    const last = outcomes.at(-1);
    const expected = ruled(history, word);
    expect(last?.applied === true ? 'applies' : last?.why).toBe(expected);
    expect(state.status).toBe(expected === 'applies' ? word : history.at(-1));
  });
});

describe('the statuses', () => {
  it('are before pickup, moving or on hold', () => {
    for (const word of FORWARD_STATUSES) {
      expect([word, isBeforePickup(word)]).toEqual([word, BEFORE_PICKUP.includes(word)]);
      expect([word, isMoving(word)]).toEqual([word, MOVING.includes(word)]);
    }
    expect(isBeforePickup('on_hold') || isMoving('on_hold')).toBe(false);
  });

  it('have no verdict for a shipment on hold in a final phase', () => {
    expect(() => standingOf('on_hold', 'final')).toThrow();
  });
});
