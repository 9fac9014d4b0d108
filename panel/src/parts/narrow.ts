import { useSyncExternalStore } from 'react';

/** The width up to which pages are laid out for a phone; the styles use the same. */
const NARROW = globalThis.matchMedia?.('(max-width: 760px)');

function subscribe(listener: () => void): () => void {
  NARROW?.addEventListener('change', listener);
  return () => NARROW?.removeEventListener('change', listener);
}

/** Tells whether this is used by finger: nothing can be dropped, and a page cannot print by itself. */
export function isTouched(): boolean {
  return globalThis.matchMedia?.('(pointer: coarse)').matches ?? false;
}

/** Tells whether the window is as narrow as a phone. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => NARROW?.matches ?? false);
}
