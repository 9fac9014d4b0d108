import { ColumnTable, type FilledRows } from '../../columns/column-table.ts';
import { ID_WORDS, idText } from '../../columns/row-key.ts';
import { RowsById } from '../../columns/rows-by-id.ts';
import { Slices } from '../../columns/slices.ts';
import type { Database } from '../database.ts';
import { canFollow, type Seen, see } from './shipment-changes.ts';
import {
  type ColumnsRead,
  type PartRead,
  readShipmentsFrom,
  readSourceFrom,
  SHIPMENT_COLUMNS,
  SHIPMENT_SOURCES,
  type ShipmentsRead,
} from './shipment-columns.ts';

/** An account's shipments in memory, and what of them was seen. */
export interface LoadedColumns {
  readonly table: ColumnTable;
  readonly seen: Seen;
}

const FIRST = { createdAt: 0, shipmentId: '00000000-0000-0000-0000-000000000000' };

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
  return database.readInSnapshot(accountId, async (scope) => {
    const seen = await see(scope);
    if (!canFollow(seen)) return null;
    const table = new ColumnTable(SHIPMENT_COLUMNS);
    const slices = new Slices();
    const orderIds: Uint32Array[] = [];
    const doFit = await inParts(
      (last: ShipmentsRead | null) => readShipmentsFrom(scope, last === null ? FIRST : lastPlace(last)),
      async ({ at, ids, orderIds: orders, columns }) => {
        const first = table.append(at, ids);
        orderIds.push(orders);
        const nth = Uint32Array.from(at, (_, i) => i);
        await fill(table, columns, { rows: nth.map((i) => first + i), nth }, slices);
        return fits(table.bytes);
      },
    );
    if (!doFit) return null;
    const shipmentIds = table.segments.map(({ ids, size }) => ids.subarray(0, size * ID_WORDS));
    for (const key of ['order_id', 'shipment_id'] as const) {
      const rows = await rowsById(table.rows, key === 'order_id' ? orderIds : shipmentIds, slices);
      for (const source of SHIPMENT_SOURCES.filter((one) => one.key === key)) {
        const doesFit = await inParts(
          (last: PartRead | null) =>
            readSourceFrom(scope, source.name, last === null ? FIRST.shipmentId : lastId(last)),
          async ({ ids, columns }) => {
            await fill(table, columns, rows.find(ids), slices);
            return fits(table.bytes);
          },
        );
        if (!doesFit) return null;
      }
    }
    table.endFilling();
    return { table, seen };
  });
}

/**
 * Reads part after part, each while the one before is taken, until one is not full.
 *
 * @param take tells whether to go on
 */
async function inParts<Part extends PartRead>(
  read: (last: Part | null) => Promise<Part>,
  take: (part: Part) => Promise<boolean>,
): Promise<boolean> {
  let next: Promise<Part> | null = read(null);
  while (next !== null) {
    const part: Part = await next;
    next = part.isFull ? read(part) : null;
    // Its failure is heard when it is waited for.
    next?.catch(() => undefined);
    if (part.ids.length > 0 && !(await take(part))) return false;
  }
  return true;
}

async function fill(
  table: ColumnTable,
  columns: ColumnsRead,
  rows: FilledRows,
  slices: Slices,
): Promise<void> {
  for (const [name, values] of columns) {
    table.fill(name, values, rows);
    const rest = slices.rest();
    if (rest !== null) await rest;
  }
}

async function rowsById(most: number, parts: readonly Uint32Array[], slices: Slices): Promise<RowsById> {
  const rows = new RowsById(most);
  for (const part of parts) {
    rows.add(part);
    const rest = slices.rest();
    if (rest !== null) await rest;
  }
  return rows;
}

function lastPlace(part: ShipmentsRead) {
  return { createdAt: part.at.at(-1) as number, shipmentId: lastId(part) };
}

function lastId({ ids }: { readonly ids: Uint32Array }): string {
  return idText(ids, ids.length - ID_WORDS);
}
