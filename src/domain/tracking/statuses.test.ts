import { describe, expect, it } from 'vitest';
import {
  GRANULAR_STATUSES,
  granularStatusesOf,
  isAbsolute,
  isOver,
  LISTING_STATUSES,
  listingStatusOf,
  milestoneOf,
  subStatusOf,
} from './statuses.ts';

describe('statuses', () => {
  it('are ten in the listing, and each has granular statuses that come back to it', () => {
    expect(LISTING_STATUSES).toHaveLength(10);
    expect(LISTING_STATUSES.flatMap(granularStatusesOf).sort()).toEqual([...GRANULAR_STATUSES].sort());
    for (const listing of LISTING_STATUSES) {
      expect(granularStatusesOf(listing).map(listingStatusOf)).toEqual(
        granularStatusesOf(listing).map(() => listing),
      );
    }
  });

  it('show the granular status only where it says more than the listing one', () => {
    expect(subStatusOf('in_transit')).toBeNull();
    expect(subStatusOf('rto_in_transit')).toBeNull();
    expect(subStatusOf('picked_up')).toBe('picked_up');
    expect(subStatusOf('lost')).toBe('lost');
  });

  it('are over when absolute or closed', () => {
    expect(isAbsolute('delivered')).toBe(true);
    expect(isAbsolute('lost')).toBe(false);
    expect(isOver('delivered')).toBe(true);
    expect(isOver('lost')).toBe(true);
    expect(isOver('on_hold')).toBe(false);
    expect(isOver('ndr_raised')).toBe(false);
  });

  it('reach the milestone of their listing status, pickup and carrier assignment apart', () => {
    expect(milestoneOf('ready_for_pickup')).toBe('ready_for_pickup');
    expect(milestoneOf('pickup_scheduled')).toBeNull();
    expect(milestoneOf('picked_up')).toBe('picked_up');
    expect(milestoneOf('reached_destination_hub')).toBe('in_transit');
    expect(milestoneOf('need_attention')).toBe('ndr_raised');
    expect(milestoneOf('rto_need_attention')).toBe('rto_in_transit');
    expect(milestoneOf('rejected')).toBe('cancelled');
    expect(milestoneOf('on_hold')).toBeNull();
    expect(milestoneOf('lost')).toBeNull();
  });
});
