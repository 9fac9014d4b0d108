import { grouped } from '../../../words/format.tsx';
import { inLanguages } from '../../../words/language.ts';

export const jobsWords = inLanguages({
  en: {
    about: 'Actions on many shipments at once, of the last 30 days. Each runs once, when somebody starts it.',
    jobAction: {
      ship: 'Book',
      cancel: 'Cancel',
      reattempt: 'Reattempt delivery',
      rto: 'Return to origin',
      label: 'Print labels',
      manifest: 'Create manifest',
      tag: 'Change tags',
    },
    jobOf: (action: string, n: number) => `${action}: ${n === 1 ? '1 parcel' : `${grouped(n)} parcels`}`,
    jobHow: {
      ship: 'Books each parcel with a courier.',
      cancel: 'Cancels the bookings.',
      reattempt: 'Asks the couriers for another delivery attempt.',
      rto: 'Asks the couriers to bring the parcels back.',
      label: 'Makes one file with all labels.',
      manifest: 'Lists the parcels for the handover.',
      tag: 'Adds or removes tags.',
    },
    result: 'Result',
    started: 'Started',
    took: (ms: number) => {
      const seconds = Math.max(1, Math.round(ms / 1000));
      return seconds < 120 ? `took ${seconds} s` : `took ${grouped(Math.round(seconds / 60))} min`;
    },
    allDone: (n: number) => (n === 1 ? 'Done' : `All ${grouped(n)} done`),
    someFailed: (done: number, failed: number) => `${grouped(done)} done, ${grouped(failed)} failed`,
    jobState: { waiting: 'Waiting', running: 'Running', done: 'Done', stopped: 'Stopped' },
    action: 'Action',
    who: 'Who',
    progress: (done: number, total: number) => `${grouped(done)} of ${grouped(total)}`,
    results: 'Results',
    noJobs: 'Bulk actions on shipments are listed here.',
  },
  hi: {
    about: 'पिछले 30 दिनों में कई शिपमेंट पर बल्क काम।',
    jobAction: {
      ship: 'बुकिंग',
      cancel: 'रद्द करना',
      reattempt: 'दोबारा डिलीवरी कराना',
      rto: 'RTO करना',
      label: 'लेबल छापना',
      manifest: 'मैनिफ़ेस्ट बनाना',
      tag: 'टैग बदलना',
    },
    jobOf: (action: string, n: number) => `${action}: ${grouped(n)} पार्सल`,
    jobHow: {
      ship: 'हर पार्सल कूरियर से बुक होता है।',
      cancel: 'बुकिंग रद्द होती हैं।',
      reattempt: 'कूरियर से दोबारा डिलीवरी माँगी जाती है।',
      rto: 'कूरियर से पार्सल वापस माँगे जाते हैं।',
      label: 'सभी लेबल की एक फ़ाइल बनती है।',
      manifest: 'सौंपे जाने वाले पार्सल की सूची बनती है।',
      tag: 'टैग जोड़े या हटाए जाते हैं।',
    },
    result: 'नतीजा',
    started: 'शुरू हुआ',
    took: (ms: number) => {
      const seconds = Math.max(1, Math.round(ms / 1000));
      return seconds < 120 ? `${seconds} सेकंड लगे` : `${grouped(Math.round(seconds / 60))} मिनट लगे`;
    },
    allDone: (n: number) => (n === 1 ? 'पूरा हुआ' : `सभी ${grouped(n)} पूरे हुए`),
    someFailed: (done: number, failed: number) => `${grouped(done)} पूरे, ${grouped(failed)} फ़ेल`,
    jobState: { waiting: 'कतार में', running: 'चल रहा है', done: 'पूरा हुआ', stopped: 'रुका' },
    action: 'काम',
    who: 'किसने किया',
    progress: (done: number, total: number) => `${grouped(total)} में से ${grouped(done)}`,
    results: 'नतीजे',
    noJobs: 'कई शिपमेंट पर बल्क काम यहाँ दिखते हैं।',
  },
});
