import { describe, expect, it } from 'vitest';
import {
  ELITE_NDR_STATUSES,
  ELITE_STATUSES,
  PUSHED_EVENTS,
  RAW_STATUSES,
  readEliteStatus,
  readPushedEvent,
} from '../../../src/carriers/ekart/codes.ts';
import { isNdrReason, isRtoReason } from '../../../src/domain/tracking/reasons.ts';
import { describeCodes } from '../code-tables.ts';

describeCodes("Ekart Elite's statuses", ELITE_STATUSES, {
  ready_for_pickup: 1,
  pickup_scheduled: 2,
  out_for_pickup: 1,
  not_picked: 2,
  picked_up: 1,
  in_transit: 2,
  out_for_delivery: 1,
  ndr_raised: 1,
  delivered: 1,
  cancelled: 2,
  rto_initiated: 2,
  rto_in_transit: 2,
  rto_out_for_delivery: 1,
  rto_need_attention: 1,
  rto_delivered: 1,
  lost: 1,
  damaged: 1,
  on_hold: 1,
});

describeCodes("Ekart's raw statuses", RAW_STATUSES, {
  ready_for_pickup: 1,
  pickup_scheduled: 1,
  out_for_pickup: 1,
  picked_up: 1,
  not_picked: 2,
  in_transit: 2,
  out_for_delivery: 1,
  delivered: 1,
  ndr_raised: 7,
  lost: 2,
  damaged: 1,
  rto_initiated: 1,
  rto_in_transit: 2,
  rto_delivered: 1,
});

describeCodes('the events that Ekart pushes to direct customers', PUSHED_EVENTS, {
  ready_for_pickup: 1,
  out_for_pickup: 1,
  picked_up: 1,
  not_picked: 5,
  in_transit: 6,
  reached_destination_hub: 1,
  out_for_delivery: 1,
  delivered: 2,
  ndr_raised: 15,
  rto_initiated: 17,
  rto_in_transit: 5,
  rto_out_for_delivery: 1,
  rto_need_attention: 7,
  rto_delivered: 2,
  lost: 1,
  rto_lost: 1,
});

describe('the reason of a failed delivery at Ekart', () => {
  it('has nineteen words', () => expect(ELITE_NDR_STATUSES.entries).toHaveLength(19));

  it.each(ELITE_NDR_STATUSES.entries)('reads %s as %s', (word, reason) => {
    expect(readEliteStatus('Undelivered', word)).toEqual({ status: 'ndr_raised', reason });
    expect(isNdrReason(reason)).toBe(true);
    const returned = readEliteStatus('RTO Requested', word.toUpperCase());
    expect(returned?.status).toBe('rto_initiated');
    expect(isRtoReason(returned?.reason ?? '')).toBe(true);
    expect(readEliteStatus('Delivered', word)).toEqual({ status: 'delivered' });
  });

  it('has its own words for a return', () => {
    expect(readEliteStatus('RTO Requested', 'Maximum Attempt Reached')?.reason).toBe(
      'max_attempts_exhausted',
    );
    expect(readEliteStatus('RTO Requested', 'OTP Verified Cancellation')?.reason).toBe(
      'otp_verified_cancellation',
    );
    expect(readEliteStatus('Seller RTO Requested', 'Customer Unavailable')?.reason).toBe('seller_requested');
  });

  it('is read from the text if the word is unknown', () => {
    expect(readEliteStatus('Undelivered', 'Eaten by a cow')).toEqual({ status: 'ndr_raised' });
    expect(readEliteStatus('Undelivered', null)).toEqual({ status: 'ndr_raised' });
    expect(readEliteStatus('Teleported', 'Dispute')).toBeNull();
  });

  it('is read from the longest known part of an event', () => {
    expect(readPushedEvent('shipment_undelivered_attempted', ['COD Not Ready'])).toEqual({
      status: 'ndr_raised',
      reason: 'cod_not_ready',
    });
    expect(readPushedEvent('shipment_rto_created', ['never heard', null, 'attempts_exhausted'])).toEqual({
      status: 'rto_initiated',
      reason: 'max_attempts_exhausted',
    });
    expect(readPushedEvent('shipment_rto_created', ['never heard'])).toEqual({ status: 'rto_initiated' });
    expect(readPushedEvent('never_heard', [])).toBeNull();
  });
});
