import type { Slices } from './slices.ts';

export interface GroupedNumbers {
  readonly groupOf: Uint32Array;
  readonly numbers: Uint32Array;
}

/** The bits of a digit in the radix sort; the minutes of a journey usually fit into one digit. */
const DIGIT_BITS = 16;
const DIGITS = 2 ** DIGIT_BITS;
const NUMBER_BITS = 32;

/** Up to this many counters (four megabytes), numbers are counted instead of sorted. */
const MOST_COUNTERS = 2 ** 20;

/** A value above every rank. */
const NO_RANK = 2 ** 32 - 1;

/**
 * Computes percentiles of each group's numbers, as PostgreSQL's `percentile_disc` does; null for an empty
 * group. All numbers are sorted together by radix sort, and then ranked group by group, so many small groups
 * cost no more than a few large ones.
 *
 * @param lists numbers in any number of lists
 * @param shares ascending, between 0 and 1
 */
export async function percentilesOfGroups(
  lists: readonly GroupedNumbers[],
  groups: number,
  shares: readonly number[],
  slices: Slices,
): Promise<(readonly number[] | null)[]> {
  const sizes = new Uint32Array(groups);
  let largest = 0;
  await inParts(lists, slices, (list, from, to) => {
    countKeys({ keys: list.groupOf, shift: 0, mask: -1 }, sizes, from, to);
    largest = Math.max(largest, largestOf(list.numbers, from, to));
  });
  const span = largest + 1;
  if (groups * span <= MOST_COUNTERS) return percentilesOfFew(lists, sizes, span, shares, slices);
  let sorted = lists;
  for (let shift = 0; shift < NUMBER_BITS && largest >>> shift > 0; shift += DIGIT_BITS) {
    sorted = [await sortedBy(sorted, shift, Math.min((largest >>> shift) + 1, DIGITS), slices)];
  }
  const ranks = new Ranks(sizes, shares);
  await inParts(sorted, slices, (list, from, to) => ranks.pass(list, from, to));
  return Array.from(sizes, (size, group) => (size === 0 ? null : ranks.of(group)));
}

/** Like `percentilesOfGroups`, with a counter for each number. @param span above every number */
async function percentilesOfFew(
  lists: readonly GroupedNumbers[],
  sizes: Uint32Array,
  span: number,
  shares: readonly number[],
  slices: Slices,
): Promise<(readonly number[] | null)[]> {
  const counts = new Uint32Array(sizes.length * span);
  await inParts(lists, slices, ({ groupOf, numbers }, from, to) => {
    for (let i = from; i < to; i += 1) {
      const at = (groupOf[i] as number) * span + (numbers[i] as number);
      counts[at] = (counts[at] as number) + 1;
    }
  });
  return Array.from(sizes, (size, group) => {
    if (size === 0) return null;
    let number = -1;
    let passed = 0;
    return shares.map((share) => {
      for (const rank = Math.max(Math.ceil(share * size), 1); passed < rank; ) {
        number += 1;
        passed += counts[group * span + number] as number;
      }
      return number;
    });
  });
}

/** Finds the numbers at the ranks of `shares` in each group. */
class Ranks {
  readonly #sizes: Uint32Array;
  readonly #shares: readonly number[];
  /** For each group: the count of numbers seen, the next wanted rank, and the count of ranks found. */
  readonly #passed: Uint32Array;
  readonly #next: Uint32Array;
  readonly #found: Uint32Array;
  /** The results of each group: one number for each share. */
  readonly #numbers: Uint32Array;

  constructor(sizes: Uint32Array, shares: readonly number[]) {
    this.#sizes = sizes;
    this.#shares = shares;
    this.#passed = new Uint32Array(sizes.length);
    this.#next = sizes.map((_, group) => this.#rank(group, 0));
    this.#found = new Uint32Array(sizes.length);
    this.#numbers = new Uint32Array(sizes.length * shares.length);
  }

  /** Takes numbers that ascend from call to call. */
  pass({ groupOf, numbers }: GroupedNumbers, from: number, to: number): void {
    const passed = this.#passed;
    const next = this.#next;
    for (let i = from; i < to; i += 1) {
      const group = groupOf[i] as number;
      const rank = passed[group] as number;
      passed[group] = rank + 1;
      if (rank === next[group]) this.#take(group, rank, numbers[i] as number);
    }
  }

  of(group: number): readonly number[] {
    return this.#shares.map((_, nth) => this.#numbers[group * this.#shares.length + nth] as number);
  }

  #take(group: number, rank: number, number: number): void {
    let nth = this.#found[group] as number;
    for (; this.#rank(group, nth) === rank; nth += 1)
      this.#numbers[group * this.#shares.length + nth] = number;
    this.#found[group] = nth;
    this.#next[group] = this.#rank(group, nth);
  }

  /** The rank of the nth share among the numbers of its group. */
  #rank(group: number, nth: number): number {
    const share = this.#shares[nth];
    return share === undefined ? NO_RANK : Math.max(Math.ceil(share * (this.#sizes[group] as number)), 1) - 1;
  }
}

type Part = (list: GroupedNumbers, from: number, to: number) => void;

async function inParts(lists: readonly GroupedNumbers[], slices: Slices, work: Part): Promise<void> {
  for (const list of lists) await slices.inParts(list.numbers.length, (from, to) => work(list, from, to));
}

function largestOf(numbers: Uint32Array, from: number, to: number): number {
  let largest = 0;
  for (let i = from; i < to; i += 1) largest = Math.max(largest, numbers[i] as number);
  return largest;
}

interface KeyBits {
  readonly keys: Uint32Array;
  readonly shift: number;
  readonly mask: number;
}

/** Sorts by one digit; the sort is stable. @param digits the number of possible digits */
async function sortedBy(
  lists: readonly GroupedNumbers[],
  shift: number,
  digits: number,
  slices: Slices,
): Promise<GroupedNumbers> {
  const mask = DIGITS - 1;
  const places = new Uint32Array(digits);
  await inParts(lists, slices, ({ numbers }, from, to) =>
    countKeys({ keys: numbers, shift, mask }, places, from, to),
  );
  let size = 0;
  for (let digit = 0; digit < digits; digit += 1) {
    const begin = size;
    size += places[digit] as number;
    places[digit] = begin;
  }
  const sorted = { groupOf: new Uint32Array(size), numbers: new Uint32Array(size) };
  await inParts(lists, slices, (list, from, to) =>
    moveByKey({ keys: list.numbers, shift, mask }, places, list, sorted, from, to),
  );
  return sorted;
}

function countKeys({ keys, shift, mask }: KeyBits, counts: Uint32Array, from: number, to: number): void {
  for (let i = from; i < to; i += 1) {
    const key = ((keys[i] as number) >>> shift) & mask;
    counts[key] = (counts[key] as number) + 1;
  }
}

/** @param places for each key, the target index of its next entry */
function moveByKey(
  { keys, shift, mask }: KeyBits,
  places: Uint32Array,
  { groupOf, numbers }: GroupedNumbers,
  sorted: GroupedNumbers,
  from: number,
  to: number,
): void {
  const { groupOf: sortedGroupOf, numbers: sortedNumbers } = sorted;
  for (let i = from; i < to; i += 1) {
    const key = ((keys[i] as number) >>> shift) & mask;
    const at = places[key] as number;
    places[key] = at + 1;
    sortedGroupOf[at] = groupOf[i] as number;
    sortedNumbers[at] = numbers[i] as number;
  }
}
