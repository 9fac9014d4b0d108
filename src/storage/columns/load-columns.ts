import { ColumnTable } from '../../columns/column-table.ts';
import { ID_WORDS, idText } from '../../columns/row-key.ts';
import type { Database } from '../database.ts';
import { canFollow, type Seen, see } from './shipment-changes.ts';
import { readColumnsFrom, SHIPMENT_COLUMNS } from './shipment-columns.ts';

/** An account's shipments in memory, and what of them was seen. */
export interface LoadedColumns {
  readonly table: ColumnTable;
  readonly seen: Seen;
}

/** Read by one statement: few enough for its time limit on a busy machine, and for decoding to hold up nobody for long. */
const ROWS_AT_ONCE = 2_000;
const FIRST_PLACE = { createdAt: 0, shipmentId: '00000000-0000-0000-0000-000000000000' };

/**
 * Loads an account's shipments as one snapshot sees them.
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
  return database.readInSnapshot(accountId, async (scope) => {
    const seen = await see(scope);
    if (!canFollow(seen)) return null;
    const table = new ColumnTable(SHIPMENT_COLUMNS);
    let place = FIRST_PLACE;
    for (let size = ROWS_AT_ONCE; size === ROWS_AT_ONCE; ) {
      const rows = await readColumnsFrom(scope, place, ROWS_AT_ONCE);
      size = rows.at.length;
      if (size === 0) break;
      table.put(rows);
      if (!fits(table.bytes)) return null;
      place = { createdAt: rows.at[size - 1] as number, shipmentId: idText(rows.ids, (size - 1) * ID_WORDS) };
    }
    return { table, seen };
  });
}
