import { describe, expect, it } from 'vitest';
import { readScan, type Scan } from './scan.ts';
import { FORWARD_STATUSES, RETURN_STATUSES } from './statuses.ts';

function said(status: string, more: Partial<Scan> = {}): Scan {
  return {
    trackingNumber: 'nd00000000017',
    status,
    eventTime: 0,
    location: null,
    description: null,
    reason: null,
    carrierEventId: null,
    qc: null,
    own: null,
    ...more,
  };
}

function statusOf(status: string, journey: 'forward' | 'return'): string {
  const reading = readScan(said(status), journey);
  return 'why' in reading ? reading.why.text : reading.scan.status;
}

describe('a scan of a return', () => {
  it.each(RETURN_STATUSES)('keeps the status %s', (status) => {
    expect(statusOf(status, 'return')).toBe(status);
  });

  it('is read from each status word that couriers use for all parcels', () => {
    const read = Object.fromEntries(FORWARD_STATUSES.map((status) => [status, statusOf(status, 'return')]));
    const none = (status: string) => `status ${status} cannot be of a return`;
    expect(read).toEqual({
      pending: 'return_requested',
      processing: 'return_requested',
      ready_for_pickup: 'return_pickup_scheduled',
      pickup_scheduled: 'return_pickup_scheduled',
      out_for_pickup: 'return_pickup_scheduled',
      not_picked: 'return_not_picked',
      picked_up: 'return_in_transit',
      in_transit: 'return_in_transit',
      reached_destination_hub: 'return_in_transit',
      out_for_delivery: 'return_in_transit',
      delivered: 'return_delivered',
      ndr_raised: 'return_ndr_raised',
      need_attention: 'return_need_attention',
      reattempt_delivery: 'return_in_transit',
      rto_initiated: none('rto_initiated'),
      rto_in_transit: none('rto_in_transit'),
      rto_out_for_delivery: none('rto_out_for_delivery'),
      rto_need_attention: none('rto_need_attention'),
      rto_delivered: none('rto_delivered'),
      cancelled: 'return_cancelled',
      rejected: 'return_rejected',
      on_hold: 'return_need_attention',
      lost: 'return_lost',
      damaged: 'return_need_attention',
      rto_lost: none('rto_lost'),
      rto_damaged: none('rto_damaged'),
      externally_fulfilled: none('externally_fulfilled'),
    });
  });

  it('keeps the courier’s own status beside ours', () => {
    expect(readScan(said('Picked Up'), 'return')).toMatchObject({
      scan: { trackingNumber: 'ND00000000017', status: 'return_in_transit', carrierStatus: 'Picked Up' },
    });
  });

  it('has an NDR reason for a missed pickup, and the courier’s own text for failed goods', () => {
    expect(readScan(said('not_picked', { reason: 'customer not available' }), 'return')).toMatchObject({
      scan: { reason: 'customer_not_available' },
    });
    expect(readScan(said('return_qc_failed', { reason: 'wrong colour' }), 'return')).toMatchObject({
      scan: { reason: null, carrierReason: 'wrong colour', qc: { status: 'failed', reason: 'wrong colour' } },
    });
  });
});

describe('a scan of a forward shipment', () => {
  it.each(FORWARD_STATUSES)('keeps the status %s', (status) => {
    expect(statusOf(status, 'forward')).toBe(status);
  });

  it.each(RETURN_STATUSES)('is refused with the status %s', (status) => {
    expect(statusOf(status, 'forward')).toBe(`status ${status} is of a return, and this is none`);
  });

  it('is refused with an answer of a quality check, and with an unknown status', () => {
    const qc = { status: 'passed', reason: null, images: [] } as const;
    expect(readScan(said('delivered', { qc }), 'forward')).toMatchObject({
      why: { text: 'qc_status is of a return, and this is none' },
    });
    expect(readScan(said('x'.repeat(70)), 'forward')).toMatchObject({
      why: { text: `status "${'x'.repeat(60)}..." is not known` },
    });
  });
});
