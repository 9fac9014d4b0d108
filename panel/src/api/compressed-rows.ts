/** A row that its `id` tells apart from the others of its list. */
export interface Identified {
  readonly id: string | number;
}

/** The number of pages that are kept uncompressed: more than are in sight. */
const MOST_UNFOLDED = 8;
const unfolded: CompressedRows<Identified>[] = [];

/**
 * The rows of a page, kept as one text but for the pages that were looked at last. A hundred thousand rows as objects are
 * two million things that the browser goes through at each collection of garbage, while it scrolls.
 */
export class CompressedRows<Row extends Identified> {
  readonly length: number;
  readonly #text: string;
  /** Beside the rows, so that one is found without unfolding every page. */
  readonly #ids: string;
  #rows: readonly Row[] | null = null;

  /** @param rows of values that JSON knows */
  constructor(rows: readonly Row[]) {
    this.length = rows.length;
    this.#text = fold(rows);
    this.#ids = JSON.stringify(rows.map(({ id }) => id));
    this.#keep(rows);
  }

  /** The very rows that it was made of, or others like them. */
  all(): readonly Row[] {
    return this.#rows ?? this.#keep(unfold<Row>(this.#text));
  }

  slice(from: number, until: number): readonly Row[] {
    return this.all().slice(from, until);
  }

  /** Where the row with an id stands; -1 for nowhere. */
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

/** Rows as text in which names stand once for all rows that have the same ones: they are half of what JSON says of a row. */
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
