const SEVERAL = 2 ** 31;
const FIRST_ROOM = 1024;
const GROWTH = 1.25;

/**
 * The sets of a table's `set` columns. A set of one word is the word's code itself, and the empty one is 0; of several
 * the codes stand here, behind their number, and the column says where.
 */
export class ValueSets {
  #codes = new Uint32Array(FIRST_ROOM);
  #end = 0;

  get bytes(): number {
    return this.#codes.byteLength;
  }

  /** The set as a column keeps it. @param codes each once, ascending */
  keep(codes: readonly number[]): number {
    if (codes.length < 2) return codes[0] ?? 0;
    const needed = this.#end + codes.length + 1;
    if (needed > this.#codes.length) {
      const larger = new Uint32Array(Math.ceil(needed * GROWTH));
      larger.set(this.#codes);
      this.#codes = larger;
    }
    const at = this.#end;
    this.#codes[at] = codes.length;
    this.#codes.set(codes, at + 1);
    this.#end = needed;
    return SEVERAL + at;
  }

  /** Whether what a column keeps is this set. */
  isSame(kept: number, codes: readonly number[]): boolean {
    if (kept < SEVERAL) return codes.length < 2 && kept === (codes[0] ?? 0);
    const at = kept - SEVERAL;
    return this.#codes[at] === codes.length && codes.every((code, i) => this.#codes[at + 1 + i] === code);
  }

  /** Whether any word of a set is marked in the list by code. */
  hasAny(kept: number, marked: Uint8Array): boolean {
    if (kept < SEVERAL) return marked[kept] === 1;
    const at = kept - SEVERAL;
    const end = at + (this.#codes[at] as number);
    for (let i = at + 1; i <= end; i += 1) if (marked[this.#codes[i] as number] === 1) return true;
    return false;
  }

  /** Adds one to the number of each word of a set. */
  countEach(kept: number, counts: Uint32Array): void {
    if (kept < SEVERAL) {
      counts[kept] = (counts[kept] as number) + 1;
      return;
    }
    const at = kept - SEVERAL;
    const end = at + (this.#codes[at] as number);
    for (let i = at + 1; i <= end; i += 1) {
      const code = this.#codes[i] as number;
      counts[code] = (counts[code] as number) + 1;
    }
  }

  /** The codes of a set. */
  codesOf(kept: number): readonly number[] {
    if (kept === 0) return [];
    if (kept < SEVERAL) return [kept];
    const at = kept - SEVERAL;
    return [...this.#codes.subarray(at + 1, at + 1 + (this.#codes[at] as number))];
  }
}
