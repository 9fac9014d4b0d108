import { useSyncExternalStore } from 'react';

export type Language = 'en' | 'hi';

/** A person's preferences, kept in this browser. */
export interface Preferences {
  readonly language: Language;
  readonly theme: 'system' | 'light' | 'dark';
  readonly density: 'dense' | 'normal' | 'roomy';
  /** Widths of columns in pixels, by table and column. */
  readonly widths: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

const KEY = 'dakiya.preferences';
const FIRST: Preferences = {
  // Tests of pure functions run where there is no browser.
  language: globalThis.navigator?.language?.startsWith('hi') ? 'hi' : 'en',
  theme: 'system',
  density: 'normal',
  widths: {},
};

let preferences = read();
const listeners = new Set<() => void>();

function read(): Preferences {
  try {
    return { ...FIRST, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    return FIRST;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A choice, followed. */
export function usePreference<Name extends keyof Preferences>(name: Name): Preferences[Name] {
  return useSyncExternalStore(subscribe, () => preferences[name]);
}

export function prefer(changed: Partial<Preferences>): void {
  preferences = { ...preferences, ...changed };
  try {
    localStorage.setItem(KEY, JSON.stringify(preferences));
  } catch {
    // Then it holds until the page is left.
  }
  applyPreferences();
  for (const listener of listeners) listener();
}

/** Keeps the widths of one table's columns beside those of the others. */
export function preferWidths(table: string, widths: Readonly<Record<string, number>>): void {
  prefer({ widths: { ...preferences.widths, [table]: widths } });
}

/** Shows the choices that the styles go by. */
export function applyPreferences(): void {
  const { theme, density, language } = preferences;
  Object.assign(document.documentElement.dataset, { theme, density });
  document.documentElement.lang = language;
}
