import { describe, expect, it } from 'vitest';
import { type Activity, activityText } from './activity-text.ts';
import { NDR_REASONS, RTO_REASONS } from './reasons.ts';
import { GRANULAR_STATUSES } from './statuses.ts';

/** The text of a scan with these data. */
function textOf(scan: Pick<Activity, 'status'> & Partial<Activity>): string {
  return activityText({ reason: null, carrierReason: null, description: null, isOfCarrier: true, ...scan })
    .text;
}

describe('the text of an activity', () => {
  it('is the text of the scan, if there is one', () => {
    const description = 'Shipment Out For Delivery from Koramangala';
    expect(textOf({ status: 'out_for_delivery', description })).toBe(description);
  });

  it.each([null, '', '  ', 'out_for_delivery', ' Out_For_Delivery'])(
    'is the status in words if the carrier sends %j',
    (description) => {
      expect(textOf({ status: 'out_for_delivery', description })).toBe('OUT FOR DELIVERY');
    },
  );

  it.each([
    ['pickup_scheduled', 'PICKUP SCHEDULED'],
    ['in_transit', 'IN TRANSIT'],
    ['rto_initiated', 'RTO INITIATED'],
    ['rto_out_for_delivery', 'RTO OUT FOR DELIVERY'],
    ['return_pickup_scheduled', 'RETURN PICKUP SCHEDULED'],
  ] as const)('calls %s by its published name', (status, words) => {
    expect(textOf({ status })).toBe(words);
  });

  it.each(GRANULAR_STATUSES)('never shows our internal name of %s, with any reason', (status) => {
    for (const reason of [null, ...NDR_REASONS, ...RTO_REASONS]) {
      expect(textOf({ status, reason, description: status })).toMatch(/^[A-Z][A-Z :]+$/);
    }
  });
});

describe('the reason of a failed attempt', () => {
  it('is ours in capitals, if the courier gave none of its own', () => {
    const scan = { status: 'ndr_raised', reason: 'customer_not_available' } as const;
    expect(textOf({ ...scan, description: 'ndr_raised' })).toBe('NDR RAISED: CUSTOMER NOT AVAILABLE');
    expect(textOf({ status: 'rto_initiated', reason: 'address_issue' })).toBe('RTO INITIATED: ADDRESS ISSUE');
    expect(textOf({ status: 'return_not_picked', reason: 'phone_unreachable' })).toBe(
      'RETURN NOT PICKED: PHONE UNREACHABLE',
    );
  });

  it('is that of the courier, in its own letters', () => {
    const scan = { status: 'ndr_raised', reason: 'customer_not_available' } as const;
    expect(textOf({ ...scan, carrierReason: ' Door locked, CNA ' })).toBe('NDR RAISED: Door locked, CNA');
    expect(textOf({ ...scan, reason: 'other', carrierReason: 'Monkey at gate' })).toBe(
      'NDR RAISED: Monkey at gate',
    );
    expect(textOf({ status: 'rto_initiated', reason: 'other', carrierReason: 'As per shipper' })).toBe(
      'RTO INITIATED: As per shipper',
    );
  });

  it('follows the text of the courier, unless that says it', () => {
    const scan = { status: 'need_attention', reason: 'customer_refused' } as const;
    const own = { ...scan, carrierReason: 'Cust refused COD' };
    expect(textOf({ ...own, description: 'Undelivered' })).toBe('Undelivered: Cust refused COD');
    expect(textOf({ ...own, description: 'UNDELIVERED - CUST REFUSED COD' })).toBe(
      'UNDELIVERED - CUST REFUSED COD',
    );
    expect(textOf({ ...scan, description: 'Undelivered' })).toBe('Undelivered: CUSTOMER REFUSED');
    expect(textOf({ ...scan, description: 'Consignee refused to accept' })).toBe(
      'Consignee refused to accept',
    );
  });

  it('is left out where it says nothing, and of statuses without one', () => {
    expect(textOf({ status: 'ndr_raised', reason: 'other' })).toBe('NDR RAISED');
    expect(textOf({ status: 'ndr_raised', reason: 'other', description: 'Undelivered' })).toBe('Undelivered');
    expect(textOf({ status: 'ndr_raised', carrierReason: 'Door locked' })).toBe('NDR RAISED');
    expect(textOf({ status: 'delivered', reason: 'customer_not_available' })).toBe('DELIVERED');
    expect(textOf({ status: 'rto_delivered', reason: 'customer_refused' })).toBe('RTO DELIVERED');
  });

  it('does not follow our own text', () => {
    const description = 'The courier refused another attempt';
    expect(
      textOf({ status: 'ndr_raised', reason: 'customer_refused', description, isOfCarrier: false }),
    ).toBe(description);
  });
});

it('is a sentence with a name, unless the scan has a text', () => {
  const scan = {
    status: 'ndr_raised',
    reason: 'cod_not_ready',
    description: null,
    isOfCarrier: true,
  } as const;
  const status = { type: 'word', value: 'ndr_raised', text: 'NDR RAISED' };
  expect(activityText({ ...scan, carrierReason: null }).sentence).toEqual({
    template: 'event_status_because',
    values: { status, reason: { type: 'word', value: 'cod_not_ready', text: 'COD NOT READY' } },
    text: 'NDR RAISED: COD NOT READY',
  });
  expect(activityText({ ...scan, carrierReason: 'No cash' }).sentence).toMatchObject({
    template: 'event_status_because',
    values: { status, reason: { template: 'partner_said', values: { words: 'No cash' } } },
    text: 'NDR RAISED: No cash',
  });
  expect(activityText({ ...scan, description: 'Undelivered', carrierReason: 'No cash' }).sentence).toBeNull();
});
