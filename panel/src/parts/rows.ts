import type { CompressedRows, Identified } from '../api/compressed-rows.ts';

/** Rows as a table reads them: an array is some. */
export interface Rows<Row> {
  readonly length: number;
  slice(from: number, until: number): readonly Row[];
}

/** The rows of pages, one page behind the other, as they came: one list of a hundred thousand was copied with each page. */
export class RowsOfPages<Row extends Identified> implements Rows<Row> {
  readonly length: number;
  readonly #pages: readonly CompressedRows<Row>[];
  /** Which row is the first of each page. */
  readonly #starts: readonly number[];

  constructor(pages: readonly CompressedRows<Row>[]) {
    const starts: number[] = [];
    let length = 0;
    for (const page of pages) {
      starts.push(length);
      length += page.length;
    }
    this.#pages = pages;
    this.#starts = starts;
    this.length = length;
  }

  /** Which pages hold the rows from one up to another, with those that hold none between them: the first and the last. */
  pagesBetween(from: number, until: number): [first: number, last: number] {
    const holding = (row: number) =>
      Math.max(
        0,
        this.#starts.findLastIndex((start) => start <= row),
      );
    return [holding(from), holding(until)];
  }

  all(): readonly Row[] {
    return this.#pages.flatMap((page) => page.all());
  }

  /** The row in a place; undefined where there is none. */
  at(index: number): Row | undefined {
    return this.slice(index, index + 1)[0];
  }

  slice(from: number, until: number): readonly Row[] {
    const found: Row[] = [];
    const first = this.#starts.findLastIndex((start) => start <= from);
    for (let nth = Math.max(0, first); nth < this.#pages.length; nth += 1) {
      const start = this.#starts[nth] ?? 0;
      if (start >= until) break;
      found.push(...(this.#pages[nth]?.slice(Math.max(0, from - start), until - start) ?? []));
    }
    return found;
  }

  /** Where the row with an id stands; -1 for nowhere. */
  indexOf(id: Row['id']): number {
    for (const [nth, page] of this.#pages.entries()) {
      const at = page.indexOf(id);
      if (at >= 0) return (this.#starts[nth] ?? 0) + at;
    }
    return -1;
  }
}
