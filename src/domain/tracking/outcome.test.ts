import { describe, expect, it } from 'vitest';
import { outcomeOf } from './outcome.ts';
import { GRANULAR_STATUSES, isOver, listingStatusOf } from './statuses.ts';

describe('the outcome of a shipment', () => {
  it('exists for everything that is over or on its way back', () => {
    for (const status of GRANULAR_STATUSES) {
      const isBack = status.startsWith('rto_');
      expect([status, outcomeOf(status) !== null]).toEqual([status, isOver(status) || isBack]);
    }
  });

  it('tells a cancelled shipment from one that moved', () => {
    for (const status of GRANULAR_STATUSES) {
      const isWithdrawn = listingStatusOf(status) === 'cancelled' || status === 'externally_fulfilled';
      expect([status, outcomeOf(status) === 'withdrawn']).toEqual([status, isWithdrawn]);
    }
  });
});
