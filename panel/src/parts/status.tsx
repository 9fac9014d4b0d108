import { useWords } from '../words/language.ts';
import { statusWords } from '../words/statuses.ts';

/** What the colours mean is in `design/tokens.css`. */
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
  out_for_pickup: 'way',
  reattempt_delivery: 'way',
  return_pickup_scheduled: 'way',
  return_in_transit: 'way',
  delivered: 'done',
  return_delivered: 'done',
  ndr_raised: 'needs',
  need_attention: 'needs',
  not_picked: 'needs',
  on_hold: 'needs',
  rto_need_attention: 'needs',
  return_not_picked: 'needs',
  return_ndr_raised: 'needs',
  return_need_attention: 'needs',
  rto_initiated: 'bad',
  rto_in_transit: 'bad',
  rto_out_for_delivery: 'bad',
  rto_delivered: 'bad',
  lost: 'bad',
  rto_lost: 'bad',
  damaged: 'bad',
  rto_damaged: 'bad',
  rejected: 'bad',
  return_qc_failed: 'bad',
  return_lost: 'bad',
  return_rejected: 'bad',
};

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
