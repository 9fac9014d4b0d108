import { inLanguages } from '../../words/language.ts';

/** What a failed call to a courier was about, and why it failed. */
export const callWords = inLanguages({
  en: {
    about: {
      create: 'Booking',
      book: 'Booking',
      assign: 'Booking',
      cancel: 'Cancellation',
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
      edit_warehouse: 'Warehouse',
      couriers: 'List of services',
    } as Record<string, string>,
    otherwise: 'Request',
    why: {
      credentials: 'the courier refused your credentials',
      slow: 'the courier asked us to slow down; we try again by ourselves',
      fault: 'the courier’s system had an error; we try again by ourselves',
      refused: 'the courier refused the request',
      silent: 'the courier didn’t answer',
    },
    forSupport: 'For the courier’s support',
  },
  hi: {
    about: {
      create: 'बुकिंग',
      book: 'बुकिंग',
      assign: 'बुकिंग',
      cancel: 'रद्दीकरण',
      track: 'ट्रैकिंग',
      raw_track: 'ट्रैकिंग',
      label: 'लेबल',
      label_file: 'लेबल',
      ndr: 'विफल डिलीवरी का उत्तर',
      ndr_result: 'विफल डिलीवरी का उत्तर',
      serviceability: 'सेवा की जाँच',
      pin_codes: 'सेवा या कनेक्शन की जाँच',
      wallet: 'कनेक्शन की जाँच',
      heavy_pin_codes: 'सेवा की जाँच',
      charges: 'शुल्क',
      pickup: 'पिकअप अनुरोध',
      waybill: 'ट्रैकिंग नंबर',
      waybills: 'ट्रैकिंग नंबर',
      token: 'साइन-इन',
      login: 'साइन-इन',
      address: 'गोदाम',
      addresses: 'गोदाम',
      edit_warehouse: 'गोदाम',
      couriers: 'सेवाओं की सूची',
    } as Record<string, string>,
    otherwise: 'अनुरोध',
    why: {
      credentials: 'कूरियर ने लॉगिन जानकारी नहीं मानी',
      slow: 'कूरियर ने धीमे चलने को कहा; हम ख़ुद फिर कोशिश करेंगे',
      fault: 'कूरियर के सिस्टम में गड़बड़ी थी; हम ख़ुद फिर कोशिश करेंगे',
      refused: 'कूरियर ने अनुरोध नहीं माना',
      silent: 'कूरियर ने उत्तर नहीं दिया',
    },
    forSupport: 'कूरियर की सहायता टीम के लिए',
  },
});

interface FailedCall {
  readonly call: string;
  readonly status: number | null;
}

/** 'Booking: the courier refused the request'. */
export function callSentence({ call, status }: FailedCall, words: (typeof callWords)['en']): string {
  return `${words.about[call] ?? words.otherwise}: ${words.why[whyOf(status)]}`;
}

function whyOf(status: number | null): keyof (typeof callWords)['en']['why'] {
  if (status === null) return 'silent';
  if (status === 401 || status === 403) return 'credentials';
  if (status === 429) return 'slow';
  return status >= 500 ? 'fault' : 'refused';
}
