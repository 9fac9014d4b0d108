import { inLanguages } from '../words/language.ts';

export const dateWords = inLanguages({
  en: {
    earlier: 'Previous month',
    later: 'Next month',
    open: 'Open the calendar',
    example: (day: string) => `Type a date like ${day}.`,
    outside: 'This day can’t be chosen.',
    from: 'From',
    to: 'To',
  },
  hi: {
    earlier: 'पिछला महीना',
    later: 'अगला महीना',
    open: 'कैलेंडर खोलें',
    example: (day: string) => `तारीख ऐसे लिखें: ${day}`,
    outside: 'यह दिन नहीं चुना जा सकता।',
    from: 'कब से',
    to: 'कब तक',
  },
});
