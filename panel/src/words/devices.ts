import { inLanguages } from './language.ts';

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg/, 'Edge'],
  [/OPR|Opera/, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
];

export const deviceWords = inLanguages({
  en: { on: (browser: string, system: string) => `${browser} on ${system}`, unknown: 'Unknown device' },
  hi: { on: (browser: string, system: string) => `${system} पर ${browser}`, unknown: 'अनजान डिवाइस' },
});

/** Names a device by the browser's description of itself: `Chrome on Windows`. */
export function deviceName(description: string, words: (typeof deviceWords)['en']): string {
  const first = (known: typeof BROWSERS) => known.find(([pattern]) => pattern.test(description))?.[1];
  const [browser, system] = [first(BROWSERS), first(SYSTEMS)];
  if (browser && system) return words.on(browser, system);
  return browser ?? system ?? words.unknown;
}
