import { NOTHING } from './dictionary.ts';
import { withRoom } from './lists.ts';
import { MIXING_START, mix } from './mixing.ts';

const FIRST_ROOM = 1024;

export interface SetLists {
  readonly codes: Uint32Array;
  readonly ends: Uint32Array;
  readonly size: number;
  readonly slots: Uint32Array;
  readonly start: number;
}

/** Sets of words, as codes. Each set has a small number; 0 is the empty set. Sets are never removed. */
export class WordSets {
  /** The codes of all sets in one list, and for each set the end of its codes. */
  #codes: Uint32Array = new Uint32Array(FIRST_ROOM);
  #ends: Uint32Array = new Uint32Array(FIRST_ROOM);
  #size = 1;
  /** A hash table of sets with linear probing. */
  #slots: Uint32Array = new Uint32Array(2 * FIRST_ROOM);
  #start = MIXING_START;

  /** Returns all lists, for another instance. */
  get lists(): SetLists {
    return {
      codes: this.#codes,
      ends: this.#ends,
      size: this.#size,
      slots: this.#slots,
      start: this.#start,
    };
  }

  take({ codes, ends, size, slots, start }: SetLists): void {
    this.#codes = codes;
    this.#ends = ends;
    this.#size = size;
    this.#slots = slots;
    this.#start = start;
  }

  get size(): number {
    return this.#size;
  }

  get bytes(): number {
    return this.#codes.byteLength + this.#ends.byteLength + this.#slots.byteLength;
  }

  /** The number of a set, which is added if it is new. @param codes ascending, without duplicates */
  add(codes: ArrayLike<number>): number {
    if (codes.length === 0) return NOTHING;
    const slot = this.#slotOf(codes);
    const known = this.#slots[slot] as number;
    if (known !== NOTHING) return known;
    const begin = this.end(this.#size - 1);
    const end = begin + codes.length;
    this.#codes = withRoom(this.#codes, end);
    this.#ends = withRoom(this.#ends, this.#size + 1);
    this.#codes.set(codes, begin);
    this.#ends[this.#size] = end;
    this.#slots[slot] = this.#size;
    this.#size += 1;
    if (this.#size * 2 > this.#slots.length) this.#makeSlots();
    return this.#size - 1;
  }

  codesOf(set: number): Uint32Array {
    return this.#codes.subarray(this.begin(set), this.end(set));
  }

  /** The start of a set's codes in the list, so that callers need not copy them. */
  begin(set: number): number {
    return set === NOTHING ? 0 : (this.#ends[set - 1] as number);
  }

  end(set: number): number {
    return this.#ends[set] as number;
  }

  codeAt(place: number): number {
    return this.#codes[place] as number;
  }

  /** Marks the sets that contain at least one marked word. */
  marked(words: Uint8Array): Uint8Array {
    const sets = new Uint8Array(this.#size);
    const [codes, ends] = [this.#codes, this.#ends];
    for (let set = 0, at = 0; set < sets.length; set += 1) {
      const end = ends[set] as number;
      let any = 0;
      for (; at < end; at += 1) any |= words[codes[at] as number] as number;
      sets[set] = any;
    }
    return sets;
  }

  /** Adds the counts of sets to the counts of their words, for a range of sets. */
  countWords(sets: Uint32Array, words: Uint32Array, from: number, to: number): void {
    const [codes, ends] = [this.#codes, this.#ends];
    for (let set = from, at = this.begin(from); set < to; set += 1) {
      const end = ends[set] as number;
      const times = sets[set] as number;
      for (; at < end; at += 1) {
        const code = codes[at] as number;
        words[code] = (words[code] as number) + times;
      }
    }
  }

  /** The slot of a set; a free slot if the set is new. */
  #slotOf(codes: ArrayLike<number>): number {
    const mask = this.#slots.length - 1;
    let mixed = this.#start ^ codes.length;
    for (let i = 0; i < codes.length; i += 1) mixed = mix(mixed, codes[i] as number);
    let slot = mixed & mask;
    for (; ; slot = (slot + 1) & mask) {
      const set = this.#slots[slot] as number;
      if (set === NOTHING || this.#has(set, codes)) return slot;
    }
  }

  #has(set: number, codes: ArrayLike<number>): boolean {
    const begin = this.begin(set);
    if (this.end(set) - begin !== codes.length) return false;
    for (let i = 0; i < codes.length; i += 1) if (this.#codes[begin + i] !== codes[i]) return false;
    return true;
  }

  #makeSlots(): void {
    this.#slots = new Uint32Array(2 * this.#slots.length);
    for (let set = 1; set < this.#size; set += 1) this.#slots[this.#slotOf(this.codesOf(set))] = set;
  }
}
