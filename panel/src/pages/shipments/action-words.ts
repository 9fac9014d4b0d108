import { grouped } from '../../words/format.tsx';
import { inLanguages } from '../../words/language.ts';
import { sharedWords } from '../../words/shared.ts';

const n1 = (n: number) => (n === 1 ? '1 shipment' : `${grouped(n)} shipments`);
const h1 = (n: number) => `${grouped(n)} शिपमेंट`;

export const actionWords = inLanguages({
  en: {
    ...sharedWords.en,
    name: {
      ship: 'Book',
      label: 'Labels',
      manifest: 'Manifest',
      reattempt: 'Reattempt',
      rto: 'Return to origin',
      cancel: 'Cancel',
      tag: 'Tags',
    },
    title: {
      ship: (n: number) => `Book couriers for ${n1(n)}`,
      label: (n: number) => `Create labels for ${n1(n)}`,
      manifest: (n: number) => `Add ${n1(n)} to manifests`,
      reattempt: (n: number) => `Request a reattempt for ${n1(n)}`,
      rto: (n: number) => `Return ${n1(n)} to origin`,
      cancel: (n: number) => `Cancel ${n1(n)}`,
      tag: (n: number) => `Change the tags of ${n1(n)}`,
    },
    will: {
      ship: 'Each shipment gets its cheapest courier, or the one you choose. Booked shipments don’t change.',
      label: 'You get one PDF with all labels, in the order of the list.',
      manifest: 'Each parcel is added to today’s manifest of its warehouse and courier.',
      reattempt:
        'We ask the courier to try again. This works only after a failed attempt. The rest are listed at the end.',
      rto: 'The courier brings them back to you. You can’t undo this.',
      cancel:
        'This works only before pickup. The rest are listed at the end. You can’t undo this, or use the order IDs again.',
      tag: 'Use your own words as tags, and filter by them.',
    },
    cheapest: 'Cheapest available',
    comments: 'Note for the courier',
    addTags: 'Add tags',
    removeTags: 'Remove tags',
    starting: 'Starting …',
    progress: (done: number, total: number) => `${grouped(done)} of ${grouped(total)}`,
    state: {
      waiting: 'Queued',
      running: 'Running',
      done: 'Done',
      failed: 'Failed',
      stopped: 'Stopped',
      stopping: 'Stopping',
    } as Record<string, string>,
    stop: 'Stop',
    inBackground: 'Continue in the background',
    failed: (n: number) => (n === 1 ? '1 failed' : `${grouped(n)} failed`),
    failedRows: 'Failed',
    why: 'Why',
    allDone: 'All done',
    restStays: 'The others are unchanged',
    results: 'Download results',
    labels: 'Open labels',
  },
  hi: {
    ...sharedWords.hi,
    name: {
      ship: 'बुक करें',
      label: 'लेबल',
      manifest: 'मैनिफ़ेस्ट',
      reattempt: 'दोबारा डिलीवरी कराएँ',
      rto: 'RTO करें',
      cancel: 'रद्द करें',
      tag: 'टैग',
    },
    title: {
      ship: (n: number) => `${h1(n)} के लिए कूरियर बुक करें`,
      label: (n: number) => `${h1(n)} के लेबल बनाएँ`,
      manifest: (n: number) => `${h1(n)} मैनिफ़ेस्ट में डालें`,
      reattempt: (n: number) => `${h1(n)} की दोबारा डिलीवरी कराएँ`,
      rto: (n: number) => `${h1(n)} को RTO करें`,
      cancel: (n: number) => `${h1(n)} रद्द करें`,
      tag: (n: number) => `${h1(n)} के टैग बदलें`,
    },
    will: {
      ship: 'हर शिपमेंट को सबसे सस्ता या आपका चुना हुआ कूरियर मिलेगा। बुक हो चुके शिपमेंट नहीं बदलेंगे।',
      label: 'सूची के क्रम में सभी लेबल एक PDF में।',
      manifest: 'हर पार्सल अपने गोदाम और कूरियर के आज के मैनिफ़ेस्ट में जाएगा।',
      reattempt:
        'हम कूरियर से दोबारा डिलीवरी करने को कहेंगे। यह तभी होता है जब डिलीवरी नहीं हुई हो। बाकी की सूची अंत में दिखेगी।',
      rto: 'कूरियर इन्हें आपके पास वापस लाएगा। इसे वापस नहीं लिया जा सकता।',
      cancel:
        'यह केवल पिकअप से पहले होता है। बाकी की सूची अंत में दिखेगी। इसे वापस नहीं लिया जा सकता, और वही ऑर्डर ID फिर इस्तेमाल नहीं हो सकती।',
      tag: 'अपने शब्दों में टैग लगाएँ, और उनसे फ़िल्टर करें।',
    },
    cheapest: 'सबसे सस्ता उपलब्ध',
    comments: 'कूरियर के लिए टिप्पणी',
    addTags: 'टैग जोड़ें',
    removeTags: 'टैग हटाएँ',
    starting: 'शुरू हो रहा है …',
    progress: (done: number, total: number) => `${grouped(total)} में से ${grouped(done)}`,
    state: {
      waiting: 'कतार में',
      running: 'चल रहा है',
      done: 'पूरा हुआ',
      failed: 'फ़ेल',
      stopped: 'रोका गया',
      stopping: 'रुक रहा है',
    } as Record<string, string>,
    stop: 'रोकें',
    inBackground: 'बैकग्राउंड में जारी रखें',
    failed: (n: number) => `${grouped(n)} फ़ेल`,
    failedRows: 'फ़ेल',
    why: 'क्यों',
    allDone: 'सभी हो गए',
    restStays: 'बाकी नहीं बदले',
    results: 'नतीजे डाउनलोड करें',
    labels: 'लेबल खोलें',
  },
});
