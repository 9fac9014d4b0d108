import type { Slices } from '../slices.ts';

/** The numbers that are sorted at once: few enough that other tasks do not wait. */
const SORTED_AT_ONCE = 16_384;

/**
 * Computes percentiles of numbers as PostgreSQL's `percentile_disc` does; null if there are none. The numbers
 * are sorted in parts, and a percentile is found by bisection over its value.
 *
 * @param numbers integers from 0 to 2³² - 1
 * @param shares between 0 and 1
 */
export async function percentilesOf(
  numbers: readonly number[],
  shares: readonly number[],
  slices: Slices,
): Promise<readonly number[] | null> {
  if (numbers.length === 0) return null;
  const parts: Uint32Array[] = [];
  for (let from = 0; from < numbers.length; from += SORTED_AT_ONCE) {
    parts.push(new Uint32Array(numbers.slice(from, from + SORTED_AT_ONCE)).sort());
    const rest = slices.rest();
    if (rest !== null) await rest;
  }
  return shares.map((share) => numberAt(parts, Math.max(Math.ceil(share * numbers.length), 1)));
}

/** The lowest number that at least `rank` numbers of the sorted parts do not exceed. */
function numberAt(parts: readonly Uint32Array[], rank: number): number {
  let low = Math.min(...parts.map((part) => part[0] as number));
  let high = Math.max(...parts.map((part) => part.at(-1) as number));
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const within = parts.reduce((sum, part) => sum + countUpTo(part, middle), 0);
    if (within >= rank) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** How many numbers of a sorted list do not exceed a limit. */
function countUpTo(sorted: Uint32Array, limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
