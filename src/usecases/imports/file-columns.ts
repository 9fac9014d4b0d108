import { destroyedCell, textOfCell } from '../../reading/cells.ts';
import type { FoundColumns } from './columns.ts';
import type { FileColumn, RowRefusal } from './import-kind.ts';

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

  /** Returns the index of a column, if the file has it. */
  indexesOf(name: Name): number[] {
    const at = this.#columns[name];
    return at === null ? [] : [at];
  }

  /** Returns a problem for each cell that a spreadsheet has destroyed. */
  destroyed(cells: readonly string[]): RowRefusal[] {
    return Object.keys(this.#columns).flatMap((name) => {
      const reason = destroyedCell(this.cell(cells, name as Name));
      const column = this.called(name as Name);
      return reason === null ? [] : [{ column, field: name, code: 'unreadable' as const, reason }];
    });
  }

  /** Returns the file's name of a column; our name if the file has none. */
  called(name: Name): string {
    const at = this.#columns[name];
    return at === null ? name : (this.#header[at] ?? name);
  }
}
