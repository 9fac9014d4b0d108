/** The number of 32-bit words of an id. */
export const ID_WORDS = 4;

/** A key in a table's order: a time in milliseconds, and an id of 32 hexadecimal digits without dashes. */
export interface RowKey {
  readonly at: number;
  readonly id: Uint32Array;
}

/** The keys of several rows: their times, and `ID_WORDS` words for each id. */
export interface RowKeys {
  readonly at: ArrayLike<number>;
  readonly ids: Uint32Array;
}

export function rowKey(at: number, id: string): RowKey {
  const digits = id.replaceAll('-', '');
  const words = new Uint32Array(ID_WORDS);
  for (let word = 0; word < ID_WORDS; word += 1) {
    words[word] = Number.parseInt(digits.slice(word * 8, word * 8 + 8), 16);
  }
  return { at, id: words };
}

export function idText(words: Uint32Array, from: number): string {
  let digits = '';
  for (let word = 0; word < ID_WORDS; word += 1) {
    digits += (words[from + word] as number).toString(16).padStart(8, '0');
  }
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-${digits.slice(12, 16)}-${digits.slice(16, 20)}-${digits.slice(20)}`;
}

/** Compares two ids, which begin at these indexes. Returns a negative number, 0 or a positive number. */
export function compareIds(a: Uint32Array, aFrom: number, b: Uint32Array, bFrom: number): number {
  for (let word = 0; word < ID_WORDS; word += 1) {
    const difference = (a[aFrom + word] as number) - (b[bFrom + word] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}
