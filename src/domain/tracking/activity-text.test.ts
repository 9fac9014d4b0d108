import { describe, expect, it } from 'vitest';
import { activityText, sentenceOfEvent } from './activity-text.ts';
import { NDR_REASONS } from './reasons.ts';
import { GRANULAR_STATUSES } from './statuses.ts';

describe('the text of an activity', () => {
  it('is the text of the scan, if there is one', () => {
    const description = 'Shipment Out For Delivery from Koramangala';
    expect(activityText({ status: 'out_for_delivery', reason: null, description })).toBe(description);
  });

  it.each([null, '', '  ', 'out_for_delivery', ' Out_For_Delivery'])(
    'is the status in words if the carrier sends %j',
    (description) => {
      expect(activityText({ status: 'out_for_delivery', reason: null, description })).toBe(
        'OUT FOR DELIVERY',
      );
    },
  );

  it('includes the reason of a failed attempt', () => {
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
  ] as const)('calls %s by its published name', (status, words) => {
    expect(activityText({ status, reason: null, description: null })).toBe(words);
  });

  it.each(GRANULAR_STATUSES)('never shows our internal name of %s, with any reason', (status) => {
    for (const reason of [null, ...NDR_REASONS]) {
      expect(activityText({ status, reason, description: status })).toMatch(/^[A-Z][A-Z ,:’']+$/);
    }
  });

  it('is a sentence with a name, unless the scan has a text', () => {
    const scan = { status: 'ndr_raised', reason: 'cod_not_ready', description: null } as const;
    expect(sentenceOfEvent(scan)).toEqual({
      template: 'event_status_because',
      values: {
        status: { type: 'word', value: 'ndr_raised', text: 'NDR RAISED' },
        reason: { type: 'word', value: 'cod_not_ready', text: 'The payment was not ready' },
      },
      text: 'NDR RAISED: THE PAYMENT WAS NOT READY',
    });
    expect(sentenceOfEvent({ ...scan, description: 'Door locked' })).toBeNull();
  });
});
