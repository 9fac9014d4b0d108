import { describe, expect, it } from 'vitest';
import type { TrackingEvent } from '../tracking/event.ts';
import { foldHistory } from '../tracking/fold.ts';
import {
  GRANULAR_STATUSES,
  type GranularStatus,
  isReturnStatus,
  listingStatusOf,
} from '../tracking/statuses.ts';
import { actionRefusal, isCancelled } from './allowed-actions.ts';

function stateAfter(...words: GranularStatus[]) {
  const events = words.map(
    (status, index): TrackingEvent => ({ status, eventTime: index + 1, arrival: index + 1, reason: null }),
  );
  const journey = words[0] !== undefined && isReturnStatus(words[0]) ? 'return' : 'forward';
  return foldHistory(0, events, journey).state;
}

describe('what a merchant may ask for', () => {
  it('is a courier only while there is none', () => {
    expect(actionRefusal('book', stateAfter())).toBeNull();
    expect(actionRefusal('book', stateAfter('processing'))).toBeNull();
    expect(actionRefusal('book', stateAfter('ready_for_pickup'))).toBe('already has a courier');
    expect(actionRefusal('book', stateAfter('cancelled'))).toBe(
      'cannot be booked; its status is "Cancelled"',
    );
  });

  it('is a change only while there is no courier', () => {
    for (const word of ['pending', 'processing'] as const) {
      expect(actionRefusal('change', stateAfter(word))).toBeNull();
    }
    expect(actionRefusal('change', stateAfter('ready_for_pickup'))).toMatch(/a courier has it already/);
  });

  it('is a cancel only before pickup', () => {
    for (const word of ['ready_for_pickup', 'pickup_scheduled', 'out_for_pickup', 'not_picked'] as const) {
      expect(actionRefusal('cancel', stateAfter(word))).toBeNull();
    }
    expect(actionRefusal('cancel', stateAfter('picked_up'))).toBe(
      'cannot be cancelled after pickup; its status is "Picked up"',
    );
    expect(actionRefusal('cancel', stateAfter('externally_fulfilled'))).toBe(
      'cannot be cancelled; its status is "Shipped"',
    );
    expect(actionRefusal('cancel', stateAfter('picked_up', 'on_hold'))).toMatch(/after pickup/);
  });

  it.each(GRANULAR_STATUSES)('about a failed delivery, when it is %s, only while one is open', (status) => {
    const isOpen = listingStatusOf(status) === 'ndr_raised';
    for (const action of ['reattempt', 'initiate_rto'] as const) {
      expect(actionRefusal(action, stateAfter(status)) === null).toBe(isOpen);
    }
  });

  it.each(GRANULAR_STATUSES)('is refused, when it is %s, without a name of ours for a status', (status) => {
    for (const action of ['book', 'cancel', 'reattempt', 'initiate_rto'] as const) {
      expect(actionRefusal(action, stateAfter(status)) ?? '').not.toMatch(/_|rto|ndr/);
    }
  });

  it.each(GRANULAR_STATUSES)('is not asked for again, when it is %s, once it is cancelled', (status) => {
    const isOver = /^(return_)?(cancelled|rejected)$/.test(status) || status === 'return_qc_failed';
    expect(isCancelled({ status })).toBe(isOver);
  });
});
