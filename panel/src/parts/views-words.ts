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
    title: 'मेरी सूचियाँ',
    none: 'मौजूदा फ़िल्टर सेव करें, ताकि बाद में उन पर लौट सकें।',
    name: 'सूची का नाम',
    share: 'सबके साथ साझा करें',
    save: 'सूची सेव करें',
    shared: 'साझा',
    of: (person: string) => `${person} का`,
    remove: (name: string) => `${name} हटाएँ`,
    shareIt: 'साझा करें',
    unshare: 'साझा करना बंद करें',
  },
});
