import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { pincodeQuery } from '../api/lists.ts';

const NAMES = ['city', 'state'] as const;
type Place = Readonly<Record<(typeof NAMES)[number], string>>;

/**
 * Fills in the city and state of a typed pincode: in empty fields, and over an earlier suggestion, but never
 * over what a person has typed.
 *
 * @param now the values of the fields, which have these names
 */
export function usePlaceOfPincode(pincode: string, now: Place, fill: (place: Place) => void): void {
  const place = useQuery(pincodeQuery(pincode.trim())).data;
  const suggested = useRef<Place | null>(null);
  const filled = useRef<readonly string[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each place
  useEffect(() => {
    if (!place) return;
    const free = NAMES.filter((name) => now[name] === '' || now[name] === suggested.current?.[name]);
    suggested.current = place;
    filled.current = free;
    fill({
      city: free.includes('city') ? place.city : now.city,
      state: free.includes('state') ? place.state : now.state,
    });
  }, [place]);
  // Who is in such a field types over the suggestion, not behind it.
  useLayoutEffect(() => {
    const field = document.activeElement;
    if (field instanceof HTMLInputElement && filled.current.includes(field.name)) field.select();
    filled.current = [];
  });
}
