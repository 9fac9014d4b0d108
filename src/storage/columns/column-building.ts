import { ColumnTable, type FilledRows } from '../../columns/column-table.ts';
import { ID_WORDS } from '../../columns/row-key.ts';
import { RowsById } from '../../columns/rows-by-id.ts';
import { type CopiedRows, CopyReader } from './copied-rows.ts';
import { COPIED_SHIPMENTS, COPIED_SOURCES, MEANT, type RowId, SHIPMENT_COLUMNS } from './shipment-columns.ts';

/** Builds the columns of an account's shipments from copied rows, in the order of `COPIED_TABLES`. */
export class ColumnBuilding {
  readonly #table = new ColumnTable(SHIPMENT_COLUMNS, MEANT);
  /** The ids of all rows, for lookups. Shipment ids are in the table itself. */
  readonly #ids = { order_id: [] as Uint32Array[], booking_id: [] as Uint32Array[] };
  #byId: { readonly id: RowId; readonly rows: RowsById } | null = null;
  #takes: (part: Uint8Array) => void = () => undefined;

  /** Begins the table with this index. @param types PostgreSQL's type numbers of the table's columns */
  begin(nth: number, types: readonly number[]): void {
    // Sets are completed while PostgreSQL reads the next table.
    this.#table.endFilling();
    const copied = new CopyReader(types);
    const source = COPIED_SOURCES[nth - 1];
    this.#takes =
      source === undefined
        ? (part) => this.#takeShipments(copied.take(part))
        : (part) => this.#takeSource(source, copied.take(part));
  }

  /** @returns the approximate memory used so far @throws DoesNotFit */
  take(part: Uint8Array): number {
    this.#takes(part);
    return this.#table.bytes;
  }

  finish(): ColumnTable {
    this.#table.endFilling();
    return this.#table;
  }

  #takeShipments(rows: CopiedRows): void {
    const first = this.#table.append(rows.times(0), rows.ids(1));
    this.#ids.order_id.push(rows.ids(2));
    this.#ids.booking_id.push(rows.ids(3));
    this.#fill(COPIED_SHIPMENTS.names, rows, 4, {
      rows: numbers(first, rows.size),
      nth: numbers(0, rows.size),
    });
  }

  #takeSource({ id, names }: (typeof COPIED_SOURCES)[number], rows: CopiedRows): void {
    this.#fill(names, rows, 1, this.#rowsBy(id).find(rows.ids(0)));
  }

  #fill(names: readonly string[], rows: CopiedRows, first: number, filled: FilledRows): void {
    for (const [nth, name] of names.entries()) this.#table.fill(name, rows.column(first + nth), filled);
  }

  #rowsBy(id: RowId): RowsById {
    if (this.#byId?.id === id) return this.#byId.rows;
    const { segments } = this.#table;
    const parts =
      id === 'shipment_id'
        ? segments.map(({ ids, size }) => ids.subarray(0, size * ID_WORDS))
        : this.#ids[id].splice(0);
    const rows = new RowsById(this.#table.rows);
    for (const part of parts) rows.add(part);
    this.#byId = { id, rows };
    return rows;
  }
}

function numbers(first: number, count: number): Uint32Array {
  const list = new Uint32Array(count);
  for (let i = 0; i < count; i += 1) list[i] = first + i;
  return list;
}
