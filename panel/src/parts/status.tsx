import { inLanguages, useWords } from '../words/language.ts';

export type Mood = 'way' | 'done' | 'needs' | 'bad' | 'neutral';

/** Each state has a shape in addition to its colour. */
const SHAPES: Record<Mood, React.ReactNode> = {
  way: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="M8 2a6 6 0 0 1 0 12z" fill="currentColor" stroke="none" />
    </>
  ),
  done: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="m5.300 8.200 2 2 3.500-4" />
    </>
  ),
  needs: (
    <>
      <path d="M8 2 14.500 13.500H1.500Z" />
      <path d="M8 6.500v3M8 11.500v.01" />
    </>
  ),
  bad: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="m5.800 5.800 4.400 4.400m0-4.400-4.400 4.400" />
    </>
  ),
  neutral: (
    <>
      <circle cx="8" cy="8" r="6" strokeDasharray="2.500 2" />
      <path d="M5.500 8h5" />
    </>
  ),
};

/** A state as text, with its shape. */
export function State({ mood, children }: { mood: Mood; children: React.ReactNode }) {
  return (
    <span className={`status ${mood === 'neutral' ? 'quiet' : mood}`}>
      <svg
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.500"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {SHAPES[mood]}
      </svg>
      {children}
    </span>
  );
}

const MOODS: Record<string, Mood> = {
  in_transit: 'way',
  out_for_delivery: 'way',
  picked_up: 'way',
  pickup_scheduled: 'way',
  ready_for_pickup: 'way',
  reached_destination_hub: 'way',
  return_pickup_scheduled: 'way',
  return_in_transit: 'way',
  delivered: 'done',
  return_delivered: 'done',
  ndr_raised: 'needs',
  need_attention: 'needs',
  not_picked: 'needs',
  return_not_picked: 'needs',
  return_ndr_raised: 'needs',
  return_need_attention: 'needs',
  rto_initiated: 'bad',
  rto_in_transit: 'bad',
  rto_need_attention: 'bad',
  rto_delivered: 'bad',
  lost: 'bad',
  rto_lost: 'bad',
  damaged: 'bad',
  return_qc_failed: 'bad',
  return_lost: 'bad',
  return_rejected: 'bad',
};

const statusWords = inLanguages({
  en: {
    all: 'All',
    pending: 'Pending',
    processing: 'Booking',
    ready_for_pickup: 'Ready for pickup',
    pickup_scheduled: 'Pickup scheduled',
    not_picked: 'Not picked up',
    picked_up: 'Picked up',
    in_transit: 'In transit',
    reached_destination_hub: 'At the destination hub',
    out_for_delivery: 'Out for delivery',
    delivered: 'Delivered',
    ndr_raised: 'Delivery failed (NDR)',
    need_attention: 'Needs attention',
    reattempt_delivery: 'Reattempt requested',
    rto_initiated: 'RTO initiated',
    rto_in_transit: 'RTO in transit',
    rto_need_attention: 'RTO needs attention',
    rto_delivered: 'RTO delivered',
    cancelled: 'Cancelled',
    lost: 'Lost',
    damaged: 'Damaged',
    on_hold: 'On hold',
    out_for_pickup: 'Out for pickup',
    rejected: 'Rejected',
    rto_out_for_delivery: 'RTO out for delivery',
    rto_lost: 'RTO lost',
    rto_damaged: 'RTO damaged',
    externally_fulfilled: 'Shipped elsewhere',
    others: 'Others',
    return_requested: 'Return requested',
    return_pickup_scheduled: 'Pickup scheduled',
    return_not_picked: 'Pickup missed',
    return_in_transit: 'Return in transit',
    return_ndr_raised: 'Pickup failed',
    return_need_attention: 'Needs attention',
    return_qc_failed: 'Quality check failed',
    return_delivered: 'Return delivered',
    return_received: 'Received',
    return_cancelled: 'Cancelled',
    return_rejected: 'Rejected',
    return_lost: 'Lost',
  } as Record<string, string>,
  hi: {
    all: 'सभी',
    pending: 'लंबित',
    processing: 'बुक हो रहा है',
    ready_for_pickup: 'पिकअप के लिए तैयार',
    pickup_scheduled: 'पिकअप तय',
    not_picked: 'पिकअप नहीं हुआ',
    picked_up: 'पिकअप हुआ',
    in_transit: 'रास्ते में',
    reached_destination_hub: 'गंतव्य हब पर',
    out_for_delivery: 'डिलीवरी के लिए निकला',
    delivered: 'डिलीवर हुआ',
    ndr_raised: 'डिलीवरी विफल (NDR)',
    need_attention: 'ध्यान चाहिए',
    reattempt_delivery: 'फिर प्रयास का अनुरोध',
    rto_initiated: 'RTO शुरू',
    rto_in_transit: 'RTO रास्ते में',
    rto_need_attention: 'RTO पर ध्यान चाहिए',
    rto_delivered: 'RTO पहुँचा',
    cancelled: 'रद्द',
    lost: 'खो गया',
    damaged: 'क्षतिग्रस्त',
    on_hold: 'रोका गया',
    out_for_pickup: 'पिकअप के लिए निकला',
    rejected: 'अस्वीकृत',
    rto_out_for_delivery: 'RTO डिलीवरी के लिए निकला',
    rto_lost: 'RTO खो गया',
    rto_damaged: 'RTO क्षतिग्रस्त',
    externally_fulfilled: 'कहीं और से भेजा गया',
    others: 'अन्य',
    return_requested: 'वापसी का अनुरोध',
    return_pickup_scheduled: 'पिकअप तय',
    return_not_picked: 'पिकअप छूटा',
    return_in_transit: 'वापसी रास्ते में',
    return_ndr_raised: 'पिकअप विफल',
    return_need_attention: 'ध्यान चाहिए',
    return_qc_failed: 'गुणवत्ता जाँच विफल',
    return_delivered: 'वापसी पहुँच गई',
    return_received: 'मिल गया',
    return_cancelled: 'रद्द',
    return_rejected: 'अस्वीकृत',
    return_lost: 'खो गया',
  } as Record<string, string>,
});

/** Returns `ndr raised` for `ndr_raised`, for words without a better name. */
export function spelledOut(word: string): string {
  const known = { sms: 'SMS', whatsapp: 'WhatsApp' }[word];
  if (known !== undefined) return known;
  const text = word.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function useStatusWords(): (status: string) => string {
  const words = useWords(statusWords);
  return (status) => words[status] ?? spelledOut(status);
}

export function Status({ status, also = null }: { status: string; also?: string | null | undefined }) {
  const say = useStatusWords();
  return <State mood={MOODS[also ?? ''] ?? MOODS[status] ?? 'neutral'}>{say(also ?? status)}</State>;
}
