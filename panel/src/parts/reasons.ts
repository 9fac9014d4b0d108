import { useCallback } from 'react';
import type { components } from '#api';
import { inLanguages, useWords } from '../words/language.ts';
import { spelledOut } from './status.tsx';

type NdrReason = components['schemas']['NdrReason'];
type RtoReason = components['schemas']['RtoReason'];

/** Every reason of the API: a missing text is a compile error. */
const reasonWords = inLanguages({
  en: {
    ndr: {
      customer_not_available: 'Customer not available',
      phone_unreachable: 'Phone unreachable',
      customer_refused: 'Refused by the customer',
      future_delivery_requested: 'Customer asked for a later date',
      address_incomplete: 'Address incomplete',
      address_incorrect: 'Address wrong',
      cod_not_ready: 'Cash not ready',
      open_delivery_requested: 'Customer wants to open it first',
      self_collect_requested: 'Customer will collect it',
      out_of_delivery_area: 'Outside the delivery area',
      entry_restricted: 'Entry restricted',
      customer_cancelled: 'Cancelled by the customer',
      otp_not_verified: 'Delivery code did not match',
      not_attempted: 'Not attempted',
      misrouted: 'Misrouted',
      shipment_damaged: 'Damaged',
      other: 'Other',
    } satisfies Record<NdrReason, string>,
    rto: {
      max_attempts_exhausted: 'No attempts left',
      customer_refused: 'Refused by the customer',
      customer_cancelled: 'Cancelled by the customer',
      customer_not_reachable: 'Customer unreachable',
      customer_not_available: 'Customer not available',
      address_issue: 'Address problem',
      payment_not_ready: 'Payment not ready',
      out_of_delivery_area: 'Outside the delivery area',
      seller_requested: 'Requested by you',
      ndr_not_actioned: 'NDR not answered',
      otp_verified_cancellation: 'Customer cancelled with a code',
      shipment_damaged: 'Damaged',
      misrouted_or_delayed: 'Misrouted or delayed',
      regulatory_hold: 'Held by an authority',
      other: 'Other',
    } satisfies Record<RtoReason, string>,
  },
  hi: {
    ndr: {
      customer_not_available: 'कोई नहीं मिला',
      phone_unreachable: 'फ़ोन नहीं लगा',
      customer_refused: 'लेने से मना किया',
      future_delivery_requested: 'ग्राहक ने बाद की तारीख माँगी',
      address_incomplete: 'पता अधूरा',
      address_incorrect: 'पता गलत',
      cod_not_ready: 'नकद तैयार नहीं',
      open_delivery_requested: 'ग्राहक पहले खोलकर देखना चाहता है',
      self_collect_requested: 'ग्राहक ख़ुद ले जाएँगे',
      out_of_delivery_area: 'डिलीवरी क्षेत्र से बाहर',
      entry_restricted: 'प्रवेश वर्जित',
      customer_cancelled: 'ग्राहक ने रद्द किया',
      otp_not_verified: 'OTP गलत निकला',
      not_attempted: 'प्रयास नहीं हुआ',
      misrouted: 'गलत रास्ते गया',
      shipment_damaged: 'टूटा या ख़राब',
      other: 'अन्य',
    } satisfies Record<NdrReason, string>,
    rto: {
      max_attempts_exhausted: 'कोई प्रयास बाकी नहीं',
      customer_refused: 'लेने से मना किया',
      customer_cancelled: 'ग्राहक ने रद्द किया',
      customer_not_reachable: 'ग्राहक से संपर्क नहीं हुआ',
      customer_not_available: 'कोई नहीं मिला',
      address_issue: 'पते में समस्या',
      payment_not_ready: 'भुगतान तैयार नहीं',
      out_of_delivery_area: 'डिलीवरी क्षेत्र से बाहर',
      seller_requested: 'आपके अनुरोध पर',
      ndr_not_actioned: 'NDR का जवाब नहीं दिया',
      otp_verified_cancellation: 'ग्राहक ने OTP से रद्द किया',
      shipment_damaged: 'टूटा या ख़राब',
      misrouted_or_delayed: 'गलत रास्ते या देर से',
      regulatory_hold: 'अधिकारियों ने रोका',
      other: 'अन्य',
    } satisfies Record<RtoReason, string>,
  },
});

export const NDR_REASONS: readonly string[] = Object.keys(reasonWords.en.ndr);

export function useReasonWords(): (reason: string) => string {
  const { ndr, rto } = useWords(reasonWords);
  return useCallback((reason) => ({ ...rto, ...ndr })[reason as NdrReason] ?? spelledOut(reason), [ndr, rto]);
}

/** The reasons as filter options, with their names. */
export function useReasons(
  kind: 'ndr' | 'rto',
): readonly { readonly value: string; readonly text: string }[] {
  return Object.entries(useWords(reasonWords)[kind]).map(([value, text]) => ({ value, text }));
}
