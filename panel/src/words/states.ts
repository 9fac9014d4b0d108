import { inLanguages, useWords } from './language.ts';

/** States and union territories, by the API's codes. */
const stateWords = inLanguages({
  en: {
    AN: 'Andaman and Nicobar Islands',
    AP: 'Andhra Pradesh',
    AR: 'Arunachal Pradesh',
    AS: 'Assam',
    BR: 'Bihar',
    CG: 'Chhattisgarh',
    CH: 'Chandigarh',
    DH: 'Dadra and Nagar Haveli and Daman and Diu',
    DL: 'Delhi',
    GA: 'Goa',
    GJ: 'Gujarat',
    HP: 'Himachal Pradesh',
    HR: 'Haryana',
    JH: 'Jharkhand',
    JK: 'Jammu and Kashmir',
    KA: 'Karnataka',
    KL: 'Kerala',
    LA: 'Ladakh',
    LD: 'Lakshadweep',
    MH: 'Maharashtra',
    ML: 'Meghalaya',
    MN: 'Manipur',
    MP: 'Madhya Pradesh',
    MZ: 'Mizoram',
    NL: 'Nagaland',
    OD: 'Odisha',
    PB: 'Punjab',
    PY: 'Puducherry',
    RJ: 'Rajasthan',
    SK: 'Sikkim',
    TN: 'Tamil Nadu',
    TR: 'Tripura',
    TS: 'Telangana',
    UK: 'Uttarakhand',
    UP: 'Uttar Pradesh',
    WB: 'West Bengal',
  },
  hi: {
    AN: 'अंडमान और निकोबार द्वीपसमूह',
    AP: 'आंध्र प्रदेश',
    AR: 'अरुणाचल प्रदेश',
    AS: 'असम',
    BR: 'बिहार',
    CG: 'छत्तीसगढ़',
    CH: 'चंडीगढ़',
    DH: 'दादरा और नगर हवेली तथा दमन और दीव',
    DL: 'दिल्ली',
    GA: 'गोवा',
    GJ: 'गुजरात',
    HP: 'हिमाचल प्रदेश',
    HR: 'हरियाणा',
    JH: 'झारखंड',
    JK: 'जम्मू और कश्मीर',
    KA: 'कर्नाटक',
    KL: 'केरल',
    LA: 'लद्दाख',
    LD: 'लक्षद्वीप',
    MH: 'महाराष्ट्र',
    ML: 'मेघालय',
    MN: 'मणिपुर',
    MP: 'मध्य प्रदेश',
    MZ: 'मिज़ोरम',
    NL: 'नागालैंड',
    OD: 'ओडिशा',
    PB: 'पंजाब',
    PY: 'पुदुच्चेरी',
    RJ: 'राजस्थान',
    SK: 'सिक्किम',
    TN: 'तमिलनाडु',
    TR: 'त्रिपुरा',
    TS: 'तेलंगाना',
    UK: 'उत्तराखंड',
    UP: 'उत्तर प्रदेश',
    WB: 'पश्चिम बंगाल',
  },
});

export type StateCode = keyof typeof stateWords.en;
export const STATE_CODES = Object.keys(stateWords.en) as StateCode[];

/** Names of states; an unknown name stays as it is. */
export function useStateName(): (state: string) => string {
  const names = useWords(stateWords);
  return (state) => names[state as StateCode] ?? state;
}

const CODES = new Map(
  Object.entries(stateWords.en).map(([code, name]) => [name.toLowerCase(), code as StateCode]),
);

/** The code of a state from its English name in the pincode directory, in any letter case. */
export function stateCode(name: string): StateCode | undefined {
  return CODES.get(name.trim().toLowerCase());
}

/** The English name of a state, which the API uses. */
export function englishState(code: StateCode): string {
  return stateWords.en[code];
}
