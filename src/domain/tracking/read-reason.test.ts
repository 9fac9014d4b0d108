import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../test/support/any-text.ts';
import { NDR_PHRASES } from './ndr-phrases.ts';
import { findNdrReason, findRtoReason, readNdrReason, readRtoReason } from './read-reason.ts';
import { NDR_REASONS, RTO_REASONS, rtoReasonOfNdr } from './reasons.ts';
import { RTO_PHRASES } from './rto-phrases.ts';

const ndrPhrases = NDR_REASONS.flatMap((reason) =>
  reason === 'other' ? [] : NDR_PHRASES[reason].map((phrase) => [phrase, reason] as const),
);
const rtoPhrases = RTO_REASONS.flatMap((reason) =>
  reason === 'other' ? [] : RTO_PHRASES[reason].map((phrase) => [phrase, reason] as const),
);

describe('reading the reason of a failed attempt', () => {
  it('accepts every reason of the vocabulary in any spelling', () => {
    for (const reason of NDR_REASONS) {
      expect(findNdrReason(reason)).toBe(reason);
      expect(findNdrReason(reason.toUpperCase().replaceAll('_', ' - '))).toBe(reason);
    }
  });

  it('reads each phrase of the table as its own reason, and no phrase has two', () => {
    for (const [phrase, reason] of ndrPhrases)
      expect([phrase, findNdrReason(phrase)]).toEqual([phrase, reason]);
  });

  it.each([
    ['Consignee Not Available', 'customer_not_available'],
    ['OFFICE CLOSED', 'customer_not_available'],
    ['Shop / office  closed on Sunday', 'customer_not_available'],
    ['Residence or office closed', 'customer_not_available'],
    ['Nobody was at home', 'customer_not_available'],
    ['Charges pending from consignee', 'cod_not_ready'],
    ['CHARGES NOT PAID BY CNEE', 'cod_not_ready'],
    ['Cash / COD amount not ready', 'cod_not_ready'],
    ['Customer not having cash', 'cod_not_ready'],
    ['OTP verified cancellation', 'customer_cancelled'],
    ['OTP Verified - Canceled by consignee', 'customer_cancelled'],
    ['Cancelation with OTP', 'customer_cancelled'],
    ['Not aware of the order', 'customer_refused'],
    ["Customer isn't aware of this order", 'customer_refused'],
    ['Consignee did not place the order', 'customer_refused'],
    ['Number out of service', 'phone_unreachable'],
    ['Cx not responding', 'phone_unreachable'],
    ['Mobile no. not reachable', 'phone_unreachable'],
    ['Ph no switched off', 'phone_unreachable'],
    ['Mobile no response', 'phone_unreachable'],
    ['House no. missing', 'address_incomplete'],
    ['Re-scheduled', 'future_delivery_requested'],
    ['Incorrect / incomplete addr', 'address_incomplete'],
    ['Wrong add.', 'address_incorrect'],
    ['Delivery not attempted', 'not_attempted'],
    ['Un-attempted due to heavy rains', 'not_attempted'],
    ['Wants open-box delivery', 'open_delivery_requested'],
    ['Will self-collect from the hub', 'self_collect_requested'],
    ['Delivery date re-scheduled by the buyer', 'future_delivery_requested'],
    ['Entry not allowed in society', 'entry_restricted'],
    ['Consignee unavailable at the time of delivery', 'customer_not_available'],
    ['Door/Premises/Office closed', 'customer_not_available'],
    ['DOOR LOCKED - left intimation', 'customer_not_available'],
    ['Receiver’s mobile switched off', 'phone_unreachable'],
    ['Consignee not reachable over phone.', 'phone_unreachable'],
    ["Customer didn't pick the call", 'phone_unreachable'],
    ['CONSIGNEE REFUSED TO ACCEPT THE SHIPMENT', 'customer_refused'],
    ['Recipient refused delivery (late)', 'customer_refused'],
    ['Consignee requested for future date of delivery', 'future_delivery_requested'],
    ['Delivery rescheduled by customer for 12/05', 'future_delivery_requested'],
    ['Incomplete Address & Contact Details', 'address_incomplete'],
    ['Address insufficient, need landmark', 'address_incomplete'],
    ['Consignee shifted from the given address', 'address_incorrect'],
    ['Wrong PIN code', 'address_incorrect'],
    ['COD amount not ready', 'cod_not_ready'],
    ['Cash on Delivery amount not ready', 'cod_not_ready'],
    ['UPI payment failed twice', 'cod_not_ready'],
    ['Consignee refused to pay COD', 'cod_not_ready'],
    ['Customer wants open delivery', 'open_delivery_requested'],
    ['Consignee will collect from branch', 'self_collect_requested'],
    ['Out of Delivery Area (ODA)', 'out_of_delivery_area'],
    ['Pincode is not serviceable', 'out_of_delivery_area'],
    ['Entry Restricted Area', 'entry_restricted'],
    ['Refused entry by security', 'entry_restricted'],
    ['Order cancelled by buyer', 'customer_cancelled'],
    ['Order canceled', 'customer_cancelled'],
    ['Customer refused to share OTP', 'otp_not_verified'],
    ['Customer refused to give the OTP', 'otp_not_verified'],
    ['Delivery not attempted - vehicle breakdown', 'not_attempted'],
    ['Shipment mis-routed', 'misrouted'],
    ['Package damaged in transit', 'shipment_damaged'],
  ] as const)('reads %j as %s', (text, reason) => {
    expect(readNdrReason(text)).toBe(reason);
  });

  it('prefers the longest phrase in the text', () => {
    expect(findNdrReason('refused')).toBe('customer_refused');
    expect(findNdrReason('Refused, says: refused to pay')).toBe('cod_not_ready');
    expect(findNdrReason('wrong number')).toBe('phone_unreachable');
    expect(findNdrReason('wrong house number')).toBe('address_incorrect');
  });

  it('matches whole words only', () => {
    expect(findNdrReason('soda bottles')).toBeNull();
    expect(findNdrReason('brain')).toBeNull();
    expect(findNdrReason('oda')).toBe('out_of_delivery_area');
  });

  it('tells a real "other" from a text without a reason', () => {
    expect(findNdrReason('Other')).toBe('other');
    expect(findNdrReason('OTHERS')).toBe('other');
    expect(findNdrReason('the moon was full')).toBeNull();
    expect(findNdrReason('on the other side of the river')).toBeNull();
    expect(findNdrReason('constructor')).toBeNull();
    expect(findNdrReason('')).toBeNull();
    expect(findNdrReason(' - ')).toBeNull();
    expect(readNdrReason('the moon was full')).toBe('other');
  });

  it('ignores the text around a known phrase', () => {
    const padding = fc.array(fc.constantFrom('at', 'xyz', '123', '  ', '-', '/', 'ग्राहक'), { maxLength: 4 });
    fc.assert(
      fc.property(fc.constantFrom(...ndrPhrases), padding, padding, ([phrase], before, after) => {
        const text = `${before.join(' ')} ${phrase.toUpperCase()} ${after.join(' ')}`;
        expect(findNdrReason(text)).toBe(findNdrReason(phrase));
      }),
    );
  });

  it('reads any text without failing', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 300 }), (text) => {
        expect(NDR_REASONS).toContain(readNdrReason(text));
        expect(RTO_REASONS).toContain(readRtoReason(text));
      }),
    );
  });
});

describe('reading the reason of a return', () => {
  it('accepts every reason of the vocabulary', () => {
    for (const reason of RTO_REASONS) expect(findRtoReason(reason)).toBe(reason);
  });

  it('reads each phrase of the table as its own reason', () => {
    for (const [phrase, reason] of rtoPhrases)
      expect([phrase, findRtoReason(phrase)]).toEqual([phrase, reason]);
  });

  it('reads phrases of failed attempts as reasons of a return', () => {
    const own = new Set(rtoPhrases.map(([phrase]) => phrase));
    for (const [phrase, reason] of ndrPhrases) {
      if (!own.has(phrase)) expect([phrase, findRtoReason(phrase)]).toEqual([phrase, rtoReasonOfNdr(reason)]);
    }
  });

  it.each([
    ['Maximum delivery attempts reached', 'max_attempts_exhausted'],
    ['Undelivered after 3 attempts', 'max_attempts_exhausted'],
    ['Consignee refused', 'customer_refused'],
    ['Mobile unreachable', 'customer_not_reachable'],
    ['Consignee Shifted', 'address_issue'],
    ['Incomplete address', 'address_issue'],
    ['COD not ready', 'payment_not_ready'],
    ['ODA', 'out_of_delivery_area'],
    ['RTO requested by shipper', 'seller_requested'],
    ['Order cancelled by the merchant', 'seller_requested'],
    ['As per client instruction', 'seller_requested'],
    ['No action taken on NDR', 'ndr_not_actioned'],
    ['No response from vendor', 'ndr_not_actioned'],
    ['Cancelled by customer', 'customer_cancelled'],
    ['Cancelled by customer with OTP', 'otp_verified_cancellation'],
    ['Customer cancelled (OTP verified)', 'otp_verified_cancellation'],
    ['Order cancelled with OTP', 'otp_verified_cancellation'],
    ['OTP verified cancellation', 'otp_verified_cancellation'],
    ['OTP not verified', 'max_attempts_exhausted'],
    ['Shipment damaged', 'shipment_damaged'],
    ['Misrouted shipment', 'misrouted_or_delayed'],
    ['Delayed in transit, TAT breached', 'misrouted_or_delayed'],
    ['E-way bill expired', 'regulatory_hold'],
    ['Shipment seized by the sales tax department', 'regulatory_hold'],
  ] as const)('reads %j as %s', (text, reason) => {
    expect(readRtoReason(text)).toBe(reason);
  });

  it('tells a real "other" from a text without a reason', () => {
    expect(findRtoReason('others')).toBe('other');
    expect(findRtoReason('reason 17')).toBeNull();
    expect(readRtoReason('reason 17')).toBe('other');
  });
});
