import { withRoom } from './lists.ts';

const FIRST_ROOM = 1024;

/** Collects codes of words for rows, in any order, until they are grouped by row. */
export class GatheredWords {
  #rows: Uint32Array = new Uint32Array(FIRST_ROOM);
  #codes: Uint32Array = new Uint32Array(FIRST_ROOM);
  #size = 0;

  add(row: number, code: number): void {
    this.#rows = withRoom(this.#rows, this.#size + 1);
    this.#codes = withRoom(this.#codes, this.#size + 1);
    this.#rows[this.#size] = row;
    this.#codes[this.#size] = code;
    this.#size += 1;
  }

  /** Calls `take` for each row with its codes, ascending. @param rows above all row numbers */
  each(rows: number, take: (row: number, codes: Uint32Array) => void): void {
    // The end of each row's words in one list. This is a counting sort: most rows have one or two words.
    const ends = new Uint32Array(rows);
    for (let i = 0; i < this.#size; i += 1) {
      const row = this.#rows[i] as number;
      ends[row] = (ends[row] as number) + 1;
    }
    let before = 0;
    for (let row = 0; row < rows; row += 1) {
      const count = ends[row] as number;
      ends[row] = before;
      before += count;
    }
    const codes = new Uint32Array(this.#size);
    for (let i = 0; i < this.#size; i += 1) {
      const row = this.#rows[i] as number;
      codes[ends[row] as number] = this.#codes[i] as number;
      ends[row] = (ends[row] as number) + 1;
    }
    let begin = 0;
    for (let row = 0; row < rows; row += 1) {
      const end = ends[row] as number;
      if (end > begin) take(row, ascending(codes.subarray(begin, end)));
      begin = end;
    }
  }
}

/** Sorts a list in place. @returns the part of the list that has each number once */
function ascending(list: Uint32Array): Uint32Array {
  if (list.length === 1) return list;
  list.sort();
  return list.filter((code, i) => i === 0 || code !== list[i - 1]);
}
