import type { FoundColumns } from './columns.ts';
import type { FileColumn } from './import-kind.ts';
import { textOfCell } from './read-cells.ts';

/** Finds the cells of a file's rows by our names of its columns. */
export class FileColumns<Name extends string> {
  readonly #header: readonly string[];
  readonly #columns: FoundColumns<Name>;

  constructor(header: readonly string[], columns: FoundColumns<Name>) {
    this.#header = header;
    this.#columns = columns;
  }

  /** The columns of the file, in its order. */
  get all(): FileColumn[] {
    const fields = new Map(Object.entries(this.#columns).map(([field, at]) => [at, field]));
    return this.#header.map((name, at) => ({ name, field: fields.get(at) ?? null }));
  }

  /** Returns a trimmed cell; `''` if the file has no such column. */
  cell(cells: readonly string[], name: Name): string {
    const at = this.#columns[name];
    return at === null ? '' : textOfCell(cells[at]);
  }

  /** Returns the file's name of a column; our name if the file has none. */
  called(name: Name): string {
    const at = this.#columns[name];
    return at === null ? name : (this.#header[at] ?? name);
  }
}
