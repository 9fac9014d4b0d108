import { useSyncExternalStore } from 'react';

/** The width up to which pages are laid out for a phone; the styles use the same. */
const NARROW = globalThis.matchMedia?.('(max-width: 760px)');

function subscribe(listener: () => void): () => void {
  NARROW?.addEventListener('change', listener);
  return () => NARROW?.removeEventListener('change', listener);
}

/** Tells whether the window is as narrow as a phone. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => NARROW?.matches ?? false);
}
