import { inLanguages } from '../../words/language.ts';

export const shipmentWords = inLanguages({
  en: {
    history: 'History',
    asWritten: (words: string) => `The courier wrote: ${words}`,
    newPhone: 'New phone number',
    newAddress: 'New address',
    landmark: 'Landmark',
    comments: 'Note for the courier',
    asked: (order: string) => `Reattempt requested for ${order}`,
    export: 'Export',
    exporting: 'Exporting …',
    late: (days: string) => `${days} late`,
  },
  hi: {
    history: 'इतिहास',
    asWritten: (words: string) => `कूरियर ने लिखा: ${words}`,
    newPhone: 'नया फ़ोन नंबर',
    newAddress: 'नया पता',
    landmark: 'लैंडमार्क',
    comments: 'कूरियर के लिए टिप्पणी',
    asked: (order: string) => `${order} के लिए दोबारा डिलीवरी का अनुरोध भेजा गया`,
    export: 'डाउनलोड',
    exporting: 'फ़ाइल बन रही है …',
    late: (days: string) => `${days} की देरी`,
  },
});
