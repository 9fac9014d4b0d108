import { inLanguages } from '../words/language.ts';

export const viewsWords = inLanguages({
  en: {
    title: 'Views',
    none: 'Save the current filters to come back to them.',
    name: 'Name of this view',
    share: 'Share with everybody',
    save: 'Save view',
    shared: 'shared',
    of: (person: string) => `by ${person}`,
    remove: (name: string) => `Remove ${name}`,
    shareIt: 'Share',
    unshare: 'Stop sharing',
  },
  hi: {
    title: 'दृश्य',
    none: 'सूची जैसी अभी है वैसी सहेजें, ताकि फिर उसी पर लौट सकें।',
    name: 'इस दृश्य का नाम',
    share: 'खाते में सबके लिए',
    save: 'दृश्य सहेजें',
    shared: 'सबके लिए',
    of: (person: string) => `${person} का`,
    remove: (name: string) => `${name} हटाएँ`,
    shareIt: 'साझा करें',
    unshare: 'साझा करना बंद करें',
  },
});
