import { grouped } from '../../words/format.tsx';
import { inLanguages } from '../../words/language.ts';
import { sharedWords } from '../../words/shared.ts';

const parcels = (n: number) => (n === 1 ? '1 parcel' : `${grouped(n)} parcels`);
const hindiParcels = (n: number) => `${grouped(n)} पार्सल`;

export const handoverWords = inLanguages({
  en: {
    ...sharedWords.en,
    waiting: (n: number) => (n === 0 ? 'Handover' : `${parcels(n)} waiting for couriers`),
    waitingHow: 'Create a manifest, let the driver sign it, and mark it as handed over.',
    waitingHere: (n: number) => `${grouped(n)} waiting`,
    showAll: 'Show parcels',
    nothingWaits: 'Everything is handed over',
    nothingWaitsHow: 'Booked parcels appear here until you hand them over.',
    parcels,
    actionsOf: (carrier: string) => `Actions: ${carrier}`,
    make: 'Create manifest',
    makeAll: (n: number) => `Create all ${grouped(n)} manifests`,
    makeMore: (n: number) => `Create manifest for ${grouped(n)} more`,
    made: (n: number) =>
      n === 1
        ? 'Manifest created. Print it for the driver’s signature.'
        : `${grouped(n)} manifests created. Print them for the drivers’ signatures.`,
    manifestOf: (n: number) => `Manifest with ${parcels(n)}`,
    print: 'Print (A4)',
    mark: 'Mark as handed over',
    markTitle: (n: number) => `Hand over ${parcels(n)}?`,
    markWill: (n: number, carrier: string, warehouse: string) =>
      n === 1
        ? `This confirms that ${carrier} took the parcel from ${warehouse}. It stops waiting and can’t go into another manifest. You can undo this until the courier scans it.`
        : `This confirms that ${carrier} took them from ${warehouse}. They stop waiting and can’t go into another manifest. You can undo this until the courier scans one of them.`,
    marked: (n: number) => `${parcels(n)} handed over`,
    undo: 'Undo',
    undone: (n: number) => `Undone. ${parcels(n)} waiting again.`,
    askPickup: 'Request pickup',
    asked: (state: string) => `${state}.`,
    pickupState: {
      planned: 'Pickup planned',
      pending: 'Requesting pickup …',
      requested: 'Pickup requested',
      refused: 'Pickup refused',
    },
    manifests: 'Manifests',
    manifest: 'Manifest',
    noManifests: 'A manifest lists the parcels that the courier picks up. The driver signs it.',
    inIt: 'Parcels',
    open: 'Open',
    handedOver: 'Handed over',
    expired: 'Not marked as handed over',
    parcel: 'Tracking number',
    remove: 'Remove',
    removeHow: 'Remove what the courier left behind. It waits again.',
    removed: 'Removed. The parcel is waiting again.',
    emptyManifest: 'This manifest has no parcels.',
    pickups: 'Pickups',
    day: 'Day',
    noPickups:
      'Pickups that you request appear here. Some couriers take no requests: theirs are a reminder for your team.',
  },
  hi: {
    ...sharedWords.hi,
    waiting: (n: number) => (n === 0 ? 'कूरियर को सौंपना' : `${hindiParcels(n)} कूरियर के इंतज़ार में`),
    waitingHow: 'मैनिफ़ेस्ट बनाएँ, ड्राइवर से साइन करवाएँ, फिर “पार्सल सौंप दिए” दबाएँ।',
    waitingHere: hindiParcels,
    showAll: 'पार्सल देखें',
    nothingWaits: 'सब कुछ सौंपा जा चुका है',
    nothingWaitsHow: 'बुक किए गए पार्सल सौंपे जाने तक यहाँ दिखते हैं।',
    parcels: hindiParcels,
    actionsOf: (carrier: string) => `${carrier} के काम`,
    make: 'मैनिफ़ेस्ट बनाएँ',
    makeAll: (n: number) => `सभी ${grouped(n)} मैनिफ़ेस्ट बनाएँ`,
    makeMore: (n: number) => `${grouped(n)} और पार्सल का मैनिफ़ेस्ट बनाएँ`,
    made: (n: number) =>
      n === 1
        ? 'मैनिफ़ेस्ट बन गया। ड्राइवर के हस्ताक्षर के लिए इसे छापें।'
        : `${grouped(n)} मैनिफ़ेस्ट बन गए। ड्राइवरों के हस्ताक्षर के लिए इन्हें छापें।`,
    manifestOf: (n: number) => `${hindiParcels(n)} का मैनिफ़ेस्ट`,
    print: 'छापें (A4)',
    mark: 'पार्सल सौंप दिए',
    markTitle: (n: number) => `${hindiParcels(n)} सौंप दिए?`,
    markWill: (n: number, carrier: string, warehouse: string) =>
      n === 1
        ? `इससे पक्का होता है कि ${carrier} ने ${warehouse} से पार्सल ले लिया। वह इंतज़ार में नहीं रहेगा और किसी दूसरे मैनिफ़ेस्ट में नहीं जाएगा। जब तक कूरियर उसे स्कैन न करे, आप इसे वापस ले सकते हैं।`
        : `इससे पक्का होता है कि ${carrier} ने ${warehouse} से पार्सल ले लिए। वे इंतज़ार में नहीं रहेंगे और किसी दूसरे मैनिफ़ेस्ट में नहीं जाएँगे। जब तक कूरियर उनमें से कोई पार्सल स्कैन न करे, आप इसे वापस ले सकते हैं।`,
    marked: (n: number) => `${hindiParcels(n)} सौंपे गए`,
    undo: 'वापस लें',
    undone: (n: number) => `वापस लिया गया। ${hindiParcels(n)} फिर इंतज़ार में हैं।`,
    askPickup: 'पिकअप बुलाएँ',
    asked: (state: string) => `${state}।`,
    pickupState: {
      planned: 'पिकअप तय',
      pending: 'पिकअप का अनुरोध भेज रहे हैं …',
      requested: 'पिकअप का अनुरोध भेजा गया',
      refused: 'पिकअप से मना किया',
    },
    manifests: 'मैनिफ़ेस्ट',
    manifest: 'मैनिफ़ेस्ट',
    noManifests: 'मैनिफ़ेस्ट में कूरियर को दिए जाने वाले पार्सल की सूची होती है। ड्राइवर उस पर हस्ताक्षर करता है।',
    inIt: 'पार्सल',
    open: 'खुला',
    handedOver: 'सौंपा गया',
    expired: 'सौंपना दर्ज नहीं हुआ',
    parcel: 'ट्रैकिंग नंबर',
    remove: 'हटाएँ',
    removeHow: 'जो पार्सल कूरियर छोड़ गया, उसे हटाएँ। वह फिर इंतज़ार में आ जाएगा।',
    removed: 'हटाया गया। पार्सल फिर इंतज़ार में है।',
    emptyManifest: 'इस मैनिफ़ेस्ट में कोई पार्सल नहीं है।',
    pickups: 'पिकअप',
    day: 'दिन',
    noPickups: 'आपके बुलाए पिकअप यहाँ दिखते हैं। कुछ कूरियर अनुरोध नहीं लेते: उनके पिकअप आपकी टीम के लिए रिमाइंडर हैं।',
  },
});
