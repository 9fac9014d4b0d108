import { describe, expect, it } from 'vitest';
import { outcomeOf } from './outcome.ts';
import { GRANULAR_STATUSES, isOver, listingStatusOf } from './statuses.ts';

describe('the outcome of a shipment', () => {
  it('is there for all that is over, and for all that goes back', () => {
    for (const status of GRANULAR_STATUSES) {
      const isBack = status.startsWith('rto_');
      expect([status, outcomeOf(status) !== null]).toEqual([status, isOver(status) || isBack]);
    }
  });

  it('tells what is listed as cancelled from what moved', () => {
    for (const status of GRANULAR_STATUSES) {
      const isWithdrawn = listingStatusOf(status) === 'cancelled' || status === 'externally_fulfilled';
      expect([status, outcomeOf(status) === 'withdrawn']).toEqual([status, isWithdrawn]);
    }
  });
});
