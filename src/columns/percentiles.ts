import type { Slices } from './slices.ts';

/** Numbers, each with the group that it is of. */
export interface GroupedNumbers {
  readonly groupOf: Uint32Array;
  readonly numbers: Uint32Array;
}

const DIGIT_BITS = 11;
const DIGITS = 2 ** DIGIT_BITS;

/**
 * Of each group's numbers, for each share the smallest that this share of them does not pass: what PostgreSQL calls
 * `percentile_disc`. Null where a group has none. All are sorted at once, digit by digit and by group at last, so that it
 * costs as much for many small groups as for a few large ones.
 */
export async function percentilesOfGroups(
  pairs: GroupedNumbers,
  groups: number,
  shares: readonly number[],
  slices: Slices,
): Promise<(readonly number[] | null)[]> {
  let sorted = pairs;
  const largest = await largestOf(pairs.numbers, slices);
  for (let scale = 1; scale <= largest; scale *= DIGITS) {
    const { numbers } = sorted;
    const digitOf = (i: number) => Math.floor((numbers[i] as number) / scale) % DIGITS;
    ({ sorted } = await sortedBy(sorted, DIGITS, digitOf, slices));
  }
  const { groupOf } = sorted;
  const byGroup = await sortedBy(sorted, groups, (i) => groupOf[i] as number, slices);
  const { numbers } = byGroup.sorted;
  const result: (readonly number[] | null)[] = [];
  let begin = 0;
  await slices.inParts(groups, (from, to) => {
    for (let group = from; group < to; group += 1) {
      const first = begin;
      const size = (byGroup.ends[group] as number) - first;
      const rank = (share: number) => Math.max(Math.ceil(share * size), 1) - 1;
      result.push(size === 0 ? null : shares.map((share) => numbers[first + rank(share)] as number));
      begin += size;
    }
  });
  return result;
}

async function largestOf(numbers: Uint32Array, slices: Slices): Promise<number> {
  let largest = 0;
  await slices.inParts(numbers.length, (from, to) => {
    for (let i = from; i < to; i += 1) largest = Math.max(largest, numbers[i] as number);
  });
  return largest;
}

/** Those with a smaller key first, those with the same in the order that they had; and where those of each key end. */
async function sortedBy(
  { groupOf, numbers }: GroupedNumbers,
  keys: number,
  keyOf: (i: number) => number,
  slices: Slices,
): Promise<{ readonly sorted: GroupedNumbers; readonly ends: Uint32Array }> {
  const size = numbers.length;
  const ends = new Uint32Array(keys + 1);
  const keyed = new Uint32Array(size);
  await slices.inParts(size, (from, to) => {
    for (let i = from; i < to; i += 1) {
      const key = keyOf(i);
      keyed[i] = key;
      ends[key + 1] = (ends[key + 1] as number) + 1;
    }
  });
  for (let key = 1; key <= keys; key += 1) ends[key] = (ends[key] as number) + (ends[key - 1] as number);
  const sorted = { groupOf: new Uint32Array(size), numbers: new Uint32Array(size) };
  await slices.inParts(size, (from, to) => {
    for (let i = from; i < to; i += 1) {
      const key = keyed[i] as number;
      const at = ends[key] as number;
      // Where those of this key begin, until the last of them has its place.
      ends[key] = at + 1;
      sorted.groupOf[at] = groupOf[i] as number;
      sorted.numbers[at] = numbers[i] as number;
    }
  });
  return { sorted, ends };
}
