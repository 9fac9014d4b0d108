/**
 * Pseudo-random numbers from a seed, the same on every machine and in every release of Node.js. The generator
 * is sfc32 (small fast counter), seeded by a text. Not for secrets.
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seed: string) {
    this.#a = hash(seed, 0x9e3779b9);
    this.#b = hash(seed, 0x243f6a88);
    this.#c = hash(seed, 0xb7e15162);
    for (let warmUp = 0; warmUp < 15; warmUp += 1) this.bits();
  }

  /** Returns 32 random bits as an unsigned integer. */
  bits(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  share(): number {
    return this.bits() / 4_294_967_296;
  }

  chance(probability: number): boolean {
    return this.share() < probability;
  }

  /** Returns a whole number from 0 to `count - 1`. */
  below(count: number): number {
    return Math.floor(this.share() * count);
  }

  between(from: number, to: number): number {
    return from + this.share() * (to - from);
  }

  /** Returns one entry of a list, which must not be empty; all have the same probability. */
  one<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }
}

export class Weighted<T> {
  readonly #values: readonly T[];
  readonly #upTo: Float64Array;
  readonly #total: number;

  /** Takes a weight for each value, in any unit. */
  constructor(entries: readonly (readonly [value: T, weight: number])[]) {
    this.#values = entries.map(([value]) => value);
    this.#upTo = new Float64Array(entries.length);
    let total = 0;
    for (const [index, [, weight]] of entries.entries()) {
      total += weight;
      this.#upTo[index] = total;
    }
    this.#total = total;
  }

  draw(random: Random): T {
    const at = random.share() * this.#total;
    let low = 0;
    let high = this.#upTo.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#upTo[middle] ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return this.#values[low] as T;
  }
}

/** Makes each value less likely than the previous one: a few common values and a long tail. */
export function commonFirst<T>(values: readonly T[], flatness: number): Weighted<T> {
  return new Weighted(values.map((value, rank) => [value, 1 / (rank + flatness)]));
}

/** Makes UUIDs of version 7 for any time from a seed: the same calls return the same ids. */
export class SeededIds {
  readonly #random: Random;

  constructor(seed: string) {
    this.#random = new Random(seed);
  }

  /** @param moment the beginning of the id, in epoch milliseconds */
  at(moment: number): string {
    const time = moment.toString(16).padStart(12, '0');
    const first = this.#random.bits();
    const second = this.#random.bits();
    const third = this.#random.bits();
    const version = (0x7000 | (first & 0xfff)).toString(16);
    const variant = (0x8000 | ((first >>> 12) & 0x3fff)).toString(16);
    return `${time.slice(0, 8)}-${time.slice(8)}-${version}-${variant}-${(second >>> 16).toString(16).padStart(4, '0')}${third.toString(16).padStart(8, '0')}`;
  }
}

function hash(text: string, start: number): number {
  let value = start;
  for (let at = 0; at < text.length; at += 1) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x85ebca6b);
    value ^= value >>> 13;
  }
  return Math.imul(value, 0xc2b2ae35) ^ (value >>> 16);
}
