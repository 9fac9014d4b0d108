import { grouped } from '../../words/format.tsx';
import { inLanguages } from '../../words/language.ts';

const parcels = (n: number) => (n === 1 ? '1 parcel' : `${grouped(n)} parcels`);
const parts = (texts: readonly (string | false)[]) => texts.filter((text) => text !== false);

/** Texts of prices, for the rate cards and for the guide of a new courier. */
export const ratesWords = inLanguages({
  en: {
    marks: { cheapest: 'Cheapest', fastest: 'Fastest', both: 'Cheapest and fastest' },
    zone: (zone: string) => `zone ${zone.toUpperCase()}`,
    zones: {
      a: 'Same city',
      b: 'Same state',
      c: 'Metro to metro',
      d: 'Rest of India',
      e: 'North-East, J&K',
    } as Record<string, string>,
    weightLine: 'Weight',
    line: {
      forward: { first: 'First', further: 'Each further' },
      reverse: { first: 'Return, first', further: 'Return, each further' },
      rto: { first: 'RTO, first', further: 'RTO, each further' },
    },
    slab: {
      first: 'weight of the first slab in kilograms',
      further: 'weight of each further slab in kilograms',
    },
    was: (text: string) => `Now ${text}`,
    undo: 'Undo changes',
    notFigures: (n: number) => (n === 1 ? '1 value isn’t a number' : `${grouped(n)} values aren’t numbers`),
    cod: 'COD charge',
    or: 'or',
    codFlat: 'COD charge in rupees',
    codPercent: 'COD charge in percent, if that is more',
    rtoFactor: 'RTO as a multiple of the forward freight',
    rtoAsForward: 'forward freight',
    rtoOwn: 'own prices',
    fuel: 'Fuel, markup',
    returns: 'Returns',
    noReturns: 'No return pickups',
    addReturns: 'Add prices',
    removeReturns: 'Remove',
    qc: 'Quality check',
    review: 'Review and publish',
    publish: 'Publish prices',
    publishWill: 'New quotes use these prices at once. Parcels that are already booked keep theirs.',
    published: 'Prices published',
    overtaken: 'Somebody else published prices after you began. Your changes are still here.',
    keepMine: 'Apply mine on top',
    changedPrices: 'Your changes',
    becomes: 'becomes',
    changes: (n: number) => (n === 1 ? '1 change' : `${grouped(n)} changes`),
    wrongCell: (carrier: string, what: string) => `${carrier}, ${what}: enter a number like 45 or 45.50.`,
    noParcels: 'You booked no parcels in the last 30 days, so there is nothing to compare yet.',
    effect: (n: string) => (n === '1' ? 'Your latest parcel' : `Your latest ${n} parcels, at these prices`),
    servedBoth: (n: number) => `${grouped(n)} of them can be shipped at the old and at the new prices.`,
    cheapestTotal: (before: string, after: string, more: number, by: string) =>
      more === 0
        ? `With the cheapest courier for each, they’d cost the same: ${after}.`
        : `With the cheapest courier for each, they’d cost ${after} instead of ${before}: ${by} ${more > 0 ? 'more' : 'less'}.`,
    sentence: (name: string, texts: readonly (string | false)[]) => `${name}: ${parts(texts).join('; ')}.`,
    dearer: (n: number, by: string) => `${parcels(n)} would cost ${by} more on average`,
    cheaper: (n: number, by: string) => `${parcels(n)} would cost ${by} less on average`,
    gained: (n: number) => `now takes ${parcels(n)} that it didn’t before`,
    lost: (n: number) => `no longer takes ${parcels(n)}`,
    cheapestFor: (before: number, after: number) => `cheapest for ${parcels(after)}, was ${grouped(before)}`,
    noEffect: 'None of these parcels costs more or less.',
    column: columnWords({
      slab: { first: 'First slab', further: 'Further slab' },
      table: { forward: 'Forward', reverse: 'Return', rto: 'RTO' },
      line: { first: 'first weight', further: 'each further weight' },
      zone: (zone) => `zone ${zone}`,
      others: {
        cod_flat: 'COD charge',
        cod_percent: 'COD charge, percent',
        rto_factor: 'RTO, multiple of forward',
        qc_fee: 'Quality check',
        markup_percent: 'Fuel surcharge, markup',
        offered: 'Offered',
      },
    }),
    samples: 'These are sample prices.',
    samplesWhy: (couriers: string) =>
      couriers === ''
        ? 'The courier you connected has no prices yet. Sample couriers are booked only if you choose one.'
        : `${couriers} has no prices yet. Sample couriers are booked only if you choose one.`,
    sample: 'Sample',
    addPrices: 'Add prices',
    leftOut: {
      switched_off: 'Switched off for your account.',
      no_rate_card: 'Has no prices yet.',
      not_connected: 'Its courier isn’t connected.',
      beside_couriers: 'Sample courier. It’s hidden because you connected a real courier.',
      no_returns: 'Takes no returns.',
      no_quality_check: 'Does no quality check at the door.',
      no_pickup: 'Doesn’t pick up at the origin.',
      no_delivery: 'Doesn’t deliver to this pincode.',
      no_cod_delivery: 'No COD at this pincode.',
      no_reverse_pickup: 'Doesn’t pick up returns there.',
      too_heavy: 'Parcel too heavy.',
      side_too_long: 'Parcel too long.',
      sides_too_long: 'Parcel too large.',
      cod_limit: 'COD amount too high.',
    } as Record<string, string>,
    atMost: (limit: string) => `Limit: ${limit}.`,
    showAnyway: 'Show anyway',
    shown: (name: string) => `${name} is offered again`,
  },
  hi: {
    marks: { cheapest: 'सबसे सस्ता', fastest: 'सबसे तेज़', both: 'सबसे सस्ता और तेज़' },
    zone: (zone: string) => `ज़ोन ${zone.toUpperCase()}`,
    zones: {
      a: 'एक ही शहर',
      b: 'एक ही राज्य',
      c: 'मेट्रो से मेट्रो',
      d: 'बाकी भारत',
      e: 'पूर्वोत्तर, जम्मू-कश्मीर',
    } as Record<string, string>,
    weightLine: 'वज़न',
    line: {
      forward: { first: 'पहले', further: 'हर अगले' },
      reverse: { first: 'वापसी, पहले', further: 'वापसी, हर अगले' },
      rto: { first: 'RTO, पहले', further: 'RTO, हर अगले' },
    },
    slab: { first: 'पहले स्लैब का वज़न, किलोग्राम में', further: 'हर अगले स्लैब का वज़न, किलोग्राम में' },
    was: (text: string) => `अभी ${text}`,
    undo: 'बदलाव हटाएँ',
    notFigures: (n: number) => `${grouped(n)} जगह संख्या नहीं है`,
    cod: 'COD शुल्क',
    or: 'या',
    codFlat: 'COD शुल्क, रुपये में',
    codPercent: 'COD शुल्क प्रतिशत में, यदि वह ज़्यादा हो',
    rtoFactor: 'RTO, भेजने के भाड़े का गुना',
    rtoAsForward: 'भेजने का भाड़ा',
    rtoOwn: 'अलग रेट',
    fuel: 'फ़्यूल और मार्कअप',
    returns: 'वापसी',
    noReturns: 'वापसी पिकअप नहीं',
    addReturns: 'रेट जोड़ें',
    removeReturns: 'हटाएँ',
    qc: 'क्वालिटी चेक',
    review: 'देखें और लागू करें',
    publish: 'रेट लागू करें',
    publishWill: 'नए कोट में ये रेट तुरंत लगेंगे। पहले से बुक पार्सल का शुल्क नहीं बदलेगा।',
    published: 'रेट लागू हो गए',
    overtaken: 'आपके शुरू करने के बाद किसी और ने रेट बदले। आपके बदलाव यहाँ सुरक्षित हैं।',
    keepMine: 'मेरे बदलाव ऊपर से लागू करें',
    changedPrices: 'आपके बदलाव',
    becomes: 'अब',
    changes: (n: number) => `${grouped(n)} बदलाव`,
    wrongCell: (carrier: string, what: string) => `${carrier}, ${what}: 45 या 45.50 जैसी संख्या लिखें।`,
    noParcels: 'पिछले 30 दिनों में कोई पार्सल बुक नहीं हुआ, इसलिए तुलना के लिए कुछ नहीं है।',
    effect: (n: string) => `इन रेट पर आपके पिछले ${n} पार्सल`,
    servedBoth: (n: number) => `इनमें से ${grouped(n)} पार्सल पहले और बाद, दोनों में कोई कूरियर लेता है।`,
    cheapestTotal: (before: string, after: string, more: number, by: string) =>
      more === 0
        ? `हर पार्सल सबसे सस्ते कूरियर से भेजें तो ख़र्च उतना ही रहेगा: ${after}।`
        : `हर पार्सल सबसे सस्ते कूरियर से भेजें तो ${before} के बजाय ${after} लगेंगे: ${by} ${more > 0 ? 'ज़्यादा' : 'कम'}।`,
    sentence: (name: string, texts: readonly (string | false)[]) => `${name}: ${parts(texts).join('; ')}।`,
    dearer: (n: number, by: string) => `${grouped(n)} पार्सल औसतन ${by} महँगे`,
    cheaper: (n: number, by: string) => `${grouped(n)} पार्सल औसतन ${by} सस्ते`,
    gained: (n: number) => `अब ${grouped(n)} और पार्सल ले सकेगा`,
    lost: (n: number) => `${grouped(n)} पार्सल अब नहीं ले सकेगा`,
    cheapestFor: (before: number, after: number) =>
      `${grouped(before)} के बजाय ${grouped(after)} पार्सल के लिए सबसे सस्ता`,
    noEffect: 'इनमें से किसी पार्सल का रेट नहीं बदलता।',
    column: columnWords({
      slab: { first: 'पहला स्लैब', further: 'अगला स्लैब' },
      table: { forward: 'भेजना', reverse: 'वापसी', rto: 'RTO' },
      line: { first: 'पहला वज़न', further: 'हर अगला वज़न' },
      zone: (zone) => `ज़ोन ${zone}`,
      others: {
        cod_flat: 'COD शुल्क',
        cod_percent: 'COD शुल्क, प्रतिशत',
        rto_factor: 'RTO, भेजने के भाड़े का गुना',
        qc_fee: 'क्वालिटी चेक',
        markup_percent: 'फ़्यूल सरचार्ज, मार्कअप',
        offered: 'उपलब्ध',
      },
    }),
    samples: 'ये नमूने के रेट हैं।',
    samplesWhy: (couriers: string) =>
      couriers === ''
        ? 'आपके जोड़े कूरियर के रेट अभी नहीं हैं। नमूना कूरियर तभी बुक होता है जब आप उसे चुनें।'
        : `${couriers} के रेट अभी नहीं हैं। नमूना कूरियर तभी बुक होता है जब आप उसे चुनें।`,
    sample: 'नमूना',
    addPrices: 'रेट जोड़ें',
    leftOut: {
      switched_off: 'आपके खाते के लिए बंद है।',
      no_rate_card: 'इसके रेट अभी नहीं हैं।',
      not_connected: 'इसका कूरियर जुड़ा नहीं है।',
      beside_couriers: 'नमूना कूरियर। असली कूरियर जुड़ने के कारण छिपा है।',
      no_returns: 'वापसी नहीं लेता।',
      no_quality_check: 'दरवाज़े पर क्वालिटी चेक नहीं करता।',
      no_pickup: 'इस जगह से पिकअप नहीं करता।',
      no_delivery: 'इस पिनकोड पर डिलीवरी नहीं करता।',
      no_cod_delivery: 'इस पिनकोड पर COD नहीं।',
      no_reverse_pickup: 'वहाँ से वापसी पिकअप नहीं करता।',
      too_heavy: 'पार्सल बहुत भारी है।',
      side_too_long: 'पार्सल बहुत लंबा है।',
      sides_too_long: 'पार्सल बहुत बड़ा है।',
      cod_limit: 'COD राशि बहुत ज़्यादा है।',
    } as Record<string, string>,
    atMost: (limit: string) => `सीमा: ${limit}।`,
    showAnyway: 'फिर भी दिखाएँ',
    shown: (name: string) => `${name} फिर उपलब्ध है`,
  },
});

/** Names the columns of price cards: `forward_first_a` is 'Forward, first weight, zone A'. */
function columnWords(words: {
  slab: Record<string, string>;
  table: Record<string, string>;
  line: Record<string, string>;
  zone: (zone: string) => string;
  others: Record<string, string>;
}): (column: string) => string {
  return (column) => {
    const [, table = '', line = '', zone = ''] =
      /^(forward|reverse|rto)_(first|further)_([a-e])$/.exec(column) ?? [];
    if (zone !== '') return [words.table[table], words.line[line], words.zone(zone.toUpperCase())].join(', ');
    const [, slab = ''] = /^(first|further)_slab_g$/.exec(column) ?? [];
    return words.slab[slab] ?? words.others[column] ?? column;
  };
}
