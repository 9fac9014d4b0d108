import { inLanguages } from '../../words/language.ts';

/** What a failed call to a courier was about, and why it failed. */
export const callWords = inLanguages({
  en: {
    about: {
      create: 'Booking',
      book: 'Booking',
      assign: 'Booking',
      orders: 'Look-up of a booking',
      cancel: 'Cancellation',
      cancel_order: 'Cancellation',
      edit: 'Change or cancellation',
      track: 'Tracking',
      raw_track: 'Tracking',
      label: 'Label',
      label_file: 'Label',
      ndr: 'Answer to a failed delivery',
      ndr_result: 'Answer to a failed delivery',
      serviceability: 'Serviceability',
      pin_codes: 'Serviceability or connection check',
      wallet: 'Connection check',
      heavy_pin_codes: 'Serviceability',
      charges: 'Charges',
      pickup: 'Pickup request',
      waybill: 'Tracking numbers',
      waybills: 'Tracking numbers',
      token: 'Sign-in',
      login: 'Sign-in',
      address: 'Warehouse',
      addresses: 'Warehouse',
      create_warehouse: 'Warehouse',
      edit_warehouse: 'Warehouse',
      pickup_locations: 'Warehouse',
      couriers: 'List of services',
    } as Record<string, string>,
    otherwise: 'Request',
    why: {
      credentials: 'the courier refused your credentials',
      slow: 'the courier asked us to slow down',
      fault: 'the courier’s system had an error',
      refused: 'the courier refused the request',
      silent: 'the courier didn’t answer',
    },
    toDo: {
      credentials: 'Enter the credentials again in Settings.',
      slow: 'You don’t have to do anything: we try again.',
      fault: 'We try again. If it keeps happening, send the details to the courier’s support.',
      refused: 'Correct what the courier names, then try again.',
      silent: 'We ask again, and nothing is booked twice.',
    },
    said: (reason: string) => `The courier’s answer: “${reason}”`,
    details: 'Details',
    earlier: (n: number) => (n === 1 ? '1 earlier problem' : `${n} earlier problems`),
    forSupport: 'For the courier’s support',
    noAnswer: 'no answer',
    sent: 'Request, without personal data',
    answered: 'Answer',
  },
  hi: {
    about: {
      create: 'बुकिंग',
      book: 'बुकिंग',
      assign: 'बुकिंग',
      orders: 'बुकिंग की खोज',
      cancel: 'रद्दीकरण',
      cancel_order: 'रद्दीकरण',
      edit: 'बदलाव या रद्दीकरण',
      track: 'ट्रैकिंग',
      raw_track: 'ट्रैकिंग',
      label: 'लेबल',
      label_file: 'लेबल',
      ndr: 'NDR का जवाब',
      ndr_result: 'NDR का जवाब',
      serviceability: 'सेवा की जाँच',
      pin_codes: 'सेवा या कनेक्शन की जाँच',
      wallet: 'कनेक्शन की जाँच',
      heavy_pin_codes: 'सेवा की जाँच',
      charges: 'शुल्क',
      pickup: 'पिकअप अनुरोध',
      waybill: 'ट्रैकिंग नंबर',
      waybills: 'ट्रैकिंग नंबर',
      token: 'लॉगिन',
      login: 'लॉगिन',
      address: 'गोदाम',
      addresses: 'गोदाम',
      create_warehouse: 'गोदाम',
      edit_warehouse: 'गोदाम',
      pickup_locations: 'गोदाम',
      couriers: 'सेवाओं की सूची',
    } as Record<string, string>,
    otherwise: 'अनुरोध',
    why: {
      credentials: 'कूरियर ने लॉगिन डिटेल नहीं मानी',
      slow: 'कूरियर ने धीमे चलने को कहा',
      fault: 'कूरियर के सिस्टम में गड़बड़ी थी',
      refused: 'कूरियर ने अनुरोध नहीं माना',
      silent: 'कूरियर ने जवाब नहीं दिया',
    },
    toDo: {
      credentials: 'सेटिंग्स में लॉगिन डिटेल फिर से लिखें।',
      slow: 'आपको कुछ नहीं करना है: हम फिर कोशिश करेंगे।',
      fault: 'हम फिर कोशिश करेंगे। बार-बार हो तो विवरण कूरियर की सहायता टीम को भेजें।',
      refused: 'कूरियर ने जो बताया है उसे ठीक करें, फिर कोशिश करें।',
      silent: 'हम फिर पूछेंगे, और कुछ भी दो बार बुक नहीं होगा।',
    },
    said: (reason: string) => `कूरियर का जवाब: “${reason}”`,
    details: 'विवरण',
    earlier: (n: number) => (n === 1 ? 'पहले की 1 गड़बड़ी' : `पहले की ${n} गड़बड़ियाँ`),
    forSupport: 'कूरियर की सहायता टीम के लिए',
    noAnswer: 'कोई जवाब नहीं',
    sent: 'अनुरोध, निजी जानकारी के बिना',
    answered: 'जवाब',
  },
});

interface FailedCall {
  readonly courier: string;
  readonly call: string;
  readonly status: number | null;
}

/** 'Booking: the courier refused the request'. */
export function callSentence(failed: FailedCall, words: (typeof callWords)['en']): string {
  return `${words.about[failed.call] ?? words.otherwise}: ${words.why[whyOf(failed)]}`;
}

/** What the reader can do about it: 'Correct what the courier names, then try again.' */
export function callAdvice(failed: FailedCall, words: (typeof callWords)['en']): string {
  return words.toDo[whyOf(failed)];
}

/** Tells whether new credentials would help. */
export function needsCredentials(failed: FailedCall): boolean {
  return whyOf(failed) === 'credentials';
}

function whyOf({ courier, status }: FailedCall): keyof (typeof callWords)['en']['why'] {
  if (status === null) return 'silent';
  // Delhivery's rate limiter answers 403.
  if (status === 429 || (status === 403 && courier === 'delhivery')) return 'slow';
  if (status === 401 || status === 403) return 'credentials';
  return status >= 500 ? 'fault' : 'refused';
}
