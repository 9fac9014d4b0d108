import type { CompressedRows, Identified } from '../api/compressed-rows.ts';

/** Rows as a table reads them. An array has this interface. */
export interface Rows<Row> {
  readonly length: number;
  slice(from: number, until: number): readonly Row[];
}

/** The rows of pages in order. A single list of a hundred thousand rows was copied with each new page. */
export class RowsOfPages<Row extends Identified> implements Rows<Row> {
  readonly length: number;
  readonly #pages: readonly CompressedRows<Row>[];
  /** The index of the first row of each page. */
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

  /** The first and the last page with rows from one index up to another, including empty pages in between. */
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

  /** The index of the row with an id; -1 if there is no such row. */
  indexOf(id: Row['id']): number {
    for (const [nth, page] of this.#pages.entries()) {
      const at = page.indexOf(id);
      if (at >= 0) return (this.#starts[nth] ?? 0) + at;
    }
    return -1;
  }
}
