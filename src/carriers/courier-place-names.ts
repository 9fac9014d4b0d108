/** A name for a place at a courier that knows places by names which nobody can change. */
export interface PlaceName {
  readonly name: string;
  /** The courier has this very place under it. */
  readonly isKnown: boolean;
}

const MOST_NAMES = 20;

/**
 * The name under which a courier knows a place, or the first that is free: the merchant's own, then with a number. So a
 * place that has moved gets a name of its own, and one that is told twice stays one.
 *
 * @param known what the courier has, by name: a text that is equal where the place is
 * @param longest how long the courier's names are, in characters
 * @returns null where twenty other places have these names
 */
export function findPlaceName(
  known: ReadonlyMap<string, string>,
  wished: string,
  place: string,
  longest: number,
): PlaceName | null {
  for (let number = 1; number <= MOST_NAMES; number += 1) {
    const suffix = number === 1 ? '' : ` ${number}`;
    const name = `${wished.slice(0, longest - suffix.length).trim()}${suffix}`;
    const has = known.get(name);
    if (has === undefined || has === place) return { name, isKnown: has === place };
  }
  return null;
}
