import type { LabelContent, LabelParty } from '../../src/papers/labels/label-content.ts';

/** A typical label: Latin script, two items, cash to collect. */
export function sampleLabel(changes: Partial<LabelContent> = {}): LabelContent {
  return {
    brandName: 'Kavi Handlooms',
    logo: null,
    sender: {
      name: 'Kavi Handlooms Warehouse',
      phone: '9876500001',
      addressLines: ['Plot 14, MIDC Industrial Area', 'Andheri East'],
      city: 'Mumbai',
      state: 'Maharashtra',
      pincode: '400093',
    },
    returnTo: null,
    receiver: sampleReceiver(),
    trackingNumber: 'DKY00123456789',
    carrierName: 'Pavan Express',
    serviceName: 'Surface 500 g',
    payment: { cod: 129_900 },
    outcome: null,
    appliedWeightGrams: 1250,
    dimensions: { length: 30, breadth: 20, height: 10.5 },
    orderDisplayId: '#KH-10432',
    orderDate: Date.parse('2026-11-14T09:00:00Z'),
    items: [
      { name: 'Cotton kurta, indigo, size L', sku: 'KUR-IND-L', quantity: 2 },
      { name: 'Block print bedsheet', sku: null, quantity: 1 },
    ],
    requiredDetails: null,
    routing: { zone: 'D', code: 'DEL/DWK-2' },
    printedAt: Date.parse('2026-11-15T05:00:00Z'),
    ...changes,
  };
}

/** The sample label's receiver, with changes. */
export function sampleReceiver(changes: Partial<LabelParty> = {}): LabelParty {
  return {
    name: 'Rajesh Kumar Sharma',
    phone: '9876543210',
    addressLines: ['Flat 302, Sunrise Apartments, 12th Cross', 'Near Gandhi Chowk, Sector 9, Dwarka'],
    city: 'New Delhi',
    state: 'Delhi',
    pincode: '110077',
    ...changes,
  };
}

/** One receiver for each script, with conjuncts that a wrong text shaper draws wrong. */
export const RECEIVERS_BY_SCRIPT: Readonly<Record<string, LabelParty>> = {
  devanagari: sampleReceiver({
    name: 'श्री राजेश कुमार त्रिपाठी',
    addressLines: ['मकान नंबर २३, गली नंबर पाँच, गांधी चौक के पास', 'Sector 9 द्वारका, विश्वविद्यालय मार्ग'],
    city: 'नई दिल्ली',
    state: 'दिल्ली',
  }),
  tamil: sampleReceiver({
    name: 'ஸ்ரீ கிருஷ்ணமூர்த்தி முத்துசாமி',
    addressLines: ['எண் 14, பெரியார் தெரு, அண்ணா சாலை', 'தூத்துக்குடி நகர், ராமேஸ்வரம் வழி'],
    city: 'கோயம்புத்தூர்',
    state: 'தமிழ்நாடு',
  }),
  bengali: sampleReceiver({
    name: 'রবীন্দ্রনাথ বন্দ্যোপাধ্যায়',
    addressLines: ['অ্যাপার্টমেন্ট ১২৩, সল্টলেক সেক্টর ফাইভ', 'হাওড়া ব্রিজ স্ট্রিট, উত্তর ২৪ পরগনা'],
    city: 'কলকাতা',
    state: 'পশ্চিমবঙ্গ',
  }),
  telugu: sampleReceiver({ name: 'శ్రీ వెంకటేశ్వర రావు', addressLines: ['ఆంధ్రప్రదేశ్ హైదరాబాద్ ప్రకాష్ స్ట్రీట్'] }),
  kannada: sampleReceiver({ name: 'ಕೃಷ್ಣ ಲಕ್ಷ್ಮೀ', addressLines: ['ಜ್ಞಾನೇಶ್ವರ ರಸ್ತೆ, ಬೆಂಗಳೂರು, ಕರ್ನಾಟಕ'] }),
  malayalam: sampleReceiver({ name: 'കൃഷ്ണൻ ലക്ഷ്മി', addressLines: ['സ്ട്രീറ്റ് തിരുവനന്തപുരം പുഴയ്ക്കൽ'] }),
  gujarati: sampleReceiver({ name: 'કૃષ્ણ ત્રિવેદી', addressLines: ['અમદાવાદ શાસ્ત્રી માર્ગ, ગુજરાત'] }),
  gurmukhi: sampleReceiver({ name: 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ', addressLines: ['ਅੰਮ੍ਰਿਤਸਰ ਲੁਧਿਆਣਾ ਚੰਡੀਗੜ੍ਹ, ਪੰਜਾਬ'] }),
  arabic: sampleReceiver({
    name: 'ڈاکٹر محمّد اقبال بٹ',
    addressLines: ['مکان نمبر ۱۲، گاندھی روڈ، نزد جامع مسجد', 'لال چوک Srinagar، سری نگر'],
    city: 'سری نگر',
    state: 'جموں و کشمیر',
  }),
  odia: sampleReceiver({ name: 'କୃଷ୍ଣ ଲକ୍ଷ୍ମୀ', addressLines: ['ଭୁବନେଶ୍ୱର, ଓଡ଼ିଶା, ରାଷ୍ଟ୍ରୀୟ ରାସ୍ତା'] }),
};

/** Texts that people and programs write where a name is expected. */
export const UGLY_TEXTS: readonly string[] = [
  'A'.repeat(200),
  'محمد عبد الله بن سليمان العتيبي',
  'ISHA مرحبا राजेश 王小明 ஸ்ரீ',
  '👩‍👩‍👧‍👦🎉 Party 🇮🇳 shop 👍🏽',
  '<script>alert("x")</script><b>&amp;</b>',
  '#1001/A 42% \\ "quoted" \'single\' ^XA~JA',
  '\u202Bright to left\u202C \u200B\u200D\uFEFF',
  'Z\u0351\u0369\u0310a\u0334\u031Bl\u0358g\u0321o\u0322',
  ' ',
];
