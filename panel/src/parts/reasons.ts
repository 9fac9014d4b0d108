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
      customer_not_available: 'Nobody there',
      phone_unreachable: 'Phone not reached',
      customer_refused: 'Refused',
      future_delivery_requested: 'Later delivery asked for',
      address_incomplete: 'Address incomplete',
      address_incorrect: 'Address wrong',
      cod_not_ready: 'Cash not ready',
      open_delivery_requested: 'Open delivery asked for',
      self_collect_requested: 'Wants to collect it',
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
      max_attempts_exhausted: 'Attempts used up',
      customer_refused: 'Refused',
      customer_cancelled: 'Cancelled by the customer',
      customer_not_reachable: 'Customer not reached',
      customer_not_available: 'Nobody there',
      address_issue: 'Address',
      payment_not_ready: 'Payment not ready',
      out_of_delivery_area: 'Outside the delivery area',
      seller_requested: 'Asked for by us',
      ndr_not_actioned: 'NDR not answered',
      otp_verified_cancellation: 'Cancelled with a code',
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
      future_delivery_requested: 'बाद में डिलीवरी माँगी',
      address_incomplete: 'पता अधूरा',
      address_incorrect: 'पता गलत',
      cod_not_ready: 'नकद तैयार नहीं',
      open_delivery_requested: 'खोलकर देखना चाहा',
      self_collect_requested: 'खुद लेना चाहते हैं',
      out_of_delivery_area: 'डिलीवरी क्षेत्र से बाहर',
      entry_restricted: 'प्रवेश वर्जित',
      customer_cancelled: 'ग्राहक ने रद्द किया',
      otp_not_verified: 'डिलीवरी कोड मेल नहीं खाया',
      not_attempted: 'प्रयास नहीं हुआ',
      misrouted: 'गलत रास्ते गया',
      shipment_damaged: 'क्षतिग्रस्त',
      other: 'अन्य',
    } satisfies Record<NdrReason, string>,
    rto: {
      max_attempts_exhausted: 'सभी प्रयास हो चुके',
      customer_refused: 'लेने से मना किया',
      customer_cancelled: 'ग्राहक ने रद्द किया',
      customer_not_reachable: 'ग्राहक से संपर्क नहीं हुआ',
      customer_not_available: 'कोई नहीं मिला',
      address_issue: 'पता',
      payment_not_ready: 'भुगतान तैयार नहीं',
      out_of_delivery_area: 'डिलीवरी क्षेत्र से बाहर',
      seller_requested: 'हमारे कहने पर',
      ndr_not_actioned: 'NDR का उत्तर नहीं दिया',
      otp_verified_cancellation: 'कोड से रद्द',
      shipment_damaged: 'क्षतिग्रस्त',
      misrouted_or_delayed: 'गलत रास्ते या देर से',
      regulatory_hold: 'अधिकारियों ने रोका',
      other: 'अन्य',
    } satisfies Record<RtoReason, string>,
  },
});

/** Every reason why a delivery fails. */
export const NDR_REASONS: readonly string[] = Object.keys(reasonWords.en.ndr);

/** Names of NDR and RTO reasons. */
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
