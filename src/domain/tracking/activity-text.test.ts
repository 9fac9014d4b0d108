import { describe, expect, it } from 'vitest';
import { activityText } from './activity-text.ts';
import { NDR_REASONS } from './reasons.ts';
import { GRANULAR_STATUSES } from './statuses.ts';

describe('the text of an activity', () => {
  it('is the text that came with it, where there is one', () => {
    const description = 'Shipment Out For Delivery from Koramangala';
    expect(activityText({ status: 'out_for_delivery', reason: null, description })).toBe(description);
  });

  it.each([null, '', '  ', 'out_for_delivery', ' Out_For_Delivery'])(
    'is the status in words where the carrier says %j',
    (description) => {
      expect(activityText({ status: 'out_for_delivery', reason: null, description })).toBe(
        'OUT FOR DELIVERY',
      );
    },
  );

  it('tells of a failed attempt why', () => {
    expect(
      activityText({ status: 'ndr_raised', reason: 'customer_not_available', description: 'ndr_raised' }),
    ).toBe('NDR RAISED: NOBODY WAS THERE TO TAKE YOUR PARCEL');
    expect(activityText({ status: 'delivered', reason: 'customer_not_available', description: null })).toBe(
      'DELIVERED',
    );
  });

  it.each([
    ['pickup_scheduled', 'PICKUP SCHEDULED'],
    ['in_transit', 'IN TRANSIT'],
    ['rto_initiated', 'RTO INITIATED'],
    ['rto_out_for_delivery', 'RTO OUT FOR DELIVERY'],
    ['return_pickup_scheduled', 'RETURN PICKUP SCHEDULED'],
  ] as const)('calls %s what clients call it', (status, words) => {
    expect(activityText({ status, reason: null, description: null })).toBe(words);
  });

  it.each(GRANULAR_STATUSES)('holds no name of ours, of %s and whatever reason', (status) => {
    for (const reason of [null, ...NDR_REASONS]) {
      expect(activityText({ status, reason, description: status })).toMatch(/^[A-Z][A-Z ,:’']+$/);
    }
  });
});
