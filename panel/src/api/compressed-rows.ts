/** A row with an `id` that is unique in its list. */
export interface Identified {
  readonly id: string | number;
}

/** The number of pages that are kept uncompressed: more than are visible. */
const MOST_UNFOLDED = 8;
const unfolded: CompressedRows<Identified>[] = [];

/**
 * The rows of a page, stored as one text except for the pages used last. A hundred thousand rows as objects
 * are two million objects that the browser visits at each garbage collection, while it scrolls.
 */
export class CompressedRows<Row extends Identified> {
  readonly length: number;
  readonly #text: string;
  /** Stored separately, so that a row is found without decompressing every page. */
  readonly #ids: string;
  #rows: readonly Row[] | null = null;

  /** @param rows with values that JSON supports */
  constructor(rows: readonly Row[]) {
    this.length = rows.length;
    this.#text = fold(rows);
    this.#ids = JSON.stringify(rows.map(({ id }) => id));
    this.#keep(rows);
  }

  /** The original rows, or equal rows. */
  all(): readonly Row[] {
    return this.#rows ?? this.#keep(unfold<Row>(this.#text));
  }

  slice(from: number, until: number): readonly Row[] {
    return this.all().slice(from, until);
  }

  /** The index of the row with an id; -1 if there is no such row. */
  indexOf(id: Row['id']): number {
    return this.#ids.includes(JSON.stringify(id)) ? this.all().findIndex((row) => row.id === id) : -1;
  }

  #keep(rows: readonly Row[]): readonly Row[] {
    this.#rows = rows;
    unfolded.push(this as never);
    if (unfolded.length > MOST_UNFOLDED) (unfolded.shift() as this).#rows = null;
    return rows;
  }
}

/**
 * Stores rows as text, with the field names only once for all rows that have the same fields, because names
 * are half of a row's JSON.
 */
function fold(rows: readonly object[]): string {
  const shapes = new Map<string, number>();
  const folded = rows.map((row) => {
    const shape = JSON.stringify(Object.keys(row));
    if (!shapes.has(shape)) shapes.set(shape, shapes.size);
    return [shapes.get(shape), ...Object.values(row)];
  });
  return JSON.stringify([[...shapes.keys()].map((shape) => JSON.parse(shape)), folded]);
}

function unfold<Row>(text: string): readonly Row[] {
  const [shapes, folded] = JSON.parse(text) as [string[][], [number, ...unknown[]][]];
  return folded.map(
    ([shape, ...values]) =>
      Object.fromEntries((shapes[shape] ?? []).map((name, nth) => [name, values[nth]])) as Row,
  );
}
