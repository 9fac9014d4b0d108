import { grouped } from '../../words/format.tsx';
import { inLanguages } from '../../words/language.ts';

export const ndrWords = inLanguages({
  en: {
    title: 'NDR desk',
    left: (n: number) => (n === 1 ? '1 needs an answer' : `${grouped(n)} need an answer`),
    queue: 'Failed deliveries, the oldest first',
    carrier: 'Carrier',
    reason: 'Reason',
    none: 'Nothing waits for an answer',
    noneHow:
      'A delivery that failed comes here until you say what becomes of it. The courier is told at once.',
    noneMatch: 'Nothing of these waits for an answer',
    failed: 'Failed',
    attempts: 'Attempts',
    again: 'Try again',
    back: 'Return to origin',
    skip: 'Next',
    whole: 'The whole shipment',
    rtoDone: 'It is asked for back',
    choose: 'Choose one to answer it',
    call: 'Call',
  },
  hi: {
    title: 'NDR डेस्क',
    left: (n: number) => `${grouped(n)} को उत्तर चाहिए`,
    queue: 'विफल डिलीवरी, सबसे पुरानी पहले',
    carrier: 'कैरियर',
    reason: 'कारण',
    none: 'किसी को उत्तर का इंतज़ार नहीं',
    noneHow: 'विफल डिलीवरी तब तक यहाँ रहती है जब तक आप नहीं बताते कि उसका क्या हो। कूरियर को तुरंत बताया जाता है।',
    noneMatch: 'इनमें से किसी को उत्तर का इंतज़ार नहीं',
    failed: 'विफल',
    attempts: 'प्रयास',
    again: 'फिर प्रयास करें',
    back: 'वापस मँगाएँ',
    skip: 'अगला',
    whole: 'पूरा शिपमेंट',
    rtoDone: 'वापस मँगाया गया',
    choose: 'उत्तर देने के लिए एक चुनें',
    call: 'फ़ोन करें',
  },
});
