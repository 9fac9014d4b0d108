import type { GranularStatus } from '../../api/statuses.ts';
import { inLanguages } from '../../words/language.ts';

/** What somebody here has to do for a parcel. */
export type NextStep = 'book' | 'handOver' | 'pickUp' | 'answer' | 'chase';

const STEPS: Partial<Record<GranularStatus, NextStep>> = {
  pending: 'book',
  ready_for_pickup: 'handOver',
  pickup_scheduled: 'handOver',
  not_picked: 'pickUp',
  ndr_raised: 'answer',
  need_attention: 'answer',
  on_hold: 'chase',
  lost: 'chase',
  damaged: 'chase',
  rto_need_attention: 'chase',
  rto_lost: 'chase',
  rto_damaged: 'chase',
};

/** Returns null while the courier is at it, and at the end. @param isAnswered the failed delivery has an answer */
export function nextStepOf(status: GranularStatus, isAnswered = false): NextStep | null {
  const step = STEPS[status] ?? null;
  return step === 'answer' && isAnswered ? null : step;
}

export const nextStepWords = inLanguages({
  en: {
    short: {
      book: 'Book a courier',
      handOver: 'Hand over',
      pickUp: 'Request pickup',
      answer: 'Answer the courier',
      chase: 'Ask the courier',
    },
    long: {
      book: 'No courier is booked yet.',
      handOver: 'Print the label, pack the parcel and hand it over.',
      pickUp: 'The courier missed the pickup. Request another one.',
      answer: 'The delivery failed. Request a reattempt, or return the parcel.',
      chase: 'Ask the courier’s support what happened to the parcel.',
    },
  },
  hi: {
    short: {
      book: 'कूरियर बुक करें',
      handOver: 'सौंपें',
      pickUp: 'पिकअप माँगें',
      answer: 'कूरियर को जवाब दें',
      chase: 'कूरियर से पूछें',
    },
    long: {
      book: 'अभी कोई कूरियर बुक नहीं है।',
      handOver: 'लेबल छापें, पार्सल पैक करें और सौंप दें।',
      pickUp: 'कूरियर पिकअप के लिए नहीं आया। फिर पिकअप माँगें।',
      answer: 'डिलीवरी नहीं हुई। दोबारा डिलीवरी कराएँ, या पार्सल वापस मँगाएँ।',
      chase: 'कूरियर की सहायता टीम से पूछें कि पार्सल का क्या हुआ।',
    },
  },
});
