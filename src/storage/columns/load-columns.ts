import { ColumnTable, type FilledRows } from '../../columns/column-table.ts';
import { ID_WORDS } from '../../columns/row-key.ts';
import { RowsById } from '../../columns/rows-by-id.ts';
import { Slices } from '../../columns/slices.ts';
import { type AccountCopies, copyInSnapshot } from '../account-copies.ts';
import type { Database } from '../database.ts';
import { type CopiedRows, copiedRows } from './copied-rows.ts';
import { canFollow, type Seen, see } from './shipment-changes.ts';
import {
  COPIED_SHIPMENTS,
  COPIED_SOURCES,
  type CopiedTable,
  MEANT,
  type RowId,
  SHIPMENT_COLUMNS,
  type ShipmentColumnName,
} from './shipment-columns.ts';

/** An account's shipments in memory, and what of them was seen. */
export interface LoadedColumns {
  readonly table: ColumnTable;
  readonly seen: Seen;
}

/** Whoever asks something meanwhile is answered in several turns of the process: each is to be short. */
const SLICE_MS = 1.5;

/**
 * Loads an account's shipments as one snapshot sees them: first their own rows, in the listing's order, then what other
 * tables say of them.
 *
 * @param fits told of the bytes so far; where it says no, loading ends
 * @returns null where it does not fit, or where changes could not be followed
 * @throws DoesNotFit
 */
export async function loadColumns(
  database: Database,
  accountId: string,
  fits: (bytes: number) => boolean,
): Promise<LoadedColumns | null> {
  try {
    return await copyInSnapshot(database.pool, accountId, async (copies) => {
      const seen = await see(copies);
      if (!canFollow(seen)) return null;
      const table = await new Loading(copies, fits).load();
      return { table, seen };
    });
  } catch (error) {
    if (error instanceof IsTooLarge) return null;
    throw error;
  }
}

/** Ends a copy in its middle. */
class IsTooLarge extends Error {}

class Loading {
  readonly #copies: AccountCopies;
  readonly #fits: (bytes: number) => boolean;
  readonly #table = new ColumnTable(SHIPMENT_COLUMNS, MEANT);
  readonly #slices = new Slices(SLICE_MS);
  /** Of all rows, until they are looked up by it: of shipments, the table has them. */
  readonly #ids = { order_id: [] as Uint32Array[], booking_id: [] as Uint32Array[] };

  constructor(copies: AccountCopies, fits: (bytes: number) => boolean) {
    this.#copies = copies;
    this.#fits = fits;
  }

  async load(): Promise<ColumnTable> {
    const table = this.#table;
    for await (const rows of this.#copy(COPIED_SHIPMENTS)) {
      const first = table.append(rows.times(0), rows.ids(1));
      this.#ids.order_id.push(rows.ids(2));
      this.#ids.booking_id.push(rows.ids(3));
      this.#fill(COPIED_SHIPMENTS.names, rows, 4, {
        rows: numbers(first, rows.size),
        nth: numbers(0, rows.size),
      });
      await this.#slices.rest();
    }
    for (const id of ['order_id', 'booking_id', 'shipment_id'] as const) {
      const byId = await this.#rowsById(id);
      for (const source of COPIED_SOURCES.filter((one) => one.id === id)) {
        for await (const rows of this.#copy(source)) {
          this.#fill(source.names, rows, 1, byId.find(rows.ids(0)));
          await this.#slices.rest();
        }
      }
    }
    table.endFilling();
    return table;
  }

  async *#copy({ sql }: CopiedTable): AsyncGenerator<CopiedRows> {
    for await (const rows of copiedRows(await this.#copies.copy(sql))) {
      if (!this.#fits(this.#table.bytes)) throw new IsTooLarge();
      yield rows;
    }
  }

  #fill(names: readonly ShipmentColumnName[], rows: CopiedRows, first: number, filled: FilledRows): void {
    for (const [nth, name] of names.entries()) this.#table.fill(name, rows.column(first + nth), filled);
  }

  async #rowsById(id: RowId): Promise<RowsById> {
    const { segments, rows } = this.#table;
    const parts =
      id === 'shipment_id'
        ? segments.map(({ ids, size }) => ids.subarray(0, size * ID_WORDS))
        : this.#ids[id].splice(0);
    const byId = new RowsById(rows);
    for (const part of parts) {
      byId.add(part);
      await this.#slices.rest();
    }
    return byId;
  }
}

/** So many numbers, one after the other. */
function numbers(first: number, count: number): Uint32Array {
  const list = new Uint32Array(count);
  for (let i = 0; i < count; i += 1) list[i] = first + i;
  return list;
}
