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

describe('an action of a merchant', () => {
  it('can be a booking only without a courier', () => {
    expect(actionRefusal('book', stateAfter())).toBeNull();
    expect(actionRefusal('book', stateAfter('processing'))).toBeNull();
    expect(actionRefusal('book', stateAfter('ready_for_pickup'))?.text).toBe('already has a courier');
    expect(actionRefusal('book', stateAfter('cancelled'))?.text).toBe(
      'cannot be booked; its status is "Cancelled"',
    );
  });

  it('can be a change only without a courier', () => {
    for (const word of ['pending', 'processing'] as const) {
      expect(actionRefusal('change', stateAfter(word))).toBeNull();
    }
    expect(actionRefusal('change', stateAfter('ready_for_pickup'))?.text).toMatch(/a courier has it already/);
  });

  it('can be a cancellation only before the pickup', () => {
    for (const word of ['ready_for_pickup', 'pickup_scheduled', 'out_for_pickup', 'not_picked'] as const) {
      expect(actionRefusal('cancel', stateAfter(word))).toBeNull();
    }
    expect(actionRefusal('cancel', stateAfter('picked_up'))?.text).toBe(
      'cannot be cancelled after pickup; its status is "Picked up"',
    );
    expect(actionRefusal('cancel', stateAfter('externally_fulfilled'))?.text).toBe(
      'cannot be cancelled; its status is "Shipped"',
    );
    expect(actionRefusal('cancel', stateAfter('picked_up', 'on_hold'))?.text).toMatch(/after pickup/);
  });

  it.each(GRANULAR_STATUSES)('about a failed delivery needs an open one: %s', (status) => {
    const isOpen = listingStatusOf(status) === 'ndr_raised';
    for (const action of ['reattempt', 'initiate_rto'] as const) {
      expect(actionRefusal(action, stateAfter(status)) === null).toBe(isOpen);
    }
  });

  it.each(GRANULAR_STATUSES)('is refused in words without codes: %s', (status) => {
    for (const action of ['book', 'cancel', 'reattempt', 'initiate_rto'] as const) {
      expect(actionRefusal(action, stateAfter(status))?.text ?? '').not.toMatch(/_|rto|ndr/);
    }
  });

  it.each(GRANULAR_STATUSES)('is not needed to cancel a cancelled shipment: %s', (status) => {
    const isOver = /^(return_)?(cancelled|rejected)$/.test(status) || status === 'return_qc_failed';
    expect(isCancelled({ status })).toBe(isOver);
  });
});
