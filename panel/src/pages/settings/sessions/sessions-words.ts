import { grouped } from '../../../words/format.tsx';
import { inLanguages } from '../../../words/language.ts';

export const sessionsWords = inLanguages({
  en: {
    about: 'Browsers in which somebody is signed in. Sign out any that you don’t recognise.',
    device: 'Device',
    address: 'IP address',
    unknownAddress: 'Not recorded',
    byKey: 'Signed in with an API key',
    since: 'Since',
    endOthers: 'Sign out my other devices',
    endOthersWill: (n: number) =>
      n === 1
        ? 'You are signed out on 1 other device. This device stays signed in.'
        : `You are signed out on ${grouped(n)} other devices. This device stays signed in.`,
    endedOthers: 'Other devices signed out',
    end: 'Sign out',
    thisOne: 'This device',
    ended: (device: string) => `${device} signed out`,
    ownPassword: 'Change my password',
    passwordNow: 'Current password',
    passwordNext: 'New password',
    passwordHow: 'At least eight characters. Your other devices are signed out.',
    passwordChanged: 'Password changed',
    whose: 'Who',
  },
  hi: {
    about: 'इन ब्राउज़रों में लॉगिन खुला है। जिसे आप नहीं पहचानते उसे लॉगआउट करें।',
    device: 'डिवाइस',
    address: 'IP पता',
    unknownAddress: 'दर्ज नहीं',
    byKey: 'API key से लॉगिन',
    since: 'कब से',
    endOthers: 'बाकी सभी डिवाइस से लॉगआउट करें',
    endOthersWill: (n: number) => `${grouped(n)} और डिवाइस पर आप लॉगआउट हो जाएँगे। इस डिवाइस पर लॉगिन रहेगा।`,
    endedOthers: 'बाकी डिवाइस लॉगआउट हो गए',
    end: 'लॉगआउट करें',
    thisOne: 'यह डिवाइस',
    ended: (device: string) => `${device}: लॉगआउट हो गया`,
    ownPassword: 'मेरा पासवर्ड बदलें',
    passwordNow: 'मौजूदा पासवर्ड',
    passwordNext: 'नया पासवर्ड',
    passwordHow: 'कम से कम आठ अक्षर। आपके दूसरे डिवाइस लॉगआउट हो जाएँगे।',
    passwordChanged: 'पासवर्ड बदल गया',
    whose: 'किसका',
  },
});
