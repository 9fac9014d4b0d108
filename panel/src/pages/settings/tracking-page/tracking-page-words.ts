import { inLanguages } from '../../../words/language.ts';

export const trackingPageWords = inLanguages({
  en: {
    label: 'Websites that may show your pages',
    about:
      'The website of a store may show its tracking page and return form in a frame. Add other websites that may, such as a blog.',
    empty: 'Only the websites of your stores.',
    host: 'Website',
    hint: 'For example blog.chai.example, without https:// and path.',
    add: 'New website',
    removeWill: 'It cannot show your tracking page any more.',
    removed: (host: string) => `${host} removed`,
  },
  hi: {
    label: 'आपके पेज दिखा सकने वाली वेबसाइटें',
    about:
      'स्टोर की अपनी वेबसाइट उसका ट्रैकिंग पेज और वापसी का फ़ॉर्म फ़्रेम में दिखा सकती है। और वेबसाइटें, जैसे ब्लॉग, यहाँ जोड़ें।',
    empty: 'सिर्फ़ आपके स्टोर की वेबसाइटें।',
    host: 'वेबसाइट',
    hint: 'जैसे blog.chai.example, बिना https:// और बिना पाथ के।',
    add: 'नई वेबसाइट',
    removeWill: 'वह आपका ट्रैकिंग पेज अब नहीं दिखा सकेगी।',
    removed: (host: string) => `${host}: वेबसाइट हटाई गई`,
  },
});
