import { useSyncExternalStore } from 'react';

export type Language = 'en' | 'hi';

/** A person's preferences, stored in this browser. */
export interface Preferences {
  readonly language: Language;
  readonly theme: 'system' | 'light' | 'dark';
  readonly density: 'dense' | 'normal' | 'roomy';
  /** Widths of columns in pixels, indexed by table and column. */
  readonly widths: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

const KEY = 'dakiya.preferences';
const FIRST: Preferences = {
  // Tests of pure functions run without a browser.
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

/** Returns a preference, and renders again when it changes. */
export function usePreference<Name extends keyof Preferences>(name: Name): Preferences[Name] {
  return useSyncExternalStore(subscribe, () => preferences[name]);
}

/** A preference at this moment, for what is no component. */
export function preferred<Name extends keyof Preferences>(name: Name): Preferences[Name] {
  return preferences[name];
}

export function prefer(changed: Partial<Preferences>): void {
  preferences = { ...preferences, ...changed };
  try {
    localStorage.setItem(KEY, JSON.stringify(preferences));
  } catch {
    // Without storage, the preference lasts until the page is closed.
  }
  applyPreferences();
  for (const listener of listeners) listener();
}

export function saveWidths(table: string, widths: Readonly<Record<string, number>>): void {
  prefer({ widths: { ...preferences.widths, [table]: widths } });
}

/** Applies the preferences to the styles. */
export function applyPreferences(): void {
  const { theme, density, language } = preferences;
  Object.assign(document.documentElement.dataset, { theme, density });
  document.documentElement.lang = language;
}
