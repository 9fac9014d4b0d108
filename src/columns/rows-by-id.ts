import type { FilledRows } from './column-table.ts';
import { withRoom } from './lists.ts';
import { MIXING_START, mix } from './mixing.ts';
import { compareIds, ID_WORDS } from './row-key.ts';

const NONE = 0;
const FIRST_ROOM = 1024;

/** Finds row numbers by id. Several rows may have the same id. */
export class RowsById {
  readonly #ids: Uint32Array;
  readonly #mask: number;
  /** For each slot its newest row, and for each row the previous row of its slot; both plus one. */
  readonly #newest: Uint32Array;
  readonly #before: Uint32Array;
  #size = 0;
  #rows = new Uint32Array(FIRST_ROOM);
  #nth = new Uint32Array(FIRST_ROOM);

  /** @param most the limit of rows */
  constructor(most: number) {
    const slots = 2 ** Math.ceil(Math.log2(Math.max(most, 1) * 1.5));
    this.#ids = new Uint32Array(most * ID_WORDS);
    this.#mask = slots - 1;
    this.#newest = new Uint32Array(slots);
    this.#before = new Uint32Array(most);
  }

  /** Adds the ids of the next rows; an id of zeros means that a row has none. */
  add(ids: Uint32Array): void {
    this.#ids.set(ids, this.#size * ID_WORDS);
    const end = this.#size + ids.length / ID_WORDS;
    for (let row = this.#size; row < end; row += 1) {
      if (!isThere(this.#ids, row * ID_WORDS)) continue;
      const slot = this.#slot(this.#ids, row * ID_WORDS);
      this.#before[row] = this.#newest[slot] as number;
      this.#newest[slot] = row + 1;
    }
    this.#size = end;
  }

  /**
   * Finds the rows with these ids: pairs of a row's number and the index of its id, in the order of the ids.
   * The next call overwrites the result.
   */
  find(ids: Uint32Array): FilledRows {
    let n = 0;
    const newest = this.#newestOf(ids);
    for (let i = 0; i < newest.length; i += 1) {
      let next = newest[i] as number;
      while (next !== NONE) {
        const row = next - 1;
        if (compareIds(this.#ids, row * ID_WORDS, ids, i * ID_WORDS) === 0) {
          this.#rows = withRoom(this.#rows, n + 1);
          this.#nth = withRoom(this.#nth, n + 1);
          this.#rows[n] = row;
          this.#nth[n] = i;
          n += 1;
        }
        next = this.#before[row] as number;
      }
    }
    return { rows: this.#rows.subarray(0, n), nth: this.#nth.subarray(0, n) };
  }

  /** Reads the slots of ids in a separate loop, so that the processor fetches many at once. */
  #newestOf(ids: Uint32Array): Uint32Array {
    const found = new Uint32Array(ids.length / ID_WORDS);
    for (let i = 0; i < found.length; i += 1) found[i] = this.#slot(ids, i * ID_WORDS);
    const newest = this.#newest;
    for (let i = 0; i < found.length; i += 1) found[i] = newest[found[i] as number] as number;
    return found;
  }

  #slot(ids: Uint32Array, at: number): number {
    let mixed = MIXING_START;
    for (let word = 0; word < ID_WORDS; word += 1) mixed = mix(mixed, ids[at + word] as number);
    return mixed & this.#mask;
  }
}

function isThere(ids: Uint32Array, at: number): boolean {
  for (let word = 0; word < ID_WORDS; word += 1) if (ids[at + word] !== 0) return true;
  return false;
}
