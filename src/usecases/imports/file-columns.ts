import type { FoundColumns } from './columns.ts';

/** Finds the cells of a file's rows by our names of its columns. */
export class FileColumns<Name extends string> {
  readonly #header: readonly string[];
  readonly #columns: FoundColumns<Name>;

  constructor(header: readonly string[], columns: FoundColumns<Name>) {
    this.#header = header;
    this.#columns = columns;
  }

  /** Returns a trimmed cell; `''` if the file has no such column. */
  cell(cells: readonly string[], name: Name): string {
    const at = this.#columns[name];
    return at === null ? '' : (cells[at] ?? '').trim();
  }

  /** Returns the file's name of a column; our name if the file has none. */
  called(name: Name): string {
    const at = this.#columns[name];
    return at === null ? name : (this.#header[at] ?? name);
  }
}
