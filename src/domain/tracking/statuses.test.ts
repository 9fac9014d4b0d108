import { describe, expect, it } from 'vitest';
import {
  FORWARD_STATUSES,
  GRANULAR_STATUSES,
  granularStatusesOf,
  isAbsolute,
  isOver,
  LISTING_STATUSES,
  listingStatusOf,
  milestoneOf,
  PUBLISHED_STATUSES,
  publicStatus,
  RETURN_LISTING_STATUSES,
  RETURN_STATUSES,
  returnStatusesOf,
  subStatusOf,
} from './statuses.ts';

describe('statuses', () => {
  it('are ten in the listing, and each includes granular statuses that map back to it', () => {
    expect(LISTING_STATUSES).toHaveLength(10);
    expect(LISTING_STATUSES.flatMap(granularStatusesOf).sort()).toEqual([...FORWARD_STATUSES].sort());
    for (const listing of LISTING_STATUSES) {
      expect(granularStatusesOf(listing).map((status) => listingStatusOf(status))).toEqual(
        granularStatusesOf(listing).map(() => listing),
      );
    }
  });

  it('of returns are five in the listing, and each includes granular statuses that map back to it', () => {
    expect(RETURN_LISTING_STATUSES).toHaveLength(5);
    expect(RETURN_STATUSES).toHaveLength(11);
    expect(RETURN_LISTING_STATUSES.map((listing) => [listing, returnStatusesOf(listing)])).toEqual([
      ['return_requested', ['return_requested']],
      ['pickup_scheduled', ['return_pickup_scheduled', 'return_not_picked']],
      ['in_transit', ['return_in_transit', 'return_ndr_raised', 'return_need_attention', 'return_lost']],
      ['return_received', ['return_delivered']],
      ['cancelled', ['return_cancelled', 'return_rejected', 'return_qc_failed']],
    ]);
    for (const status of RETURN_STATUSES) {
      expect(returnStatusesOf(listingStatusOf(status))).toContain(status);
    }
  });

  it('show the granular status only if it says more than the listing status', () => {
    expect(subStatusOf('in_transit')).toBeNull();
    expect(subStatusOf('rto_in_transit')).toBeNull();
    expect(subStatusOf('picked_up')).toBe('picked_up');
    expect(subStatusOf('lost')).toBe('lost');
  });

  it('are published, and seven internal ones are shown as the nearest published status', () => {
    // The list that receivers of webhooks use. `rto_cancelled` is never sent.
    const published =
      'pending processing ready_for_pickup pickup_scheduled not_picked in_transit out_for_delivery delivered ' +
      'ndr_raised need_attention reattempt_delivery rto_initiated rto_in_transit rto_need_attention rto_delivered ' +
      'cancelled rejected lost rto_lost externally_fulfilled return_requested return_pickup_scheduled ' +
      'return_not_picked return_in_transit return_ndr_raised return_need_attention return_lost return_delivered ' +
      'return_cancelled return_rejected return_qc_failed';
    expect([...PUBLISHED_STATUSES].sort()).toEqual(published.split(' ').sort());
    for (const status of PUBLISHED_STATUSES)
      expect(publicStatus(status)).toEqual({ status, sub_status: subStatusOf(status) });
    const others = GRANULAR_STATUSES.filter((status) => !published.split(' ').includes(status));
    expect(others.map(publicStatus)).toEqual([
      { status: 'pickup_scheduled', sub_status: 'out_for_pickup' },
      { status: 'in_transit', sub_status: 'picked_up' },
      { status: 'in_transit', sub_status: 'reached_destination_hub' },
      { status: 'rto_in_transit', sub_status: 'rto_out_for_delivery' },
      { status: 'need_attention', sub_status: 'on_hold' },
      { status: 'lost', sub_status: 'damaged' },
      { status: 'rto_lost', sub_status: 'rto_damaged' },
    ]);
  });

  it('are over if they are absolute or closed', () => {
    expect(isAbsolute('delivered')).toBe(true);
    expect(isAbsolute('lost')).toBe(false);
    expect(isOver('delivered')).toBe(true);
    expect(isOver('lost')).toBe(true);
    expect(isOver('on_hold')).toBe(false);
    expect(isOver('ndr_raised')).toBe(false);
  });

  it('reach the milestone of their listing status, except pickup and carrier assignment', () => {
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
