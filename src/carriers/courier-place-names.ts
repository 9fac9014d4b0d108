import { say } from '../problems/sentence.ts';

/** Why a courier cannot register a place for which there is no name: the end of a sentence after the courier's name. */
export const HAS_OTHER_PLACES = say('has_other_places', 'has other places of this name');

/** A name for a place at a courier where names cannot be changed. */
export interface PlaceName {
  readonly name: string;
  /** The courier already knows this same place by this name. */
  readonly isKnown: boolean;
}

const MOST_NAMES = 20;

/**
 * Finds the name under which a courier knows a place, or the first free name: the merchant's own name, then
 * that name with a number. So a place that moves gets a new name, and a place that is registered twice keeps
 * one name.
 *
 * @param known the places at the courier, indexed by name; equal texts mean the same place
 * @param longest the longest name that the courier allows, in characters
 * @returns null if twenty other places have these names
 */
export function findPlaceName(
  known: ReadonlyMap<string, string>,
  preferred: string,
  place: string,
  longest: number,
): PlaceName | null {
  for (let number = 1; number <= MOST_NAMES; number += 1) {
    const suffix = number === 1 ? '' : ` ${number}`;
    const name = `${preferred.slice(0, longest - suffix.length).trim()}${suffix}`;
    const has = known.get(name);
    if (has === undefined || has === place) return { name, isKnown: has === place };
  }
  return null;
}
