import type { Slices } from './slices.ts';

/** Numbers, each with the group that it is of. */
export interface GroupedNumbers {
  readonly groupOf: Uint32Array;
  readonly numbers: Uint32Array;
}

/** Minutes of a journey mostly have one digit: each is a pass over all numbers. */
const DIGIT_BITS = 16;
const DIGITS = 2 ** DIGIT_BITS;
const NUMBER_BITS = 32;

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
  for (let shift = 0; shift < NUMBER_BITS && largest >>> shift > 0; shift += DIGIT_BITS) {
    const most = Math.min((largest >>> shift) + 1, DIGITS);
    const digits = { keys: sorted.numbers, shift, mask: DIGITS - 1, most };
    ({ sorted } = await sortedBy(sorted, digits, slices));
  }
  const ofGroups = { keys: sorted.groupOf, shift: 0, mask: -1, most: groups };
  const byGroup = await sortedBy(sorted, ofGroups, slices);
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

/** What is sorted by: some bits of these keys. */
interface KeyBits {
  readonly keys: Uint32Array;
  readonly shift: number;
  readonly mask: number;
  /** There are so many of them at most. */
  readonly most: number;
}

/** Those with a smaller key first, those with the same in the order that they had; and where those of each key end. */
async function sortedBy(
  pairs: GroupedNumbers,
  bits: KeyBits,
  slices: Slices,
): Promise<{ readonly sorted: GroupedNumbers; readonly ends: Uint32Array }> {
  const size = pairs.numbers.length;
  const ends = new Uint32Array(bits.most + 1);
  await slices.inParts(size, (from, to) => countKeys(bits, ends, from, to));
  for (let key = 1; key <= bits.most; key += 1) ends[key] = (ends[key] as number) + (ends[key - 1] as number);
  const sorted = { groupOf: new Uint32Array(size), numbers: new Uint32Array(size) };
  await slices.inParts(size, (from, to) => moveByKey(bits, ends, pairs, sorted, from, to));
  return { sorted, ends };
}

function countKeys({ keys, shift, mask }: KeyBits, ends: Uint32Array, from: number, to: number): void {
  for (let i = from; i < to; i += 1) {
    const behind = (((keys[i] as number) >>> shift) & mask) + 1;
    ends[behind] = (ends[behind] as number) + 1;
  }
}

function moveByKey(
  { keys, shift, mask }: KeyBits,
  ends: Uint32Array,
  { groupOf, numbers }: GroupedNumbers,
  sorted: GroupedNumbers,
  from: number,
  to: number,
): void {
  const { groupOf: sortedGroupOf, numbers: sortedNumbers } = sorted;
  for (let i = from; i < to; i += 1) {
    const key = ((keys[i] as number) >>> shift) & mask;
    const at = ends[key] as number;
    // Where those of this key begin, until the last of them has its place.
    ends[key] = at + 1;
    sortedGroupOf[at] = groupOf[i] as number;
    sortedNumbers[at] = numbers[i] as number;
  }
}
