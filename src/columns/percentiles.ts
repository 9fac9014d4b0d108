/** Fewer are sorted; of more it is counted how often each comes. */
const FEW = 4_096;
/** Larger numbers are sorted too: the list of all up to them would be long. */
const LARGEST_COUNTED = 2 ** 20;

/**
 * Of whole numbers from 0 on, for each share the smallest that this share of them does not pass: what PostgreSQL
 * calls `percentile_disc`.
 */
export function percentilesOf(numbers: Uint32Array, shares: readonly number[]): number[] {
  const ranks = shares.map((share) => Math.max(Math.ceil(share * numbers.length), 1));
  let largest = 0;
  for (const number of numbers) if (number > largest) largest = number;
  if (numbers.length < FEW || largest > LARGEST_COUNTED) {
    const sorted = numbers.toSorted();
    return ranks.map((rank) => sorted[rank - 1] as number);
  }
  const counts = new Uint32Array(largest + 1);
  for (const number of numbers) counts[number] = (counts[number] as number) + 1;
  return ranks.map((rank) => {
    let passed = 0;
    let at = -1;
    while (passed < rank) {
      at += 1;
      passed += counts[at] as number;
    }
    return at;
  });
}
